import type { WireQuote } from '@tallystone/core/http-api/betting';

/** Odds for the reference stake of 1 USDC, as a market card prints them, and the market version they belong to. */
export interface CardOdds {
  odds: number;
  version: number;
}

/**
 * The odds an open bet dialog stands on. What the bettor has seen stays until the bettor agrees to something else:
 * odds that moved on the server become an `offer`, and the bet waits for it.
 */
export interface SlipOdds {
  /** What the card said when the bettor last agreed to it. */
  card: CardOdds;
  /** The quote for the typed stake; null while there is none. */
  quote: WireQuote | null;
  /** Other odds that came meanwhile; its quote is null while the typed stake has not been quoted anew. */
  offer: { card: CardOdds; quote: WireQuote | null } | null;
}

export type SlipOddsEvent =
  | { kind: 'opened'; card: CardOdds }
  /** The amount field stands for this many USDC now, or for nothing that could be staked. */
  | { kind: 'retyped'; amount: number | null }
  /** The market list or a quote for 1 USDC brought card odds. */
  | { kind: 'card-arrived'; card: CardOdds }
  /** A quote for the typed stake; with it the card odds, where they were read anew because the market had moved. */
  | { kind: 'quote-arrived'; quote: WireQuote; card: CardOdds | null }
  /** "Use 1.82" */
  | { kind: 'offer-used' }
  /** Another database server has taken over: versions of before are higher than those to come, and say nothing. */
  | { kind: 'versions-forgotten' };

export function slipOddsAt(card: CardOdds): SlipOdds {
  return { card, quote: null, offer: null };
}

/** The odds of the dialog after one event. */
export function followOdds(state: SlipOdds, event: SlipOddsEvent): SlipOdds {
  switch (event.kind) {
    case 'opened':
      return slipOddsAt(event.card);
    case 'retyped':
      return {
        ...state,
        quote: quoteFor(state.quote, event.amount),
        offer: state.offer && { ...state.offer, quote: quoteFor(state.offer.quote, event.amount) },
      };
    case 'card-arrived':
      return followCard(state, event.card);
    case 'quote-arrived':
      return followQuote(state, event);
    case 'offer-used':
      return state.offer ? { ...state.offer, offer: null } : state;
    case 'versions-forgotten':
      return {
        ...state,
        card: { ...state.card, version: 0 },
        offer: state.offer && { ...state.offer, card: { ...state.offer.card, version: 0 } },
      };
  }
}

/** The odds that are shown. */
export function shownOdds({ quote, card }: SlipOdds): number {
  return quote?.odds ?? card.odds;
}

/** The lowest odds that the bet may be placed at, which are signed: null until the typed stake is quoted. */
export function signedOdds({ quote }: SlipOdds): number | null {
  return quote && (quote.minOdds ?? quote.odds);
}

/** What the odds are now, where they differ from the shown ones; null while there is nothing to agree to. */
export function offeredOdds({ offer }: SlipOdds): number | null {
  return offer && (offer.quote?.odds ?? offer.card.odds);
}

/** How far the stake itself moves the odds away from the card, as a fraction: -0.011 is 1.1% lower. */
export function stakeImpact({ quote, card }: SlipOdds): number {
  return quote ? (quote.odds - card.odds) / card.odds : 0;
}

function quoteFor(quote: WireQuote | null, amount: number | null): WireQuote | null {
  return quote?.amount === amount ? quote : null;
}

function followCard(state: SlipOdds, card: CardOdds): SlipOdds {
  const newest = state.offer?.card ?? state.card;
  if (card.version <= newest.version) return state;
  if (card.odds === newest.odds) {
    return state.offer ? { ...state, offer: { ...state.offer, card } } : { ...state, card };
  }
  // Back where the bettor has seen them: nothing is left to agree to, but the typed stake needs its quote again.
  if (card.odds === state.card.odds) return { card, quote: null, offer: null };
  // A refusal brings its quote before the list brings the card of the same version.
  const known = state.offer?.quote ?? null;
  return { ...state, offer: { card, quote: known?.version === card.version ? known : null } };
}

function followQuote(
  state: SlipOdds,
  { quote, card }: { quote: WireQuote; card: CardOdds | null },
): SlipOdds {
  const cardNow = card ?? state.offer?.card ?? state.card;
  // For a stake that was already quoted its own odds decide; for a new one the card tells stake from market.
  const moved =
    state.quote?.amount === quote.amount ? state.quote.odds !== quote.odds : cardNow.odds !== state.card.odds;
  if (moved) return { ...state, offer: { card: cardNow, quote } };
  return { card: cardNow, quote, offer: null };
}
