import { setTimeout as sleep } from 'node:timers/promises';
import type {
  HistoryRange,
  WireMarketActivity,
  WireMarketHistory,
  WireMarketRisk,
} from '@tallystone/core/http-api/markets';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { askBareServer, BARE_ANSWERS } from '../ask-bare-server.ts';
import { readJson } from '../bettor.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { type FilledMarket, fillBets } from '../fill-bets.ts';
import { type Proof, prove } from '../proof.ts';
import { ratioRow } from '../ratio-row.ts';
import { shareOf } from '../share-of.ts';
import { untilQuiet } from '../until-quiet.ts';

/**
 * How fast the real server returns the history of a market of a million bets, how large that is, and whether it is
 * correct, compared with prices that SQL computes from the bets alone. Each bet was a separate batch, so each made a point: half
 * of them over a month, the other half within the last day. In the same minutes: how long it takes to fold them into
 * candles, and how fast the server returns the market's risk and activity.
 */

const RANGES: readonly HistoryRange[] = ['1H', '6H', '1D', '1W', 'All'];
/** They took 2 to 8 times as long, with 40,000 bets; reading a history from a million bets takes hundreds. */
const BAR_OF_BARE = 40;
const SIZE_BAR = 50_000;
const FOLD_LIMIT_MS = 900_000;

await prove('history-million', async (proof) => {
  // In a sample every candle size has some: a point every 21 minutes, and in the last day one every 36 seconds.
  const bets = proof.sample ? 4_000 : 1_000_000;
  const asks = proof.sample ? 2 : 300;
  const database = await startDatabase();
  const server = await ServerProcess.start({ databaseUrl: database.url });
  const reader = await readPostgres(database.url);
  try {
    const market = await fillBets(reader, {
      name: 'history',
      bets,
      users: Math.ceil(bets / 50),
      closesIn: '30 days',
      // Seconds: the first half from 30 days ago to 20 hours ago, the second up to 10 minutes ago.
      placedAgo: `make_interval(secs => case when b.n <= ${bets / 2}
        then 2592000 - 2520000.0 * b.n / ${bets / 2} else 72600 - 72000.0 * (b.n - ${bets / 2}) / ${bets / 2} end)`,
    });
    proof.say(`${bets} bets are on the market`);
    await computePrices(reader, market);
    const startedAt = performance.now();
    await insertPoints(reader, market);
    proof.say('each of them has its point');
    await untilFolded(reader, market);
    const seconds = (performance.now() - startedAt) / 1000;
    proof.row(await keptRow(reader, { market, bets, seconds }));
    await untilQuiet(proof, reader);
    // The server closes an idle connection.
    const connection = new HttpConnection(server.port);

    const untrue: string[] = [];
    for (const range of RANGES) {
      const path = `/api/markets/${market.marketId}/history?range=${range}`;
      const { times, answer, bareMs } = await timeReads(proof, { connection, path, asks });
      const history = readJson<WireMarketHistory>(answer);
      proof.row({
        what: `history of a market of ${bets} bets, range ${range}`,
        bar: `under ${SIZE_BAR / 1000} kB`,
        measured: `${(answer.body.length / 1000).toFixed(1)} kB: ${history.at.length} points by ${history.step}`,
        ok: answer.body.length < SIZE_BAR,
      });
      proof.timing(answersRow(times, bareMs));
      untrue.push(...(await findUntruths(reader, history)));
    }
    proof.row({
      what: 'points of these histories that differ from the price that the bets made at that second',
      bar: 'none',
      measured: untrue.length === 0 ? 'none' : `${untrue.length}: ${untrue.slice(0, 5).join('; ')}`,
      ok: untrue.length === 0,
    });
    await reportRest(proof, { connection, market, asks, bets });
    connection.close();
  } finally {
    await reader.close();
    await server.remove();
    await database.stop();
  }
});

/**
 * The price after each bet and each cash-out, from the bets alone and by the formula in docs/design/pricing.md: p of an
 * outcome is its start times e^(P / b), over the sum of all, with P what is owed on it and b = 0.99 F / ln(1 / min start).
 */
async function computePrices(
  { rows }: Reader,
  { marketId, outcomeIds: [a, b] }: FilledMarket,
): Promise<void> {
  await rows(
    `update markets set created_at = clock_timestamp() - interval '31 days' where id = '${marketId}'`,
  );
  await rows(`
    create table true_prices as
    select version, at, round(1000000 / (1 + exp((owed_b - owed_a) * ln(2) / (0.99 * 10000000000))))::int as yes
    from (
      select version, at, sum(a) over (order by version)::double precision as owed_a,
        sum(b) over (order by version)::double precision as owed_b
      from (
        select market_version as version, placed_at as at, case outcome_id when '${a}' then payout else 0 end as a,
          case outcome_id when '${b}' then payout else 0 end as b
        from bets where market_id = '${marketId}'
        union all
        select e.market_version, e.ended_at, case b.outcome_id when '${a}' then -b.payout else 0 end,
          case b.outcome_id when '${b}' then -b.payout else 0 end
        from bet_endings e join bets b on b.id = e.bet_id where e.market_id = '${marketId}'
      ) moves
    ) owed`);
  await rows(`create index on true_prices (at, version)`);
}

/** As the product would have written them, bet by bet. */
async function insertPoints({ rows }: Reader, { marketId }: FilledMarket): Promise<void> {
  await rows(`
    insert into price_points (market_id, version, at, price)
    select '${marketId}', version, at, array[yes, 1000000 - yes] from true_prices order by version`);
  await rows(`analyze price_points, true_prices`);
}

