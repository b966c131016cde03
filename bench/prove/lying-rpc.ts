import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Hex, keccakOfText, toHex, uintWord } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { aLyingNode, type LyingNode, type NodeAnswer } from '@tallystone/testkit/chain/lying-node.ts';
import type { Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { openPracticeChain } from '../../scripts/open-practice-chain.mjs';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres } from '../database.ts';
import { enterLive } from '../enter-live.ts';
import {
  askLiveQuote,
  type LiveBettor,
  listLiveBets,
  requestLiveQuote,
  type SignedLiveBet,
  signLiveBet,
} from '../live-bettor.ts';
import { type LiveServer, startLiveServer } from '../live-server.ts';
import { placeLiveBet } from '../place-live-bet.ts';
import { type Proof, prove, within } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { until } from '../until.ts';
import { untilNoneIsPending } from '../until-none-is-pending.ts';
import { withLanes } from '../with-lanes.ts';

/**
 * One of the two nodes lies: it reports a stake that never came, with its receipt and balance; it is on another chain; or
 * it stops advancing. The other node is honest. The server must credit nothing that isn't true, raise an alert, stop
 * betting, and resume automatically once the node is honest again.
 */
const SEED = 20261124;
const AMOUNT = 5;
/** Micro-USDC that the house pays in while the node lies. */
const DEPOSIT = 7_000_000n;
/** A node that stops advancing is noticed after a minute. */
const NOTICED_WITHIN_MS = within(90_000);
const WELL_WITHIN_MS = within(90_000);

const BET_SKIPPED = toHex(keccakOfText('BetSkipped(bytes32,bytes16,uint8)'));
const BET_PLACED = toHex(keccakOfText('BetPlaced(bytes32,bytes16,address,uint8,uint64,uint64)'));
const TRANSFER = toHex(keccakOfText('Transfer(address,address,uint256)'));
const BALANCE_OF = '0x70a08231';

const undoAtEnd: (() => Promise<void>)[] = [];

interface Scene {
  readonly proof: Proof;
  readonly live: LiveServer;
  readonly liar: LyingNode;
  readonly reader: Reader;
  readonly random: Random;
  readonly market: WireListedMarket;
  /** How bets must end once the node is honest again. */
  readonly ends: { readonly bet: SignedLiveBet; readonly status: 'failed' | 'confirmed' }[];
}

interface Lie {
  readonly name: string;
  /** Starts lying, given the bet that the chain will never take. Ends once the lie is told. */
  begin(scene: Scene, bet: SignedLiveBet): Promise<void>;
}

await prove('lying-rpc', async (proof) => {
  const random = seededRandom(SEED);
  const lies = [inventedStake(), otherChain(proof), standingStill()];
  const rounds = proof.sample ? 1 : 3;
  let liar: LyingNode | null = null;
  const live = await startLiveServer({
    secondNode: async (rpcUrl) => {
      liar = await aLyingNode(rpcUrl);
      return liar;
    },
  });
  const reader = await readPostgres(live.databaseUrl);
  try {
    if (liar === null) throw new Error('no second node was opened');
    const market = await live.openMarket({ title: 'Whom to believe', closesInSeconds: 7_200 });
    const scene: Scene = { proof, live, liar, reader, random, market, ends: [] };
    for (const lie of lies) {
      const outcomes: Outcome[] = [];
      for (let round = 0; round < rounds; round++) outcomes.push(await playLie(scene, lie));
      const credited = outcomes.flatMap(({ credits }) => credits);
      const slowest = Math.max(...outcomes.map(({ noticedMs }) => noticedMs));
      proof.row({
        what: `${lie.name}, ${rounds} times: credits of something untrue`,
        bar: '0',
        measured: credited.length === 0 ? '0' : credited.slice(0, 3).join('; '),
        ok: credited.length === 0,
      });
      proof.row({
        what: `${lie.name}: alert in the server's health, and betting stopped until it ended`,
        bar: 'each time',
        measured: `${outcomes.filter(({ isHeld }) => isHeld).length} of ${rounds}, after ${(slowest / 1000).toFixed(1)} s at most (${outcomes[0]?.alert})`,
        ok: outcomes.every(({ isHeld }) => isHeld),
      });
    }
    const bettors = scene.ends.map(({ bet }) => bet.bettor);
    const shown = await onLane(scene, (lane) => untilNoneIsPending({ lanes: [lane], bettors }));
    const wrong = scene.ends.filter(({ bet, status }) => shown.get(bet.id)?.status !== status);
    proof.row({
      what: `in the end: bets that the chain never took (${lies.length * rounds}) failed, those placed after the lies confirmed`,
      bar: 'all',
      measured: `${scene.ends.length - wrong.length} of ${scene.ends.length}`,
      ok: wrong.length === 0,
    });
    const broken = await checkBooks(reader);
    const { booked, chain } = await compare(scene);
    proof.row({
      what: 'afterwards: ledger invariants by independent SQL; the books compared with the token',
      bar: 'all hold; equal to the micro-USDC',
      measured: `${broken.length === 0 ? 'all hold' : broken.join('; ')}; ${booked} of ${chain} micro-USDC`,
      ok: broken.length === 0 && booked === chain,
    });
  } finally {
    await reader.close();
    await live.stop();
    for (const undo of undoAtEnd.splice(0)) await undo();
  }
});

