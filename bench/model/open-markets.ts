import { outcomeIdOf } from '@tallystone/core/ids';
import { readJson } from '../bettor.ts';
import { type NewFeedMarket, openFeedMarkets } from './feed-by-sql.ts';
import { Caller, type House, readNow } from './house.ts';
import { feedOdds, type RunMarket, type SeedRun } from './seed-run.ts';
import type { Tally } from './tally.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const USDC = 1_000_000n;
const CENT = 10_000n;
/** This many of each kind take bets. */
const OPEN = { lmsr: 2, feed: 2 } as const;
/** USDC. */
const BUDGETS = [1000, 1000, 3000, 10_000, 50_000] as const;
const CAPS = [100, 300, 1000, 5000, 20_000] as const;
/** How long they are open, varied by half in both directions. */
const LMSR_HOURS = [0.5, 3, 20, 80] as const;
const FEED_HOURS = [0.3, 2, 12, 48] as const;
const MARGINS = [0.02, 0.05, 0.08] as const;

interface WantedLmsr {
  readonly seed: SeedRun;
  readonly budget: bigint;
  readonly weights: readonly number[] | null;
  readonly count: number;
  readonly endsAt: number;
}

/** Gives each seed the markets that it lacks: two of the market maker and two of the feed. */
export async function openMarkets(house: House, tally: Tally, seeds: readonly SeedRun[]): Promise<void> {
  const now = await readNow(house.sql);
  const wanted: WantedLmsr[] = [];
  const feed: { seed: SeedRun; made: NewFeedMarket; chances: number[] }[] = [];
  for (const seed of seeds) {
    const { random } = seed;
    const lacks = (kind: RunMarket['kind']) =>
      OPEN[kind] -
      seed.markets.filter(
        (market) => market.kind === kind && !market.hasEnded && !market.isClosed && market.closesAt > now,
      ).length;
    for (let i = lacks('lmsr'); i > 0; i--) wanted.push(wantLmsr(seed, now));
    for (let i = lacks('feed'); i > 0; i--) {
      const count = random.between(2, 3);
      const chances = Array.from({ length: count }, () => 0.08 + random.exponential(1));
      const winners = count === 3 && random.chance(0.4) ? 2 : 1;
      const isOneSided = count === 2 && random.chance(0.3);
      const cap = BigInt(random.pick(CAPS)) * USDC;
      const id = seed.newMarketId();
      feed.push({
        seed,
        chances,
        made: {
          id,
          gameId: `g${seed.newMarketId()}`,
          outcomeIds: chances.map((_, place) => outcomeIdOf(id, place)),
          winners,
          isOneSided,
          odds: feedOdds({ chances, winners, isOneSided }, random.pick(MARGINS)),
          pricedAt: now,
          startsAt: now + Math.round(random.pick(FEED_HOURS) * HOUR_MS * (0.5 + random.unit())),
          cap,
          gameCap: random.chance(0.15) ? (cap * BigInt(random.between(40, 99))) / 100n : 2n * cap,
        },
      });
    }
  }
  await openFeedMarkets(
    house.sql,
    feed.map(({ made }) => made),
  );
  for (const { seed, made, chances } of feed) {
    const { id, winners, isOneSided, odds, pricedAt, cap, gameCap, startsAt, outcomeIds } = made;
    seed.model.openFeed({ id, winners, odds, pricedAt, cap, gameCap, closesAt: startsAt });
    seed.markets.push({
      ...noPause(),
      id,
      kind: 'feed',
      outcomeIds,
      winners,
      isOneSided,
      closesAt: startsAt,
      budget: cap,
      chances,
      odds,
      pricedAt,
    });
  }
  tally.add('markets of the feed', feed.length);
  tally.add('markets of which two outcomes win', feed.filter(({ made }) => made.winners === 2).length);
  tally.add('markets with odds on one side', feed.filter(({ made }) => made.isOneSided).length);
  await openLmsr(house, tally, wanted);
}

const noPause = () => ({ isDisabled: false, isClosed: false, hasEnded: false });

function wantLmsr(seed: SeedRun, now: number): WantedLmsr {
  const { random } = seed;
  const count = random.between(2, 5);
  const isEqual = random.chance(0.4);
  // 3 of 243 is above 1%, the lowest starting probability.
  const weights = Array.from({ length: count }, () => random.between(3, 60));
  return {
    seed,
    count,
    weights: isEqual ? null : weights,
    budget: BigInt(random.pick(BUDGETS)) * USDC,
    endsAt:
      Math.round((now + random.pick(LMSR_HOURS) * HOUR_MS * (0.5 + random.unit())) / MINUTE_MS) * MINUTE_MS,
  };
}

/** With the admins' calls. The loss budget is a setting for the whole house, so markets with the same one are opened together. */
async function openLmsr(house: House, tally: Tally, wanted: readonly WantedLmsr[]): Promise<void> {
  if (wanted.length === 0) return;
  const caller = new Caller(house, tally);
  const opened = new Map<string, WantedLmsr>();
  for (const budget of new Set(wanted.map((each) => each.budget))) {
    const settings = await caller.admin('PUT', '/api/admin/settings', {
      liquidityBudget: Number(budget / CENT) / 100,
    });
    readJson(settings.answer);
    for (const each of wanted) {
      if (each.budget !== budget) continue;
      const { seed, weights, count, endsAt } = each;
      const form = {
        type: 'politics',
        category: 'all',
        title: `Seed ${seed.seed}, market ${seed.newMarketId()}`,
        outcomes: Array.from({ length: count }, (_, place) => `Outcome ${place}`),
        eventDate: new Date(endsAt).toISOString(),
        ...(weights !== null && { probabilities: weights }),
      };
      const { answer } = await caller.admin('POST', '/api/admin/create-market', form);
      opened.set(readJson<{ id: string }>(answer).id, each);
    }
  }
  caller.close();
  const { rows } = await house.sql.query<{ id: string; closes_at: string; outcomes: string }>(
    `select m.id, (extract(epoch from m.closes_at) * 1000)::bigint as closes_at,
      (select string_agg(o.id, ',' order by o.position) from outcomes o where o.market_id = m.id) as outcomes
    from markets m where m.id = any($1)`,
    [[...opened.keys()]],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { seed, weights, count, budget }] of opened) {
    const row = found.get(id);
    if (row === undefined) throw new Error(`market ${id} was opened and is not there`);
    const closesAt = Number(row.closes_at);
    seed.model.openLmsr({ id, probabilities: probabilitiesOf(weights, count), budget, closesAt });
    seed.markets.push({
      ...noPause(),
      id,
      kind: 'lmsr',
      outcomeIds: row.outcomes.split(','),
      winners: 1,
      isOneSided: false,
      closesAt,
      budget,
      chances: [],
      odds: [],
      pricedAt: 0,
    });
  }
  tally.add('markets of the market maker', opened.size);
}

function probabilitiesOf(weights: readonly number[] | null, count: number): number[] {
  const given = weights ?? Array.from({ length: count }, () => 1);
  const sum = given.reduce((total, weight) => total + weight, 0);
  return given.map((weight) => weight / sum);
}
