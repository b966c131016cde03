import { automaticCashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
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
import { forgeSoldPart } from './forge-sold-part.ts';
import { type AcknowledgedBet, microOf, openHouseMarket, placeQuotedBet } from './house-market.ts';
import { openLockstepClock } from './model/lockstep-clock.ts';
import type { Proof } from './proof.ts';
import { seededRandom } from './random.ts';
import { sellBet, sellPart } from './sell-part.ts';
import { signAct } from './sign-act.ts';
import { signInBettor } from './sign-in-bettor.ts';
import { until } from './until.ts';
import { stopSealed } from './until-quiet.ts';

/**
 * A bet can be sold back after a minute, and while its game is played if it came ten minutes before the start. This long after a
 * market closed, a request can't have come before the close.
 */
const A_WHILE_MS = 720_000;
const A_MINUTE_MS = 60_000;
const BUDGET = 2000;
const LOSS_BUDGET = microUsdc(microOf(BUDGET));

/** What never happened, as a statement that writes it. */
export interface Forged {
  readonly what: string;
  readonly statement: string;
  /** The only promise that it breaks, in its brackets. */
  readonly breaks: string;
}

/** A server that was stopped, and its books. */
export interface FilledBooks {
  readonly url: string;
  readonly server: ServerProcess;
  /** Statements that write what never happened, with all that would follow from it. */
  readonly forged: readonly Forged[];
  close(): Promise<void>;
}

/**
 * Fills books with a real server in demo mode: markets of all kinds, bets of all wallets, every possible end of a bet and of one that
 * was sold in parts, combos, limits, breaks, settings and actions of admins. Stops the server once everything is sealed.
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
    const { gameId: played } = await standIn.control<{ gameId: string }>('live-game');
    await admin.importGames([...games.slice(0, 4), played]);
    const ofFeed = await reader.rows(`
      select m.id, m.game_id, m.azuro_condition_id as condition, array_to_json(array(
        select o.id from outcomes o where o.market_id = m.id order by o.position)) as outcomes
      from markets m where m.pricing = 'feed' and m.is_main and m.state = 'open' order by m.game_id = '${played}', m.id`);
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
    const betsOfFeed: AcknowledgedBet[] = [];
    for (const market of ofFeed) {
      for (const outcomeId of outcomesOf(market)) {
        const marketId = market.id ?? '';
        betsOfFeed.push(await placeQuotedBet(connection, { bettor, marketId, outcomeId, amount: 20 }));
      }
    }

    const combos = await placeCombos(connection, { bettor, ofFeed });

    const forger = await signInBettor(connection, random);
    const forged = [
      await prepareLateBet(connection, admin, { bettor: forger }),
      await prepareSoldPart(connection, admin, { bettor: forger }),
    ];

    // Three markets of our own: one continues, one is won, one is void.
    const casts: Cast[] = [];
    for (const title of ['Goes on', 'Is won', 'Is void'])
      casts.push(await makeCast(server.port, { wallet, random, title }));
    const [open, won, voided] = casts as [Cast, Cast, Cast];
    const partly = await placePartlySold(connection, { bettor, casts });
    await clock.advance(A_WHILE_MS);
    const ask = async (work: AskedWork, cast: Cast) => {
      const asked = await ASKS[work]({ port: server.port, cast, before: new Map(), random });
      const answer = await connection.send(asked.request);
      if (answer.status !== 200) throw new Error(`${work}: ${answer.status} ${answer.body}`);
    };
    for (const cast of casts) await ask('cash-out', cast);
    await cashOutAutomatically(connection, { cast: open, reader });
    await sellParts(connection, { bets: partly, open });
    await moveOdds(standIn, ofFeed[0], 1.85);
    await sellPart(connection, { bettor, betId: betsOfFeed[0]?.id ?? '', stake: 5 });
    await sellInPlay(connection, {
      ...{ standIn, reader, market: ofFeed.at(-1), now: new Date(Date.now() + A_WHILE_MS) },
      bet: betsOfFeed.at(-1),
    });
    // A combo is only sold at odds that are a minute old at most.
    for (const market of ofFeed.slice(2, 4)) await moveOdds(standIn, market, 1.85);
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
    return { url: clock.databaseUrl, server, forged, close: () => server.remove() };
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
): Promise<Forged> {
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
  return {
    what: 'a bet that its bettor signed, written with all its entries after its market had closed and dated before the close',
    statement: forgeLateBet({ before, signed, lossBudget: LOSS_BUDGET }),
    breaks: '(moments)',
  };
}

/** A market with one bet, and a statement that writes the sale of a part of it, which its bettor didn't sign. */
async function prepareSoldPart(
  connection: HttpConnection,
  admin: Admin,
  { bettor }: { bettor: Bettor },
): Promise<Forged> {
  const { id: marketId, outcomes } = await openHouseMarket(connection, { admin, title: 'Was not sold' });
  const outcomeId = outcomes[0]?.id ?? '';
  const bet = await placeQuotedBet(connection, { bettor, marketId, outcomeId, amount: 30 });
  return {
    what: 'the sale of a part of a bet that its bettor did not sign, written with all its entries',
    statement: forgeSoldPart({ bet, stake: microUsdc(microOf(10)), lossBudget: LOSS_BUDGET }),
    breaks: '(signatures)',
  };
}

/** A bet on each outcome of these markets. */
async function placePartlySold(
  connection: HttpConnection,
  { bettor, casts }: { bettor: Bettor; casts: readonly Cast[] },
): Promise<AcknowledgedBet[]> {
  const bets: AcknowledgedBet[] = [];
  for (const { marketId, outcomeIds } of casts) {
    for (const outcomeId of outcomeIds) {
      bets.push(await placeQuotedBet(connection, { bettor, marketId, outcomeId, amount: 25 }));
    }
  }
  return bets;
}

/** Sells two parts of each bet, and all that is left of one on the open market. */
async function sellParts(
  connection: HttpConnection,
  { bets, open }: { bets: readonly AcknowledgedBet[]; open: Cast },
): Promise<void> {
  for (const stake of [4, 6.5]) {
    for (const { bettor, id: betId } of bets) await sellPart(connection, { bettor, betId, stake });
  }
  const sold = bets.find(({ outcomeId }) => outcomeId === open.outcomeIds[1]);
  if (sold !== undefined) await sellBet(connection, { bettor: sold.bettor, betId: sold.id });
}

/** Starts a game, and sells a part of a bet from before its start and then all that is left, each after its delay. */
async function sellInPlay(
  connection: HttpConnection,
  {
    standIn,
    reader,
    market,
    bet,
    now,
  }: {
    standIn: StandInProcess;
    reader: Reader;
    market: FeedMarket;
    bet: AcknowledgedBet | undefined;
    now: Date;
  },
): Promise<void> {
  if (bet === undefined) throw new Error('there is no bet on the game');
  const { bettor, id: betId } = bet;
  const startsAt = Math.floor(now.getTime() / 1000);
  await standIn.control('game', { gameId: market?.game_id, state: 'Live', startsAt });
  await until(async () => {
    const opened = await reader.rows(`
      select from markets m join games g on g.id = m.game_id where g.in_play_of = '${market?.game_id}' and m.is_main`);
    return opened.length > 0 ? true : null;
  }, 'the market in play');
  // It takes bets from the next price on.
  await moveOdds(standIn, market, 1.7);
  await sellPart(connection, { bettor, betId, stake: 8 });
  await untilDecided(reader, betId);
  await sellBet(connection, { bettor, betId });
  await untilDecided(reader, betId);
}

async function untilDecided(reader: Reader, betId: string): Promise<void> {
  await until(async () => {
    const waiting = await reader.rows(`select from open_cash_out_orders where bet_id = '${betId}'`);
    return waiting.length === 0 ? true : null;
  }, `the decision about a cash-out of bet ${betId}`);
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
