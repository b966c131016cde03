import type { WireQuote } from '@tallystone/core/http-api/betting';
import { leastOdds, lowered, type PriceProtection } from './price-protection.ts';

/** Odds for the reference stake of 1 USDC, as market cards show them, and the market version they belong to. */
export interface CardOdds {
  odds: number;
  version: number;
}

/**
 * The odds of an open bet form. Odds that move within the price protection are shown at once. Odds below it become an
 * offer: those that the bettor has seen stay, and the bet can't be placed until the offer is accepted.
 */
export interface SlipOdds {
  protection: PriceProtection;
  /** The share of the odds that the server's latest suggestion keeps; null before one, and where it makes none. */
  kept: number | null;
  /** The card's odds that belong to what is on the screen. */
  card: CardOdds;
  /** The quote on the screen for the typed stake; null while there is none. */
  quote: WireQuote | null;
  /** The lowest odds that the bettor accepts for that quote. It rises with the odds, and falls only if the bettor agrees. */
  least: number | null;
  /** Odds that came later; their quote is null until the typed stake has been quoted again. */
  newer: { card: CardOdds; quote: WireQuote | null } | null;
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
  /** Card odds from the market list, or from a quote for 1 USDC, which also suggests a minimum. */
  | { kind: 'card-arrived'; card: CardOdds & { minOdds?: number | undefined } }
  /** A quote for the typed stake, and the card odds if they were read again because the market had moved. */
  | { kind: 'quote-arrived'; quote: WireQuote; card: CardOdds | null }
  /** "Use 1.82" */
  | { kind: 'offer-used' }
  | { kind: 'protection-chosen'; protection: PriceProtection }
  /** Another database server has taken over. Its versions may be lower, so earlier versions can't be compared. */
  | { kind: 'versions-forgotten' };

export function slipOddsAt(card: CardOdds, protection: PriceProtection): SlipOdds {
  return { protection, kept: null, card, quote: null, least: null, newer: null };
}

/** The odds of the form after one event. */
export function followOdds(state: SlipOdds, event: SlipOddsEvent): SlipOdds {
  switch (event.kind) {
    case 'opened':
      return slipOddsAt(event.card, state.protection);
    case 'retyped': {
      const quote = quoteFor(state.quote, event.amount);
      return {
        ...state,
        quote,
        least: quote && state.least,
        newer: state.newer && { ...state.newer, quote: quoteFor(state.newer.quote, event.amount) },
      };
    }
    case 'card-arrived':
      return followCard({ ...state, kept: keptBy(event.card) ?? state.kept }, event.card);
    case 'quote-arrived':
      return followQuote({ ...state, kept: keptBy(event.quote) ?? state.kept }, event);
    case 'offer-used':
      return state.newer ? takeNewer(state, state.newer) : state;
    case 'protection-chosen':
      return protect(state, event.protection);
    case 'versions-forgotten':
      return {
        ...state,
        card: { ...state.card, version: 0 },
        newer: state.newer && { ...state.newer, card: { ...state.newer.card, version: 0 } },
      };
  }
}

/** The odds on the screen. */
export function shownOdds({ quote, card }: SlipOdds): number {
  return quote?.odds ?? card.odds;
}

/** The signed odds, the lowest at which the bet may be placed; null until the typed stake is quoted. */
export function signedOdds({ least }: SlipOdds): number | null {
  return least;
}

/** Whether the market fills the quoted bet at exactly its signed odds, so there is no price to protect. */
export function isExactOnly({ quote }: SlipOdds): boolean {
  return quote !== null && quote.minOdds === undefined;
}

/** The current odds if they are below the price protection; null if there is nothing to accept. */
export function offeredOdds(state: SlipOdds): number | null {
  const { newer } = state;
  return newer !== null && isBelow(state, newer) ? (newer.quote?.odds ?? newer.card.odds) : null;
}

/** How far the stake itself moves the odds from the card's, as a fraction: -0.011 is 1.1% lower. */
export function stakeImpact({ quote, card }: SlipOdds): number {
  return quote ? (quote.odds - card.odds) / card.odds : 0;
}

type Newer = NonNullable<SlipOdds['newer']>;

function quoteFor(quote: WireQuote | null, amount: number | null): WireQuote | null {
  return quote?.amount === amount ? quote : null;
}

function keptBy({ odds, minOdds }: { odds: number; minOdds?: number | undefined }): number | null {
  return minOdds === undefined ? null : minOdds / odds;
}

/** Whether newer odds need the bettor's consent. */
function isBelow(state: SlipOdds, { card, quote }: Newer): boolean {
  // Odds for a stake are compared with the lowest that the bettor accepts for it.
  if (state.quote !== null && state.least !== null) {
    const odds = quote?.odds ?? card.odds;
    if (isExactOnly(state)) return odds !== (quote ? state.quote.odds : state.card.odds);
    return odds < state.least;
  }
  return card.odds < leastOfCard(state);
}

/** The lowest card odds that are shown without asking, while no stake is quoted. */
function leastOfCard({ protection, kept, card: { odds } }: SlipOdds): number {
  if (protection.kind !== 'auto') return leastOdds(protection, { odds, minOdds: odds });
  return kept === null ? odds : lowered(odds, kept);
}

/** Shows newer odds with their own minimum: the bettor accepted them, or nothing was quoted before. */
function takeNewer({ protection, kept }: SlipOdds, { card, quote }: Newer): SlipOdds {
  const least = quote && leastOdds(protection, quote);
  return { protection, kept, card, quote, least, newer: null };
}

/** Newer odds: an offer if they are below the protection, shown if they are complete, else waiting for their quote. */
function hear(state: SlipOdds, newer: Newer): SlipOdds {
  if (isBelow(state, newer)) return { ...state, newer };
  if (state.quote === null) return takeNewer(state, newer);
  if (newer.quote === null) return { ...state, newer };
  const taken = takeNewer(state, newer);
  return { ...taken, least: Math.max(taken.least ?? 0, state.least ?? 0) };
}

function followCard(state: SlipOdds, { odds, version }: CardOdds): SlipOdds {
  const card = { odds, version };
  const newest = state.newer?.card ?? state.card;
  if (version <= newest.version) return state;
  if (odds === newest.odds) {
    return state.newer ? { ...state, newer: { ...state.newer, card } } : { ...state, card };
  }
  // The odds are back at those the bettor has seen, so there is nothing to accept. Where the odds are signed exactly,
  // the stake needs a new quote.
  if (odds === state.card.odds) {
    return isExactOnly(state)
      ? { ...state, card, quote: null, least: null, newer: null }
      : { ...state, card, newer: null };
  }
  // The quote of a refusal arrives before the list has the card of the same version.
  const known = state.newer?.quote ?? null;
  return hear(state, { card, quote: known?.version === version ? known : null });
}

function followQuote(
  state: SlipOdds,
  { quote, card }: { quote: WireQuote; card: CardOdds | null },
): SlipOdds {
  const cardNow = card ?? state.newer?.card ?? state.card;
  const newer = { card: { odds: cardNow.odds, version: cardNow.version }, quote };
  // For another stake than before, only the card shows whether the market moved.
  return hear(state.quote?.amount === quote.amount ? state : { ...state, quote: null, least: null }, newer);
}

function protect(state: SlipOdds, protection: PriceProtection): SlipOdds {
  const { quote, newer } = state;
  const chosen = { ...state, protection, least: quote && leastOdds(protection, quote) };
  return newer === null ? chosen : hear(chosen, newer);
}
