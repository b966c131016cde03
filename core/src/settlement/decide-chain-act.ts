import type { MarketState } from '../markets/market-state.ts';
import type { MicroOdds, MicroUsdc } from '../money/micro-usdc.ts';

/** How the contract ends a market: the number of the outcome that won, or void. */
export type ChainResult = number | 'void';

/** Where a market stands in the contract, by final blocks. `refused`: it was not taken there, and never will be. */
export interface MarketOnChain {
  readonly state: 'opening' | 'open' | 'refused' | 'proposed' | 'resolved' | 'void';
  /** The contract's own, which never changes. */
  readonly closeAt: Date;
  /** Of a proposed result; null otherwise. */
  readonly objectionEndsAt: Date | null;
  /** What was proposed, or has won; null before that. */
  readonly result: ChainResult | null;
  readonly maxHouseLoss: MicroUsdc;
  readonly maxOdds: MicroOdds;
  /** How many calls in a row came to nothing. */
  readonly tries: number;
}

/** How a market is to end by the books. */
export interface DecidedEnd {
  readonly result: ChainResult;
  readonly isApproved: boolean;
  /** From then on it may be made final; null before its approval. */
  readonly paysFrom: Date | null;
  /** It is being made final or paid: nothing here can take it back. */
  readonly hasStarted: boolean;
}

/** All that decides what is to be done about a market on the chain next. */
export interface ChainSituation {
  /** As it is stored. */
  readonly state: MarketState;
  readonly closesAt: Date;
  /** Archived or deleted. */
  readonly isPutAway: boolean;
  readonly limits: { readonly maxHouseLoss: MicroUsdc; readonly maxOdds: MicroOdds };
  /** Null: the contract was never asked. */
  readonly chain: MarketOnChain | null;
  readonly end: DecidedEnd | null;
  /** Bets that the chain has not decided yet. */
  readonly hasPending: boolean;
  /** Whether the guardian's key is on this machine. */
  readonly hasGuardian: boolean;
  /** The time of the last final block that the books know. */
  readonly chainNow: Date;
  readonly now: Date;
}

/**
 * What is done next. `refuse`: the market stays off the chain. `held`: the contract has a proposal that does not stand
 * here, and only a guardian elsewhere, or time, can end that. `begin`: the contract's end is that of the books, which may
 * pay. `follow`: it is another one, which the books take over.
 */
export type ChainAct =
  | { readonly kind: 'wait' | 'open' | 'refuse' | 'set-limits' | 'object' | 'held' | 'finalise' | 'begin' }
  | { readonly kind: 'propose'; readonly result: ChainResult }
  | { readonly kind: 'follow'; readonly result: ChainResult; readonly isAbandoned: boolean };

/** A market without a final result for so long after its close is void in the contract, for ever. */
export const ABANDONED_AFTER_MS = 14 * 24 * 3_600_000;
/** It takes some seconds until a market is final on the chain, and nobody could bet on it before. */
const LEAST_OPEN_MS = 15_000;
/** What the contract refuses so often it will not take. */
const MOST_TRIES = 3;

const WAIT: ChainAct = { kind: 'wait' };

/**
 * What is to be done about a market on the chain, by what is final there and what was decided here. One thing at a time:
 * the next is decided when it is final.
 *
 * @see docs/decisions/0040-markets-end-on-the-chain-first.md
 */
export function decideChainAct(situation: ChainSituation): ChainAct {
  const { state, chain, chainNow } = situation;
  // What is put away has no bets.
  if (state === 'settled' || state === 'void' || situation.isPutAway) return WAIT;
  if (chain === null) return mayOpen(situation) ? { kind: 'open' } : WAIT;
  switch (chain.state) {
    case 'refused':
      return WAIT;
    case 'opening':
      if (chain.closeAt <= chainNow || chain.tries >= MOST_TRIES || !takesBets(situation))
        return { kind: 'refuse' };
      return { kind: 'open' };
    case 'open':
      return isAbandoned(chain, chainNow) ? abandon(situation) : whileOpen(situation, chain);
    case 'proposed':
      return isAbandoned(chain, chainNow) ? abandon(situation) : whileProposed(situation, chain);
    case 'resolved':
    case 'void':
      return follow(
        situation,
        chain.result ?? 'void',
        chain.state === 'void' && isAbandoned(chain, chainNow),
      );
  }
}

function mayOpen(situation: ChainSituation): boolean {
  const { closesAt, now } = situation;
  return takesBets(situation) && closesAt.getTime() - now.getTime() > LEAST_OPEN_MS;
}

const takesBets = ({ state }: ChainSituation) => state === 'open' || state === 'suspended';

function isAbandoned({ closeAt }: MarketOnChain, chainNow: Date): boolean {
  return chainNow.getTime() - closeAt.getTime() >= ABANDONED_AFTER_MS;
}

function whileOpen(situation: ChainSituation, chain: MarketOnChain): ChainAct {
  const { end, limits, hasPending, chainNow } = situation;
  if (end?.isApproved === true) {
    if (hasPending) return WAIT;
    // A void may come at any time, a result only when the contract's own betting is over.
    const mayPropose = end.result === 'void' || chainNow >= chain.closeAt;
    return mayPropose ? { kind: 'propose', result: end.result } : WAIT;
  }
  const isLimited = chain.maxHouseLoss === limits.maxHouseLoss && chain.maxOdds === limits.maxOdds;
  return takesBets(situation) && !isLimited ? { kind: 'set-limits' } : WAIT;
}

function whileProposed(
  { end, hasPending, hasGuardian, chainNow, now }: ChainSituation,
  { result, objectionEndsAt }: MarketOnChain,
): ChainAct {
  if (end === null || !end.isApproved || end.result !== result) {
    const isInTime = objectionEndsAt !== null && now < objectionEndsAt;
    return hasGuardian && isInTime ? { kind: 'object' } : { kind: 'held' };
  }
  if (hasPending || objectionEndsAt === null || end.paysFrom === null) return WAIT;
  // By the chain's own clock, and by ours: whoever may object has had all the time that was said.
  return chainNow >= objectionEndsAt && now >= end.paysFrom ? { kind: 'finalise' } : WAIT;
}

/**
 * Void in the contract, which says so of itself only once somebody pays. So it is followed also where the books have the
 * same void: nothing is paid by them before it is written down that the contract has ended the market.
 */
function abandon({ hasPending }: ChainSituation): ChainAct {
  return hasPending ? WAIT : { kind: 'follow', result: 'void', isAbandoned: true };
}

/** What the contract says is final whatever was decided here; its bettors are paid by it. */
function follow({ end, hasPending }: ChainSituation, result: ChainResult, abandoned: boolean): ChainAct {
  // They can never be placed any more, which a block past their acceptance will show.
  if (hasPending) return WAIT;
  if (end?.isApproved === true && end.result === result) return end.hasStarted ? WAIT : { kind: 'begin' };
  return { kind: 'follow', result, isAbandoned: abandoned };
}
