import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConditionState, FeedEnd, OutcomeState } from '../azuro/azuro-feed.ts';
import { CONDITION_STATES, OUTCOME_STATES } from '../azuro/azuro-feed.ts';
import { type ConditionResult, conditionResult } from './condition-result.ts';

type Said = Pick<FeedEnd, 'state' | 'wonOutcomeIds' | 'outcomes'>;

const OURS = ['29', '30', '31'];

/** @param states of the outcomes 29, 30 and 31; `-` leaves the outcome out */
const says = (
  state: ConditionState,
  wonOutcomeIds: string[],
  states: readonly (OutcomeState | null | '-')[] = [null, null, null],
): Said => ({
  state,
  wonOutcomeIds,
  outcomes: OURS.flatMap((id, k) => {
    const each = states[k] ?? null;
    return each === '-' ? [] : [{ id, state: each }];
  }),
});

const won = (...outcomeIds: string[]): ConditionResult => ({ kind: 'won', outcomeIds });
const [voided, removed, undecided, contradiction] = (
  ['void', 'removed', 'undecided', 'contradiction'] as const
).map((kind): ConditionResult => ({ kind }));

describe('a result given only by the condition', () => {
  test.each<[Said, ConditionResult | undefined]>([
    [says('Resolved', ['30']), won('30')],
    [says('Resolved', ['29', '30']), won('29', '30')],
    [says('Resolved', ['99']), won('99')],
    [says('Resolved', []), won()],
    [says('Canceled', []), voided],
    [says('Canceled', ['30']), contradiction],
    [says('Removed', []), removed],
    [says('Removed', ['30']), removed],
    [says('Active', []), undecided],
    [says('Stopped', []), undecided],
    [says('Stopped', ['30']), undecided],
    [says('Resolved', ['30'], ['-', '-', '-']), won('30')],
    // From a server that does not give results by outcomes.
    [says('Resolved', ['30'], ['Stopped', 'Stopped', 'Stopped']), won('30')],
    [says('Resolved', ['30'], ['Active', 'Active', 'Active']), won('30')],
    [says('Canceled', [], ['Active', 'Stopped', null]), voided],
  ])('%o', (said, result) => expect(conditionResult(said, OURS)).toEqual(result));
});

describe('a result given only by the outcomes', () => {
  describe.each<ConditionState>(['Active', 'Stopped', 'Resolved'])('of one that is %s', (state) => {
    test.each<[readonly (OutcomeState | null | '-')[], ConditionResult | undefined]>([
      [['Lost', 'Won', 'Lost'], won('30')],
      [['Won', 'Won', 'Lost'], won('29', '30')],
      [['Lost', 'Lost', 'Lost'], won()],
      [['Canceled', 'Canceled', 'Canceled'], voided],
      [['Canceled', 'Won', 'Lost'], contradiction],
      [['Canceled', 'Lost', 'Lost'], contradiction],
      // Only some of the outcomes.
      [['Stopped', 'Won', 'Stopped'], undecided],
      [['Active', 'Lost', 'Lost'], undecided],
      [[null, 'Won', 'Lost'], undecided],
      [['Canceled', 'Canceled', 'Stopped'], undecided],
      [['-', 'Won', 'Lost'], undecided],
      [['Canceled', 'Canceled', '-'], undecided],
    ])('%o', (states, result) => expect(conditionResult(says(state, [], states), OURS)).toEqual(result));
  });
});

describe('a result given by both', () => {
  test.each<[Said, ConditionResult | undefined]>([
    [says('Resolved', ['30'], ['Lost', 'Won', 'Lost']), won('30')],
    [says('Stopped', ['30'], ['Lost', 'Won', 'Lost']), won('30')],
    [says('Resolved', ['29', '30'], ['Won', 'Won', 'Lost']), won('29', '30')],
    [says('Canceled', [], ['Canceled', 'Canceled', 'Canceled']), voided],
    // The outcomes do not contradict a winner that is not among them.
    [says('Resolved', ['99'], ['Lost', 'Lost', 'Lost']), won('99')],
    [says('Resolved', ['30', '99'], ['Lost', 'Won', 'Lost']), won('30', '99')],
    // The two differ.
    [says('Resolved', ['29'], ['Lost', 'Won', 'Lost']), contradiction],
    [says('Stopped', ['29'], ['Lost', 'Won', 'Lost']), contradiction],
    [says('Resolved', ['29', '30'], ['Lost', 'Won', 'Lost']), contradiction],
    [says('Resolved', ['30'], ['Won', 'Won', 'Lost']), contradiction],
    [says('Resolved', ['30'], ['Lost', 'Lost', 'Lost']), contradiction],
    [says('Resolved', ['99'], ['Lost', 'Won', 'Lost']), contradiction],
    [says('Resolved', ['30'], ['Canceled', 'Canceled', 'Canceled']), contradiction],
    [says('Resolved', ['30'], ['Canceled', 'Won', 'Lost']), contradiction],
    [says('Canceled', [], ['Lost', 'Won', 'Lost']), contradiction],
    [says('Canceled', [], ['Lost', 'Lost', 'Lost']), contradiction],
    [says('Canceled', ['30'], ['Canceled', 'Canceled', 'Canceled']), contradiction],
    [says('Removed', [], ['Lost', 'Won', 'Lost']), contradiction],
    [says('Removed', [], ['Canceled', 'Canceled', 'Canceled']), contradiction],
    // The outcomes are still being decided.
    [says('Resolved', ['30'], ['Stopped', 'Won', 'Lost']), undecided],
    [says('Resolved', ['29'], ['Stopped', 'Won', 'Lost']), undecided],
    [says('Resolved', ['30'], ['-', 'Won', 'Lost']), undecided],
    [says('Canceled', [], ['Canceled', 'Stopped', 'Stopped']), undecided],
    [says('Removed', [], ['Stopped', 'Lost', 'Stopped']), removed],
  ])('%o', (said, result) => expect(conditionResult(said, OURS)).toEqual(result));
});

