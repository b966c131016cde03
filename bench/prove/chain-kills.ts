import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { ConnectionLost } from '@tallystone/testkit/processes/http-connection.ts';
import { buildIfStale } from '@tallystone/testkit/processes/server-process.ts';
import { type Reader, readPostgres } from '../database.ts';
import { decideEnd, untilMarket } from '../end-market.ts';
import { enterLive } from '../enter-live.ts';
import { betOnce, type KilledLive, requireDeath, sendAgain, settleAccounts } from '../killed-live.ts';
import { type LiveBettor, listLiveBets } from '../live-bettor.ts';
import { createLiveMarket, type LiveServer, startLiveServer } from '../live-server.ts';
import { listPaidOnChain } from '../paid-on-chain.ts';
import { listPlacedOnChain } from '../placed-on-chain.ts';
import { openProgress } from '../progress.ts';
import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { withLanes } from '../with-lanes.ts';

/**
 * The server kills itself, as in a power cut, while markets go through the chain and blocks go into the books: when
 * the calls that open a market, propose its result, make it final and pay its winners are queued, signed, handed to the
 * nodes and seen in a block; when final blocks are applied to the books; and during reorgs. Every market must
 * end, every accepted bet must be on the chain once or fail, and every payout must reach its wallet once.
 */
const SEED = 20261125;
const LANES = 4;
/** Micro-USDC that each wallet begins with. */
const FUNDS = 1_000_000_000n;
const BETTORS = 8;
const BETS_A_MARKET = 4;
const BETS_AN_UNDOING = 2;
/** Enough time for a market to open and to take its bets through three kills, while others continue. No market of a sample waits for its close. */
const CLOSES_IN_SECONDS = { sample: 7_200, full: 120 } as const;
/** A result can be made final only when its window is over, and a block becomes final some blocks later. */
const DIES_WITHIN_MS = 300_000;
const ENDS_WITHIN_MS = 300_000;
const LOOK_MS = 250;

/** The calls of a market, in order: who sends each, and what the contract says afterwards. */
const CALLS = [
  { kind: 'open', role: 'risk-manager', event: 'MarketOpened' },
  { kind: 'propose', role: 'resolver', event: 'ResultProposed' },
  { kind: 'finalise', role: 'finaliser', event: 'end' },
  { kind: 'pay', role: 'relayer', event: 'BetPaid' },
] as const;
type Kind = (typeof CALLS)[number]['kind'];

/** Where a call is when the server dies. */
const STAGES: readonly ((call: { kind: Kind; role: string }) => string)[] = [
  // Queued, before COMMIT; committed, before it is signed.
  ({ kind }) => `chain-call:written@${kind}`,
  ({ role }) => `relay-sign:before@${role}`,
  // Signed, before COMMIT; stored, and not sent.
  ({ role }) => `relay-sign:written@${role}`,
  ({ role }) => `relay-sign:recorded@${role}`,
  // The nodes have it and nothing records that; that is recorded, and nothing else.
  ({ role }) => `relay-broadcast:written@${role}`,
  ({ role }) => `relay-broadcast:recorded@${role}`,
  // Seen in a block, before COMMIT.
  ({ role }) => `relay-follow:written@${role}`,
];
const MOMENTS = ['before', 'written', 'recorded'] as const;
const UNDOINGS = [
  'relay-undo:before@relayer',
  'relay-undo:written@relayer',
  'relay-undo:recorded@relayer',
  'chain-show:recorded@undo',
] as const;
/** Each of them this often. */
const UNDOINGS_EACH = 5;
const ROUNDS = 3;

/** One market on its way through the chain, and where the server dies. */
interface Life {
  readonly title: string;
  readonly end: 'won' | 'void';
  deathAt(kind: Kind): string | null;
  deathInBlock(event: string): string | null;
}

/** The results of a round. */
interface Round {
  readonly kind: 'lives' | 'undoings';
  readonly deaths: Record<string, number>;
  readonly accepted: number;
  readonly confirmed: number;
  readonly failed: number;
  readonly paid: number;
  readonly problems: string[];
}

interface Scene extends KilledLive {
  readonly size: 'sample' | 'full';
  readonly reader: Reader;
  readonly bettors: readonly LiveBettor[];
  readonly deaths: Record<string, number>;
}

