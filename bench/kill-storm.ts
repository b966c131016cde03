import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import {
  type Answer,
  ConnectionLost,
  HttpConnection,
} from '@tallystone/testkit/processes/http-connection.ts';
import { runTool, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import {
  askQuote,
  type Bettor,
  listSteadyMarkets,
  readPlacedBet,
  type SignedBet,
  signBet,
} from './bettor.ts';
import { checkBooks } from './check-books.ts';
import { type Reader, readEmbedded, readPostgres, startDatabase } from './database.ts';
import { openProgress } from './progress.ts';
import type { Proof } from './proof.ts';
import { type Random, seededRandom } from './random.ts';
import { signInBettor } from './sign-in-bettor.ts';

/**
 * A storm of bets with kill -9 of the server in the middle; then a restart, and every request whose answer never
 * came is sent again, byte for byte. Then the books are compared with the answers: every acknowledged
 * bet is there with its terms, a request that was sent twice was booked once, and money adds up.
 */

const SEED = 20261121;
const STAKES = [0.01, 0.5, 1, 1.25, 2.5];
/** Refusals that are normal in a storm: prices move, and without a key the same text is the same bet. */
const EXPECTED_REFUSALS = new Set(['odds-changed']);

/** Figures of one storm with its kills, on separate books. */
interface Round {
  kills: number;
  acknowledged: number;
  /** Requests whose answer was lost in a kill, and how many of them had been booked before it. */
  unanswered: number;
  bookedUnanswered: number;
  refused: number;
  lost: string[];
  doubled: string[];
  broken: string[];
}

interface Storm {
  bettors: readonly Bettor[];
  markets: readonly WireListedMarket[];
  acknowledged: Map<SignedBet, { id: string; totalReturn: number }>;
  refused: Set<SignedBet>;
  unanswered: Set<SignedBet>;
  random: Random;
  /** Terms signed without a key, which must not be signed again: the same text is the same bet. */
  spentTexts: Set<string>;
}

/** Runs the storm and adds its rows to the proof. */
export async function killStorm(
  proof: Proof,
  storm: { name: string; engine: 'postgres' | 'embedded'; kills: number; killsPerRound: number },
): Promise<void> {
  const { name, engine, kills, killsPerRound } = storm;
  const progress = openProgress<Round>(name, !proof.sample);
  const killsDone = () => progress.rounds.reduce((sum, round) => sum + round.kills, 0);
  if (killsDone() > 0) proof.say(`resuming after ${killsDone()} kills`);
  while (killsDone() < kills) {
    const next = Math.min(killsPerRound, kills - killsDone());
    progress.add(await runRound(proof, { engine, kills: next, seed: SEED + killsDone() }));
  }

  const all = progress.rounds;
  const sum = (count: (round: Round) => number) => all.reduce((total, round) => total + count(round), 0);
  const list = (problems: string[]) =>
    problems.length === 0 ? '0' : `${problems.length}: ${problems.slice(0, 5).join('; ')}`;
  const on = engine === 'postgres' ? 'PostgreSQL' : 'the embedded engine';
  const lost = all.flatMap((round) => round.lost);
  const doubled = all.flatMap((round) => round.doubled);
  const broken = all.flatMap((round) => round.broken);
  proof.row({
    what: `kill -9 of the server in a storm of bets on ${on}, ${sum((r) => r.kills)} kills, ${sum((r) => r.acknowledged)} acknowledged bets: bets lost`,
    bar: '0',
    measured: list(lost),
    ok: lost.length === 0 && sum((r) => r.acknowledged) > 0,
  });
  proof.row({
    what: `${sum((r) => r.unanswered)} requests without an answer sent again, ${sum((r) => r.bookedUnanswered)} of them booked before the kill: bets doubled`,
    bar: '0',
    measured: list(doubled),
    ok: doubled.length === 0 && sum((r) => r.unanswered) > 0,
  });
  proof.row({
    what: `ledger invariants after each kill and at the end, by verify-ledger and by independent SQL, ${on}`,
    bar: 'all hold',
    measured: broken.length === 0 ? 'all hold' : list(broken),
    ok: broken.length === 0,
  });
  progress.clear();
}

async function runRound(
  proof: Proof,
  { engine, kills, seed }: { engine: 'postgres' | 'embedded'; kills: number; seed: number },
): Promise<Round> {
  const database = engine === 'postgres' ? await startDatabase() : null;
  const server = await ServerProcess.start(
    database === null ? {} : { databaseUrl: database.url, settings: database.settings },
  );
  // Read only while the server is down: the embedded engine allows one process at a time.
  const readBooks = () =>
    database === null ? readEmbedded(join(server.dataDir, 'database')) : readPostgres(database.url);
  try {
    const storm = await prepareStorm(server, seed);
    const round: Round = {
      kills: 0,
      acknowledged: 0,
      unanswered: 0,
      bookedUnanswered: 0,
      refused: 0,
      lost: [],
      doubled: [],
      broken: [],
    };
    while (round.kills < kills) {
      const acknowledgedBefore = storm.acknowledged.size;
      await rage(server, storm, {
        lanes: engine === 'postgres' ? 32 : 12,
        // From a kill among the first bets to one in full flow.
        untilMs: storm.random.between(100, 2_500),
        thenKill: true,
      });
      round.kills += 1;
      round.unanswered += storm.unanswered.size;
      const reader = await readBooks();
      round.bookedUnanswered += await countBooked(reader, storm.unanswered);
      round.lost.push(...(await findLost(reader, storm)));
      round.broken.push(...(await checkBooks(reader)));
      await reader.close();
      round.broken.push(...(await verifyLedger(server)));
      const startMs = await server.start();
      await sendAgain(server, storm);
      proof.say(
        `kill ${round.kills}: ${storm.acknowledged.size - acknowledgedBefore} bets acknowledged, ready again after ${Math.round(startMs)} ms`,
      );
    }
    // The last bets meet a server that stops normally.
    await rage(server, storm, { lanes: 8, untilMs: 300, thenKill: false });
    await server.stop();
    const reader = await readBooks();
    round.lost.push(...(await findLost(reader, storm)));
    round.doubled.push(...(await findDoubled(reader, storm)));
    round.broken.push(...(await checkBooks(reader)));
    await reader.close();
    round.broken.push(...(await verifyLedger(server)));
    round.acknowledged = storm.acknowledged.size;
    round.refused = storm.refused.size;
    return round;
  } finally {
    await server.remove();
    await database?.stop();
  }
}

async function prepareStorm(server: ServerProcess, seed: number): Promise<Storm> {
  const random = seededRandom(seed);
  const connection = new HttpConnection(server.port);
  const bettors: Bettor[] = [];
  for (let i = 0; i < 40; i++) bettors.push(await signInBettor(connection, random));
  // Those that stay open for the whole storm.
  const ends = (market: WireListedMarket) => Date.parse(market.endsAt);
  const markets = (await listSteadyMarkets(connection)).sort((a, b) => ends(b) - ends(a)).slice(0, 4);
  if (markets.length === 0) throw new Error('the server offers no market');
  connection.close();
  return {
    bettors,
    markets,
    acknowledged: new Map(),
    refused: new Set(),
    unanswered: new Set(),
    random,
    spentTexts: new Set(),
  };
}

/** Bets on all lanes until the time is up; then the server is killed, or the lanes finish their requests. */
async function rage(
  server: ServerProcess,
  storm: Storm,
  { lanes, untilMs, thenKill }: { lanes: number; untilMs: number; thenKill: boolean },
): Promise<void> {
  let isOver = false;
  const betting = Array.from({ length: lanes }, async () => {
    const connection = new HttpConnection(server.port);
    try {
      while (!isOver) {
        const bet = await composeBet(connection, storm);
        storm.unanswered.add(bet);
        recordAnswer(storm, bet, await connection.send(bet.request));
      }
    } catch (error) {
      // Requests in progress stay among the unanswered.
      if (!(error instanceof ConnectionLost && thenKill)) throw error;
    } finally {
      connection.close();
    }
  });
  const killed = sleep(untilMs).then(async () => {
    isOver = true;
    if (thenKill) await server.kill();
  });
  await Promise.all([...betting, killed]);
}

/** A third with quote and key, a third only with a key, a third with neither. */
async function composeBet(connection: HttpConnection, storm: Storm): Promise<SignedBet> {
  const { random } = storm;
  const bettor = random.pick(storm.bettors);
  const market = random.pick(storm.markets);
  const outcomeId = random.pick(market.outcomes).id;
  const way = random.pick(['quote and key', 'key', 'neither']);
  for (;;) {
    const amount = way === 'neither' ? random.between(1, 400) / 100 : random.pick(STAKES);
    const quote = await askQuote(connection, { bettor, marketId: market.id, outcomeId, amount });
    const text = `${bettor.wallet.address} ${outcomeId} ${amount} ${quote.odds}`;
    if (way === 'neither' && storm.spentTexts.has(text)) continue;
    // A bet without a key can't use a text that any bet has used: it would look like a repeat.
    storm.spentTexts.add(text);
    return signBet({
      bettor,
      marketId: market.id,
      outcomeId,
      amount,
      odds: quote.odds,
      key: way === 'neither' ? null : randomUUID(),
      quoteId: way === 'quote and key' ? (quote.quoteId ?? null) : null,
    });
  }
}

function recordAnswer(storm: Storm, bet: SignedBet, answer: Answer): void {
  const placed = readPlacedBet(answer);
  if ('bet' in placed) {
    const { id, outcomeId, amount, odds, minOdds = odds, totalReturn } = placed.bet;
    const isAsSigned = minOdds === bet.odds && odds >= minOdds;
    if (outcomeId !== bet.outcomeId || amount !== bet.amount || !isAsSigned) {
      throw new Error(`${id} was acknowledged on other terms: ${answer.body}`);
    }
    storm.acknowledged.set(bet, { id, totalReturn });
  } else {
    const { code } = placed.refusal;
    if (!EXPECTED_REFUSALS.has(code)) throw new Error(`a bet was answered ${placed.status}: ${answer.body}`);
    storm.refused.add(bet);
  }
  storm.unanswered.delete(bet);
}

/** Every request without an answer, byte for byte: the first time it may or may not have been booked. */
async function sendAgain(server: ServerProcess, storm: Storm): Promise<void> {
  const connection = new HttpConnection(server.port);
  for (const bet of [...storm.unanswered]) {
    recordAnswer(storm, bet, await connection.send(bet.request));
    // And once more: a retry of a retry is still the same bet.
    const first = storm.acknowledged.get(bet);
    if (first === undefined) continue;
    recordAnswer(storm, bet, await connection.send(bet.request));
    const second = storm.acknowledged.get(bet);
    if (second?.id !== first.id) throw new Error(`one request made ${first.id} and ${second?.id}`);
  }
  connection.close();
}

// ---- the books against what was answered --------------------------------------------------------------

async function findLost(reader: Reader, storm: Storm): Promise<string[]> {
  const rows = await reader.rows(
    `select b.id, b.outcome_id, b.stake::text, coalesce(b.signed_odds, b.odds)::text as signed_odds, b.payout::text, u.address
     from bets b join users u on u.id = b.user_id`,
  );
  const booked = new Map(rows.map((row) => [row.id, row]));
  const lost: string[] = [];
  for (const [bet, { id, totalReturn }] of storm.acknowledged) {
    const row = booked.get(id);
    if (row === undefined) lost.push(`${id} was acknowledged and is gone`);
    else if (
      row.address !== bet.bettor.wallet.address ||
      row.outcome_id !== bet.outcomeId ||
      row.stake !== micro(bet.amount) ||
      row.signed_odds !== micro(bet.odds) ||
      row.payout !== micro(totalReturn)
    ) {
      lost.push(`${id} is booked on other terms than were acknowledged: ${JSON.stringify(row)}`);
    }
  }
  return lost;
}

/** Each bet in the books belongs to one request, and each request made at most one bet. */
async function findDoubled(reader: Reader, storm: Storm): Promise<string[]> {
  const doubled: string[] = [];
  const known = new Map<string, SignedBet>();
  for (const [bet, { id }] of storm.acknowledged) {
    if (known.has(id)) doubled.push(`two requests got ${id}`);
    known.set(id, bet);
  }
  const staked = new Map<string, bigint>();
  for (const { bettor, amount } of storm.acknowledged.keys()) {
    const { address } = bettor.wallet;
    staked.set(address, (staked.get(address) ?? 0n) + BigInt(micro(amount)));
  }
  const bets = await reader.rows('select id from bets');
  for (const { id } of bets) {
    if (id !== null && id !== undefined && !known.has(id))
      doubled.push(`${id} was never acknowledged to anyone`);
  }
  const users = await reader.rows(`
    select u.address,
      (select coalesce(sum(p.amount), 0)::text from postings p join accounts a on a.id = p.from_account
        where a.user_id = u.id) as debited
    from users u`);
  for (const { address, debited } of users) {
    const expected = staked.get(address ?? '') ?? 0n;
    if (debited !== String(expected))
      doubled.push(`${address} was debited ${debited}, acknowledged ${expected}`);
  }
  return doubled;
}

async function countBooked(reader: Reader, unanswered: ReadonlySet<SignedBet>): Promise<number> {
  const rows = await reader.rows(
    `select coalesce(b.idempotency_key, u.address || b.signed_text) as name
     from bets b join users u on u.id = b.user_id`,
  );
  const booked = new Set(rows.map((row) => row.name));
  return [...unanswered].filter(({ key, bettor, text }) => booked.has(key ?? bettor.wallet.address + text))
    .length;
}

async function verifyLedger(server: ServerProcess): Promise<string[]> {
  const { code, output } = await runTool('verify-ledger', server);
  return code === 0 ? [] : [`verify-ledger ended with ${code}: ${output.slice(-400)}`];
}

function micro(usdc: number): string {
  return String(Math.round(usdc * 1e6));
}
