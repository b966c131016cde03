import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { foldText } from './fold-text.ts';
import { type ListedMarket, listedMarket } from './listed-market.ts';

/**
 * The open markets that match best: titles that start with the search, then titles with a word that starts with it,
 * then all others, each by volume.
 *
 * @param words folded; finds nothing if empty
 * @returns at most `limit` markets, and the number of all matches
 */
export function rankMarkets(query: {
  markets: readonly WireListedMarket[];
  words: readonly string[];
  now: Date;
  limit: number;
}): { best: readonly WireListedMarket[]; count: number } {
  const { markets, words, now, limit } = query;
  if (words.length === 0) return { best: [], count: 0 };
  const fitting: { listed: ListedMarket; rank: number }[] = [];
  for (const market of markets) {
    const listed = listedMarket(market);
    if (!(listed.endMs > now.getTime())) continue;
    if (!words.every((word) => listed.text.includes(word))) continue;
    fitting.push({ listed, rank: rankOf(market, words) });
  }
  const best = fitting
    .sort((a, b) => a.rank - b.rank || b.listed.volume - a.listed.volume)
    .slice(0, limit)
    .map(({ listed }) => listed.market);
  return { best, count: fitting.length };
}

/** Sum over the words: 0 at the start of the title, 1 at the start of a word, 2 within a word, 3 not in the title. */
function rankOf(market: WireListedMarket, words: readonly string[]): number {
  const title = ` ${foldText(market.title ?? '')}`;
  let rank = 0;
  for (const word of words) {
    const at = title.indexOf(` ${word}`);
    rank += at === 0 ? 0 : at > 0 ? 1 : title.includes(word) ? 2 : 3;
  }
  return rank;
}
