import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import type { WireMarketState } from '@tallystone/core/http-api/markets';
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table';
import { locale } from '../texts/language.ts';
import type { AdminTextKey } from '../texts/t-admin.ts';

export const marketsTableFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

const helper = createColumnHelper<typeof marketsTableFeatures, WireAdminMarket>();
const collators = new Map<string, Intl.Collator>();

/** Compares in the chosen language, ignoring case, with numbers by value. */
function compareWords(a: string, b: string): number {
  const tag = locale();
  const known = collators.get(tag) ?? new Intl.Collator(tag, { sensitivity: 'base', numeric: true });
  collators.set(tag, known);
  return known.compare(a, b);
}

/** The columns of amounts, each with a text that explains it. */
export const MONEY_COLUMNS = [
  { id: 'stakes', meaning: 'adminMarkets.stakesMean' },
  { id: 'exposure', meaning: 'adminMarkets.exposureMeans' },
  { id: 'worstCase', meaning: 'adminMarkets.worstCaseMeans' },
  { id: 'lossBudget', meaning: 'adminMarkets.lossBudgetMeans' },
] as const satisfies readonly { id: keyof WireAdminMarket; meaning: AdminTextKey }[];

/** In the order of a market's life. */
const STATE_ORDER: readonly WireMarketState[] = [
  'open',
  'suspended',
  'closed',
  'resolving',
  'settled',
  'void',
];

/** Sort key of a state; archived markets come last. */
function stateRank(market: WireAdminMarket): string {
  if (market.archived) return '9';
  return `${STATE_ORDER.indexOf(market.state)} ${market.suspension ?? ''}`;
}

/** The ids of the columns; each has its head as a text of the same name. */
export type MarketsColumn =
  | 'title'
  | 'category'
  | 'state'
  | 'ends'
  | 'bets'
  | (typeof MONEY_COLUMNS)[number]['id'];

/** The columns in order. The table renders heads and cells itself, which keeps thousands of rows cheap. */
export const MARKETS_COLUMNS = helper.columns([
  helper.accessor('title', {
    id: 'title',
    sortFn: (a, b) => compareWords(a.original.title, b.original.title),
    sortDescFirst: false,
  }),
  helper.accessor('category', {
    id: 'category',
    sortFn: (a, b) =>
      compareWords(
        `${a.original.category} ${a.original.subcategory}`,
        `${b.original.category} ${b.original.subcategory}`,
      ),
    sortDescFirst: false,
  }),
  helper.accessor(stateRank, { id: 'state', sortFn: sortFn_basic, sortDescFirst: false }),
  helper.accessor((market) => Date.parse(market.endsAt), {
    id: 'ends',
    sortFn: sortFn_basic,
    sortDescFirst: false,
  }),
  helper.accessor('bets', { id: 'bets', sortFn: sortFn_basic, sortDescFirst: true }),
  ...MONEY_COLUMNS.map(({ id }) => helper.accessor(id, { id, sortFn: sortFn_basic, sortDescFirst: true })),
]);