await prove('chain-kills', async (proof) => {
  const lives = proof.sample ? [aSampledLife()] : STAGES.map((_, stage) => aLife(stage));
  const undoings = proof.sample
    ? UNDOINGS.slice(1, 2)
    : Array.from({ length: UNDOINGS_EACH }, () => UNDOINGS).flat();
  const rounds = proof.sample ? 1 : ROUNDS;
  const progress = openProgress<Round>('chain-kills', !proof.sample);
  // Build once, before several servers each find it stale.
  await buildIfStale();
  const done = (kind: Round['kind']) => progress.rounds.filter((round) => round.kind === kind).length;
  const run = async (kind: Round['kind'], seed: number) => {
    const play = (scene: Scene) =>
      kind === 'lives' ? liveThrough(scene, lives) : undoBlocks(scene, undoings);
    const round = await runRound({ size: proof.sample ? 'sample' : 'full', kind, seed, play });
    progress.add(round);
    for (const problem of round.problems) proof.say(problem);
    proof.say(
      `${kind}: ${sumOf(Object.values(round.deaths))} deaths, ${round.accepted} bets accepted, ${round.confirmed} on the chain, ${round.failed} failed, ${round.paid} paid`,
    );
  };
  const due = [
    ...Array.from({ length: Math.max(0, rounds - done('lives')) }, () => 'lives' as const),
    ...(done('undoings') > 0 ? [] : ['undoings' as const]),
  ];
  await Promise.all(due.map((kind, i) => run(kind, SEED + i)));
  report(proof, progress.rounds, { lives, undoings, rounds });
  progress.clear();
});

function aLife(stage: number): Life {
  const moment = MOMENTS[stage % MOMENTS.length];
  return {
    title: `Dies at stage ${stage}`,
    end: stage % 2 === 0 ? 'won' : 'void',
    deathAt: (kind) => pointOf(kind, stage),
    deathInBlock: (event) => `chain-block:${moment}@${event}`,
  };
}

/** For a sample: the steps that move money, once each. */
function aSampledLife(): Life {
  return {
    title: 'Dies at times',
    end: 'void',
    deathAt: (kind) => (kind === 'open' ? null : pointOf(kind, kind === 'propose' ? 3 : 4)),
    deathInBlock: (event) => (event === 'BetPaid' ? `chain-block:written@${event}` : null),
  };
}

function pointOf(kind: Kind, stage: number): string {
  const call = CALLS.find((each) => each.kind === kind);
  const name = STAGES[stage];
  if (call === undefined || name === undefined) throw new Error(`there is no stage ${stage} of ${kind}`);
  return name(call);
}

function eventOf(event: string, { end }: Life): string {
  if (event !== 'end') return event;
  return end === 'won' ? 'MarketResolved' : 'MarketVoided';
}

async function runRound({
  size,
  kind,
  seed,
  play,
}: {
  size: Scene['size'];
  kind: Round['kind'];
  seed: number;
  play: (scene: Scene) => Promise<void>;
}): Promise<Round> {
  const live = await startLiveServer();
  const reader = await readPostgres(live.databaseUrl);
  try {
    const bettors = await withLanes({ port: live.server.port, count: LANES }, (lanes) =>
      enterLive({ live, lanes, random: seededRandom(seed), count: BETTORS }),
    );
    const scene: Scene = {
      size,
      live,
      reader,
      bettors,
      deaths: {},
      accepted: [],
      unanswered: [],
      problems: [],
      neverAccepted: 0,
    };
    await play(scene);
    await sendAgain(scene);
    if (kind === 'lives') await untilAllHaveEnded(scene);
    const accounts = await settleAccounts(scene, { reader, bettors });
    const paid = await comparePayments(scene);
    return { kind, deaths: scene.deaths, ...accounts, paid, problems: scene.problems };
  } finally {
    await reader.close();
    await live.stop();
  }
}

// ---- markets

/** First all markets open and take their bets, then they end one after the other: none waits for its close. */
async function liveThrough(scene: Scene, lives: readonly Life[]): Promise<void> {
  const { live } = scene;
  await live.server.stop();
  const markets: { life: Life; market: WireListedMarket }[] = [];
  for (const [turn, life] of lives.entries()) {
    const id = await begin(scene, life);
    markets.push({ life, market: await takeBets(scene, { life, id, turn }) });
  }
  for (const { life, market } of markets) await endMarket(scene, { life, market });
  await live.server.start();
}

