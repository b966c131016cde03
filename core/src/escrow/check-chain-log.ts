import { type Hex, keccakOfText, toHex } from './abi-words.ts';

/** What a node said of a transaction, held against what a receipt says of it. */
export type ChainVerdict =
  | { readonly kind: 'matches' }
  /** The node knows of no such transaction. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'differs'; readonly what: ChainDifference };

/** The first that is not as the receipt says. `answer`: what the node said is none that can be read. */
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

/** What an event of the escrow says of a bet. */
type EventField = 'bet' | 'market' | 'bettor' | 'outcome' | 'stake' | 'payout' | 'amount';

/** An event as it must stand on the chain. */
export interface ExpectedLog {
  readonly txHash: string;
  readonly block: number;
  /** Among the logs of the block. */
  readonly logIndex: number;
  readonly contract: string;
  /** Name and types, such as `BetPaid(bytes32,bytes16,address,uint64)`. */
  readonly event: string;
  readonly indexed: readonly ExpectedWord[];
  readonly data: readonly ExpectedWord[];
}

export type ExpectedWord = readonly [field: EventField, word: Uint8Array];

/** Of a node's `eth_getTransactionReceipt`, what is read here; hex in lower case. */
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
 * Whether an event stands on the chain as it must, by the answer of any node to `eth_getTransactionReceipt`. The answer is
 * taken as it came: it may be anything.
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

function readLog(told: unknown): NodeLog | null {
  if (!isObject(told) || !Array.isArray(told.topics)) return null;
  const [logIndex, address, data] = [readNumber(told.logIndex), readHex(told.address), readHex(told.data)];
  const topics = (told.topics as unknown[]).map(readHex).filter((topic) => topic !== null);
  if (logIndex === null || address === null || data === null) return null;
  return topics.length === told.topics.length ? { logIndex, address, topics, data } : null;
}

function readHex(value: unknown): Hex | null {
  // The pattern has just said that it begins so.
  return typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value) ? (value.toLowerCase() as Hex) : null;
}

/** A number as nodes write it: hex behind `0x`. */
function readNumber(value: unknown): bigint | null {
  const hex = readHex(value);
  return hex === null || hex === '0x' ? null : BigInt(hex);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
