import type { WireReceipt } from '../http-api/receipts.ts';
import { microUsdc } from '../money/micro-usdc.ts';
import type { Hex } from './abi-words.ts';
import { chainIdOf } from './chain-id-of.ts';
import { type BetOnChain, checkBetEnded, checkBetPlaced } from './check-bet-placed.ts';
import type { ChainVerdict } from './check-chain-log.ts';

/** What a node answered, each as it came. */
export interface NodeAnswers {
  /** To `eth_chainId`. */
  readonly chainId: unknown;
  /** To `eth_getTransactionReceipt` of the transaction that placed the bet. */
  readonly placed: unknown;
  /** And of the one that ended it, where the receipt names one. */
  readonly ended?: unknown;
}

/**
 * Whether the chain says of a live bet what its receipt says, by the answers of any node: the stake and, once it ended,
 * what was paid. Nothing of ours is asked, so anybody can do the same by hand with a block explorer. Whose wallet
 * `chain.bettor` is has to be known to who asks.
 */
export function checkReceiptOnChain(
  receipt: Pick<WireReceipt, 'bet'> & { readonly chain: NonNullable<WireReceipt['chain']> },
  answers: NodeAnswers,
): ChainVerdict {
  const { chain } = receipt;
  if (!isChain(answers.chainId, chain.chainId)) return { kind: 'differs', what: 'chain' };
  try {
    const bet = betOnChain(receipt);
    const placed = checkBetPlaced(answers.placed, { log: chain.placed, bet });
    const { ended } = chain;
    if (placed.kind !== 'matches' || ended === undefined) return placed;
    const amount = micro(receipt.bet.paid ?? 0);
    return checkBetEnded(answers.ended, { log: ended, bet, kind: ended.kind, amount });
  } catch {
    // Ids, addresses or numbers of another form: no contract has such a bet.
    return { kind: 'differs', what: 'bet' };
  }
}

/** Nodes say it in hex. */
function isChain(answer: unknown, chainId: number): boolean {
  return typeof answer === 'string' && /^0x[0-9a-f]+$/.test(answer) && BigInt(answer) === BigInt(chainId);
}

function betOnChain({ bet, chain }: Parameters<typeof checkReceiptOnChain>[0]): BetOnChain {
  return {
    // What is no hex fails where it is made a word.
    escrow: chain.escrow as Hex,
    betId: chainIdOf(bet.id),
    marketId: chainIdOf(bet.marketId),
    bettor: chain.bettor as Hex,
    outcome: chain.outcome,
    stake: micro(bet.amount),
    payout: micro(bet.totalReturn),
  };
}

/** Of an amount as it crosses the wire: the micro-USDC that it stands for. */
const micro = (amount: number) => microUsdc(BigInt(Math.round(amount * 1_000_000)));
