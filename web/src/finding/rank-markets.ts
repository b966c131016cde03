import type { WireMarket } from '@tallystone/core/http-api/markets';
import { foldText } from './fold-text.ts';
import { type ListedMarket, listedMarket } from './listed-market.ts';

/**
 * The open markets that fit best: titles that begin with what is searched, then titles with a word that begins so,
 * then all others; in each the bigger volume first.
 *
 * @param words folded; without any nothing is found
 * @returns at most `limit` of them, and how many fit in all
 */
export function rankMarkets(asked: {
  markets: readonly WireMarket[];
  words: readonly string[];
  now: Date;
  limit: number;
}): { best: readonly WireMarket[]; count: number } {
  const { markets, words, now, limit } = asked;
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

/** The sum over the words: 0 at the beginning of the title, 1 of a word in it, 2 within one, 3 elsewhere. */
function rankOf(market: WireMarket, words: readonly string[]): number {
  const title = ` ${foldText(market.title ?? '')}`;
  let rank = 0;
  for (const word of words) {
    const at = title.indexOf(` ${word}`);
    rank += at === 0 ? 0 : at > 0 ? 1 : title.includes(word) ? 2 : 3;
  }
  return rank;
}
