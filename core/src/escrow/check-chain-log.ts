import { type Hex, keccakOfText, toHex } from './abi-words.ts';

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

/** The parts of `eth_getTransactionReceipt` that are used; hex in lower case. */
interface NodeReceipt {
  readonly txHash: string;
  readonly succeeded: boolean;
  readonly block: bigint;
  readonly logs: readonly NodeLog[];
}

interface NodeLog {
  readonly logIndex: bigint;
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

const WORD_DIGITS = 64;

/**
 * Checks whether the chain has an event as expected, by any node's answer to `eth_getTransactionReceipt`. The answer
 * is untrusted and can have any shape.
 */
export function checkChainLog(answer: unknown, expected: ExpectedLog): ChainVerdict {
  if (answer === null) return { kind: 'unknown' };
  const receipt = readReceipt(answer);
  if (receipt === null) return differs('answer');
  if (receipt.txHash !== expected.txHash.toLowerCase()) return differs('transaction');
  if (!receipt.succeeded) return differs('status');
  if (receipt.block !== BigInt(expected.block)) return differs('block');
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

function readReceipt(answer: unknown): NodeReceipt | null {
  if (!isObject(answer) || !Array.isArray(answer.logs)) return null;
  const [txHash, status, block] = [
    readHex(answer.transactionHash),
    readNumber(answer.status),
    readNumber(answer.blockNumber),
  ];
  if (txHash === null || status === null || block === null) return null;
  const logs: NodeLog[] = [];
  for (const each of answer.logs as unknown[]) {
    const log = readLog(each);
    if (log === null) return null;
    logs.push(log);
  }
  return { txHash, succeeded: status === 1n, block, logs };
}

function readLog(entry: unknown): NodeLog | null {
  if (!isObject(entry) || !Array.isArray(entry.topics)) return null;
  const [logIndex, address, data] = [readNumber(entry.logIndex), readHex(entry.address), readHex(entry.data)];
  const topics = (entry.topics as unknown[]).map(readHex).filter((topic) => topic !== null);
  if (logIndex === null || address === null || data === null) return null;
  return topics.length === entry.topics.length ? { logIndex, address, topics, data } : null;
}

function readHex(value: unknown): Hex | null {
  // The pattern ensures the `0x`.
  return typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value) ? (value.toLowerCase() as Hex) : null;
}

/** A number as nodes write it: hex with `0x`. */
function readNumber(value: unknown): bigint | null {
  const hex = readHex(value);
  return hex === null || hex === '0x' ? null : BigInt(hex);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