/** Until every point is in candles except those of the last minute and the cash-outs, and expired points are gone. */
async function untilFolded({ rows }: Reader, { marketId }: FilledMarket): Promise<void> {
  const deadline = performance.now() + FOLD_LIMIT_MS;
  for (;;) {
    const [state] = await rows(`
      select (
          select count(*) from price_points p where p.market_id = '${marketId}'
            and p.at < clock_timestamp() - interval '2 minutes'
            and p.version > coalesce((select version from price_folds where market_id = '${marketId}'), 0)
        ) as unfolded,
        (select count(*) from price_points where market_id = '${marketId}'
          and at < clock_timestamp() - interval '24 hours 11 minutes') +
        (select count(*) from price_candles where step = 'minute'
          and starts_at < clock_timestamp() - interval '7 days 11 minutes') as old`);
    if (state?.unfolded === '0' && state.old === '0') return;
    if (performance.now() > deadline) throw new Error(`prices are not folded: ${JSON.stringify(state)}`);
    await sleep(250);
  }
}

async function keptRow(
  { rows }: Reader,
  { market, bets, seconds }: { market: FilledMarket; bets: number; seconds: number },
) {
  const [kept] = await rows(`
    select (select count(*) from price_points where market_id = '${market.marketId}') as points,
      (select count(*) from price_candles where market_id = '${market.marketId}' and step = 'minute') as minutes,
      (select count(*) from price_candles where market_id = '${market.marketId}' and step = 'hour') as hours,
      (select count(*) from price_candles where market_id = '${market.marketId}' and step = 'day') as days`);
  const bounds = { minutes: 7 * 1440 + 20, hours: 90 * 24 + 1, days: 32 };
  const isBounded = Object.entries(bounds).every(([name, most]) => Number(kept?.[name]) <= most);
  return {
    what: `points of ${bets} bets folded into candles, in the background`,
    bar: 'at most the candles of 7 days of minutes, 90 of hours, and of each day',
    measured: `${seconds.toFixed(0)} s with writing them; left: ${kept?.points} points of the last day, ${kept?.minutes} minutes, ${kept?.hours} hours, ${kept?.days} days`,
    ok: isBounded,
  };
}

/** Compared with the prices that SQL computed from the bets. */
async function findUntruths({ rows }: Reader, history: WireMarketHistory): Promise<string[]> {
  const { range, at, outcomes } = history;
  const [yes = { id: '', probability: [] }, no = { id: '', probability: [] }] = outcomes;
  const asked = at.map((second, place) => `(${place}, ${second})`).join(',');
  // The last price of each second; before the first bet both are equally likely.
  const found = await rows(`
    select a.place, ${heldUntil(`to_timestamp(a.second + 1) - interval '1 microsecond'`)} as held,
      ${heldUntil(`date_trunc('minute', to_timestamp(a.second), 'UTC')`)} as held_in_minute,
      ${heldUntil(`date_trunc('hour', to_timestamp(a.second), 'UTC')`)} as held_in_hour
    from (values ${asked}) a(place, second) order by a.place`);
  return found.flatMap(({ held, held_in_minute, held_in_hour }, place) => {
    const [shown, other] = [yes.probability[place], no.probability[place]];
    // If a range begins within a candle, the price at the candle's beginning counts.
    const right = place === 0 ? [held, held_in_minute, held_in_hour] : [held];
    const isTrue =
      right.some((millionths) => shown === Number(millionths) / 10_000) &&
      typeof shown === 'number' &&
      typeof other === 'number' &&
      Math.abs(shown + other - 100) < 1e-9;
    return isTrue ? [] : [`${range} at ${at[place]}: ${shown}, not ${Number(held) / 10_000}`];
  });
}

/** The price at a moment, as SQL. */
function heldUntil(moment: string): string {
  return `coalesce((
    select t.yes from true_prices t where t.at <= ${moment} order by t.at desc, t.version desc limit 1), 500000)`;
}

async function reportRest(
  proof: Proof,
  {
    connection,
    market,
    asks,
    bets,
  }: { connection: HttpConnection; market: FilledMarket; asks: number; bets: number },
): Promise<void> {
  for (const what of ['risk', 'activity'] as const) {
    const path = `/api/markets/${market.marketId}/${what}`;
    const { times, answer, bareMs } = await timeReads(proof, { connection, path, asks });
    const found =
      what === 'risk'
        ? `${readJson<WireMarketRisk>(answer).outcomes.length} outcomes`
        : `${readJson<WireMarketActivity>(answer).items.length} items`;
    proof.row({
      what: `${what} of a market of ${bets} bets`,
      bar: what === 'risk' ? '2 outcomes' : '50 items',
      measured: found,
      ok: found === (what === 'risk' ? '2 outcomes' : '50 items'),
    });
    proof.timing(answersRow(times, bareMs));
  }
}

function answersRow(times: readonly number[], bareMs: number) {
  return ratioRow({
    what: `the same, ${times.length} reads one after the other: 99% of them`,
    ms: shareOf(times, 0.99),
    against: BARE_ANSWERS,
    baseMs: bareMs,
    most: BAR_OF_BARE,
    more: `, half of them within ${shareOf(times, 0.5).toFixed(1)} ms`,
  });
}

/**
 * Asks repeatedly, one request after the other, beside a bare server. @returns how long each took, in ms, the last answer, and the
 * bare server's time
 */
async function timeReads(
  proof: Proof,
  { connection, path, asks }: { connection: HttpConnection; path: string; asks: number },
) {
  const request = httpRequest({ path });
  const times: number[] = [];
  let answer = await connection.send(request);
  const stopBare = await askBareServer(proof);
  for (let ask = 0; ask < asks; ask += 1) {
    const startedAt = performance.now();
    answer = await connection.send(request);
    times.push(performance.now() - startedAt);
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.body}`);
  }
  return { times, answer, bareMs: await stopBare() };
}
