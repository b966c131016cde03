import type { WireReceipt } from '../http-api/receipts.ts';
import { microUsdc } from '../money/micro-usdc.ts';
import type { Hex } from './abi-words.ts';
import { chainIdOf } from './chain-id-of.ts';
import { type BetOnChain, checkBetEnded, checkBetPlaced } from './check-bet-placed.ts';
import type { ChainVerdict } from './check-chain-log.ts';

/** A node's raw answers. */
export interface NodeAnswers {
  /** To `eth_chainId`. */
  readonly chainId: unknown;
  /** To `eth_getTransactionReceipt` of the transaction that placed the bet. */
  readonly placed: unknown;
  /** The same for the transaction that ended the bet, if the receipt names one. */
  readonly ended?: unknown;
}

/**
 * Checks by any node's answers whether the chain agrees with a live bet's receipt: the stake and, once the bet has
 * ended, what was paid. None of our own servers is asked, so anyone can repeat the check with a block explorer. The
 * caller must know whose wallet `chain.bettor` is.
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
    // Malformed ids, addresses or numbers: no contract has such a bet.
    return { kind: 'differs', what: 'bet' };
  }
}

/** Nodes write it in hex. */
function isChain(answer: unknown, chainId: number): boolean {
  return typeof answer === 'string' && /^0x[0-9a-f]+$/.test(answer) && BigInt(answer) === BigInt(chainId);
}

function betOnChain({ bet, chain }: Parameters<typeof checkReceiptOnChain>[0]): BetOnChain {
  return {
    // Invalid hex fails when it is converted to a word.
    escrow: chain.escrow as Hex,
    betId: chainIdOf(bet.id),
    marketId: chainIdOf(bet.marketId),
    bettor: chain.bettor as Hex,
    outcome: chain.outcome,
    stake: micro(bet.amount),
    payout: micro(bet.totalReturn),
  };
}

/** The micro-USDC of a wire amount. */
const micro = (amount: number) => microUsdc(BigInt(Math.round(amount * 1_000_000)));
