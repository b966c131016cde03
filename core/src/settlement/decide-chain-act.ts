import type { MarketState } from '../markets/market-state.ts';
import type { MicroOdds, MicroUsdc } from '../money/micro-usdc.ts';

/** How the contract ends a market: the winning outcome's number, or void. */
export type ChainResult = number | 'void';

/** A market's state in the contract, by final blocks. `refused`: the contract will never take it. */
export interface MarketOnChain {
  readonly state: 'opening' | 'open' | 'refused' | 'proposed' | 'resolved' | 'void';
  /** The contract's closing time, which never changes. */
  readonly closeAt: Date;
  /** When objections to a proposed result end; otherwise null. */
  readonly objectionEndsAt: Date | null;
  /** The proposed or final result; null before that. */
  readonly result: ChainResult | null;
  readonly maxHouseLoss: MicroUsdc;
  readonly maxOdds: MicroOdds;
  /** How many calls in a row had no effect. */
  readonly tries: number;
}

/** How the books want a market to end. */
export interface DecidedEnd {
  readonly result: ChainResult;
  readonly isApproved: boolean;
  /** When it may be made final; null before its approval. */
  readonly paysFrom: Date | null;
  /** Whether it is being made final or paid, so nothing here can take it back. */
  readonly hasStarted: boolean;
}

/** Everything that determines the next step for a market on the chain. */
export interface ChainSituation {
  /** The stored state. */
  readonly state: MarketState;
  readonly closesAt: Date;
  /** Archived or deleted. */
  readonly isPutAway: boolean;
  readonly limits: { readonly maxHouseLoss: MicroUsdc; readonly maxOdds: MicroOdds };
  /** Null: the contract was never called for it. */
  readonly chain: MarketOnChain | null;
  readonly end: DecidedEnd | null;
  /** Whether there are bets that the chain hasn't decided yet. */
  readonly hasPending: boolean;
  /** Whether the guardian's key is on this machine. */
  readonly hasGuardian: boolean;
  /** The time of the last final block in the books. */
  readonly chainNow: Date;
  readonly now: Date;
}

/**
 * The next step. `refuse`: the market stays off the chain. `held`: the contract has a proposal that the books don't
 * support; only a guardian elsewhere, or time, can end that. `begin`: the contract's result equals the books', which
 * may pay. `follow`: the contract's result differs, and the books take it over.
 */
export type ChainAct =
  | { readonly kind: 'wait' | 'open' | 'refuse' | 'set-limits' | 'object' | 'held' | 'finalise' | 'begin' }
  | { readonly kind: 'propose'; readonly result: ChainResult }
  | { readonly kind: 'follow'; readonly result: ChainResult; readonly isAbandoned: boolean };

/** A market without a final result this long after its close is void in the contract, permanently. */
export const ABANDONED_AFTER_MS = 14 * 24 * 3_600_000;
/** A market needs some seconds to be final on the chain, and no bets are possible before that. */
const LEAST_OPEN_MS = 15_000;
/** After this many refused calls the contract won't take the market. */
const MOST_TRIES = 3;

const WAIT: ChainAct = { kind: 'wait' };

/**
 * Decides the next step for a market on the chain, from what is final there and what was decided here. One step at a
 * time: the next one is decided when it is final.
 *
 * @see docs/decisions/0040-markets-end-on-the-chain-first.md
 */
export function decideChainAct(situation: ChainSituation): ChainAct {
  const { state, chain, chainNow } = situation;
  // Archived and deleted markets have no bets.
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
    // A void can be proposed any time, a result only after the contract's own close.
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
  // By both the chain's clock and ours, so guardians have all the announced time to object.
  return chainNow >= objectionEndsAt && now >= end.paysFrom ? { kind: 'finalise' } : WAIT;
}

/**
 * The market counts as void in the contract, which reports it only with the first payment. So the books follow it even if
 * they have the same void: they pay nothing before they recorded that the contract ended the market.
 */
function abandon({ hasPending }: ChainSituation): ChainAct {
  return hasPending ? WAIT : { kind: 'follow', result: 'void', isAbandoned: true };
}

/** The contract's result is final whatever was decided here, because the contract pays the bettors. */
function follow({ end, hasPending }: ChainSituation, result: ChainResult, abandoned: boolean): ChainAct {
  // Pending bets can't be placed anymore; a block after their acceptance ends will show that.
  if (hasPending) return WAIT;
  if (end?.isApproved === true && end.result === result) return end.hasStarted ? WAIT : { kind: 'begin' };
  return { kind: 'follow', result, isAbandoned: abandoned };
}