interface Outcome {
  readonly credits: string[];
  readonly alert: string | null;
  readonly isHeld: boolean;
  readonly noticedMs: number;
}

/** The token refuses a bettor's wallet before the bet is placed, the house makes a deposit, and the node lies about both. */
async function playLie(scene: Scene, lie: Lie): Promise<Outcome> {
  const { proof, live, liar, reader, random, market } = scene;
  const [victim, other] = await onLane(scene, (lane) => enterLive({ live, lanes: [lane], random, count: 2 }));
  if (victim === undefined || other === undefined) throw new Error('no bettor has signed in');
  const bet = await place(scene, victim);
  // The server gives no quotes while betting is stopped. This quote is older, and must not be accepted either.
  const order = {
    bettor: other,
    marketId: market.id,
    outcomeId: market.outcomes[0]?.id ?? '',
    amount: AMOUNT,
  };
  const quote = await onLane(scene, (lane) => askLiveQuote(lane, order));
  const signed = signLiveBet({ terms: live.terms, bettor: other, market, quote });
  const refuse = live.chain.callTokenAs(live.chain.ownerKey, [
    { functionName: 'setBlacklisted', args: [victim.wallet.address, true] },
  ]);
  const startedAt = performance.now();
  // Until the first lie both nodes agree, so a deposit before it would be booked with good reason.
  await Promise.all([refuse, lie.begin(scene, bet)]);
  const before = await bookedOf(reader);
  await live.chain.mintEach([{ to: live.chain.escrow, amount: DEPOSIT }]);

  const credits: string[] = [];
  const note = async () => {
    const bets = await onLane(scene, (lane) => listLiveBets(lane, victim));
    const shown = bets.find(({ id }) => id === bet.id);
    if (shown?.status === 'confirmed') credits.push(`${bet.id} is shown as confirmed`);
    const booked = await bookedOf(reader);
    if (booked !== before) credits.push(`the books moved by ${booked - before} micro-USDC`);
  };
  let alert: string | null = null;
  while (alert === null && performance.now() - startedAt < NOTICED_WITHIN_MS) {
    await sleep(500);
    await note();
    alert = await problemOf(scene);
  }
  const noticedMs = performance.now() - startedAt;
  const [quoted, taken] = await onLane(scene, async (lane) => [
    await requestLiveQuote(lane, order),
    await lane.send(signed.request),
  ]);
  const isRefused = [quoted, taken].every((answer) => answer !== undefined && isHeldAnswer(answer));
  const [kept] = await reader.rows('select alert_kind from chain_cursor');
  // Checks for some more seconds, because a wrong credit could be late.
  for (let i = 0; i < 6; i++) {
    await sleep(500);
    await note();
  }
  const isStanding = (await problemOf(scene)) !== null;

  liar.lie(null);
  liar.turnTo(null);
  const giveUpAt = performance.now() + WELL_WITHIN_MS;
  while ((await problemOf(scene)) !== null) {
    if (performance.now() > giveUpAt) throw new Error(`the alert does not end: ${await problemOf(scene)}`);
    await sleep(250);
  }
  scene.ends.push({ bet, status: 'failed' }, { bet: await place(scene, other), status: 'confirmed' });
  // This bet's stake is real, and the next lie's check must not take it for a wrong credit.
  await onLane(scene, (lane) => untilNoneIsPending({ lanes: [lane], bettors: [other] }));
  proof.say(`${lie.name}: ${alert ?? 'no alert'} after ${Math.round(noticedMs)} ms`);
  return {
    credits: [...new Set(credits)],
    alert: kept?.alert_kind ?? null,
    isHeld: alert !== null && isRefused && isStanding && kept?.alert_kind !== null,
    noticedMs,
  };
}

function isHeldAnswer({ body }: Answer): boolean {
  // The server's error schema promises this.
  return (JSON.parse(body.toString()) as WireError).code === 'not-ready';
}

async function place(scene: Scene, bettor: LiveBettor): Promise<SignedLiveBet> {
  const { live, market } = scene;
  const answer = await onLane(scene, (lane) =>
    placeLiveBet(lane, { terms: live.terms, bettor, market, outcome: 0, amount: AMOUNT }),
  );
  if ('refused' in answer) throw new Error(`a bet was refused: ${answer.refused}: ${answer.error}`);
  return answer.bet;
}

function onLane<T>({ live }: Scene, work: (lane: HttpConnection) => Promise<T>): Promise<T> {
  return withLanes({ port: live.server.port, count: 1 }, ([lane]) => {
    if (lane === undefined) throw new Error('there is no connection');
    return work(lane);
  });
}

