import { randomBytes } from 'node:crypto';
import { drawCommitment } from '@tallystone/core/markets/practice-draw';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { AT_LEAST, type FillRule } from '@tallystone/core/odds/fill-rule';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { takeLock } from '../db/named-lock.ts';
import { col, rows, values } from '../db/rows.ts';
import { openMarket } from '../markets/open-market.ts';
import { fundPool } from './fund-pool.ts';
import { PRACTICE_QUESTIONS } from './practice-questions.ts';
import type { QuickQuestion } from './quick-questions.ts';

/**
 * The loss budget of practice markets, by the fill rule introduced with it. The current one is so large that the bets of a
 * busy demo move prices little.
 */
export const PRACTICE_BUDGETS: Readonly<Record<FillRule, MicroUsdc>> = {
  1: microUsdc(10_000_000_000n),
  2: microUsdc(100_000_000_000n),
};
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Without sports, whose longer markets come from games. */
const CATEGORIES = ['politics', 'crypto'] as const;

/** In each category one market always ends in each of these spans from now: 8 in all. */
const SPANS = [
  { fromMs: 0, toMs: HOUR_MS, newFromMs: 40 * MINUTE_MS, newToMs: 58 * MINUTE_MS },
  { fromMs: HOUR_MS, toMs: 12 * HOUR_MS, newFromMs: 4 * HOUR_MS, newToMs: 11 * HOUR_MS },
  { fromMs: 12 * HOUR_MS, toMs: 48 * HOUR_MS, newFromMs: 26 * HOUR_MS, newToMs: 46 * HOUR_MS },
  { fromMs: 48 * HOUR_MS, toMs: Number.POSITIVE_INFINITY, newFromMs: 72 * HOUR_MS, newToMs: 160 * HOUR_MS },
] as const;

const INVENTED = 'Practice market with practice money: no real event decides it.';

/** Practice markets that live at most this long are quick markets: see open-quick-markets.ts. */
export const QUICK_LIFE_MS = 3 * MINUTE_MS;

/** For a row of markets, whether it is a quick market. */
export const isQuick = sql`(source = 'practice' and ends_at - created_at <= ${QUICK_LIFE_MS} * interval '1 millisecond')`;

/** The practice markets that take bets now: quick ones, or all others. */
export const listOpenPractice = (tx: Tx, { now, quick }: { now: Date; quick: boolean }) =>
  rows(
    tx,
    { title: col.text, category: col.text, endsAt: col.date },
    sql`
      select title, category, ends_at from markets
      where source = 'practice' and state = 'open' and archived_at is null and deleted_at is null
        and ends_at > ${now.toISOString()}::timestamptz and ${isQuick} = ${quick}`,
  );

/**
 * Opens practice markets until every category has one that ends within the hour, within half a day, within two days and
 * later, and gives each the seed of its draw. Concurrent processes take turns.
 *
 * @returns how many were opened
 */
export async function topUpMarkets(
  tx: Tx,
  { now, random }: { now: Date; random: () => number },
): Promise<number> {
  await takeLock(tx, 'practice-markets');
  await fundPool(tx);
  const open = await listOpenPractice(tx, { now, quick: false });
  const used = new Set(open.map((market) => market.title));
  let opened = 0;
  for (const category of CATEGORIES) {
    for (const span of SPANS) {
      const isCovered = open.some((market) => {
        const leftMs = market.endsAt.getTime() - now.getTime();
        return market.category === category && leftMs > span.fromMs && leftMs <= span.toMs;
      });
      if (isCovered) continue;
      const question = pick(
        PRACTICE_QUESTIONS.filter((q) => q.category === category && !used.has(q.title)),
        random,
      );
      used.add(question.title);
      const lifeMs = span.newFromMs + random() * (span.newToMs - span.newFromMs);
      await openPractice(tx, {
        question,
        endsAt: endOf(now, lifeMs),
        lossBudget: PRACTICE_BUDGETS[AT_LEAST],
      });
      opened += 1;
    }
  }
  await openDraws(tx);
  return opened;
}

/** Opens a market of the market maker about an invented question. @returns its id */
export async function openPractice(
  tx: Tx,
  {
    question: { title, about, category, subcategory, outcomes },
    endsAt,
    lossBudget,
  }: {
    question: QuickQuestion;
    endsAt: Date;
    lossBudget: MicroUsdc;
  },
): Promise<string> {
  const result = await openMarket(tx, {
    title,
    description: `${about} ${INVENTED}`,
    category,
    subcategory,
    outcomes: Object.entries(outcomes).map(([name, probability]) => ({ name, probability })),
    endsAt,
    source: 'practice',
    lossBudget,
  });
  if (result.kind === 'refused') throw new Error(`a practice market did not open: ${result.reason}`);
  return result.marketId;
}

/** Rounded down to a full minute, because people read it. */
function endOf(now: Date, lifeMs: number): Date {
  return new Date(Math.floor((now.getTime() + lifeMs) / MINUTE_MS) * MINUTE_MS);
}

/** One of the choices. @param random returns a number from 0 to under 1 */
export function pick<T>(choices: readonly T[], random: () => number): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new Error('expected a practice question that is not in use');
  return choice;
}

const SEED_BYTES = 32;

/**
 * Gives every practice market whose betting hasn't ended the seed that will draw its result. Markets get it in the
 * transaction that opens them; markets older than this feature get it with the next upkeep. Once betting has ended it is
 * too late, because bettors couldn't tell when the seed was chosen.
 */
export async function openDraws(tx: Tx): Promise<void> {
  const without = await values(
    tx,
    col.text,
    sql`
      select m.id from markets m
      where m.source = 'practice' and m.state in ('open', 'suspended') and m.closes_at > clock_timestamp()
        and m.deleted_at is null and not exists (select from practice_draws d where d.market_id = m.id)`,
  );
  if (without.length === 0) return;
  const draws = without.map((id) => {
    const seed = randomBytes(SEED_BYTES);
    return { market_id: id, seed: seed.toString('hex'), commitment: drawCommitment(seed) };
  });
  await tx.execute(sql`
    insert into practice_draws (market_id, seed, commitment)
    select market_id, decode(seed, 'hex'), decode(commitment, 'hex')
    from json_to_recordset(${JSON.stringify(draws)}::json) as d(market_id text, seed text, commitment text)
    on conflict do nothing`);
}
