import type { Category } from '../http-api/markets.ts';

export interface CategoryEntry {
  readonly id: Category;
  readonly label: string;
  /** Whether the market list shows its tab even without open markets. */
  readonly alwaysShown: boolean;
  readonly subcategories: readonly { readonly id: string; readonly label: string }[];
}

/**
 * The market categories and their subcategories, in display order.
 *
 * @see docs/design/fixed-values.md#markets
 */
export const CATEGORY_TAXONOMY: readonly CategoryEntry[] = [
  {
    id: 'sports',
    label: 'Sports',
    alwaysShown: true,
    subcategories: [
      { id: 'football', label: 'Football (NFL)' },
      { id: 'basketball', label: 'Basketball (NBA)' },
      { id: 'soccer', label: 'Soccer (FIFA)' },
      { id: 'tennis', label: 'Tennis' },
      { id: 'baseball', label: 'Baseball (MLB)' },
      { id: 'hockey', label: 'Hockey (NHL)' },
      { id: 'mma', label: 'MMA' },
      { id: 'boxing', label: 'Boxing' },
    ],
  },
  {
    id: 'politics',
    label: 'Politics',
    alwaysShown: true,
    subcategories: [
      { id: 'elections', label: 'Elections' },
      { id: 'policy', label: 'Policy' },
      { id: 'international', label: 'International' },
      { id: 'domestic', label: 'Domestic' },
    ],
  },
  {
    id: 'crypto',
    label: 'Crypto',
    alwaysShown: true,
    subcategories: [
      { id: 'bitcoin', label: 'Bitcoin' },
      { id: 'ethereum', label: 'Ethereum' },
      { id: 'altcoins', label: 'Altcoins' },
      { id: 'defi', label: 'DeFi' },
      { id: 'nft', label: 'NFT' },
    ],
  },
  {
    id: 'entertainment',
    label: 'Entertainment',
    alwaysShown: false,
    subcategories: [
      { id: 'movies', label: 'Movies' },
      { id: 'tv', label: 'TV' },
      { id: 'music', label: 'Music' },
      { id: 'gaming', label: 'Gaming' },
    ],
  },
  {
    id: 'economics',
    label: 'Economics',
    alwaysShown: false,
    subcategories: [
      { id: 'stocks', label: 'Stocks' },
      { id: 'commodities', label: 'Commodities' },
      { id: 'forex', label: 'Forex' },
      { id: 'indicators', label: 'Indicators' },
    ],
  },
];
