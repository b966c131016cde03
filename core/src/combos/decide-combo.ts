import { type BettorFunds, capLeftOf } from '../betting/decide-bet.ts';
import type { Refusal } from '../betting/refusal.ts';
import { stateAt } from '../markets/lifecycle.ts';
import type { MarketState } from '../markets/market-state.ts';
import { CENT, type MicroOdds, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { type FeedOdds, marginOf } from '../odds/feed.ts';
import { HIGHEST_ODDS } from '../odds/parse-odds.ts';
import { payoutOf } from '../odds/payout.ts';
import { comboOdds } from './combo-odds.ts';
import { type ComboUse, comboMaxStake, comboRoom, FEWEST_LEGS, MOST_LEGS } from './combo-room.ts';

/** A leg's prices must be this fresh. A combo multiplies them, and so it multiplies what an old price is worth. */
export const COMBO_FRESH_MS = 60_000;

/** A selection as the server knows it. */
export interface AskedLeg {
  readonly marketId: string;
  readonly outcomeId: string;
  /** Null if there is no such market. */
  readonly market: LegMarket | null;
}

export interface LegMarket {
  readonly state: MarketState;
  readonly closesAt: Date;
  readonly outcomeIds: readonly string[];
  /** Null for a market of our own. */
  readonly feed: LegFeed | null;
}

export interface LegFeed extends FeedOdds {
  readonly gameId: string;
  /** As people read it: `Arsenal vs Chelsea`. */
  readonly gameTitle: string;
  readonly pricedAt: Date;
  /** Whether its game is being played. */
  readonly isInPlay: boolean;
}

/** Why these selections make no combo. */
type NoCombo =
  /** Real stakes rest on a contract that doesn't know combos. */
  | 'live-mode'
  /** Servers of the version before run beside this one and would not see combos. */
  | 'not-yet'
  | 'own-market'
  | 'in-play'
  /** A competition rather than a game of participants. */
  | 'outright'
  | 'same-game'
  | 'same-participant'
  | 'below-zero-margin'
  /** The feed prices one side only, so its margin may be below zero. */
  | 'one-sided'
  | 'odds-too-high'
  /** Too few or too many selections. */
  | 'legs';

/** Why a combo is refused. `leg` counts from 0 and is missing if no single leg is the reason. */
export type ComboRefusal = { readonly leg?: number } & (
  | Refusal
  | { readonly kind: 'rejected'; readonly reason: 'combo-refused'; readonly why: NoCombo }
);

export type ComboDecision =
  | {
      readonly kind: 'accepted';
      /** At least the signed odds. */
      readonly odds: MicroOdds;
      readonly legOdds: readonly MicroOdds[];
      /** Micro-USDC, stake included. */
      readonly payout: MicroUsdc;
      /** What the pool adds to the stake. */
      readonly housePart: MicroUsdc;
    }
  | ComboRefusal;

interface AskedCombo {
  readonly legs: readonly AskedLeg[];
  readonly funds: BettorFunds;
  readonly use: ComboUse;
  /** Micro-USDC, whole cents. */
  readonly stake: MicroUsdc;
  /** The lowest odds that the bettor signed. */
  readonly signedOdds: MicroOdds;
  /** The database's clock, read with the markets. */
  readonly now: Date;
}

/**
 * Accepts or refuses one combo. Every combo of the product is decided here.
 *
 * It is filled at the exact product of the legs' odds, never below the odds that its bettor signed, and the house keeps its
 * whole return apart.
 *
 * @see docs/design/combos.md
 */
export function decideCombo({ legs, funds, use, stake, signedOdds, now }: AskedCombo): ComboDecision {
  const priced = priceLegs(legs, now);
  if ('kind' in priced) return priced;
  const { odds, legOdds } = priced;
  if (funds.blockedUntil !== null && now < funds.blockedUntil) {
    return { kind: 'rejected', reason: 'self-excluded', until: funds.blockedUntil };
  }
  if (stake < CENT) return { kind: 'rejected', reason: 'stake-too-small' };
  const maxStake = comboMaxStake(comboRoom(use), odds);
  if (odds < signedOdds) return { kind: 'rejected', reason: 'odds-changed', odds, maxStake };
  if (stake > maxStake) return { kind: 'rejected', reason: 'stake-too-large', maxStake };
  const capLeft = capLeftOf(funds);
  if (stake > capLeft) return { kind: 'rejected', reason: 'cap-reached', capLeft };
  if (stake > funds.balance)
    return { kind: 'rejected', reason: 'insufficient-funds', balance: funds.balance };
  const payout = payoutOf({ stake, odds });
  return { kind: 'accepted', odds, legOdds, payout, housePart: microUsdc(payout - stake) };
}

/** The odds of a combo of these selections, or why they make none. */
export function priceLegs(
  legs: readonly AskedLeg[],
  now: Date,
): { readonly odds: MicroOdds; readonly legOdds: readonly MicroOdds[] } | ComboRefusal {
  if (legs.length < FEWEST_LEGS || legs.length > MOST_LEGS) return noCombo('legs');
  const feeds: LegFeed[] = [];
  const legOdds: MicroOdds[] = [];
  for (const [leg, asked] of legs.entries()) {
    const found = priceLeg(asked, now);
    if ('kind' in found) return { ...found, leg };
    if (participantsOf(found.feed.gameTitle).length < 2) return { ...noCombo('outright'), leg };
    const clash = clashOf(found.feed, feeds);
    if (clash !== null) return { ...noCombo(clash), leg };
    feeds.push(found.feed);
    legOdds.push(found.odds);
  }
  const odds = comboOdds(legOdds);
  return odds > HIGHEST_ODDS ? noCombo('odds-too-high') : { odds, legOdds };
}

function priceLeg(
  { market, outcomeId }: AskedLeg,
  now: Date,
): { readonly feed: LegFeed; readonly odds: MicroOdds } | ComboRefusal {
  if (market === null) return { kind: 'rejected', reason: 'unknown-market' };
  const outcome = market.outcomeIds.indexOf(outcomeId);
  if (outcome < 0) return { kind: 'rejected', reason: 'unknown-outcome' };
  const { feed } = market;
  // A price that bets move could be pushed for a combo's sake.
  if (feed === null) return noCombo('own-market');
  if (feed.isInPlay) return noCombo('in-play');
  const state = stateAt(market, now);
  if (state === 'suspended') return { kind: 'rejected', reason: 'market-suspended' };
  if (state !== 'open') return { kind: 'rejected', reason: 'market-closed' };
  if (now.getTime() - feed.pricedAt.getTime() > COMBO_FRESH_MS)
    return { kind: 'rejected', reason: 'feed-stale' };
  if (feed.isOneSided) return noCombo('one-sided');
  const odds = feed.odds[outcome] ?? null;
  const margin = marginOf(feed);
  if (odds === null || margin === null)
    return { kind: 'rejected', reason: 'odds-changed', odds: null, maxStake: microUsdc(0n) };
  return margin < 0 ? noCombo('below-zero-margin') : { feed, odds };
}

/** Results of one game, and of one team's games, depend on each other, so their product would not be the fair odds. */
function clashOf(feed: LegFeed, others: readonly LegFeed[]): 'same-game' | 'same-participant' | null {
  if (others.some(({ gameId }) => gameId === feed.gameId)) return 'same-game';
  const names = participantsOf(feed.gameTitle);
  const isShared = others.some(({ gameTitle }) =>
    participantsOf(gameTitle).some((name) => names.includes(name)),
  );
  return isShared ? 'same-participant' : null;
}

const participantsOf = (gameTitle: string): string[] =>
  gameTitle.split(/ (?:vs|[-–—/&]) /).map((name) => name.trim().toLowerCase());

const noCombo = (why: NoCombo): ComboRefusal => ({ kind: 'rejected', reason: 'combo-refused', why });
