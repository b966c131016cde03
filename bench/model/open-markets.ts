import { outcomeIdOf } from '@tallystone/core/ids';
import { readJson } from '../bettor.ts';
import type { Random } from '../random.ts';
import { type NewFeedMarket, openFeedMarkets } from './feed-by-sql.ts';
import { Caller, type House, readNow } from './house.ts';
import type { RunMarket } from './seed-facts.ts';
import { feedOdds, type SeedRun } from './seed-run.ts';
import type { Tally } from './tally.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const USDC = 1_000_000n;
const CENT = 10_000n;
/** This many of each kind take bets. */
const OPEN = { lmsr: 2, feed: 2 } as const;
/** Besides, this many games with small caps are for combos, which need several games at once. */
const SIDE_GAMES = 3;
/** USDC. */
const BUDGETS = [1000, 1000, 3000, 10_000, 50_000] as const;
const CAPS = [100, 300, 1000, 5000, 20_000] as const;
const SIDE_CAPS = [100, 300, 1000] as const;
/** How long they are open, varied by half in both directions. */
const LMSR_HOURS = [0.5, 3, 20, 80] as const;
const FEED_HOURS = [0.3, 2, 12, 48] as const;
const SIDE_HOURS = [6, 24, 48, 96] as const;
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
  const games: NewGame[] = [];
  for (const seed of seeds) {
    for (let i = lacks(seed, 'lmsr', now); i > 0; i--) wanted.push(wantLmsr(seed, now));
    for (let i = lacks(seed, 'feed', now); i > 0; i--) games.push(newGame(seed, { now, isSide: false }));
  }
  await openGames(house, tally, games);
  await openLmsr(house, tally, wanted);
}

/** Gives each seed the games for combos that it lacks. */
export async function openSideGames(house: House, tally: Tally, seeds: readonly SeedRun[]): Promise<void> {
  const now = await readNow(house.sql);
  const games = seeds.flatMap((seed) =>
    Array.from({ length: Math.max(0, lacks(seed, 'side', now)) }, () => newGame(seed, { now, isSide: true })),
  );
  await openGames(house, tally, games);
}

function lacks({ markets }: SeedRun, kind: RunMarket['kind'] | 'side', now: number): number {
  const open = markets.filter(
    (market) =>
      (market.isSide ? 'side' : market.kind) === kind &&
      !market.hasEnded &&
      !market.isClosed &&
      market.closesAt > now,
  );
  return (kind === 'side' ? SIDE_GAMES : OPEN[kind]) - open.length;
}

interface NewGame {
  readonly seed: SeedRun;
  readonly made: NewFeedMarket;
  readonly chances: number[];
  readonly isSide: boolean;
}

function newGame(seed: SeedRun, { now, isSide }: { now: number; isSide: boolean }): NewGame {
  const { random } = seed;
  const count = random.between(2, 3);
  const chances = Array.from({ length: count }, () => 0.08 + random.exponential(1));
  const winners = count === 3 && random.chance(0.4) ? 2 : 1;
  const isOneSided = count === 2 && random.chance(0.3);
  const cap = BigInt(random.pick(isSide ? SIDE_CAPS : CAPS)) * USDC;
  const hours = random.pick(isSide ? SIDE_HOURS : FEED_HOURS) * (0.5 + random.unit());
  const id = seed.newMarketId();
  return {
    seed,
    chances,
    isSide,
    made: {
      id,
      gameId: `g${seed.newMarketId()}`,
      title: gameTitle(random),
      outcomeIds: chances.map((_, place) => outcomeIdOf(id, place)),
      winners,
      isOneSided,
      odds: feedOdds({ chances, winners, isOneSided }, random.pick(MARGINS)),
      pricedAt: now,
      startsAt: now + Math.round(hours * HOUR_MS),
      cap,
      gameCap: random.chance(0.15) ? (cap * BigInt(random.between(40, 99))) / 100n : 2n * cap,
    },
  };
}

async function openGames(house: House, tally: Tally, games: readonly NewGame[]): Promise<void> {
  await openFeedMarkets(
    house.sql,
    games.map(({ made }) => made),
  );
  for (const { seed, made, chances, isSide } of games) {
    const { id, winners, isOneSided, odds, pricedAt, cap, gameCap, startsAt, outcomeIds, title } = made;
    seed.model.openFeed({ id, winners, odds, pricedAt, cap, gameCap, closesAt: startsAt, title });
    seed.markets.push({
      ...noPause(),
      id,
      kind: 'feed',
      isSide,
      outcomeIds,
      winners,
      isOneSided,
      isOutright: !isMatch(title),
      closesAt: startsAt,
      budget: cap,
      chances,
      odds,
      pricedAt,
    });
  }
  tally.add('markets of the feed', games.length);
  tally.add('markets of which two outcomes win', games.filter(({ made }) => made.winners === 2).length);
  tally.add('markets with odds on one side', games.filter(({ made }) => made.isOneSided).length);
}

/** Few enough names that two games of a seed sometimes have the same participant, and sometimes none at all. */
function gameTitle(random: Random): string {
  if (random.chance(0.06)) return `Winner of Cup ${random.between(1, 9)}`;
  const name = () => {
    const plain = `Team ${random.between(1, 150)}`;
    return random.chance(0.2) ? plain.toUpperCase() : plain;
  };
  const side = () => (random.chance(0.2) ? `${name()}${random.pick([' / ', ' & '])}${name()}` : name());
  return `${side()}${random.pick([' vs ', ' - ', ' – '])}${side()}`;
}

const isMatch = (title: string): boolean => !title.startsWith('Winner');

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
      isSide: false,
      outcomeIds: row.outcomes.split(','),
      winners: 1,
      isOneSided: false,
      isOutright: false,
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