/** What the server's health says about the chain, or null if all is well. */
async function problemOf(scene: Scene): Promise<string | null> {
  const { status, body } = await onLane(scene, (lane) =>
    lane.send(httpRequest({ path: '/api/health/betting' })),
  );
  if (status === 200) return null;
  // The server's error schema promises this.
  const { reasons = [] } = JSON.parse(body.toString()) as WireError;
  return reasons.find(({ kind }) => kind === 'chain')?.sentence ?? null;
}

/** The escrow's balance according to the books, micro-USDC. */
async function bookedOf(reader: Reader): Promise<bigint> {
  const [row] = await reader.rows(`select (-balance)::text as held from accounts where kind = 'outside'`);
  return BigInt(row?.held ?? 0);
}

/** Books and token, once the last blocks are final and applied. */
async function compare({ live, reader }: Scene): Promise<{ booked: bigint; chain: bigint }> {
  const giveUpAt = performance.now() + 120_000;
  for (;;) {
    const [booked, chain] = [await bookedOf(reader), await live.chain.usdcOf(live.chain.escrow)];
    if (booked === chain || performance.now() > giveUpAt) return { booked, chain };
    await sleep(500);
  }
}

// ---- the lies

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly logIndex: Hex;
}

/** Wherever the contract skipped the bet, the node claims that the stake came, and reports the balance accordingly. */
function inventedStake(): Lie {
  return {
    name: 'a node that makes up a stake, its receipt and its balance',
    async begin({ live, liar, market }, bet) {
      const { escrow, usdc } = live.chain;
      const outcome = market.outcomes.findIndex(({ id }) => id === bet.outcomeId);
      const address = (of: string) => `0x${of.slice(2).toLowerCase().padStart(64, '0')}`;
      const words = (...values: (bigint | number)[]) =>
        `0x${values.map((value) => toHex(uintWord(value)).slice(2)).join('')}`;
      const invent = (log: Log): Log[] => {
        if (log.topics[0] !== BET_SKIPPED || log.topics[1] !== chainIdOf(bet.id)) return [log];
        const bettor = address(bet.bettor.wallet.address);
        const transfer = {
          ...log,
          address: usdc.toLowerCase(),
          topics: [TRANSFER, bettor, address(escrow)],
          data: words(bet.stake),
          // The transfer goes to a free log index.
          logIndex: `0x${(Number(log.logIndex) + 1_000).toString(16)}` as Hex,
        };
        const placed = {
          ...log,
          topics: [BET_PLACED, log.topics[1] ?? '', log.topics[2] ?? '', bettor],
          data: words(outcome, bet.stake, bet.payout),
        };
        return [transfer, placed];
      };
      let isThere = false;
      liar.lie(({ method, params, result }: NodeAnswer) => {
        if (method === 'eth_getLogs') {
          // Nodes answer these calls in this form.
          const logs = (result as Log[]).flatMap(invent);
          isThere ||= logs.some(({ topics }) => topics[0] === BET_PLACED && topics[1] === chainIdOf(bet.id));
          return logs;
        }
        if (method === 'eth_getTransactionReceipt' && result !== null) {
          const receipt = result as { logs: Log[] };
          return { ...receipt, status: '0x1', logs: receipt.logs.flatMap(invent) };
        }
        const [call] = params as [{ data?: string } | undefined];
        const asked = call?.data ?? '';
        const isBalance =
          method === 'eth_call' &&
          asked.startsWith(BALANCE_OF) &&
          asked.slice(-40) === escrow.slice(2).toLowerCase();
        return isBalance && isThere ? words(BigInt(result as Hex) + bet.stake) : result;
      });
      await until(async () => isThere || null, 'a made-up stake in an answer of the node');
    },
  };
}

/** Another chain, with its own contract, about which the node reports instead. */
function otherChain(proof: Proof): Lie {
  let otherUrl: string | null = null;
  return {
    name: 'a node that reports another chain',
    async begin({ liar }) {
      if (otherUrl === null) {
        const folder = temporaryFolder('tallystone-keys-');
        const other = await openPracticeChain({ folder });
        otherUrl = other.rpcUrl;
        undoAtEnd.push(async () => {
          await other.stop();
          rmSync(folder, { recursive: true, force: true });
        });
        proof.say('another chain was opened');
      }
      liar.turnTo(otherUrl);
    },
  };
}

/** The node's newest and final blocks stop changing. */
function standingStill(): Lie {
  return {
    name: 'a node that stops advancing',
    async begin({ liar }) {
      const frozen = new Map<string, unknown>();
      liar.lie(({ method, params, result }: NodeAnswer) => {
        const [which] = params;
        const isNewest =
          method === 'eth_getBlockByNumber' && typeof which === 'string' && !which.startsWith('0x');
        if (!isNewest && method !== 'eth_blockNumber') return result;
        const name = isNewest ? which : method;
        if (!frozen.has(name)) frozen.set(name, result);
        return frozen.get(name);
      });
      await until(async () => frozen.has('finalized') || null, 'a final block that no longer changes');
    },
  };
}
