import type { Hex } from '@tallystone/core/escrow/abi-words';
import { ESCROW_ABI, MARKET_STATES, USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import type { EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import type { UsdcToken } from '@tallystone/core/escrow/typed-data';
import { larger, smaller } from '@tallystone/core/money/bounds';
import { type MicroUsdc, microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import {
  encodeFunctionData,
  numberToHex,
  type PublicClient,
  pad,
  parseAbi,
  type RpcLog,
  toEventSelector,
} from 'viem';
import type { AuthorizedStake } from '../betting/stake-chain.ts';
import type { WalletKind } from '../identity/wallet-code.ts';
import { agree, askEach, awake, noteSilence, reachedByTwo, requireSame, type Said } from './agree.ts';
import { decodeLog } from './decode-log.ts';
import {
  type Block,
  ChainDisagreement,
  type ChainLog,
  type ChainMarket,
  type ChainReceipt,
  ChainUnreachable,
  type EscrowChain,
  type Fees,
  OtherChain,
} from './escrow-chain.ts';
import { ROLE_EVENTS } from './role-events.ts';
import type { Endpoint, Endpoints } from './rpc.ts';

/** Asked for at a time: public nodes refuse more. */
const LOG_BLOCKS = 500n;
/** Bets whose skips are asked for together. */
const SKIPS_OF = 500;
/** The base fee moves by an eighth a block: nodes a few blocks apart stay within this. */
const BASE_FEE_RATIO = 4n;
/** Wei for a unit of gas: whatever nodes ask, more is not offered as a tip. */
const MOST_TIP = 500_000_000_000n;
/**
 * Polygon's nodes take nothing for less, so that a node that asks for too little could keep everything out of its blocks:
 * 25 gwei by docs.polygon.technology/tools/gas/polygon-gas-station, PIP-35, and `BorDefaultTxPoolPriceLimit` in
 * params/protocol_params.go of 0xPolygon/bor.
 */
const LEAST_TIP = 25_000_000_000n;
const TRANSFER = toEventSelector('Transfer(address,address,uint256)');
const BET_SKIPPED = toEventSelector('BetSkipped(bytes32,bytes16,uint8)');
const ALL_BUT_SKIPS = ESCROW_ABI.flatMap((item) =>
  item.type === 'event' ? [toEventSelector(item)] : [],
).filter((selector) => selector !== BET_SKIPPED);
const ROLE_TOPICS = ESCROW_ABI.flatMap((item) =>
  item.type === 'event' && ROLE_EVENTS.some((name) => name === item.name) ? [toEventSelector(item)] : [],
);
/** What nodes say of a transaction that they have, or whose place was taken: that it came too late is no failure. */
const HAS_IT =
  /already (?:known|imported|exists)|known transaction|nonce (?:is )?too low|already in (?:the )?(?:mem)?pool/i;
/** EIP-7702: the account is a key still, and its code is that of another address. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;
const SIGNATURE_ABI = parseAbi([
  'function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)',
]);
const APPROVED = `0x1626ba7e${'0'.repeat(56)}`;
/**
 * For a wallet's code, with what a call costs by itself: the contract leaves 120,000 for all that the token does with an
 * authorization, of which some 50,000 are the token's own.
 */
const WALLET_GAS = 90_000n;
/** What nodes say of a call that was made and failed, which is an answer. */
const FAILED_CALL =
  /revert|out ?of ?gas|invalid opcode|invalid jump|bad jump|stack (?:under|over)flow|opcode .* not defined/i;
/** What nodes say of a block that they do not have. */
const UNKNOWN_BLOCK =
  /(?:header|block|resource)(?: is)? not found|header for hash not found|block (?:0x)?[0-9a-f]+ not found|unknown block/i;

/** The escrow through two endpoints or more. Nothing is asked until something is asked of it. */
export function connectEscrow({
  endpoints,
  place,
  token,
  escrowBlock,
}: {
  endpoints: Endpoints;
  place: EscrowPlace;
  token: UsdcToken;
  escrowBlock: bigint;
}): EscrowChain {
  const { escrow } = place;
  /** How many blocks are asked for at a time: fewer after too many were. */
  let logBlocks = LOG_BLOCKS;
  const ofEscrow = { address: escrow, abi: ESCROW_ABI } as const;
  const ofToken = { address: token.address, abi: USDC_ABI } as const;

  const block = (number: bigint): Promise<Block> =>
    agree(endpoints, `block ${number}`, (endpoint) => readBlock(endpoint, { blockNumber: number }));

  /** Behind its address a node can become another one at any time. */
  async function requireOwnChain(): Promise<void> {
    const found = await askEach(endpoints, 'the chain id', ({ client }) => client.getChainId());
    const other = found.find(({ answer }) => answer !== place.chainId);
    if (other !== undefined) throw new OtherChain(other.name, other.answer, place.chainId);
  }

  async function head(): Promise<{ latest: Block; finalized: Block }> {
    // First, since a node of another chain may have no answer to anything else.
    await requireOwnChain();
    const [latest, finalized] = await Promise.all([
      askEach(endpoints, 'the latest block', (endpoint) => readBlock(endpoint, { blockTag: 'latest' })),
      askEach(endpoints, 'the finalized block', (endpoint) => readBlock(endpoint, { blockTag: 'finalized' })),
    ]);
    // Two have passed this one, so all that have to know it: by its hash, and by the time that decides what is too late.
    const { number } = reachedByTwo(finalized, (block) => block.number);
    const passed = await Promise.all(
      finalized
        .filter(({ answer }) => answer.number >= number)
        .map(
          async ({ name, answer }): Promise<Said<Block>> => ({
            name,
            answer: answer.number === number ? answer : await block(number),
          }),
        ),
    );
    return {
      latest: reachedByTwo(latest, (block) => block.number),
      finalized: requireSame('the finalized block', passed),
    };
  }

  /** One that is behind may not have heard of it yet; that one has is reason enough to take no bets. */
  async function isPaused(): Promise<boolean> {
    const said = await askEach(endpoints, 'whether the contract is paused', ({ client }) =>
      client.readContract({ ...ofEscrow, functionName: 'paused' }),
    );
    return said.some(({ answer }) => answer);
  }

  /** As above: one that has heard of it is enough. */
  async function newestRoleEvents({ from, to }: { from: bigint; to: bigint }): Promise<ChainLog[]> {
    const filter = { address: escrow, topics: [ROLE_TOPICS] };
    const found: ChainLog[] = [];
    for (let first = from; first <= to; ) {
      const { until, answer } = await readStretch({ from: first, to }, (range) => {
        const newest = range.to === to ? 'latest' : range.to;
        return askEach(endpoints, 'who holds the roles', async (endpoint) => {
          const logs = await askLogs(endpoint, { from: range.from, to: newest }, filter);
          return logs.map((log) => decodeLog(log, place));
        });
      });
      found.push(...answer.flatMap((said) => said.answer));
      first = until + 1n;
    }
    return inOrder(found);
  }

  async function logs({ from, to }: { from: bigint; to: bigint }): Promise<ChainLog[]> {
    const stretches: ChainLog[][] = [];
    for (let first = from; first <= to; ) {
      const { until, logs: found } = await someLogs({ from: first, to });
      stretches.push(found);
      first = until + 1n;
    }
    return stretches.flat();
  }

  async function someLogs({
    from,
    to,
    skipsOf = [],
  }: {
    from: bigint;
    to: bigint;
    skipsOf?: readonly Hex[];
  }): Promise<{ until: bigint; logs: ChainLog[] }> {
    const { until, answer } = await readStretch({ from, to }, async (range) => {
      const found = await agree(endpoints, `the logs of blocks ${range.from} to ${range.to}`, (endpoint) =>
        readLogs(endpoint, range),
      );
      return [...found.logs, ...(await skipsIn(range, skipsOf))];
    });
    return { until, logs: inOrder(answer) };
  }

  /** Reads of as many blocks as the nodes answer for together, from the first on. */
  async function readStretch<T>(
    { from, to }: { from: bigint; to: bigint },
    read: (range: { from: bigint; to: bigint }) => Promise<T>,
  ): Promise<{ until: bigint; answer: T }> {
    for (;;) {
      const until = smaller(from + logBlocks - 1n, to);
      try {
        const answer = await read({ from, to: until });
        // Slowly, since each time that it is too much costs a request that fails.
        logBlocks = smaller(logBlocks + 1n + logBlocks / 8n, LOG_BLOCKS);
        return { until, answer };
      } catch (error) {
        // Anybody can fill blocks with transfers of nothing, until an answer is too long for a node or comes too late.
        if (!(error instanceof ChainUnreachable) || until <= from) throw error;
        logBlocks = (until - from + 1n) / 2n;
      }
    }
  }

  /** Anybody can have the contract skip bets by the thousand, and nothing hangs on it: what cannot be read is left out. */
  async function skipsIn(range: { from: bigint; to: bigint }, betIds: readonly Hex[]): Promise<ChainLog[]> {
    const groups: Hex[][] = [];
    for (let at = 0; at < betIds.length; at += SKIPS_OF) groups.push(betIds.slice(at, at + SKIPS_OF));
    const what = `the skipped bets of blocks ${range.from} to ${range.to}`;
    try {
      const answers = await Promise.all(
        groups.map((group) =>
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

  /** With the hash of the last block: a node that is not there yet says that nothing happened. */
  async function readLogs(
    endpoint: Endpoint,
    { from, to }: { from: bigint; to: bigint },
  ): Promise<{ until: Hex; logs: ChainLog[] }> {
    const ask = (filter: LogFilter) => askLogs(endpoint, { from, to }, filter);
    const { hash: until } = await readBlock(endpoint, { blockNumber: to });
    const asTopic = pad(escrow, { size: 32 });
    const [said, ...transfers]: RpcLog[][] = await Promise.all([
      ask({ address: escrow, topics: [ALL_BUT_SKIPS] }),
      ask({ address: token.address, topics: [TRANSFER, asTopic] }),
      ask({ address: token.address, topics: [TRANSFER, null, asTopic] }),
    ]);
    const found = [...(said ?? []), ...transfers.flat().filter(movesAny)];
    return { until, logs: inOrder(found.map((log) => decodeLog(log, place))) };
  }

  async function reserves(at: bigint) {
    const ask = (functionName: 'totalReserved' | 'totalSetAside' | 'free') =>
      agree(endpoints, `${functionName} after block ${at}`, ({ client }) =>
        client.readContract({ ...ofEscrow, functionName, blockNumber: at }),
      );
    const [reserved, setAside, free] = await Promise.all([
      ask('totalReserved'),
      ask('totalSetAside'),
      ask('free'),
    ]);
    return { reserved: microUsdc(reserved), setAside: microUsdc(setAside), free: microUsdc(free) };
  }

  async function market(marketId: Hex, at: bigint): Promise<ChainMarket> {
    const ask = { args: [marketId], blockNumber: at } as const;
    const [m, stands] = await Promise.all([
      agree(endpoints, `market ${marketId} after block ${at}`, ({ client }) =>
        client.readContract({ ...ofEscrow, ...ask, functionName: 'market' }),
      ),
      agree(endpoints, `the state of market ${marketId} after block ${at}`, ({ client }) =>
        client.readContract({ ...ofEscrow, ...ask, functionName: 'stateOf' }),
      ),
    ]);
    const state = requireState(m.state);
    return {
      state,
      stands: requireState(stands),
      outcomes: m.outcomes,
      result: m.result < m.outcomes ? m.result : null,
      objections: m.objections,
      closesAt: atSecond(m.closesAt),
      objectionEndsAt: m.objectionEndsAt === 0n ? null : atSecond(m.objectionEndsAt),
      maxOdds: microOdds(m.maxOdds),
      maxHouseLoss: microUsdc(m.maxHouseLoss),
      openStakes: microUsdc(m.openStakes),
      received: microUsdc(m.received),
      reserve: microUsdc(m.reserve),
      largestPayout: microUsdc(m.largestPayout),
      rulesHash: m.rulesHash,
      evidenceHash: m.evidenceHash,
    };
  }

  const balanceOf = (client: PublicClient, account: Hex, at: bigint) =>
    client.readContract({ ...ofToken, functionName: 'balanceOf', args: [account], blockNumber: at });

  async function stakeable(
    bettor: Hex,
    known: { readonly stakes: readonly AuthorizedStake[]; readonly since: bigint },
  ): Promise<MicroUsdc> {
    const said = await askEach(endpoints, 'the USDC of a wallet', (endpoint) =>
      withKnownBlock(() => unbound(endpoint, bettor, known)),
    );
    return microUsdc(larger(0n, said.map(({ answer }) => answer).reduce(smaller)));
  }

  /** What a wallet holds less the stakes that are still to be taken from it, all after the newest block of an endpoint. */
  async function unbound(
    endpoint: Endpoint,
    bettor: Hex,
    { stakes, since }: { readonly stakes: readonly AuthorizedStake[]; readonly since: bigint },
  ): Promise<bigint> {
    const { number, hash } = await readBlock(endpoint, { blockTag: 'latest' });
    if (number < since) throw new Error(`expected block ${since} or a later one, got ${number}`);
    // By its hash: of a block that was replaced meanwhile nothing is said.
    const after = { ...ofToken, blockHash: hash } as const;
    const { client } = endpoint;
    const [holds, ...isUsed] = await Promise.all([
      client.readContract({ ...after, functionName: 'balanceOf', args: [bettor] }),
      ...stakes.map(({ nonce }) =>
        client.readContract({ ...after, functionName: 'authorizationState', args: [bettor, nonce] }),
      ),
    ]);
    return stakes.reduce((left, { stake }, i) => (isUsed[i] === true ? left : left - stake), holds);
  }

  async function isNonceUsed(bettor: Hex, nonce: Hex): Promise<boolean> {
    const said = await askEach(endpoints, 'the state of an authorization', ({ client }) =>
      client.readContract({ ...ofToken, functionName: 'authorizationState', args: [bettor, nonce] }),
    );
    return said.some(({ answer }) => answer);
  }

  async function kindOf(account: Hex): Promise<WalletKind> {
    return await agree(endpoints, 'the code of a wallet', async ({ client }) =>
      kindByCode(await readCode(client, account)),
    );
  }

  async function isApproved(account: Hex, digest: Hex, signature: Hex): Promise<boolean> {
    const data = encodeFunctionData({
      abi: SIGNATURE_ABI,
      functionName: 'isValidSignature',
      args: [digest, signature],
    });
    return await agree(endpoints, "what a wallet's code says of a signature", async ({ client }) => {
      if (kindByCode(await readCode(client, account)) === 'key') return true;
      return await doesApprove(client, { from: token.address, to: account, data });
    });
  }

  async function receipt(hash: Hex): Promise<ChainReceipt | 'disputed' | null> {
    const said = await askEach(endpoints, 'a receipt', ({ client }) => readReceipt(client, hash));
    const [one, ...others] = said.flatMap(({ answer }) => answer ?? []);
    if (one === undefined) return null;
    // Near the head they may be of two minds for a while; what none of them takes back is told later.
    const isSame = others.every(
      ({ blockHash, status }) => blockHash === one.blockHash && status === one.status,
    );
    return isSame && others.length > 0 ? one : 'disputed';
  }

  async function fees(): Promise<Fees> {
    const said = await askEach(endpoints, 'the fees', async ({ client }) => {
      const [latest, tip] = await Promise.all([
        client.getBlock({ blockTag: 'latest' }),
        client.request({ method: 'eth_maxPriorityFeePerGas' }),
      ]);
      return { base: latest.baseFeePerGas ?? 0n, tip: BigInt(tip) };
    });
    const bases = said.map(({ answer }) => answer.base);
    const [low, high] = [bases.reduce(smaller), bases.reduce(larger)];
    if (high > BASE_FEE_RATIO * low + 1_000_000_000n) {
      throw new ChainDisagreement('the base fee', [`${low}`, `${high}`]);
    }
    // One may want us to burn what we have: what another one asks for is enough.
    const asked = said.map(({ answer }) => answer.tip).reduce(smaller);
    const tip = larger(LEAST_TIP, smaller(asked, MOST_TIP));
    // Twice the base fee, so that six full blocks in a row do not leave it behind.
    return { maxFee: 2n * high + tip, tip };
  }

  return {
    place,
    token,
    escrowBlock,
    head,
    isPaused,
    newestRoleEvents,
    block,
    logs,
    someLogs,
    stakeable,
    isNonceUsed,
    kindOf,
    isApproved,
    balance: async (at) =>
      microUsdc(
        await agree(endpoints, `the escrow's USDC after block ${at}`, ({ client }) =>
          balanceOf(client, escrow, at),
        ),
      ),
    reserves,
    market,
    receipt,
    async nonce(signer, tag) {
      const said = await askEach(endpoints, `the nonce of ${signer}`, ({ client }) =>
        client.getTransactionCount({ address: signer, blockTag: tag }),
      );
      return reachedByTwo(said, (count) => count);
    },
    async gasBalance(account) {
      const said = await askEach(endpoints, `what ${account} has for gas`, ({ client }) =>
        client.getBalance({ address: account }),
      );
      return said.map(({ answer }) => answer).reduce(smaller);
    },
    fees,
    async goesThrough(call) {
      const said = await askEach(endpoints, 'what a call would come to', ({ client }) =>
        wouldGo(client, call),
      );
      // One that is stuck, or lies, keeps nothing back.
      return reachedByTwo(said, Number);
    },
    broadcast: (raw) => broadcast(endpoints, raw),
  };
}

/** Gives signed bytes to the nodes. @throws ChainUnreachable when none takes them */
async function broadcast(endpoints: Endpoints, raw: Hex): Promise<void> {
  const outcomes = await Promise.allSettled(
    awake(endpoints).map(async (endpoint) => {
      try {
        await endpoint.client.request({ method: 'eth_sendRawTransaction', params: [raw] }, { retryCount: 0 });
      } catch (error) {
        noteSilence(endpoint, error);
        if (!HAS_IT.test(String(error))) throw error;
      }
    }),
  );
  if (outcomes.some(({ status }) => status === 'fulfilled')) return;
  const [first] = outcomes;
  throw new ChainUnreachable('no node took a transaction', first?.status === 'rejected' ? first.reason : '');
}

/** Of several machines behind one address one may not have the block yet that another one has just told of. */
async function withKnownBlock<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!UNKNOWN_BLOCK.test(String(error))) throw error;
    return await ask();
  }
}

async function readBlock(
  { client }: Endpoint,
  which: { blockNumber: bigint } | { blockTag: 'latest' | 'finalized' },
): Promise<Block> {
  const { number, hash, timestamp } = await client.getBlock(which);
  if (number === null || hash === null) throw new Error('expected a block, got one that is not made yet');
  return { number, hash, at: atSecond(timestamp) };
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

/** Anybody can have the token say thousands of transfers of nothing a block, which mean nothing. */
const movesAny = ({ data }: RpcLog): boolean => !/^0x0*$/.test(data);

/** Each once: a transfer of the escrow to itself is found as one to it and as one from it. */
function inOrder(found: readonly ChainLog[]): ChainLog[] {
  const byPlace = new Map(found.map((log) => [`${log.block}:${log.logIndex}`, log]));
  return [...byPlace.values()].sort((a, b) => Number(a.block - b.block) || a.logIndex - b.logIndex);
}

const readCode = (client: PublicClient, account: Hex): Promise<Hex> =>
  client.request({ method: 'eth_getCode', params: [account, 'latest'] });

function kindByCode(code: Hex): WalletKind {
  if (code === '0x') return 'key';
  return DELEGATION.test(code) ? 'delegated' : 'contract';
}

/** As the token does: a call that fails, and any answer but the one word, is a no. */
async function doesApprove(client: PublicClient, call: { from: Hex; to: Hex; data: Hex }): Promise<boolean> {
  try {
    const params = [{ ...call, gas: numberToHex(WALLET_GAS) }, 'latest'] as const;
    const answer = await client.request({ method: 'eth_call', params: [...params] });
    return answer.slice(0, 66) === APPROVED;
  } catch (error) {
    if (FAILED_CALL.test(String(error))) return false;
    throw error;
  }
}

async function wouldGo(
  client: PublicClient,
  { from, to, data, gas }: { from: Hex; to: Hex; data: Hex; gas: bigint },
): Promise<boolean> {
  try {
    const params = [{ from, to, data, gas: numberToHex(gas) }, 'latest'] as const;
    await client.request({ method: 'eth_call', params: [...params] });
    return true;
  } catch (error) {
    if (FAILED_CALL.test(String(error))) return false;
    throw error;
  }
}

async function readReceipt(client: PublicClient, hash: Hex): Promise<ChainReceipt | null> {
  const found = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] });
  if (found === null) return null;
  const status = found.status === '0x1' ? 'success' : 'reverted';
  return { block: BigInt(found.blockNumber), blockHash: found.blockHash, status };
}

const atSecond = (seconds: bigint): Date => new Date(Number(seconds) * 1000);

function requireState(state: number): ChainMarket['state'] {
  const found = MARKET_STATES[state];
  if (found === undefined) throw new Error(`expected a state of a market, got ${state}`);
  return found;
}
