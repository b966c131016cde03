import * as z from 'zod/mini';
import { keccakOfText, toHex } from './abi-words.ts';

/** A node's answer about a transaction, compared with a receipt. */
export type ChainVerdict =
  | { readonly kind: 'matches' }
  /** The node doesn't know the transaction. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'differs'; readonly what: ChainDifference };

/** The first mismatch with the receipt. `answer`: the node's answer can't be read. */
export type ChainDifference =
  | 'answer'
  | 'chain'
  | 'transaction'
  | 'status'
  | 'block'
  | 'log'
  | 'contract'
  | 'event'
  | EventField;

/** The fields of a bet in the escrow's events. */
type EventField = 'bet' | 'market' | 'bettor' | 'outcome' | 'stake' | 'payout' | 'amount';

/** The event that the chain must have. */
export interface ExpectedLog {
  readonly txHash: string;
  readonly block: number;
  /** Its index in the block's logs. */
  readonly logIndex: number;
  readonly contract: string;
  /** Name and types, such as `BetPaid(bytes32,bytes16,address,uint64)`. */
  readonly event: string;
  readonly indexed: readonly ExpectedWord[];
  readonly data: readonly ExpectedWord[];
}

export type ExpectedWord = readonly [field: EventField, word: Uint8Array];

const hex = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]*$/)),
  z.transform((text) => text.toLowerCase()),
);
/** A number as nodes write it: hex with `0x`. */
const number = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]+$/)),
  z.transform((text) => BigInt(text)),
);

/** The parts of `eth_getTransactionReceipt` that are used; hex becomes lower case. */
const receiptSchema = z.object({
  transactionHash: hex,
  status: number,
  blockNumber: number,
  logs: z.array(z.object({ logIndex: number, address: hex, topics: z.array(hex), data: hex })),
});

const WORD_DIGITS = 64;

/**
 * Checks whether the chain has an event as expected, by any node's answer to `eth_getTransactionReceipt`. The answer
 * is untrusted and can have any shape.
 */
export function checkChainLog(answer: unknown, expected: ExpectedLog): ChainVerdict {
  if (answer === null) return { kind: 'unknown' };
  const { data: receipt } = receiptSchema.safeParse(answer);
  if (receipt === undefined) return differs('answer');
  if (receipt.transactionHash !== expected.txHash.toLowerCase()) return differs('transaction');
  if (receipt.status !== 1n) return differs('status');
  if (receipt.blockNumber !== BigInt(expected.block)) return differs('block');
  const log = receipt.logs.find(({ logIndex }) => logIndex === BigInt(expected.logIndex));
  if (log === undefined) return differs('log');
  if (log.address !== expected.contract.toLowerCase()) return differs('contract');
  if (log.topics[0] !== toHex(keccakOfText(expected.event))) return differs('event');
  for (const [at, [field, word]] of expected.indexed.entries()) {
    if (log.topics[at + 1] !== toHex(word)) return differs(field);
  }
  for (const [at, [field, word]] of expected.data.entries()) {
    const from = 2 + at * WORD_DIGITS;
    if (`0x${log.data.slice(from, from + WORD_DIGITS)}` !== toHex(word)) return differs(field);
  }
  return { kind: 'matches' };
}

const differs = (what: ChainDifference): ChainVerdict => ({ kind: 'differs', what });
