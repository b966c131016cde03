import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONDITION_STATES, type FeedEnd, OUTCOME_STATES, type OutcomeState } from '../azuro/azuro-feed.ts';
import { type OutcomeResult, outcomeResult } from './outcome-result.ts';

type Said = Pick<FeedEnd, 'state' | 'wonOutcomeIds' | 'outcomes'>;
/** `absent`: other outcomes are in the list, but not this one. */
type Own = OutcomeState | null | 'absent';

const OWN = '10';
const NAMED = { none: [], own: [OWN], other: ['20'], both: [OWN, '20'] } as const;
type Named = keyof typeof NAMED;

/** @param others states of the outcomes 20 and 30 */
const says = (
  state: Said['state'],
  named: Named,
  { own, others }: { own: Own; others: readonly (OutcomeState | null)[] },
): Said => ({
  state,
  wonOutcomeIds: NAMED[named],
  outcomes: [
    ...(own === 'absent' ? [] : [{ id: OWN, state: own }]),
    ...others.map((each, place) => ({ id: `${20 + 10 * place}`, state: each })),
  ],
});

/** The results when the condition names no winner, this outcome, another one, and both. */
type Row = readonly [none: OutcomeResult, own: OutcomeResult, other: OutcomeResult, both: OutcomeResult];
const all = (result: OutcomeResult): Row => [result, result, result, result];
const CONTRADICTION = all('contradiction');
const UNDECIDED = all('undecided');

/** What the states of the others may be. */
const NOT_DECIDED: readonly (readonly (OutcomeState | null)[])[] = [
  [null, null],
  ['Active', 'Stopped'],
];
const WON_OR_LOST: readonly (readonly (OutcomeState | null)[])[] = [
  ['Won', 'Lost'],
  ['Lost', 'Lost'],
  ['Won', null],
  ['Canceled', 'Lost'],
];
const CANCELED: readonly (readonly (OutcomeState | null)[])[] = [
  ['Canceled', 'Canceled'],
  ['Canceled', 'Stopped'],
];
const ANY = [[], ...NOT_DECIDED, ...WON_OR_LOST, ...CANCELED];

const GOES_ON: readonly Said['state'][] = ['Active', 'Stopped'];
const NOT_OFF: readonly Said['state'][] = [...GOES_ON, 'Resolved'];
const OFF: readonly Said['state'][] = ['Canceled', 'Removed'];
const LISTED: readonly Own[] = [null, 'Active', 'Stopped'];
const OPEN: readonly Own[] = [...LISTED, 'absent'];

/** Every combination once: the own states, the states of the condition, the states of the others, and the results. */
const TABLE: readonly (readonly [
  own: readonly Own[],
  states: readonly Said['state'][],
  others: readonly (readonly (OutcomeState | null)[])[],
  results: Row,
])[] = [
  // Its own state decides, whatever the others did, unless the condition denies it.
  [['Won'], NOT_OFF, ANY, ['won', 'won', 'contradiction', 'won']],
  [['Won'], OFF, ANY, CONTRADICTION],
  [['Lost'], NOT_OFF, ANY, ['lost', 'contradiction', 'lost', 'contradiction']],
  [['Lost'], OFF, ANY, CONTRADICTION],
  [['Canceled'], NOT_OFF, ANY, ['void', 'contradiction', 'void', 'contradiction']],
  [['Canceled'], ['Canceled'], ANY, ['void', 'contradiction', 'contradiction', 'contradiction']],
  [['Canceled'], ['Removed'], ANY, CONTRADICTION],
  // Without one, a condition that goes on decides nothing, even if it names winners.
  [OPEN, GOES_ON, ANY, UNDECIDED],
  [OPEN, ['Removed'], ANY, all('removed')],
  [
    OPEN,
    ['Canceled'],
    [[], ...NOT_DECIDED, ...CANCELED],
    ['void', 'contradiction', 'contradiction', 'contradiction'],
  ],
  [OPEN, ['Canceled'], WON_OR_LOST, CONTRADICTION],
  // If others have their states, its own is still to come.
  [OPEN, ['Resolved'], [...WON_OR_LOST, ...CANCELED], UNDECIDED],
  // From a server that gives the result by conditions.
  [LISTED, ['Resolved'], [[], ...NOT_DECIDED], ['nothing', 'won', 'lost', 'won']],
  [['absent'], ['Resolved'], [[]], ['nothing', 'won', 'lost', 'won']],
  // It is gone from the list, so nothing says that it has lost.
  [['absent'], ['Resolved'], NOT_DECIDED, ['nothing', 'won', 'undecided', 'won']],
];

const NAMES = Object.keys(NAMED) as Named[];

