import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { buildIfStale, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { driveBets, prepareBets } from '../bet-load.ts';
import type { SignedBet } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { medianOf } from '../median-of.ts';
import { type Proof, prove } from '../proof.ts';
import { isEvent, marketsIn, StreamReader } from '../stream-reader.ts';

/**
 * Bets per second on one busy market, as bench/bets-per-second.ts measures them, with a thousand readers of the stream
 * on the same server, compared with none: one after the other and in turns, so that a busy
 * minute of the machine affects both. Server, database, load and readers share the machine.
 */

const SEED = 20261122;
const OPENED_AT_ONCE = 50;
const CONNECTIONS = 128;
const BAR_TIMES = 0.8;
/** After the last bet, until every reader has its version. */
const LAST_NEWS_MS = 300_000;

interface Measured {
  perSecond: number;
  accepted: number;
  /** Events of changed markets that each reader got per second. */
  framesPerSecond: number;
  /** Readers whose final market differs from the server's. */
  wrong: number;
}

await prove('bets-with-readers', async (proof) => {
  await buildIfStale();
  const readers = proof.sample ? 200 : 1_000;
  // Half a round each way shows what readers receive; more of them show how fast it is.
  const turns = proof.sample ? 1 : 7;
  const [warmUp, bets] = proof.sample ? [50, 300] : [500, 4_000];
  const alone: Measured[] = [];
  const followed: Measured[] = [];
  const database = await startDatabase();
  const server = await ServerProcess.start({ databaseUrl: database.url });
  const books = await readPostgres(database.url);
  const broken: string[] = [];
  let warm = 0;
  try {
    for (let turn = 0; turn < turns; turn++) {
      // Quotes are valid for two minutes, so each round has its own.
      const load = await prepareBets(server, { seed: SEED + turn, bets: warmUp + 2 * bets });
      warm += (await measure(server, { load: load.slice(0, warmUp), readers: 0 })).accepted;
      const halves = [load.slice(warmUp, warmUp + bets), load.slice(warmUp + bets)];
      for (const [half, part] of halves.entries()) {
        const isFollowed = (half + turn) % 2 === 1;
        const measured = await measure(server, { load: part, readers: isFollowed ? readers : 0 });
        (isFollowed ? followed : alone).push(measured);
        proof.say(
          `${isFollowed ? readers : 0} readers: ${Math.round(measured.perSecond)} bets/s, ${measured.framesPerSecond.toFixed(1)} events/s`,
        );
      }
    }
    const [row] = await books.rows('select count(*)::text as bets from bets');
    broken.push(...(await checkBooks(books)));
    const accepted = [...alone, ...followed].reduce((sum, each) => sum + each.accepted, warm);
    if (row?.bets !== String(accepted)) broken.push(`${row?.bets} bets booked, ${accepted} acknowledged`);
  } finally {
    await books.close();
    await server.remove();
    await database.stop();
  }
  report(proof, { readers, alone, followed, broken });
});

function report(
  proof: Proof,
  {
    readers,
    alone,
    followed,
    broken,
  }: {
    readers: number;
    alone: readonly Measured[];
    followed: readonly Measured[];
    broken: readonly string[];
  },
): void {
  const rates = (turns: readonly Measured[]) => turns.map(({ perSecond }) => perSecond);
  const [without, beside] = [medianOf(rates(alone)), medianOf(rates(followed))];
  proof.timing({
    what: `bets per second on one busy market with ${readers} readers of the stream attached, against the same without, load and readers on the same machine; median of ${alone.length} turns each`,
    bar: `at least ${BAR_TIMES} x`,
    measured: `${(beside / without).toFixed(2)} x: ${Math.round(beside)}/s against ${Math.round(without)}/s`,
    ok: beside >= BAR_TIMES * without,
  });
  const frames = followed.map(({ framesPerSecond }) => framesPerSecond);
  proof.timing({
    what: 'events of the market that each reader got per second, fewest and most over the rounds',
    bar: 'more than 1',
    measured: `${Math.min(...frames).toFixed(1)} to ${Math.max(...frames).toFixed(1)}`,
    ok: Math.min(...frames) > 1,
  });
  const wrong = followed.reduce((sum, each) => sum + each.wrong, 0);
  proof.row({
    what: "readers whose final version or volume differs from the market's",
    bar: '0',
    measured: String(wrong),
    ok: wrong === 0,
  });
  proof.row({
    what: 'bets booked are the bets acknowledged, and the invariants hold by independent SQL',
    bar: 'all hold',
    measured: broken.length === 0 ? 'all hold' : broken.join('; '),
    ok: broken.length === 0,
  });
}

async function measure(
  server: ServerProcess,
  { load, readers: count }: { load: readonly SignedBet[]; readers: number },
): Promise<Measured> {
  const marketId = load[0]?.marketId ?? '';
  const readers = await attachReaders(server, { count, marketId });
  const lanes = Array.from({ length: CONNECTIONS }, () => new HttpConnection(server.port));
  await Promise.all(lanes.map((lane) => lane.opened()));
  const startedAt = performance.now();
  const { accepted } = await driveBets(lanes, load);
  const seconds = (performance.now() - startedAt) / 1_000;
  const frames = readers.reduce((sum, reader) => sum + reader.frames, 0);
  const wrong = await countWrong(server, { readers, marketId });
  for (const lane of lanes) lane.close();
  for (const { stream } of readers) stream.cut();
  return {
    perSecond: accepted / seconds,
    accepted,
    framesPerSecond: count === 0 ? 0 : frames / count / seconds,
    wrong,
  };
}

interface AttachedReader {
  readonly stream: StreamReader;
  frames: number;
  version: number;
  volume: number;
}

async function attachReaders(
  server: ServerProcess,
  { count, marketId }: { count: number; marketId: string },
): Promise<AttachedReader[]> {
  const readers: AttachedReader[] = [];
  const attach = () =>
    new Promise<void>((resolve, reject) => {
      const stream = new StreamReader({
        port: server.port,
        onEvent(event) {
          if (isEvent(event, 'markets')) reader.frames += 1;
          for (const news of marketsIn(event)) {
            if (news.id === marketId) Object.assign(reader, { version: news.version, volume: news.volume });
          }
          if (isEvent(event, 'beat')) resolve();
        },
        onClose: () => reject(new Error(`a reader was refused: ${stream.status}`)),
      });
      const reader: AttachedReader = { stream, frames: 0, version: 0, volume: 0 };
      readers.push(reader);
    });
  for (let from = 0; from < count; from += OPENED_AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(OPENED_AT_ONCE, count - from) }, attach));
  }
  return readers;
}

/** The market in the API, once the readers have had time to receive it. */
async function countWrong(
  server: ServerProcess,
  { readers, marketId }: { readers: readonly AttachedReader[]; marketId: string },
): Promise<number> {
  const connection = new HttpConnection(server.port);
  const answer = await connection.send(httpRequest({ path: `/api/markets/${marketId}` }));
  connection.close();
  const { version, volume } = JSON.parse(answer.body.toString());
  const isWrong = (reader: AttachedReader) => reader.version !== version || reader.volume !== volume;
  const until = performance.now() + LAST_NEWS_MS;
  while (readers.some(isWrong) && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return readers.filter(isWrong).length;
}
