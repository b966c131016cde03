import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { settlesBy } from '@tallystone/core/markets/settles-by';
import { suspensionOf } from '@tallystone/core/markets/suspension';
import { MICRO, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { bookMaxStakeAt, bookOdds, bookProbabilities } from '@tallystone/core/odds/book';
import { marginOf } from '@tallystone/core/odds/feed';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import { leagueName } from './league-name.ts';
import type { StoredMarket } from './stored-market.ts';

/** The stake for which cards show odds. */
const CARD_STAKE = microUsdc(MICRO);

/**
 * The wire form of a market in the list. In this order the list compresses best: what many markets have in common is side
 * by side, and the id is before the outcomes, whose ids repeat it.
 */
export function wireListedMarket(market: StoredMarket): WireListedMarket {
  return {
    category: market.category,
    subcategory: market.subcategory,
    ...wireLeague(market),
    ...wireGame(market),
    state: market.state,
    source: market.source,
    ...wireSuspension(market),
    title: market.title,
    description: market.description,
    premium: market.premium,
    tags: [...market.tags],
    ...wireMargin(market),
    version: market.version,
    volume: usdcToNumber(market.staked),
    ...(market.startsAt === null ? {} : { startsAt: market.startsAt.toISOString() }),
    endsAt: market.endsAt.toISOString(),
    ...(market.closesAt.getTime() === market.endsAt.getTime()
      ? {}
      : { closesAt: market.closesAt.toISOString() }),
    settlesBy: settlesBy(market).toISOString(),
    ...wireRule(market),
    ...wireInPlay(market),
    id: market.id,
    outcomes: wireOutcomes(market),
  };
}

/** Only in sports: the list's filter by league is for them. */
function wireLeague({ category, league, country }: StoredMarket): Pick<WireListedMarket, 'league'> {
  if (category !== 'sports' || league === null || country === null || league === '') return {};
  return { league: leagueName({ league, country }) };
}

/** The game it is on, and how many other markets that has. */
function wireGame({ gameId, more }: StoredMarket): Pick<WireListedMarket, 'gameId' | 'more'> {
  return { ...(gameId !== null && { gameId }), ...(more > 0 && { more }) };
}

/** Why it takes no bets. */
function wireSuspension(market: StoredMarket): Pick<WireListedMarket, 'suspension'> {
  if (market.state !== 'suspended') return {};
  const suspension = suspensionOf({ ...market, isArchived: market.archivedAt !== null });
  return suspension === null ? {} : { suspension };
}

/** Only for feed markets; null while it is unknown. */
function wireMargin({ book }: StoredMarket): Pick<WireListedMarket, 'margin'> {
  if (book.kind !== 'feed') return {};
  const margin = marginOf(book);
  return { margin: margin === null ? null : Math.round(margin * 10_000) / 100 };
}

/** How many outcomes win, unless it is one, and whether one side is never priced. */
function wireRule({ winners, isOneSided }: StoredMarket): Pick<WireListedMarket, 'winners' | 'oneSided'> {
  return { ...(winners !== 1 && { winners }), ...(isOneSided && { oneSided: true }) };
}

/** Only while its game is played and bets on it are taken. */
function wireInPlay({ inPlay }: StoredMarket): Pick<WireListedMarket, 'inPlay'> {
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

function wireOutcomes({ book, outcomeIds, outcomeNames }: StoredMarket): WireOutcome[] {
  const probabilities = bookProbabilities(book);
  return outcomeIds.map((id, outcome) => {
    const odds = bookOdds(book, { outcome, stake: CARD_STAKE });
    return {
      id,
      name: outcomeNames[outcome] ?? '',
      probability: percentOf(probabilities[outcome] ?? 0),
      odds: odds === null ? null : oddsToNumber(odds),
      maxAtOdds: odds === null ? null : usdcToNumber(bookMaxStakeAt(book, { outcome, odds })),
    };
  });
}

/** In percent, to four decimals; further digits are rounding noise. */
function percentOf(probability: number): number {
  return Math.round(probability * 1_000_000) / 10_000;
}