const casesOf = ([owns, states, lists, results]: (typeof TABLE)[number]) =>
  owns.flatMap((own) =>
    states.flatMap((state) =>
      lists.flatMap((others) =>
        NAMES.map((named, place) => ({ own, state, others, named, result: results[place] })),
      ),
    ),
  );

describe('an outcome that is decided by itself', () => {
  test.each(TABLE.map((row) => ({ own: row[0], states: row[1], others: row[2], row })))(
    'that is $own in a condition that is $states, with others $others',
    ({ row }) => {
      const cases = casesOf(row);
      const results = cases.map((each) => outcomeResult(says(each.state, each.named, each), OWN));
      expect(cases.map((each, place) => ({ ...each, result: results[place] }))).toEqual(cases);
    },
  );

  test('has one result for every combination', () => {
    const keys = TABLE.flatMap(casesOf).map(({ result: _, ...each }) => JSON.stringify(each));
    const owns = OUTCOME_STATES.length + 2;
    const combinations = owns * CONDITION_STATES.length * ANY.length * NAMES.length;
    expect([new Set(keys).size, keys.length]).toEqual([combinations, combinations]);
  });
});

describe('for any answer of the feed', () => {
  const ids = [OWN, '20', '30', '98', '99'];
  const anything = fc.record({
    state: fc.constantFrom(...CONDITION_STATES),
    wonOutcomeIds: fc.subarray(ids),
    outcomes: fc
      .tuple(
        fc.subarray(ids),
        fc.array(fc.constantFrom(null, ...OUTCOME_STATES), { minLength: 5, maxLength: 5 }),
      )
      .map(([listed, states]) => listed.map((id, place) => ({ id, state: states[place] ?? null }))),
  });
  const stateOf = (said: Said) => said.outcomes.find(({ id }) => id === OWN)?.state ?? null;
  const isFinal = (state: OutcomeState | null) => state !== null && state !== 'Active' && state !== 'Stopped';

  test('it has won only if the feed says so of it, and nothing that the feed says denies it', () => {
    fc.assert(
      fc.property(anything, (said) => {
        if (outcomeResult(said, OWN) !== 'won') return;
        const isNamed = said.wonOutcomeIds.includes(OWN);
        expect(['Canceled', 'Removed']).not.toContain(said.state);
        expect(stateOf(said) === 'Won' || (isNamed && said.state === 'Resolved')).toBe(true);
        expect(['Lost', 'Canceled']).not.toContain(stateOf(said));
        if (said.wonOutcomeIds.length > 0) expect(isNamed).toBe(true);
      }),
    );
  });

  test('it has lost only if the feed says so of it, or names others in its stead, and never if it is named', () => {
    fc.assert(
      fc.property(anything, (said) => {
        if (outcomeResult(said, OWN) !== 'lost') return;
        expect(said.wonOutcomeIds).not.toContain(OWN);
        expect(['Canceled', 'Removed']).not.toContain(said.state);
        if (stateOf(said) === 'Lost') return;
        expect([said.state, said.wonOutcomeIds.length > 0]).toEqual(['Resolved', true]);
        expect(said.outcomes.filter(({ state }) => isFinal(state))).toEqual([]);
        if (said.outcomes.length > 0) expect(said.outcomes.map(({ id }) => id)).toContain(OWN);
      }),
    );
  });

  test('its stakes are given back only if it or its condition is canceled, and it is not named', () => {
    fc.assert(
      fc.property(anything, (said) => {
        if (outcomeResult(said, OWN) !== 'void') return;
        expect(said.wonOutcomeIds).not.toContain(OWN);
        expect(['Won', 'Lost']).not.toContain(stateOf(said));
        expect(said.state === 'Canceled' || stateOf(said) === 'Canceled').toBe(true);
      }),
    );
  });

  test('the order of outcomes and winners does not matter', () => {
    fc.assert(
      fc.property(anything, (said) => {
        const turned = {
          ...said,
          outcomes: said.outcomes.toReversed(),
          wonOutcomeIds: said.wonOutcomeIds.toReversed(),
        };
        expect(outcomeResult(turned, OWN)).toBe(outcomeResult(said, OWN));
      }),
    );
  });

  test('once it is decided, what the others did changes nothing', () => {
    fc.assert(
      fc.property(anything, anything, (said, other) => {
        if (!isFinal(stateOf(said)) || said.state === 'Canceled') return;
        const own = said.outcomes.filter(({ id }) => id === OWN);
        const outcomes = [...own, ...other.outcomes.filter(({ id }) => id !== OWN)];
        expect(outcomeResult({ ...said, outcomes }, OWN)).toBe(outcomeResult(said, OWN));
      }),
    );
  });
});
