import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { suspensionOf } from '@tallystone/core/markets/suspension';
import { MICRO, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type Book, bookMaxStakeAt, bookOdds, bookProbabilities } from '@tallystone/core/odds/book';
import { marginOf } from '@tallystone/core/odds/feed';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import type { MovingMarket } from './stored-market.ts';

// The wire form of what changes about a market, for the list and the stream.

/** The stake for which cards show odds. */
const CARD_STAKE = microUsdc(MICRO);

/** Why it takes no bets. */
export function wireSuspension(market: MovingMarket): Pick<WireListedMarket, 'suspension'> {
  if (market.state !== 'suspended') return {};
  const suspension = suspensionOf({ ...market, isArchived: market.archivedAt !== null });
  return suspension === null ? {} : { suspension };
}

/** How many other markets its game has. */
export const wireMore = ({ more }: MovingMarket): Pick<WireListedMarket, 'more'> =>
  more > 0 ? { more } : {};

/** Only while its game is played and bets on it are taken. */
export function wireInPlay({ inPlay }: MovingMarket): Pick<WireListedMarket, 'inPlay'> {
  if (inPlay === null) return {};
  const { delay, home, away, clock, period } = inPlay;
  return {
    inPlay: {
      delay,
      ...(home !== null && away !== null && { score: [home, away] as [number, number] }),
      ...(clock !== '' && { clock }),
      ...(period !== '' && { period }),
    },
  };
}

/** Only for feed markets; null while it is unknown. */
export function wireMargin({ book }: MovingMarket): Pick<WireListedMarket, 'margin'> {
  if (book.kind !== 'feed') return {};
  const margin = marginOf(book);
  return { margin: margin === null ? null : Math.round(margin * 10_000) / 100 };
}

/** Only for feed markets: when its game begins. */
export const wireStart = ({ startsAt }: MovingMarket): Pick<WireListedMarket, 'startsAt'> =>
  startsAt === null ? {} : { startsAt: startsAt.toISOString() };

/** Of each outcome, in the market's order. */
export const wirePrices = (book: Book): Pick<WireOutcome, 'probability' | 'odds' | 'maxAtOdds'>[] =>
  bookProbabilities(book).map((probability, outcome) => {
    const odds = bookOdds(book, { outcome, stake: CARD_STAKE });
    return {
      probability: percentOf(probability),
      odds: odds === null ? null : oddsToNumber(odds),
      maxAtOdds: odds === null ? null : usdcToNumber(bookMaxStakeAt(book, { outcome, odds })),
    };
  });

/** In percent, to four decimals; further digits are rounding noise. */
function percentOf(probability: number): number {
  return Math.round(probability * 1_000_000) / 10_000;
}
