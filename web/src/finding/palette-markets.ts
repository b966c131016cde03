import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { timeRemaining } from '../format/market-time.ts';
import { t } from '../texts/t-palette.ts';
import { listedMarket } from './listed-market.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { showAllOf } from './palette-screens.ts';
import { rankMarkets } from './rank-markets.ts';
import type { Watched } from './watchlist.ts';

/** Markets shown in the palette; the full list has the others. */
const OFFERED = 8;

/** The best matching markets; without a search, the open ones of the watchlist. */
export function paletteMarkets(query: {
  markets: readonly WireListedMarket[];
  words: readonly string[];
  /** As typed, for the link to all matches. */
  search: string;
  watched: readonly Watched[];
  now: Date;
  navigate: (to: string) => void;
}): readonly PaletteEntry[] {
  const { markets, words, search, watched, now, navigate } = query;
  const { best, count } =
    words.length > 0
      ? rankMarkets({ markets, words, now, limit: OFFERED })
      : { best: openOf(watched, { markets, now }).slice(0, OFFERED), count: 0 };
  const entries = best.map(
    (market): PaletteEntry => ({
      id: `market-${market.id}`,
      label: market.title,
      hint: timeRemaining({ endsAt: market.endsAt, now }),
      run: () => navigate(`/market/${market.id}`),
    }),
  );
  if (count <= best.length) return entries;
  return [
    ...entries,
    {
      id: 'markets-all',
      label: t('palette.showAll', { count }),
      run: () => showAllOf(search, navigate),
    },
  ];
}

function openOf(
  watched: readonly Watched[],
  { markets, now }: { markets: readonly WireListedMarket[]; now: Date },
): readonly WireListedMarket[] {
  if (watched.length === 0) return [];
  const byId = new Map(markets.map((market) => [market.id, market]));
  return watched
    .flatMap(({ id }) => byId.get(id) ?? [])
    .filter((market) => listedMarket(market).endMs > now.getTime());
}
