import { setTimeout as sleep } from 'node:timers/promises';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { buildIfStale } from '@tallystone/testkit/processes/server-process.ts';
import { readPostgres } from '../database.ts';
import { enterLive } from '../enter-live.ts';
import { betOnce, type KilledLive, requireDeath, sendAgain, settleAccounts } from '../killed-live.ts';
import type { LiveBettor } from '../live-bettor.ts';
import { type LiveServer, startLiveServer } from '../live-server.ts';
import { openProgress } from '../progress.ts';
import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';

/**
 * The relayer kills itself at each of nine points, as in a power cut: while it puts accepted bets into a call,
 * before and after it signs, when nodes have a transaction that it hasn't recorded, after it signed again with a higher fee, and
 * when it has seen a block that it hasn't recorded. It is started again with bets in progress, and some bettors
 * use the time to move their money away. Every accepted bet must end on the chain once, or fail and be released.
 */
const SEED = 20261124;
/** Rounds with separate books and a separate chain; in each, the relayer dies at every point this often. */
const ROUNDS = 10;
/** Rounds mostly wait for blocks, so several can run side by side. */
const SIDE_BY_SIDE = 5;
const DEATHS_EACH = 2;
const LANES = 4;
const BETS_A_DEATH = 3;
const DIES_WITHIN_MS = 300_000;
/** Bettors who move money away bet every third time. */
const SPOILS_EVERY = 3;
/** Wei per unit of gas: more than what was signed offers, and less than what the chain's owner offers. */
const HIGH_BASE_FEE = '0xdf8475800';

/** In an order in which the remains of one death don't cause the next one before anyone can bet. */
const POINTS = [
  // Signed again with a higher fee, and not broadcast.
  'relay-raise:recorded',
  // A call gets its nonce: stored before it is sent, and signed before COMMIT.
  'relay-sign:recorded',
  'relay-sign:written',
  // Accepted bets are put into a call: after that, and before COMMIT.
  'relay-batch:recorded',
  'relay-batch:written',
  // Seen in a block, before COMMIT.
  'relay-follow:written',
  // The nodes have it: that is recorded, and nothing else; and nothing is recorded.
  'relay-broadcast:recorded',
  'relay-broadcast:written',
  // A call waits for its nonce, and nothing is written.
  'relay-sign:before',
] as const;
type Point = (typeof POINTS)[number];
const SAMPLED: readonly Point[] = ['relay-broadcast:written', 'relay-sign:recorded', 'relay-batch:recorded'];

/** The results of a round. */
interface Round {
  readonly deaths: Partial<Record<Point, number>>;
  readonly accepted: number;
  readonly confirmed: number;
  readonly failed: number;
  /** Bets that the server doesn't know after their request was lost: they were never accepted. */
  readonly neverAccepted: number;
  readonly problems: string[];
}

await prove('relayer-kills', async (proof) => {
  const points = proof.sample ? SAMPLED : POINTS;
  const [rounds, each] = proof.sample ? [1, 1] : [ROUNDS, DEATHS_EACH];
  const progress = openProgress<Round>('relayer-kills', !proof.sample);
  // Build once, before several servers each find it stale.
  await buildIfStale();
  let begun = progress.rounds.length;
  const run = async () => {
    while (begun < rounds) {
      begun += 1;
      const round = await runRound(proof, { seed: SEED + begun, points, each });
      progress.add(round);
      for (const problem of round.problems) proof.say(problem);
      proof.say(
        `round ${progress.rounds.length} of ${rounds}: ${round.accepted} bets accepted, ${round.confirmed} on the chain, ${round.failed} failed and released`,
      );
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, run));
  report(proof, progress.rounds, { points, due: rounds * each });
  progress.clear();
});

function report(
  proof: Proof,
  rounds: readonly Round[],
  { points, due }: { points: readonly Point[]; due: number },
): void {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  for (const point of points) {
    const deaths = sum((round) => round.deaths[point] ?? 0);
    proof.row({ what: `deaths at ${point}`, bar: String(due), measured: String(deaths), ok: deaths === due });
  }
  const [accepted, confirmed, failed] = [
    sum((round) => round.accepted),
    sum((round) => round.confirmed),
    sum((round) => round.failed),
  ];
  proof.row({
    what: 'accepted bets that ended on the chain once and are shown so, or failed and were released',
    bar: 'all',
    measured: `${confirmed} and ${failed} of ${accepted}`,
    ok: accepted > 0 && confirmed + failed === accepted && confirmed > 0,
  });
  const problems = rounds.flatMap((round) => round.problems);
  proof.row({
    what: 'bets that are stuck, doubled or shown differently from the chain; calls left over; broken invariants',
    bar: '0',
    measured: problems.length === 0 ? '0' : `${problems.length}: ${problems.slice(0, 3).join('; ')}`,
    ok: problems.length === 0,
  });
}

