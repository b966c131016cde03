import type { WireBet } from '@tallystone/core/http-api/betting';
import type { Category } from '@tallystone/core/http-api/markets';
import { foldText } from '../finding/fold-text.ts';
import { isOpen } from './bet-state.ts';
import { shownOf } from './rest-of.ts';

const BET_FILTERS = ['all', 'open', 'won', 'lost', 'void', 'cashed-out'] as const;
const BET_SORTS = ['newest', 'oldest', 'stake', 'win', 'profit'] as const;

export type BetFilter = (typeof BET_FILTERS)[number];
export type BetSort = (typeof BET_SORTS)[number];
export type CategoryFilter = Category | 'all';

/** Which bets to show, and in which order. */
export interface BetChoice {
  filter: BetFilter;
  category: CategoryFilter;
  sort: BetSort;
  /** Text in the title of the market or the name of the outcome; empty for any. */
  search: string;
  /** The first and last day on which a bet may be placed, `yyyy-mm-dd` in the reader's time zone; null for any. */
  from: string | null;
  to: string | null;
}

/** The choice in the URL; what it doesn't name, or names wrongly, is not restricted. */
export function parseBetChoice(params: URLSearchParams, bets: readonly WireBet[]): BetChoice {
  return {
    filter: BET_FILTERS.find((filter) => filter === params.get('show')) ?? 'all',
    category: bets.find(({ market }) => market.category === params.get('category'))?.market.category ?? 'all',
    sort: BET_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    search: params.get('q') ?? '',
    from: parseDay(params.get('from')),
    to: parseDay(params.get('to')),
  };
}

function parseDay(text: string | null): string | null {
  return text !== null && startOfDay(text) !== null ? text : null;
}

/** The moment at which a day begins in the reader's time zone, in ms since 1970; null if the text is no day. */
function startOfDay(day: string, later = 0): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return Number.isNaN(at) ? null : at;
}

/** The bets to show, in order. Ties are newest first; in order of profit, bets without one come last. */
export function selectBets(bets: readonly WireBet[], choice: BetChoice): WireBet[] {
  const { filter, category, sort, search, from, to } = choice;
  const words = foldText(search);
  const first = from === null ? null : startOfDay(from);
  const end = to === null ? null : startOfDay(to, 1);
  const newestFirst = bets
    .filter((bet) => filter === 'all' || (filter === 'open' ? isOpen(bet) : bet.result === filter))
    .filter(({ market }) => category === 'all' || market.category === category)
    .filter(
      ({ market, outcomeName }) => words === '' || foldText(`${market.title} ${outcomeName}`).includes(words),
    )
    .filter(({ placedAt }) => {
      const at = Date.parse(placedAt);
      return (first === null || at >= first) && (end === null || at < end);
    })
    .sort((a, b) => Date.parse(b.placedAt) - Date.parse(a.placedAt));
  if (sort === 'newest') return newestFirst;
  if (sort === 'oldest') return newestFirst.reverse();
  const by = LARGEST_FIRST[sort];
  return newestFirst.sort((a, b) => by(b) - by(a));
}

const LARGEST_FIRST = {
  stake: (bet) => shownOf(bet).stake,
  win: (bet) => shownOf(bet).potentialWin,
  // The default is finite, because the difference of two infinities is NaN.
  profit: ({ profit = -Number.MAX_SAFE_INTEGER }) => profit,
} satisfies Partial<Record<BetSort, (bet: WireBet) => number>>;
