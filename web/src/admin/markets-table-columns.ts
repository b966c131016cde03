import type { WireAdminMarket, WireMarketState } from '@tallystone/core/http-api';
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table';

export const marketsTableFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

const helper = createColumnHelper<typeof marketsTableFeatures, WireAdminMarket>();
const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

type MoneyColumn = 'stakes' | 'exposure' | 'worstCase' | 'lossBudget';

/** What each column of money says, in one line. */
export const MONEY_COLUMNS: readonly { id: MoneyColumn; label: string; meaning: string }[] = [
  { id: 'stakes', label: 'Stakes', meaning: 'What bettors have put in.' },
  {
    id: 'exposure',
    label: 'Exposure',
    meaning: 'What the house loses now if the worst outcome wins; never below zero.',
  },
  {
    id: 'worstCase',
    label: 'Worst case',
    meaning: 'The most that may have to be paid out now: to the winners, or all stakes back.',
  },
  {
    id: 'lossBudget',
    label: 'Loss budget',
    meaning:
      'The most the house can ever lose on the market: its loss budget, or its cap when it follows the feed.',
  },
];

/** In the order of a market's life: first what takes bets, last what is over. */
const STATE_ORDER: readonly WireMarketState[] = [
  'open',
  'suspended',
  'closed',
  'resolving',
  'settled',
  'void',
];

/** What a state sorts by; what is put away comes last. */
function stateRank(market: WireAdminMarket): string {
  if (market.archived) return '9';
  return `${STATE_ORDER.indexOf(market.state)} ${market.suspension ?? ''}`;
}

/** The columns in their order. Cells are drawn by the row itself, which keeps thousands of them cheap. */
export const MARKETS_COLUMNS = helper.columns([
  helper.accessor('title', {
    id: 'title',
    header: 'Title',
    sortFn: (a, b) => words.compare(a.original.title, b.original.title),
    sortDescFirst: false,
  }),
  helper.accessor('category', {
    id: 'category',
    header: 'Category',
    sortFn: (a, b) =>
      words.compare(
        `${a.original.category} ${a.original.subcategory}`,
        `${b.original.category} ${b.original.subcategory}`,
      ),
    sortDescFirst: false,
  }),
  helper.accessor(stateRank, { id: 'state', header: 'State', sortFn: sortFn_basic, sortDescFirst: false }),
  helper.accessor((market) => Date.parse(market.endsAt), {
    id: 'ends',
    header: 'Ends',
    sortFn: sortFn_basic,
    sortDescFirst: false,
  }),
  helper.accessor('bets', { id: 'bets', header: 'Bets', sortFn: sortFn_basic, sortDescFirst: true }),
  ...MONEY_COLUMNS.map(({ id, label }) =>
    helper.accessor(id, {
      id,
      header: label,
      sortFn: sortFn_basic,
      sortDescFirst: true,
    }),
  ),
]);
