import { MOST_LEGS } from '@tallystone/core/combos/combo-room';
import { describe, expect, test } from 'vitest';
import {
  addSelection,
  EMPTY_SLIP,
  endSelections,
  MOST_SELECTIONS,
  parseSlip,
  removeSelections,
  type Selection,
  type Slip,
  storedSlip,
} from './slip.ts';

const on = (place: number, outcomeId = `o_${place}`): Selection => ({
  marketId: `m_${place}`,
  outcomeId,
  title: `Market ${place}`,
  outcomeName: `Outcome ${outcomeId}`,
  gameId: `g_${place}`,
});
const slipOf = (...selections: Selection[]): Slip => ({ selections, ended: [] });

describe('adding', () => {
  test('puts a selection last', () => {
    expect(addSelection(slipOf(on(1)), on(2))).toEqual(slipOf(on(1), on(2)));
  });

  test('replaces another outcome of its market, in its place', () => {
    expect(addSelection(slipOf(on(1), on(2)), on(1, 'o_other'))).toEqual(slipOf(on(1, 'o_other'), on(2)));
  });

  test('stops at twelve, but still replaces', () => {
    const full = slipOf(...Array.from({ length: MOST_SELECTIONS }, (_, place) => on(place)));
    expect(MOST_SELECTIONS).toBe(MOST_LEGS);
    expect(addSelection(full, on(99))).toBeNull();
    expect(addSelection(full, on(3, 'o_other'))?.selections[3]).toEqual(on(3, 'o_other'));
  });
});

describe('removing', () => {
  test('takes off what is on these markets and leaves no trace', () => {
    expect(removeSelections(slipOf(on(1), on(2)), ['m_1'])).toEqual(slipOf(on(2)));
  });

  test('because a market ended is remembered', () => {
    expect(endSelections(slipOf(on(1), on(2)), ['m_1'])).toEqual({ selections: [on(2)], ended: [on(1)] });
  });

  test('because a market ended that another tab took off adds nothing', () => {
    expect(endSelections({ selections: [on(2)], ended: [on(1)] }, ['m_1'])).toEqual({
      selections: [on(2)],
      ended: [on(1)],
    });
  });
});

describe('the stored text', () => {
  test('gives the same slip back', () => {
    const slip = { selections: [on(1), on(2)], ended: [on(3)] };
    expect(parseSlip(storedSlip(slip))).toEqual(slip);
  });

  test('is none for an empty slip', () => {
    expect(storedSlip(EMPTY_SLIP)).toBeNull();
    expect(parseSlip(null)).toEqual(EMPTY_SLIP);
  });

  test.each(['', 'no json', '[]', '7', 'null', '{"selections":7}', `"${'x'.repeat(40_000)}"`])(
    'that is none of ours is an empty slip: %.20s',
    (text) => {
      expect(parseSlip(text)).toEqual(EMPTY_SLIP);
    },
  );

  test('loses entries that are invalid, twice on a market, or too many', () => {
    const many = Array.from({ length: 20 }, (_, place) => on(place));
    const text = JSON.stringify({ selections: [{ marketId: '' }, null, on(0, 'o_first'), ...many] });
    const { selections } = parseSlip(text);
    expect(selections).toHaveLength(12);
    expect(selections[0]).toEqual(on(0, 'o_first'));
    expect(selections[1]).toEqual(on(1));
  });
});