describe('for any answer of the feed', () => {
  const ids = ['29', '30', '31', '98', '99'];
  const some = fc.subarray(ids);
  const anything = fc.record({
    state: fc.constantFrom(...CONDITION_STATES),
    wonOutcomeIds: some,
    outcomes: fc
      .tuple(some, fc.array(fc.constantFrom(null, ...OUTCOME_STATES), { minLength: 5, maxLength: 5 }))
      .map(([listed, states]) => listed.map((id, k) => ({ id, state: states[k] ?? null }))),
  });
  const decided = (states: readonly OutcomeState[]) =>
    fc
      .array(fc.constantFrom(...states), { minLength: 3, maxLength: 3 })
      .map((each) => OURS.map((id, k) => ({ id, state: each[k] ?? null })));
  const stateOf = (said: Said, id: string) => said.outcomes.find((each) => each.id === id)?.state;
  const FINAL = ['Won', 'Lost', 'Canceled'];
  const isFinal = ({ state }: { state: OutcomeState | null }) => state !== null && FINAL.includes(state);

  test('one of the two names a winner, and the other too if it gives a result', () => {
    fc.assert(
      fc.property(anything, (said) => {
        const result = conditionResult(said, OURS);
        if (result.kind !== 'won') return;
        const doOutcomesSpeak = said.outcomes.some(isFinal);
        for (const id of result.outcomeIds) {
          const isNamed = said.wonOutcomeIds.includes(id);
          expect(isNamed || stateOf(said, id) === 'Won').toBe(true);
          if (said.wonOutcomeIds.length > 0) expect(isNamed).toBe(true);
          if (doOutcomesSpeak) expect([undefined, 'Won']).toContain(stateOf(said, id));
        }
        // And no other outcome is named as a winner.
        expect(said.wonOutcomeIds.filter((id) => !result.outcomeIds.includes(id))).toEqual([]);
        const won = said.outcomes.filter(({ state }) => state === 'Won');
        expect(won.filter(({ id }) => !result.outcomeIds.includes(id))).toEqual([]);
      }),
    );
  });

  test('it is never a void while a winner is named, or an outcome is won or lost', () => {
    fc.assert(
      fc.property(anything, (said) => {
        if (conditionResult(said, OURS).kind !== 'void') return;
        expect(said.wonOutcomeIds).toEqual([]);
        expect(said.outcomes.filter(({ state }) => state === 'Won' || state === 'Lost')).toEqual([]);
        expect(said.state === 'Canceled' || said.outcomes.every(({ state }) => state === 'Canceled')).toBe(
          true,
        );
      }),
    );
  });

  test('nothing is won or void until all outcomes, including ours, are decided', () => {
    fc.assert(
      fc.property(anything, (said) => {
        const final = said.outcomes.filter(isFinal);
        const isWhole =
          final.length === said.outcomes.length && OURS.every((id) => final.some((each) => each.id === id));
        if (final.length === 0 || isWhole) return;
        expect(['undecided', 'removed']).toContain(conditionResult(said, OURS).kind);
      }),
    );
  });

  test('the order of outcomes and winners does not matter', () => {
    const both: Said = {
      state: 'Active',
      wonOutcomeIds: ['29', '30'],
      outcomes: [
        { id: '31', state: 'Lost' },
        { id: '30', state: 'Won' },
        { id: '29', state: 'Won' },
      ],
    };
    expect(conditionResult(both, OURS)).toEqual({ kind: 'won', outcomeIds: ['29', '30'] });
    fc.assert(
      fc.property(anything, (said) => {
        const turned = { ...said, outcomes: said.outcomes.toReversed() };
        expect(conditionResult(turned, OURS)).toEqual(conditionResult(said, OURS));
      }),
    );
  });

  test('outcomes alone give the same result as a condition alone', () => {
    fc.assert(
      fc.property(
        decided(['Won', 'Lost']),
        fc.constantFrom('Active', 'Stopped', 'Resolved'),
        (outcomes, state) => {
          const wonOutcomeIds = outcomes.filter((each) => each.state === 'Won').map(({ id }) => id);
          const byOutcomes = conditionResult({ state, wonOutcomeIds: [], outcomes }, OURS);
          const byCondition = conditionResult({ state: 'Resolved', wonOutcomeIds, outcomes: [] }, OURS);
          const byBoth = conditionResult({ state: 'Resolved', wonOutcomeIds, outcomes }, OURS);
          expect(byOutcomes).toEqual(byCondition);
          expect(byBoth).toEqual(byCondition);
        },
      ),
    );
  });

  test('winners that the outcomes contradict are a contradiction', () => {
    fc.assert(
      fc.property(
        decided(['Won', 'Lost']),
        fc.subarray(OURS, { minLength: 1 }),
        fc.constantFrom(...CONDITION_STATES),
        (outcomes, wonOutcomeIds, state) => {
          const said = outcomes.filter((each) => each.state === 'Won').map(({ id }) => id);
          const { kind } = conditionResult({ state, wonOutcomeIds, outcomes }, OURS);
          if (said.join() !== wonOutcomeIds.join()) expect(kind).toBe('contradiction');
        },
      ),
    );
  });
});