/** A round's counts while servers come and go. */
interface Scene extends KilledLive {
  readonly market: WireListedMarket;
  readonly bettors: readonly LiveBettor[];
  /** Each bets once, and then moves the money away. */
  readonly spoilers: LiveBettor[];
}

async function runRound(
  proof: Proof,
  { seed, points, each }: { seed: number; points: readonly Point[]; each: number },
): Promise<Round> {
  const live = await startLiveServer();
  const reader = await readPostgres(live.databaseUrl);
  try {
    const scene = await setScene(live, {
      seed,
      spoilers: proof.sample ? 0 : Math.ceil((points.length * each) / SPOILS_EVERY),
    });
    const deaths: Partial<Record<Point, number>> = {};
    await live.server.stop();
    for (let i = 0; i < points.length * each; i++) {
      const point = points[i % points.length];
      if (point === undefined) throw new Error('there is a point');
      const problem = await dieAt(scene, { point, turn: i });
      if (problem === null) deaths[point] = (deaths[point] ?? 0) + 1;
      else scene.problems.push(`${point}: ${problem}`);
    }
    await live.server.start();
    await sendAgain(scene);
    const bettors = [...scene.bettors, ...scene.spoilers];
    const accounts = await settleAccounts(scene, { reader, bettors });
    return { deaths, ...accounts, problems: scene.problems };
  } finally {
    await reader.close();
    await live.stop();
  }
}

async function setScene(
  live: LiveServer,
  { seed, spoilers }: { seed: number; spoilers: number },
): Promise<Scene> {
  const market = await live.openMarket({ title: 'A relayer that dies', closesInSeconds: 7_200 });
  const lanes = Array.from({ length: LANES }, () => new HttpConnection(live.server.port));
  const entered = await enterLive({ live, lanes, random: seededRandom(seed), count: 12 + spoilers });
  for (const lane of lanes) lane.close();
  const [bettors, moving] = [entered.slice(0, 12), entered.slice(12)];
  for (const { wallet } of moving) await live.chain.giveGas(wallet.address);
  return {
    live,
    market,
    bettors,
    spoilers: moving,
    accepted: [],
    unanswered: [],
    problems: [],
    neverAccepted: 0,
  };
}

/** Starts the server, bets, and waits for its death. @returns null if it died at the right point, otherwise what it did */
async function dieAt(scene: Scene, { point, turn }: { point: Point; turn: number }): Promise<string | null> {
  const { live, market, bettors, spoilers } = scene;
  const { server, chain } = live;
  const isRaise = point === 'relay-raise:recorded';
  // No blocks are made, so that what is signed now is in none before the fee has risen.
  if (isRaise) await chain.rpc('evm_setIntervalMining', [0]);
  // Work from before may kill it before anyone can bet.
  await server.start({ FAILPOINT: point }).catch(() => undefined);
  await sendAgain(scene);
  const moving = turn % SPOILS_EVERY === 0 ? spoilers.pop() : undefined;
  const betting = Array.from({ length: BETS_A_DEATH }, (_, i) => {
    const bettor = bettors[(turn * BETS_A_DEATH + i) % bettors.length];
    if (bettor === undefined) throw new Error('there is a bettor');
    return betOnce(scene, { bettor, market, outcome: (turn + i) % 2 });
  });
  if (moving !== undefined) betting.push(betOnce(scene, { bettor: moving, market, outcome: turn % 2 }));
  await Promise.all(betting);
  if (isRaise) {
    // Until they are signed and at the node.
    await sleep(1500);
    await chain.rpc('anvil_setNextBlockBaseFeePerGas', [HIGH_BASE_FEE]);
    await chain.rpc('evm_setIntervalMining', [1]);
  }
  const problem = await requireDeath(live, { point, withinMs: DIES_WITHIN_MS });
  if (moving !== undefined) await moveAway(live, moving);
  return problem;
}

async function moveAway(live: LiveServer, { key, wallet }: LiveBettor): Promise<void> {
  const left = await live.chain.usdcOf(wallet.address);
  const nobody = '0x000000000000000000000000000000000000dEaD';
  if (left > 0n) await live.chain.callTokenAs(key, [{ functionName: 'transfer', args: [nobody, left] }]);
}
