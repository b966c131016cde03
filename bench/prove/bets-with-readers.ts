import { driveBets, prepareBets } from '../bet-load.ts';
import { checkBooks } from '../check-books.ts';
import { type ProofDatabase, readPostgres, startDatabase } from '../database.ts';
import { HttpConnection } from '../http-connection.ts';
import { httpRequest } from '../http-request.ts';
import { type Proof, prove } from '../proof.ts';
import { buildIfStale, ServerProcess } from '../server-process.ts';
import { isTold, marketsIn, StreamReader } from '../stream-reader.ts';

/**
 * Bets per second on one hot market, as bench/bets-per-second.ts measures them, with a thousand readers of the stream
 * attached to the same server, against the same without readers: in turns, so that a busy minute of the machine falls
 * on both. Server, database, load and readers share the machine.
 */

const SEED = 20261122;
const READERS = 1_000;
const OPENED_AT_ONCE = 50;
const CONNECTIONS = 128;
const WARM_UP_BETS = 500;
const BAR_TIMES = 0.8;
/** After the last bet, until every reader has its version. */
const LAST_NEWS_MS = 5_000;

interface Turn {
  perSecond: number;
  accepted: number;
  /** Events of changed markets that each reader got per second. */
  framesPerSecond: number;
  /** Readers who do not end with the market as it is. */
  wrong: number;
  broken: string[];
}

await prove('bets-with-readers', async (proof) => {
  await buildIfStale();
  const database = await startDatabase();
  const readers = proof.sample ? 200 : READERS;
  const turns = proof.sample ? 1 : 5;
  const bets = proof.sample ? 2_000 : 8_000;
  const without: Turn[] = [];
  const withReaders: Turn[] = [];
  try {
    for (let turn = 0; turn < turns; turn++) {
      const seed = SEED + turn;
      without.push(await measure(proof, database, { seed, bets, readers: 0 }));
      withReaders.push(await measure(proof, database, { seed, bets, readers }));
    }
  } finally {
    await database.stop();
  }
  const [alone, followed] = [medianOf(without), medianOf(withReaders)];
  proof.row({
    what: `bets per second on one hot market with ${readers} readers of the stream attached, against the same without, load and readers on the same machine; median of ${turns} turns each`,
    bar: `at least ${BAR_TIMES} x`,
    measured: `${(followed / alone).toFixed(2)} x: ${Math.round(followed)}/s against ${Math.round(alone)}/s`,
    ok: followed >= BAR_TIMES * alone,
  });
  const frames = withReaders.map(({ framesPerSecond }) => framesPerSecond);
  proof.row({
    what: 'events of the market that each reader got per second meanwhile, the least and the most of the turns',
    bar: 'more than 1, at most 10 and what a timer is early by',
    measured: `${Math.min(...frames).toFixed(1)} to ${Math.max(...frames).toFixed(1)}`,
    ok: Math.min(...frames) > 1 && Math.max(...frames) <= 10.5,
  });
  const wrong = withReaders.reduce((sum, turn) => sum + turn.wrong, 0);
  proof.row({
    what: 'readers who do not end with the version and the volume of the market',
    bar: '0',
    measured: String(wrong),
    ok: wrong === 0,
  });
  const all = [...without, ...withReaders];
  const broken = all.flatMap((turn) => turn.broken);
  proof.row({
    what: `bets booked are the bets acknowledged, and the invariants hold by independent SQL (${all.reduce((sum, turn) => sum + turn.accepted, 0)} bets)`,
    bar: 'all hold',
    measured: broken.length === 0 ? 'all hold' : broken.join('; '),
    ok: broken.length === 0,
  });
});

async function measure(
  proof: Proof,
  database: ProofDatabase,
  { seed, bets, readers: count }: { seed: number; bets: number; readers: number },
): Promise<Turn> {
  const databaseUrl = await database.renew();
  const server = await ServerProcess.start({ databaseUrl });
  try {
    const load = await prepareBets(server, { seed, bets: bets + WARM_UP_BETS });
    const marketId = load[0]?.marketId ?? '';
    const readers = await attachReaders(server, { count, marketId });
    const lanes = Array.from({ length: CONNECTIONS }, () => new HttpConnection(server.port));
    await Promise.all(lanes.map((lane) => lane.opened()));
    const warm = await driveBets(lanes, load.slice(0, WARM_UP_BETS));
    const framesBefore = readers.reduce((sum, { frames }) => sum + frames, 0);
    const startedAt = performance.now();
    const run = await driveBets(lanes, load.slice(WARM_UP_BETS));
    const seconds = (performance.now() - startedAt) / 1_000;
    const frames = readers.reduce((sum, reader) => sum + reader.frames, 0) - framesBefore;
    const wrong = await countWrong(server, { readers, marketId });
    for (const lane of lanes) lane.close();
    for (const { stream } of readers) stream.cut();

    const reader = await readPostgres(databaseUrl);
    const [row] = await reader.rows('select count(*)::text as bets from bets');
    const broken = await checkBooks(reader);
    await reader.close();
    const accepted = warm.accepted + run.accepted;
    if (row?.bets !== String(accepted)) broken.push(`${row?.bets} bets booked, ${accepted} acknowledged`);
    const turn: Turn = {
      perSecond: run.accepted / seconds,
      accepted,
      framesPerSecond: count === 0 ? 0 : frames / count / seconds,
      wrong,
      broken,
    };
    proof.say(
      `${count} readers: ${Math.round(turn.perSecond)} bets/s, ${turn.framesPerSecond.toFixed(1)} events/s, refused: ${JSON.stringify([...run.refusals])}`,
    );
    return turn;
  } finally {
    await server.remove();
  }
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
        onEvent(told) {
          if (isTold(told, 'markets')) reader.frames += 1;
          for (const news of marketsIn(told)) {
            if (news.id === marketId) Object.assign(reader, { version: news.version, volume: news.volume });
          }
          if (isTold(told, 'beat')) resolve();
        },
        onClose: () => reject(new Error(`a reader was not let in: ${stream.status}`)),
      });
      const reader: AttachedReader = { stream, frames: 0, version: 0, volume: 0 };
      readers.push(reader);
    });
  for (let from = 0; from < count; from += OPENED_AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(OPENED_AT_ONCE, count - from) }, attach));
  }
  return readers;
}

/** As the API says it, once the readers had the time to hear of it. */
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

function medianOf(turns: readonly Turn[]): number {
  const sorted = turns.map(({ perSecond }) => perSecond).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error('nothing was measured');
  return median;
}
