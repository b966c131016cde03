import type { WireQuote } from '@tallystone/core/http-api/betting';

/** Odds for the reference stake of 1 USDC, as market cards show them, and the market version they belong to. */
export interface CardOdds {
  odds: number;
  version: number;
}

/**
 * The odds in an open bet dialog. The odds that the bettor has seen stay until the bettor accepts others: odds that
 * moved on the server become an `offer`, and the bet can't be placed until it is accepted.
 */
export interface SlipOdds {
  /** The card's odds when the bettor last accepted them. */
  card: CardOdds;
  /** The quote for the typed stake; null while there is none. */
  quote: WireQuote | null;
  /** Newer odds to accept; its quote is null until the typed stake has been quoted again. */
  offer: { card: CardOdds; quote: WireQuote | null } | null;
}

/** The most the market takes on the outcome, and the odds this came with. */
export interface KnownLimit {
  /** USDC. */
  maxStake: number;
  odds: number;
}

export type SlipOddsEvent =
  | { kind: 'opened'; card: CardOdds }
  /** The amount field changed to this many USDC; null if it has no valid stake. */
  | { kind: 'retyped'; amount: number | null }
  /** Card odds from the market list or from a quote for 1 USDC. */
  | { kind: 'card-arrived'; card: CardOdds }
  /** A quote for the typed stake, and the card odds if they were read again because the market had moved. */
  | { kind: 'quote-arrived'; quote: WireQuote; card: CardOdds | null }
  /** "Use 1.82" */
  | { kind: 'offer-used' }
  /** Another database server has taken over. Its versions may be lower, so earlier versions can't be compared. */
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

/** The odds on the screen. */
export function shownOdds({ quote, card }: SlipOdds): number {
  return quote?.odds ?? card.odds;
}

/** The signed odds, the lowest at which the bet may be placed; null until the typed stake is quoted. */
export function signedOdds({ quote }: SlipOdds): number | null {
  return quote && (quote.minOdds ?? quote.odds);
}

/** The current odds if they differ from the ones on the screen; null if there is nothing to accept. */
export function offeredOdds({ offer }: SlipOdds): number | null {
  return offer && (offer.quote?.odds ?? offer.card.odds);
}

/** How far the stake itself moves the odds from the card's, as a fraction: -0.011 is 1.1% lower. */
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
  // The odds are back at those the bettor has seen. There is nothing to accept, but the stake needs a new quote.
  if (card.odds === state.card.odds) return { card, quote: null, offer: null };
  // The quote of a refusal arrives before the list has the card of the same version.
  const known = state.offer?.quote ?? null;
  return { ...state, offer: { card, quote: known?.version === card.version ? known : null } };
}

function followQuote(
  state: SlipOdds,
  { quote, card }: { quote: WireQuote; card: CardOdds | null },
): SlipOdds {
  const cardNow = card ?? state.offer?.card ?? state.card;
  // For a stake that was quoted before, compare its own odds. For a new stake, only the card shows whether the market moved.
  const moved =
    state.quote?.amount === quote.amount ? state.quote.odds !== quote.odds : cardNow.odds !== state.card.odds;
  if (moved) return { ...state, offer: { card: cardNow, quote } };
  return { card: cardNow, quote, offer: null };
}