/** Opens a market on the chain. @returns its id */
async function begin(scene: Scene, life: Life): Promise<string> {
  const { live, reader } = scene;
  const { title } = life;
  const find = async () => (await reader.rows(`select id from markets where title = '${title}'`))[0]?.id;
  await dieAt(scene, life.deathAt('open'), {
    act: () => createLiveMarket(live.admins[0], { title, closesInSeconds: CLOSES_IN_SECONDS[scene.size] }),
    isDone: async () => (await find()) !== undefined,
  });
  await dieAt(scene, life.deathInBlock('MarketOpened'));
  const id = await find();
  if (id == null) throw new Error(`${title} was not made`);
  return id;
}

async function takeBets(
  scene: Scene,
  { life, id, turn }: { life: Life; id: string; turn: number },
): Promise<WireListedMarket> {
  const opened: WireListedMarket[] = [];
  const place = async () => {
    const open = await untilMarket(scene.live, id, ({ state }) => state === 'open');
    opened.push(open);
    await Promise.all(
      Array.from({ length: BETS_A_MARKET }, (_, i) =>
        betOnce(scene, {
          bettor: bettorAt(scene, turn * BETS_A_MARKET + i),
          market: open,
          outcome: i % 2,
        }),
      ),
    );
  };
  await dieAt(scene, life.deathInBlock('BetPlaced'), { act: place, isDone: async () => opened.length > 0 });
  const [market] = opened;
  if (market === undefined) throw new Error(`${life.title} took no bets`);
  return market;
}

async function endMarket(
  scene: Scene,
  { life, market: { id, outcomes } }: { life: Life; market: WireListedMarket },
): Promise<void> {
  const { live, reader } = scene;
  await dieAt(scene, life.deathAt('propose'), {
    act: async () => {
      if (life.end === 'won') await untilMarket(live, id, ({ state }) => state === 'closed');
      await decideEnd(live, {
        marketId: id,
        outcomeId: life.end === 'won' ? (outcomes[0]?.id ?? '') : null,
      });
    },
    isDone: async () => {
      const [approved] = await reader.rows(
        `select 1 from resolutions where market_id = '${id}' and approved_at is not null`,
      );
      return approved !== undefined;
    },
  });
  for (const { kind, event } of CALLS.slice(1)) {
    if (kind !== 'propose') await dieAt(scene, life.deathAt(kind));
    await dieAt(scene, life.deathInBlock(eventOf(event, life)));
  }
}

/**
 * Starts the server, does something, and waits for its death at a point, or stops it if none is due. The
 * next start does what the death prevented.
 */
async function dieAt(
  scene: Scene,
  point: string | null,
  { act, isDone }: { act?: () => Promise<unknown>; isDone?: () => Promise<boolean> } = {},
): Promise<void> {
  const { live, deaths, problems } = scene;
  const { server } = live;
  if (point === null && act === undefined) return;
  for (;;) {
    // Work from before may kill it before anyone can query it.
    await server.start(point === null ? {} : { FAILPOINT: point }).catch(() => undefined);
    await sendAgain(scene);
    try {
      await act?.();
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
    }
    if (point === null) {
      await server.stop();
      return;
    }
    const problem = await requireDeath(live, { point, withinMs: DIES_WITHIN_MS });
    if (problem === null) deaths[point] = (deaths[point] ?? 0) + 1;
    else problems.push(`${point}: ${problem}`);
    if (problem !== null || isDone === undefined || (await isDone())) return;
  }
}

async function untilAllHaveEnded({ reader, problems }: Scene): Promise<void> {
  const giveUpAt = performance.now() + ENDS_WITHIN_MS;
  for (;;) {
    const left = await reader.rows(
      `select title || ' is ' || state as what from markets where state not in ('settled', 'void')`,
    );
    if (left.length === 0) return;
    if (performance.now() > giveUpAt) {
      problems.push(...left.map(({ what }) => String(what)));
      return;
    }
    await sleep(LOOK_MS);
  }
}

// ---- reorgs

/**
 * Bets appear in blocks that a reorg removes, and the server dies while it undoes what it showed and recorded of them.
 * No block is made automatically meanwhile. So even on a slow machine, none becomes final before it is removed, and none has
 * the same bets again before the server has checked.
 */
