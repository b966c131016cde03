import type { Hex } from '@tallystone/core/escrow/abi-words';
import { ESCROW_ABI, USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import type { EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import { smaller } from '@tallystone/core/money/bounds';
import {
  decodeEventLog,
  hexToBigInt,
  hexToNumber,
  numberToHex,
  pad,
  type RpcLog,
  toEventSelector,
} from 'viem';
import { chunksOf } from '../rounds/chunks-of.ts';
import { agree, askEach } from './agree.ts';
import { type ChainEvent, type ChainLog, ChainUnreachable, type EscrowChain } from './escrow-chain.ts';
import { ROLE_EVENTS } from './role-events.ts';
import { type Endpoint, type Endpoints, readBlock } from './rpc.ts';

/** Blocks per request; public nodes refuse more. */
const LOG_BLOCKS = 500n;
/** Bets per request for skips. */
const SKIPS_OF = 500;
const TRANSFER = toEventSelector('Transfer(address,address,uint256)');
const BET_SKIPPED = toEventSelector('BetSkipped(bytes32,bytes16,uint8)');
const ALL_BUT_SKIPS = ESCROW_ABI.flatMap((item) =>
  item.type === 'event' ? [toEventSelector(item)] : [],
).filter((selector) => selector !== BET_SKIPPED);
const ROLE_TOPICS = ESCROW_ABI.flatMap((item) =>
  item.type === 'event' && ROLE_EVENTS.some((name) => name === item.name) ? [toEventSelector(item)] : [],
);

/** Blocks, both ends included. */
interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

/** Reads the events of the contract and the token. */
export function connectLogs({
  endpoints,
  place,
  token,
}: {
  endpoints: Endpoints;
} & Pick<EscrowChain, 'place' | 'token'>): Pick<EscrowChain, 'logs' | 'someLogs' | 'newestRoleEvents'> {
  const { escrow } = place;
  /** Blocks per request; lowered after a request for too many. */
  let logBlocks = LOG_BLOCKS;

  /** An endpoint that is behind may not know an event yet, so it is enough if one knows it. */
  async function newestRoleEvents({ from, to }: Range): Promise<ChainLog[]> {
    const filter = { address: escrow, topics: [ROLE_TOPICS] };
    const found = await inStretches({ from, to }, async (range) => {
      const newest = range.to === to ? 'latest' : range.to;
      const answers = await askEach(endpoints, 'who holds the roles', async (endpoint) => {
        const logs = await askLogs(endpoint, { from: range.from, to: newest }, filter);
        return logs.map((log) => decodeLog(log, place));
      });
      return answers.flatMap(({ answer }) => answer);
    });
    return inOrder(found);
  }

  const someLogs = async ({ skipsOf = [], ...range }: Range & { skipsOf?: readonly Hex[] }) => {
    const { until, answer } = await readStretch(range, (each) => logsIn(each, skipsOf));
    return { until, logs: answer };
  };

  async function logsIn(range: Range, skipsOf: readonly Hex[]): Promise<ChainLog[]> {
    const found = await agree(endpoints, `the logs of blocks ${range.from} to ${range.to}`, (endpoint) =>
      readLogs(endpoint, range),
    );
    return inOrder([...found.logs, ...(await skipsIn(range, skipsOf))]);
  }

  async function inStretches<T>({ from, to }: Range, read: (range: Range) => Promise<T[]>): Promise<T[]> {
    const found: T[] = [];
    for (let first = from; first <= to; ) {
      const { until, answer } = await readStretch({ from: first, to }, read);
      found.push(...answer);
      first = until + 1n;
    }
    return found;
  }

  /** Reads from `from` on as many blocks as the nodes answer for at once. */
  async function readStretch<T>(
    { from, to }: Range,
    read: (range: Range) => Promise<T>,
  ): Promise<{ until: bigint; answer: T }> {
    for (;;) {
      const until = smaller(from + logBlocks - 1n, to);
      try {
        const answer = await read({ from, to: until });
        // Grows slowly, since each request for too much fails and has to be repeated.
        logBlocks = smaller(logBlocks + 1n + logBlocks / 8n, LOG_BLOCKS);
        return { until, answer };
      } catch (error) {
        // Anyone can fill blocks with transfers of nothing, until a node's answer is too long or too late.
        if (!(error instanceof ChainUnreachable) || until <= from) throw error;
        logBlocks = (until - from + 1n) / 2n;
      }
    }
  }

  /** Anyone can make the contract skip thousands of bets. Nothing depends on skips, so unreadable ones are left out. */
  async function skipsIn(range: Range, betIds: readonly Hex[]): Promise<ChainLog[]> {
    const what = `the skipped bets of blocks ${range.from} to ${range.to}`;
    try {
      const answers = await Promise.all(
        chunksOf(betIds, SKIPS_OF).map((group) =>
          agree(endpoints, what, async (endpoint) => {
            const found = await askLogs(endpoint, range, { address: escrow, topics: [BET_SKIPPED, group] });
            return inOrder(found.map((log) => decodeLog(log, place)));
          }),
        ),
      );
      return answers.flat();
    } catch (error) {
      if (error instanceof ChainUnreachable) return [];
      throw error;
    }
  }

  /** Also reads the last block's hash: a node that hasn't reached that block would return no logs. */
  async function readLogs(
    endpoint: Endpoint,
    { from, to }: Range,
  ): Promise<{ until: Hex; logs: ChainLog[] }> {
    const ask = (filter: LogFilter) => askLogs(endpoint, { from, to }, filter);
    const { hash: until } = await readBlock(endpoint, { blockNumber: to });
    const asTopic = pad(escrow, { size: 32 });
    const [events, ...transfers]: RpcLog[][] = await Promise.all([
      ask({ address: escrow, topics: [ALL_BUT_SKIPS] }),
      ask({ address: token.address, topics: [TRANSFER, asTopic] }),
      ask({ address: token.address, topics: [TRANSFER, null, asTopic] }),
    ]);
    const found = [...(events ?? []), ...transfers.flat().filter(movesAny)];
    return { until, logs: inOrder(found.map((log) => decodeLog(log, place))) };
  }

  return {
    logs: (range) => inStretches(range, (each) => logsIn(each, [])),
    someLogs,
    newestRoleEvents,
  };
}

interface LogFilter {
  readonly address: Hex;
  readonly topics: (Hex | Hex[] | null)[];
}

function askLogs(
  { client }: Endpoint,
  { from, to }: { from: bigint; to: bigint | 'latest' },
  filter: LogFilter,
): Promise<RpcLog[]> {
  return client.request({
    method: 'eth_getLogs',
    params: [{ ...filter, fromBlock: numberToHex(from), toBlock: to === 'latest' ? to : numberToHex(to) }],
  });
}

/** Anyone can make the token log thousands of transfers of nothing per block. They mean nothing. */
const movesAny = ({ data }: RpcLog): boolean => !/^0x0*$/.test(data);

/** Removes duplicates: the escrow's transfer to itself is found both as one to it and as one from it. */
function inOrder(found: readonly ChainLog[]): ChainLog[] {
  const byPlace = new Map(found.map((log) => [`${log.block}:${log.logIndex}`, log]));
  return [...byPlace.values()].sort((a, b) => Number(a.block - b.block) || a.logIndex - b.logIndex);
}

/**
 * Decodes a log of the escrow or of USDC.
 *
 * @throws Error if the log's block isn't made yet, or the event is unknown
 */
function decodeLog(log: RpcLog, { escrow }: EscrowPlace): ChainLog {
  const { blockNumber, blockHash, transactionHash, logIndex } = log;
  if (blockNumber === null || blockHash === null || transactionHash === null || logIndex === null) {
    throw new Error('expected a log of a block, got one that is of none yet');
  }
  const isOfEscrow = log.address.toLowerCase() === escrow;
  return {
    ...decodeEvent(log, isOfEscrow),
    block: hexToBigInt(blockNumber),
    blockHash: lowerCase(blockHash),
    txHash: lowerCase(transactionHash),
    logIndex: hexToNumber(logIndex),
  };
}

function decodeEvent({ topics, data }: RpcLog, isOfEscrow: boolean): ChainEvent {
  const { eventName: name, args } = isOfEscrow
    ? decodeEventLog({ abi: ESCROW_ABI, topics, data })
    : decodeEventLog({ abi: USDC_ABI, topics, data });
  const plain = Object.entries(args).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.toLowerCase() : value,
  ]);
  // Name and arguments come from one decoding and belong together; their separate types don't say so.
  return { name, args: Object.fromEntries(plain) } as ChainEvent;
}

// Hex in lower case is still hex.
const lowerCase = (hex: Hex): Hex => hex.toLowerCase() as Hex;
