import { automaticCashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from './admin.ts';
import { askQuote, type Bettor, readJson, signBet } from './bettor.ts';
import { placeCombo, sellCombo } from './combos.ts';
import { type Reader, readPostgres } from './database.ts';
import type { DatabaseCopies } from './database-copies.ts';
import { ASKS, type AskedWork, type Cast, makeCast } from './failpoint-asks.ts';
import { forgeLateBet } from './forge-late-bet.ts';
import { openHouseMarket, placeQuotedBet } from './house-market.ts';
import { openLockstepClock } from './model/lockstep-clock.ts';
import type { Proof } from './proof.ts';
import { seededRandom } from './random.ts';
import { signAct } from './sign-act.ts';
import { signInBettor } from './sign-in-bettor.ts';
import { until } from './until.ts';
import { stopSealed } from './until-quiet.ts';

/** A bet can be sold back after a minute. This long after a market closed, a request can't have come before the close. */
const A_WHILE_MS = 240_000;
const A_MINUTE_MS = 60_000;
const BUDGET = 2000;

/** A server that was stopped, and its books. */
export interface FilledBooks {
  readonly url: string;
  readonly server: ServerProcess;
  /** Inserts a signed bet after its market has closed, dated before the close. */
  readonly lateBet?: string;
  close(): Promise<void>;
}

/**
 * Fills books with a real server in demo mode: markets of all kinds, bets of all wallets, every possible end of a bet, combos,
 * limits, breaks, settings and actions of admins. Stops the server once everything is sealed.
 */
export async function fillBooks(
  proof: Proof,
  copies: DatabaseCopies,
  { seed }: { seed: number },
): Promise<FilledBooks> {
  const random = seededRandom(seed);
  const clock = await openLockstepClock(await copies.create());
  const standIn = await StandInProcess.start();
  const wallet = evmWallet(random.bytes(32));
  const server = await ServerProcess.start({
    databaseUrl: clock.databaseUrl,
    settings: {
      ...clock.settings,
      ADMIN_WALLETS: wallet.address,
      AZURO_API_URL: standIn.apiUrl,
      AZURO_WS_URL: standIn.wsUrl,
      PUBLIC_ORIGIN: 'http://127.0.0.1:9',
    },
  });
  const reader = await readPostgres(clock.databaseUrl);
  const connection = new HttpConnection(server.port);
  try {
    const admin = await Admin.signIn(server, wallet);
    const post = async (path: string, json: unknown, method: 'POST' | 'PUT' = 'POST') =>
      readJson(await admin.call(method, path, json));
    await post('/api/admin/settings', { liquidityBudget: BUDGET, stakeCapLevel1: 9000 }, 'PUT');

    // Markets of the feed, with a bet on each outcome of the main ones.
    const games = (await standIn.listGames('Prematch')).map(({ gameId }) => gameId);
    await admin.importGames(games.slice(0, 4));
    const ofFeed = await reader.rows(`
      select m.id, m.game_id, m.azuro_condition_id as condition, array_to_json(array(
        select o.id from outcomes o where o.market_id = m.id order by o.position)) as outcomes
      from markets m where m.pricing = 'feed' and m.is_main and m.state = 'open' order by m.id`);
    // Before the bets, so that there are odds at which none was filled, however soon the bets come.
    for (const market of ofFeed) await moveOdds(standIn, market, 1.8);
    await until(async () => {
      const followed = await reader.rows(
        `select p.market_id from feed_prices p join markets m on m.id = p.market_id and m.is_main
        group by p.market_id having count(*) > 1`,
      );
      return followed.length >= ofFeed.length ? true : null;
    }, 'the odds that moved');
    const bettor = await signInBettor(connection, random);
    const betsFrom = Date.now();
    for (const market of ofFeed) {
      for (const outcomeId of outcomesOf(market)) {
        await placeQuotedBet(connection, { bettor, marketId: market.id ?? '', outcomeId, amount: 20 });
      }
    }

    const combos = await placeCombos(connection, { bettor, ofFeed });

    const lateBet = await prepareLateBet(connection, admin, {
      bettor: await signInBettor(connection, random),
    });

    // Three markets of our own: one continues, one is won, one is void.
    const casts: Cast[] = [];
    for (const title of ['Goes on', 'Is won', 'Is void'])
      casts.push(await makeCast(server.port, { wallet, random, title }));
    const [open, won, voided] = casts as [Cast, Cast, Cast];
    await clock.advance(A_WHILE_MS);
    const ask = async (work: AskedWork, cast: Cast) => {
      const asked = await ASKS[work]({ port: server.port, cast, before: new Map(), random });
      const answer = await connection.send(asked.request);
      if (answer.status !== 200) throw new Error(`${work}: ${answer.status} ${answer.body}`);
    };
    for (const cast of casts) await ask('cash-out', cast);
    await cashOutAutomatically(connection, { cast: open, reader });
    // A combo is only sold at odds that are a minute old at most.
    for (const market of ofFeed.slice(2)) await moveOdds(standIn, market, 1.85);
    await sellCombo(connection, { bettor, comboId: combos.sold });
    await ask('limits', open);
    await breakOf(server.port, bettor);
    await post('/api/admin/settings', { stakeCapLevel1: 8000, gameCap: 9000 }, 'PUT');
    const limited = await signInBettor(connection, random);
    const [user] = readJson<{ id: string }[]>(
      await admin.call('GET', `/api/admin/users?search=${limited.wallet.address}`),
    );
    await post(`/api/admin/users/${user?.id}`, { dailyStakeCap: 500, kycLevel: 1, reason: 'They asked.' });
    const late = await makeCast(server.port, { wallet, random, title: 'Is disabled' });
    await placeQuotedBet(connection, {
      bettor: limited,
      marketId: open.marketId,
      outcomeId: open.outcomeIds[0],
      amount: 30,
    });
    await ask('resolve', won);
    await ask('void', voided);
    await post('/api/admin/markets/bulk', { ids: [late.marketId], action: 'disable' });

    // One of the games began before its bets, one is over, one now has other odds.
    const [begun, over, moved] = ofFeed;
    const secondsAgo = Math.ceil((Date.now() - betsFrom) / 1000) + 1;
    await standIn.control('start', { gameId: begun?.game_id, secondsAgo });
    await moveOdds(standIn, moved, 1.9);
    const winner = await conditionOf(standIn, over);
    await standIn.control('finish', { gameId: over?.game_id });
    await standIn.control('resolve', {
      conditionId: winner?.conditionId,
      wonOutcomeIds: [winner?.outcomes[0]?.outcomeId],
    });
    // A server asks for results when it starts, unless one did within the last minute.
    await server.stop();
    await clock.advance(A_MINUTE_MS);
    await server.start();
    await until(async () => {
      const [row] = await reader.rows(`
        select (select count(*) from markets where state in ('settled', 'void') and staked > 0) as ended,
          (select count(*) from bet_endings where kind = 'refund' and market_version is not null) as late,
          (select count(*) from combo_endings) as combos`);
      const areEnded = Number(row?.ended) >= 3 && Number(row?.combos) >= combos.ending;
      return areEnded && Number(row?.late) >= 1 ? true : null;
    }, 'the ends of the markets and combos');
    await stopSealed(proof, server, reader);
    return { url: clock.databaseUrl, server, lateBet, close: () => server.remove() };
  } finally {
    connection.close();
    await reader.close();
    await clock.close();
    await standIn.kill();
  }
}

/** A market of the feed, as the query above reads it. */
type FeedMarket = Readonly<Record<string, string | null>> | undefined;

async function conditionOf(standIn: StandInProcess, market: FeedMarket) {
  const conditions = await standIn.conditionsOf([market?.game_id ?? '']);
  return conditions.find(({ conditionId }) => conditionId === market?.condition);
}

/** @param first the odds of the first outcome; those of the others are a little higher each */
async function moveOdds(standIn: StandInProcess, market: FeedMarket, first: number): Promise<void> {
  const condition = await conditionOf(standIn, market);
  const odds = condition?.outcomes.map(({ outcomeId }, place) => [outcomeId, `${first + place / 5}`]);
  await standIn.control('odds', {
    conditionId: condition?.conditionId,
    odds: Object.fromEntries(odds ?? []),
  });
}

/** A market that closes in a minute, with one bet, and a statement that writes another when it has closed. */
async function prepareLateBet(
  connection: HttpConnection,
  admin: Admin,
  { bettor }: { bettor: Bettor },
): Promise<string> {
  const closesAt = new Date(Date.now() + A_MINUTE_MS);
  const { id: marketId, outcomes } = await openHouseMarket(connection, {
    admin,
    title: 'Has closed',
    closesAt,
  });
  const [first = '', second = ''] = outcomes.map(({ id }) => id);
  const before = await placeQuotedBet(connection, { bettor, marketId, outcomeId: first, amount: 30 });
  const order = { bettor, marketId, outcomeId: second, amount: 20 };
  const { odds } = await askQuote(connection, order);
  const signed = signBet({ ...order, odds, quoteId: null, key: null });
  return forgeLateBet({ before, signed, lossBudget: BigInt(BUDGET) * 1_000_000n });
}

/** Combos of four games: one that is lost, one with a leg that is late, one that stays open, and one to sell. */
async function placeCombos(
  connection: HttpConnection,
  { bettor, ofFeed }: { bettor: Bettor; ofFeed: readonly FeedMarket[] },
): Promise<{ sold: string; ending: number }> {
  const [begun, over, moved, other] = ofFeed;
  const place = (...legs: readonly (readonly [FeedMarket, number])[]) =>
    placeCombo(connection, {
      bettor,
      amount: 10,
      legs: legs.map(([market, outcome]) => ({
        marketId: market?.id ?? '',
        outcomeId: outcomesOf(market ?? {})[outcome] ?? '',
      })),
    });
  await place([over, 1], [other, 0]);
  await place([over, 0], [begun, 0]);
  await place([over, 0], [moved, 0]);
  const { id } = await place([moved, 0], [other, 0]);
  return { sold: id, ending: 3 };
}

/** A long break, which is signed. */
async function breakOf(port: number, bettor: Bettor): Promise<void> {
  const connection = new HttpConnection(port);
  const { token, wallet } = bettor;
  const send = (request: Buffer) => connection.send(request);
  const signed = await signAct(send, wallet, { kind: 'break', period: '6-months' });
  const json = { period: '6-months', signed };
  readJson(await send(httpRequest({ method: 'POST', path: '/api/user/break', token, json })));
  connection.close();
}

const outcomesOf = (market: Record<string, string | null>): string[] =>
  // As the query above made it.
  JSON.parse(market.outcomes ?? '[]') as string[];

/** Of two open bets, one is sold at once by an automatic cash-out, and that of the other waits. */
async function cashOutAutomatically(
  connection: HttpConnection,
  { cast, reader }: { cast: Cast; reader: Reader },
): Promise<void> {
  const ended = new Set((await reader.rows('select bet_id from bet_endings')).map(({ bet_id }) => bet_id));
  const [sold, waiting] = cast.bets.filter(({ id }) => !ended.has(id));
  if (sold === undefined || waiting === undefined) throw new Error('no two bets are open');
  for (const [bet, amount] of [
    [sold, 0.01],
    [waiting, Math.floor(Number(waiting.payout) / 1e4) / 100],
  ] as const) {
    const { wallet, token } = bet.bettor;
    const signature = wallet.sign(automaticCashOutMessage({ betId: bet.id, amount: String(amount) }));
    const path = `/api/bets/${bet.id}/automatic-cash-out`;
    const json = { amount, signature };
    readJson(await connection.send(httpRequest({ method: 'PUT', path, token, json })));
  }
  await until(async () => {
    const paid = await reader.rows(`select from bet_endings where bet_id = '${sold.id}'`);
    return paid.length === 1 ? true : null;
  }, 'the automatic cash-out');
}
