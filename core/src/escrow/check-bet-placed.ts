import type { MicroUsdc } from '../money/micro-usdc.ts';
import { addressWord, fixedBytesWord, type Hex, uintWord } from './abi-words.ts';
import { type ChainVerdict, checkChainLog, type ExpectedWord } from './check-chain-log.ts';

/** The position of an event of the escrow contract. */
export interface ChainLogPlace {
  readonly txHash: string;
  readonly block: number;
  /** Its index in the block's logs. */
  readonly logIndex: number;
}

/** A bet as the escrow's events describe it. */
export interface BetOnChain {
  /** The contract. */
  readonly escrow: Hex;
  /** 32 and 16 bytes, see `chainIdOf`. */
  readonly betId: Hex;
  readonly marketId: Hex;
  readonly bettor: Hex;
  /** Counted from 0, in the order of the market's outcomes. */
  readonly outcome: number;
  readonly stake: MicroUsdc;
  /** Stake included. */
  readonly payout: MicroUsdc;
}

/**
 * Checks whether a transaction brought exactly this bet's stake into the escrow contract, from its bettor, on its
 * outcome and for its payout.
 *
 * @param answer any node's raw answer to `eth_getTransactionReceipt` of the transaction
 * @see contracts/src/IBetEscrow.sol, `BetPlaced`
 */
export function checkBetPlaced(
  answer: unknown,
  { log, bet }: { log: ChainLogPlace; bet: BetOnChain },
): ChainVerdict {
  return checkChainLog(answer, {
    ...log,
    contract: bet.escrow,
    event: 'BetPlaced(bytes32,bytes16,address,uint8,uint64,uint64)',
    indexed: indexedWords(bet),
    data: [
      ['outcome', uintWord(bet.outcome)],
      ['stake', uintWord(bet.stake)],
      ['payout', uintWord(bet.payout)],
    ],
  });
}

/**
 * Checks whether a transaction paid the bettor exactly this amount for this bet, or set it aside because the token
 * refused the wallet.
 *
 * @param answer any node's raw answer to `eth_getTransactionReceipt` of the transaction
 * @see contracts/src/IBetEscrow.sol, `BetPaid` and `PayoutSetAside`
 */
export function checkBetEnded(
  answer: unknown,
  {
    log,
    bet,
    kind,
    amount,
  }: { log: ChainLogPlace; bet: BetOnChain; kind: 'paid' | 'set-aside'; amount: MicroUsdc },
): ChainVerdict {
  return checkChainLog(answer, {
    ...log,
    contract: bet.escrow,
    event: `${kind === 'paid' ? 'BetPaid' : 'PayoutSetAside'}(bytes32,bytes16,address,uint64)`,
    indexed: indexedWords(bet),
    data: [['amount', uintWord(amount)]],
  });
}

const indexedWords = ({ betId, marketId, bettor }: BetOnChain): ExpectedWord[] => [
  ['bet', fixedBytesWord(betId, 32)],
  ['market', fixedBytesWord(marketId, 16)],
  ['bettor', addressWord(bettor)],
];