async function undoBlocks(scene: Scene, points: readonly string[]): Promise<void> {
  const { live } = scene;
  const market = await live.openMarket({ title: 'Taken back', closesInSeconds: 7_200 });
  await live.server.stop();
  for (const [turn, point] of points.entries()) {
    await dieAt(scene, point, {
      act: async () => {
        const bettors = Array.from({ length: BETS_AN_UNDOING }, (_, i) =>
          bettorAt(scene, turn * BETS_AN_UNDOING + i),
        );
        await live.chain.rpc('evm_setIntervalMining', [0]);
        const before = scene.accepted.length;
        await Promise.all(bettors.map((bettor) => betOnce(scene, { bettor, market, outcome: turn % 2 })));
        const ids = scene.accepted.slice(before).map(({ id }) => id);
        const block = await untilShownInBlock(scene, { bettors, ids });
        await untilNoted(scene, block);
        await undo(live, block);
      },
    });
    await live.chain.rpc('evm_setIntervalMining', [1]);
  }
  await live.server.start();
}

/** Makes blocks until one has one of the bets. @returns the lowest block in which one of them is shown */
async function untilShownInBlock(
  { live }: Scene,
  { bettors, ids }: { bettors: readonly LiveBettor[]; ids: readonly string[] },
): Promise<number> {
  const giveUpAt = performance.now() + DIES_WITHIN_MS;
  for (;;) {
    const placed = await listPlacedOnChain(live.chain, { to: 'latest' });
    if (!ids.some((id) => placed.has(id))) await live.chain.rpc('evm_mine');
    const blocks = await withLanes({ port: live.server.port, count: 1 }, async ([lane]) => {
      const found: number[] = [];
      if (lane === undefined) return found;
      for (const bettor of bettors) {
        for (const { id, chain } of await listLiveBets(lane, bettor)) {
          if (!ids.includes(id)) continue;
          if (chain?.state === 'included' && chain.block !== undefined) found.push(chain.block);
        }
      }
      return found;
    });
    if (blocks.length > 0) return Math.min(...blocks);
    if (performance.now() > giveUpAt) throw new Error('no bet was shown in a block that is not final');
    await sleep(LOOK_MS);
  }
}

/** If the relayer hasn't recorded a block, it has nothing to undo for it. */
async function untilNoted({ reader }: Scene, block: number): Promise<void> {
  const giveUpAt = performance.now() + DIES_WITHIN_MS;
  for (;;) {
    const noted = await reader.rows(
      `select 1 from chain_calls where state = 'included' and key like 'place:%' and block_number >= ${block}`,
    );
    if (noted.length > 0) return;
    if (performance.now() > giveUpAt) throw new Error(`the relayer did not see its call in block ${block}`);
    await sleep(LOOK_MS);
  }
}

/** Replaces all blocks from one on by empty ones. */
async function undo({ chain }: LiveServer, from: number): Promise<void> {
  // Nodes answer this call in this form.
  const newest = Number((await chain.rpc('eth_blockNumber')) as Hex);
  await chain.rpc('anvil_reorg', [newest - from + 1, []]);
  // The reorg set the chain's clock back too.
  await chain.rpc('evm_setTime', [Math.floor(Date.now() / 1000)]);
}

// ---- what must be true in the end

