import type { SkipReason, WireImportResult } from '@tallystone/core/http-api/azuro';
import { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';

/**
 * Two servers on one database import the same games at the same moment, many times over: each game has one main market, and
 * each condition at most one market. And of the games in a feed, those that can be imported are, and the others have a reason;
 * so has each condition that is left out.
 */

const SEED = 20261121;
const CALLS = 20;

/** The stand-in's games that are listed and have no market to import, by their title. */
const NOT_IMPORTED: Readonly<Record<string, SkipReason>> = {
  'Deportivo Marina - CF Costa Brava': 'main_market_not_active',
  'Sporting Lumina - Belo Porto FC': 'no_conditions',
};
const IMPORTABLE = 28;
const RUNNING = 6;

await prove('parallel-import', async (proof) => {
  const count = proof.sample ? 60 : 300;
  const database = await startDatabase();
  const reader = await readPostgres(database.url);
  // Its timed events, which cancel a game and end another, come long after this has ended.
  const standIn = await StandInProcess.start();
  const wallet = evmWallet(seededRandom(SEED).bytes(32));
  const servers: ServerProcess[] = [];
  try {
    for (let i = 0; i < 2; i++) {
      servers.push(
        await ServerProcess.start({
          databaseUrl: database.url,
          settings: {
            ADMIN_WALLETS: wallet.address,
            AZURO_API_URL: standIn.apiUrl,
            AZURO_WS_URL: standIn.wsUrl,
          },
        }),
      );
    }
    const admins = await Promise.all(servers.map((server) => Admin.signIn(server, wallet)));
    await proveFixture(proof, { standIn, admins, reader });
    await proveParallel(proof, { standIn, admins, reader, count });
    const broken = await checkBooks(reader);
    proof.row({
      what: 'ledger invariants afterwards, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    await reader.close();
    for (const server of servers) await server.remove();
    await standIn.kill();
    await database.stop();
  }
});

interface Scene {
  standIn: StandInProcess;
  admins: readonly Admin[];
  reader: Reader;
}

async function proveFixture(proof: Proof, { standIn, admins, reader }: Scene): Promise<void> {
  const [admin] = admins;
  if (admin === undefined) throw new Error('expected an admin');
  const waiting = await standIn.listGames('Prematch');
  const running = await standIn.listGames('Live');
  const titles = new Map([...waiting, ...running].map((game) => [game.gameId, game.title]));
  const isWaiting = new Set(waiting.map((game) => game.gameId));
  const { results } = await admin.importGames([...titles.keys()]);
  const reported = results.map((result) => ({ ...result, title: titles.get(result.gameId) ?? '' }));

  // A demo imports a dozen automatically before anyone asks.
  const imported = reported.filter(
    ({ marketId, reason }) => marketId !== undefined || reason === 'already_imported',
  );
  const rows = await gamesWithMarkets(reader);
  const stored = rows.filter((row) => isWaiting.has(row.gameId));
  proof.row({
    what: `${waiting.length} games of the stand-in that have not begun: imported`,
    bar: `${IMPORTABLE}, each once`,
    measured: `${imported.length}, ${stored.length} games with ${sumOf(stored, 'markets')} markets`,
    ok:
      waiting.length === 30 &&
      imported.length === IMPORTABLE &&
      stored.length === IMPORTABLE &&
      stored.every(isOnce) &&
      imported.every(({ gameId }) => isWaiting.has(gameId)),
  });
  // Asked of the stand-in itself, not of the server.
  const fresh = results.filter(({ markets }) => markets !== undefined);
  const conditions = await standIn.conditionsOf(fresh.map(({ gameId }) => gameId));
  // Each outcome of a condition on players is asked by itself.
  const questions = conditions.flatMap(({ category, outcomes }) =>
    category === 'players' ? outcomes.map(({ title }) => title) : [category],
  );
  const opened = sumOf(
    fresh.flatMap(({ markets = [] }) => markets),
    'count',
  );
  const named = fresh.flatMap(({ dropped = [] }) => dropped);
  proof.row({
    what: `${questions.length} questions in the ${conditions.length} conditions of the ${fresh.length} games that this imported: a market, or a reason`,
    bar: 'each one or the other',
    measured: `${opened} markets, ${named.length} reasons: ${[...new Set(named.map(({ reason }) => reason))].sort().join(', ')}`,
    ok: conditions.length > 0 && opened + named.length === questions.length,
  });
  const others = reported.filter(
    ({ gameId, reason }) => isWaiting.has(gameId) && reason !== 'already_imported' && reason,
  );
  proof.row({
    what: 'the others have a reason',
    bar: Object.values(NOT_IMPORTED).join(', '),
    measured: others.map(({ title, reason }) => `${title}: ${reason}`).join(', '),
    ok:
      others.length === Object.keys(NOT_IMPORTED).length &&
      others.every(({ title, reason }) => NOT_IMPORTED[title] === reason),
  });
  const live = reported.filter(({ gameId }) => !isWaiting.has(gameId));
  proof.row({
    what: `${live.length} running games have a reason why they are not imported`,
    bar: `${RUNNING} times already_started`,
    measured: [...new Set(live.map(({ reason }) => reason))].join(', '),
    ok: live.length === RUNNING && live.every(({ reason }) => reason === 'already_started'),
  });
}

async function proveParallel(
  proof: Proof,
  { standIn, admins, reader, count }: Scene & { count: number },
): Promise<void> {
  const { gameIds } = await standIn.control<{ gameIds: string[] }>('games', { count });
  proof.say(`${CALLS} imports of ${count} games at once ...`);
  const startedAt = performance.now();
  const calls = Array.from({ length: CALLS }, (_, i) => admins[i % admins.length]);
  const answers: WireImportResult[] = await Promise.all(
    // Each in a different order.
    calls.map((admin, i) => {
      const order = i % 2 === 0 ? gameIds : gameIds.toReversed();
      if (admin === undefined) throw new Error('expected an admin');
      return admin.importGames(order);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const wanted = new Set(gameIds);
  const stored = (await gamesWithMarkets(reader)).filter((row) => wanted.has(row.gameId));
  const claimed = new Map<string, Set<string>>();
  const reasons = new Map<string, number>();
  for (const { results } of answers) {
    for (const { gameId, marketId, reason } of results) {
      if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      else claimed.set(gameId, (claimed.get(gameId) ?? new Set()).add(marketId ?? ''));
    }
  }
  const imported = answers.reduce((sum, answer) => sum + answer.imported, 0);
  const twice = stored.filter((row) => !isOnce(row)).length;
  proof.row({
    what: `the same ${count} games imported ${CALLS} times at once, by two servers on one PostgreSQL: markets`,
    bar: 'each game once',
    measured: `${stored.length} games, ${twice} with several main markets or two markets on a question, in ${seconds.toFixed(1)} s`,
    ok: stored.length === count && twice === 0,
  });
  const already = reasons.get('already_imported') ?? 0;
  proof.row({
    what: 'in the answers: imported by all of them together, and skipped',
    bar: `each market once, and all other games as already_imported`,
    measured: `${imported}, ${[...reasons].map(([reason, times]) => `${times} ${reason}`).join(', ')}`,
    ok:
      imported === sumOf(stored, 'markets') &&
      claimed.size === count &&
      already === count * (CALLS - 1) &&
      reasons.size === 1 &&
      answers.every(({ results }) => results.length === count),
  });
}

interface GameRow {
  readonly gameId: string;
  readonly markets: number;
  readonly mains: number;
  readonly questions: number;
}

async function gamesWithMarkets(reader: Reader): Promise<GameRow[]> {
  const rows = await reader.rows(
    `select game_id, count(*) as markets, count(*) filter (where is_main) as mains,
      count(distinct concat_ws(' ', azuro_condition_id, azuro_outcome_id)) as questions
    from markets where game_id is not null group by game_id`,
  );
  return rows.map((row) => ({
    gameId: row.game_id ?? '',
    markets: Number(row.markets),
    mains: Number(row.mains),
    questions: Number(row.questions),
  }));
}

function isOnce({ mains, markets, questions }: GameRow): boolean {
  return mains === 1 && markets === questions;
}

function sumOf<K extends string>(rows: readonly Readonly<Record<K, number>>[], name: K): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}
