import { describe, expect, it } from 'vitest';
import { microOdds, microUsdc } from '../money/micro-usdc.ts';
import {
  ABANDONED_AFTER_MS,
  type ChainSituation,
  type DecidedEnd,
  decideChainAct,
  type MarketOnChain,
} from './decide-chain-act.ts';

const CLOSE = new Date('2030-01-01T12:00:00Z');
const HOUR = 3_600_000;
const after = (ms: number) => new Date(CLOSE.getTime() + ms);

const LIMITS = { maxHouseLoss: microUsdc(1_000_000_000n), maxOdds: microOdds(1_000_000_000n) };
const OPEN: MarketOnChain = {
  state: 'open',
  closeAt: CLOSE,
  objectionEndsAt: null,
  result: null,
  ...LIMITS,
  tries: 0,
};
const PROPOSED: MarketOnChain = { ...OPEN, state: 'proposed', result: 1, objectionEndsAt: after(2 * HOUR) };
const WON: DecidedEnd = { result: 1, isApproved: true, paysFrom: after(2 * HOUR), hasStarted: false };
const VOID: DecidedEnd = { ...WON, result: 'void' };

const aSituation = (given: Partial<ChainSituation>): ChainSituation => ({
  state: 'closed',
  closesAt: CLOSE,
  isPutAway: false,
  limits: LIMITS,
  chain: OPEN,
  end: null,
  hasPending: false,
  hasGuardian: true,
  chainNow: after(HOUR),
  now: after(HOUR),
  ...given,
});
const kindOf = (given: Partial<ChainSituation>) => decideChainAct(aSituation(given)).kind;

describe('opening a market on the chain', () => {
  const betting = { state: 'suspended', chain: null, now: after(-HOUR), chainNow: after(-HOUR) } as const;

  it.each([
    ['opens one that should take bets', {}, 'open'],
    ['doesn’t open an archived one', { isPutAway: true }, 'wait'],
    ['doesn’t open one whose betting is over', { state: 'closed' }, 'wait'],
    ['doesn’t open one that closes before it could be final', { now: after(-15_000) }, 'wait'],
    ['opens one that can just be final before it closes', { now: after(-15_001) }, 'open'],
  ] as const)('%s', (_, given, kind) => {
    expect(kindOf({ ...betting, ...given })).toBe(kind);
  });

  it.each([
    ['retries a call without effect', {}, {}, 'open'],
    ['three times', { tries: 3 }, {}, 'refuse'],
    ['until its close', {}, { chainNow: CLOSE }, 'refuse'],
    ['not once it was put away', {}, { isPutAway: true }, 'wait'],
    ['nor once it was ended here, without a bet', {}, { state: 'resolving', end: VOID }, 'refuse'],
  ] as const)('%s', (_, chain, given, kind) => {
    expect(kindOf({ ...betting, chain: { ...OPEN, state: 'opening', ...chain }, ...given })).toBe(kind);
  });

  it('never retries a refused market', () => {
    expect(kindOf({ chain: { ...OPEN, state: 'refused' }, end: WON })).toBe('wait');
  });
});

describe('while the contract takes bets', () => {
  const betting = { state: 'open', now: after(-HOUR), chainNow: after(-HOUR) } as const;

  it('passes on raised or lowered limits', () => {
    const lower = { ...LIMITS, maxHouseLoss: microUsdc(1n) };
    expect(kindOf(betting)).toBe('wait');
    expect(kindOf({ ...betting, limits: lower })).toBe('set-limits');
    expect(kindOf({ ...betting, limits: { ...LIMITS, maxOdds: microOdds(2_000_000n) } })).toBe('set-limits');
    expect(kindOf({ ...betting, state: 'closed', limits: lower })).toBe('wait');
  });

  it.each([
    ['a result is proposed once the contract’s betting is over', { end: WON }, 'propose'],
    ['from the moment of its close on', { end: WON, chainNow: CLOSE }, 'propose'],
    ['not before that, if it closed early here', { end: WON, chainNow: after(-1) }, 'wait'],
    ['a void at any time', { end: VOID, chainNow: after(-HOUR) }, 'propose'],
    ['nothing that a second admin must approve', { end: { ...WON, isApproved: false } }, 'wait'],
    ['nothing while bets are on their way', { end: VOID, hasPending: true }, 'wait'],
  ] as const)('%s', (_, given, kind) => {
    expect(kindOf(given)).toBe(kind);
  });

  it('proposes the decided result', () => {
    expect(decideChainAct(aSituation({ end: WON }))).toEqual({ kind: 'propose', result: 1 });
    expect(decideChainAct(aSituation({ end: VOID }))).toEqual({ kind: 'propose', result: 'void' });
  });
});

