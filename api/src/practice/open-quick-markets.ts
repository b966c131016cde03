import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import type { Tx } from '../db/db.ts';
import { takeLock } from '../db/named-lock.ts';
import { fundPool } from './fund-pool.ts';
import { QUICK_QUESTIONS } from './quick-questions.ts';
import { listOpenPractice, openDraws, openPractice, pick, QUICK_LIFE_MS } from './top-up.ts';

/** A tenth of that of other practice markets, so that the bets of a few minutes move the prices visibly. */
export const QUICK_BUDGET: MicroUsdc = microUsdc(10_000_000_000n);

/** A little under three minutes, so that the end comes within three minutes of the list that first shows the market. */
const LIFE_MS = QUICK_LIFE_MS - 5000;
/** The next market opens while the one before still has this long, so that a newcomer always has time to bet. */
const OVERLAP_MS = 60_000;

const CATEGORIES = ['sports', 'politics', 'crypto'] as const;

/**
 * Opens a quick market in each category that has none with more than a minute left. Concurrent processes take turns.
 *
 * @returns the ids of the opened markets, and when the next one is due
 */
export async function openQuickMarkets(
  tx: Tx,
  { now, random }: { now: Date; random: () => number },
): Promise<{ opened: string[]; dueAt: Date }> {
  await takeLock(tx, 'practice-markets');
  const open = await listOpenPractice(tx, { now, quick: true });
  const used = new Set(open.map(({ title }) => title));
  const opened: string[] = [];
  let dueAt = Number.POSITIVE_INFINITY;
  for (const category of CATEGORIES) {
    const ends = open.filter((market) => market.category === category).map(({ endsAt }) => endsAt.getTime());
    let due = Math.max(...ends) - OVERLAP_MS;
    if (due <= now.getTime()) {
      if (opened.length === 0) await fundPool(tx);
      const question = pick(
        QUICK_QUESTIONS.filter((each) => each.category === category && !used.has(each.title)),
        random,
      );
      const endsAt = new Date(now.getTime() + LIFE_MS);
      opened.push(await openPractice(tx, { question, endsAt, lossBudget: QUICK_BUDGET }));
      due = endsAt.getTime() - OVERLAP_MS;
    }
    dueAt = Math.min(dueAt, due);
  }
  if (opened.length > 0) await openDraws(tx);
  return { opened, dueAt: new Date(dueAt) };
}