/** Compares every payout and every wallet with what is owed, and the contract with the books. @returns how many were paid */
async function comparePayments({ live, reader, bettors, problems }: Scene): Promise<number> {
  const { chain } = live;
  const placed = await listPlacedOnChain(chain);
  const paid = await listPaidOnChain(chain);
  const ends = new Map(
    (
      await reader.rows(`
        select b.id, m.state, b.outcome_id = m.won_outcome_id as has_won
        from bets b join markets m on m.id = b.market_id where m.state in ('settled', 'void')`)
    ).map((row) => [row.id, row]),
  );
  const expected = new Map(bettors.map(({ wallet }) => [wallet.address.toLowerCase(), FUNDS]));
  const add = (bettor: string, amount: bigint) => expected.set(bettor, (expected.get(bettor) ?? 0n) + amount);
  for (const [id, { bettor, stake, payout }] of placed) {
    const end = ends.get(id);
    const owed =
      end?.state === 'void' ? stake : end?.has_won === 'true' || end?.has_won === 't' ? payout : 0n;
    add(bettor, owed - stake);
    const there = paid.get(id);
    if ((there?.amount ?? 0n) !== owed) {
      problems.push(`${id} is owed ${owed} micro-USDC and was paid ${there?.amount ?? 0n}`);
    }
  }
  for (const id of paid.keys()) if (!placed.has(id)) problems.push(`${id} was paid and never placed`);
  for (const [address, amount] of expected) {
    const holds = await chain.usdcOf(address);
    if (holds !== amount) problems.push(`${address} holds ${holds} micro-USDC instead of ${amount}`);
  }
  const held = await chain.usdcOf(chain.escrow);
  const booked = await untilBooked(reader, held);
  if (booked !== held) problems.push(`the contract holds ${held} micro-USDC and the books say ${booked}`);
  return paid.size;
}

/** The last blocks are final, and in the books, some seconds after they are made. */
async function untilBooked(reader: Reader, held: bigint): Promise<bigint> {
  const giveUpAt = performance.now() + DIES_WITHIN_MS;
  for (;;) {
    const [outside] = await reader.rows(`select -balance as held from accounts where kind = 'outside'`);
    const booked = BigInt(outside?.held ?? 0);
    if (booked === held || performance.now() > giveUpAt) return booked;
    await sleep(LOOK_MS);
  }
}

function bettorAt({ bettors }: Scene, turn: number): LiveBettor {
  const bettor = bettors[turn % bettors.length];
  if (bettor === undefined) throw new Error('there is a bettor');
  return bettor;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

// ---- the table

function report(
  proof: Proof,
  all: readonly Round[],
  { lives, undoings, rounds }: { lives: readonly Life[]; undoings: readonly string[]; rounds: number },
): void {
  const row = (what: string, points: readonly (string | null)[]) => {
    const due = new Map<string, number>();
    for (const point of points) if (point !== null) due.set(point, (due.get(point) ?? 0) + 1);
    if (due.size === 0) return;
    const times = (point: string) => sumOf(all.map(({ deaths }) => deaths[point] ?? 0));
    const missed = [...due].filter(([point, count]) => times(point) < count).map(([point]) => point);
    const wanted = sumOf([...due.values()]);
    proof.row({
      what,
      bar: `${wanted} at ${due.size} points`,
      measured: `${sumOf([...due.keys()].map(times))}${missed.length === 0 ? '' : `, too few at ${missed.join(', ')}`}`,
      ok: missed.length === 0,
    });
  };
  const everyLife = Array.from({ length: rounds }, () => lives).flat();
  for (const { kind, event } of CALLS) {
    row(
      `deaths while the call to ${kind} a market is queued, signed, handed to the nodes and seen`,
      everyLife.map((life) => life.deathAt(kind)),
    );
    row(
      `deaths before, within and after the transaction that takes a block with ${event === 'end' ? 'the end of a market' : event} into the books`,
      everyLife.map((life) => life.deathInBlock(eventOf(event, life))),
    );
  }
  row(
    'deaths before, within and after the transaction that takes a block with BetPlaced into the books',
    everyLife.map((life) => life.deathInBlock('BetPlaced')),
  );
  row('deaths while the server undoes what it showed and recorded of blocks that a reorg removed', undoings);
  const sum = (of: (round: Round) => number) => sumOf(all.map(of));
  const [accepted, confirmed, failed] = [
    sum((round) => round.accepted),
    sum((round) => round.confirmed),
    sum((round) => round.failed),
  ];
  proof.row({
    what: 'accepted bets that ended on the chain once and are shown so, or failed and were released',
    bar: 'all',
    measured: `${confirmed} and ${failed} of ${accepted}`,
    ok: confirmed > 0 && confirmed + failed === accepted,
  });
  const paid = sum((round) => round.paid);
  const problems = all.flatMap((round) => round.problems);
  proof.row({
    what: `bets, payouts (${paid}), wallets, markets and books that are stuck, doubled or different from the chain; broken invariants`,
    bar: '0',
    measured: problems.length === 0 ? '0' : `${problems.length}: ${problems.slice(0, 3).join('; ')}`,
    ok: problems.length === 0 && paid > 0,
  });
}