describe('while a result is proposed on the chain', () => {
  const proposed = { state: 'resolving', chain: PROPOSED } as const;
  const over = { now: after(2 * HOUR), chainNow: after(2 * HOUR) };

  it.each([
    ['it waits for its window', { end: WON }, 'wait'],
    ['it is made final after it', { end: WON, ...over }, 'finalise'],
    ['not while the chain is behind', { end: WON, ...over, chainNow: after(2 * HOUR - 1000) }, 'wait'],
    ['not before its window here', { end: { ...WON, paysFrom: after(3 * HOUR) }, ...over }, 'wait'],
    ['not before it is known when it pays here', { end: { ...WON, paysFrom: null }, ...over }, 'wait'],
    ['not while bets are on their way', { end: WON, ...over, hasPending: true }, 'wait'],
    ['not what was undone', { end: null, ...over }, 'held'],
    ['not another one', { end: { ...WON, result: 0 }, ...over }, 'held'],
    ['not if a void replaces it', { end: VOID, ...over }, 'held'],
    ['not while its void waits for approval', { end: { ...VOID, isApproved: false }, ...over }, 'held'],
    ['an undone result is objected to', { end: null }, 'object'],
    ['a replaced result is objected to', { end: VOID }, 'object'],
    ['without the guardian’s key there is no objection', { end: null, hasGuardian: false }, 'held'],
  ] as const)('%s', (_, given, kind) => {
    expect(kindOf({ ...proposed, ...given })).toBe(kind);
  });

  it('waits if the window’s end is unknown, and doesn’t object', () => {
    const chain = { ...PROPOSED, objectionEndsAt: null };
    expect(kindOf({ ...proposed, chain, end: WON, ...over })).toBe('wait');
    expect(kindOf({ ...proposed, chain, end: null })).toBe('held');
  });
});

describe('when the contract has ended a market', () => {
  const resolved: MarketOnChain = { ...PROPOSED, state: 'resolved' };
  const voided: MarketOnChain = { ...PROPOSED, state: 'void', result: 'void' };
  const resolving = { state: 'resolving' } as const;

  it.each([
    ['the books may pay the same result', { chain: resolved, end: WON }, 'begin'],
    ['or the same void', { chain: voided, end: VOID }, 'begin'],
    ['once', { chain: resolved, end: { ...WON, hasStarted: true } }, 'wait'],
    ['after the last pending bet', { chain: resolved, end: WON, hasPending: true }, 'wait'],
    ['a different result is taken over', { chain: resolved, end: { ...WON, result: 0 } }, 'follow'],
    ['also if none was decided', { chain: resolved, end: null }, 'follow'],
    ['also if ours isn’t approved', { chain: resolved, end: { ...WON, isApproved: false } }, 'follow'],
    [
      'a void is taken over, whatever was decided',
      { chain: voided, end: { ...WON, hasStarted: true } },
      'follow',
    ],
  ] as const)('%s', (_, given, kind) => {
    expect(kindOf({ ...resolving, ...given })).toBe(kind);
  });

  it('takes over a void that was never proposed', () => {
    const unsaid: MarketOnChain = { ...voided, result: null };
    expect(decideChainAct(aSituation({ ...resolving, chain: unsaid, end: null }))).toEqual({
      kind: 'follow',
      result: 'void',
      isAbandoned: false,
    });
  });

  it('does nothing for an archived market, which has no bets', () => {
    expect(kindOf({ isPutAway: true, chain: voided, end: null })).toBe('wait');
    const chainNow = after(ABANDONED_AFTER_MS);
    expect(kindOf({ isPutAway: true, end: null, chainNow, now: chainNow })).toBe('wait');
  });

  it('does nothing for a market that has ended here too', () => {
    expect(kindOf({ state: 'settled', chain: resolved, end: null })).toBe('wait');
    expect(kindOf({ state: 'void', chain: voided, end: null })).toBe('wait');
  });

  describe.each([OPEN, { ...PROPOSED }, { ...PROPOSED, result: 'void' } as const])(
    '14 days after the close, from $state of $result',
    (chain) => {
      const chainNow = after(ABANDONED_AFTER_MS);

      it.each([
        ['nothing', null],
        ['a result', WON],
        ['a result that was sent to be made final', { ...WON, hasStarted: true }],
        ['a void', VOID],
        ['a void that was sent to be made final', { ...VOID, hasStarted: true }],
        ['an unapproved void', { ...VOID, isApproved: false }],
      ])('follows the void if %s was decided here', (_, end) => {
        expect(decideChainAct(aSituation({ chain, end, chainNow, now: chainNow }))).toEqual({
          kind: 'follow',
          result: 'void',
          isAbandoned: true,
        });
      });

      it('waits for the last pending bet', () => {
        expect(kindOf({ chain, end: VOID, hasPending: true, chainNow, now: chainNow })).toBe('wait');
      });

      it('doesn’t follow it earlier', () => {
        expect(kindOf({ chain, end: null, chainNow: after(ABANDONED_AFTER_MS - 1000) })).not.toBe('follow');
      });
    },
  );

  it('distinguishes a void by timeout from a proposed one and from an old result', () => {
    const late = {
      ...resolving,
      end: null,
      now: after(ABANDONED_AFTER_MS),
      chainNow: after(ABANDONED_AFTER_MS),
    };
    const followed = (chain: MarketOnChain, given = {}) =>
      decideChainAct(aSituation({ ...late, ...given, chain }));
    expect(followed(voided)).toEqual({ kind: 'follow', result: 'void', isAbandoned: true });
    expect(followed(resolved)).toEqual({ kind: 'follow', result: 1, isAbandoned: false });
    expect(followed(voided, { chainNow: after(HOUR) })).toEqual({
      kind: 'follow',
      result: 'void',
      isAbandoned: false,
    });
  });

  it('does nothing once the followed void is being paid', () => {
    const chainNow = after(ABANDONED_AFTER_MS);
    const end = { ...VOID, hasStarted: true };
    expect(kindOf({ chain: voided, end, chainNow, now: chainNow })).toBe('wait');
  });
});
