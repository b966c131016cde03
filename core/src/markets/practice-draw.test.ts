import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawCommitment, drawNumber, drawnOutcome, practiceEvidence } from './practice-draw.ts';

const seed = Uint8Array.from({ length: 32 }, (_, at) => at);
const marketIds = fc.stringMatching(/^m_[a-z2-7]{20}$/);

describe('drawNumber', () => {
  test('is the first 53 bits of the hash, over 2^53', () => {
    // Calculated bit by bit.
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), marketIds, (given, marketId) => {
        const hash = sha256(concatBytes(given, utf8ToBytes(marketId)));
        const bits = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('');
        let number = 0;
        for (const [at, bit] of [...bits.slice(0, 53)].entries()) if (bit === '1') number += 2 ** -(at + 1);
        expect(drawNumber(given, marketId)).toBe(number);
      }),
      runs(300),
    );
  });

  test('is at least 0 and under 1, and spread evenly', () => {
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i += 1) {
      const number = drawNumber(seed, `m_${i}`);
      expect(number >= 0 && number < 1).toBe(true);
      const tenth = Math.floor(number * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    // A thousand each, within five standard deviations.
    for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  test('differs by market and by seed', () => {
    const other = Uint8Array.of(...seed.subarray(0, 31), 0);
    const numbers = [drawNumber(seed, 'm_a'), drawNumber(seed, 'm_b'), drawNumber(other, 'm_a')];
    expect(new Set(numbers).size).toBe(3);
  });
});

describe('drawnOutcome', () => {
  test.each([
    [0, [0.5, 0.5], 0],
    [0.499_999_999, [0.5, 0.5], 0],
    [0.5, [0.5, 0.5], 1],
    [1 - 2 ** -53, [0.5, 0.5], 1],
    [0.25, [0.25, 0.5, 0.25], 1],
    [0.749_999_999, [0.25, 0.5, 0.25], 1],
    [0.75, [0.25, 0.5, 0.25], 2],
    [0.999, [0.3, 0.3], 1],
    [0, [1], 0],
  ])('for %s and %j is %s', (number, initialProbabilities, outcome) => {
    expect(drawnOutcome({ number, initialProbabilities })).toBe(outcome);
  });

  test('for the largest number is the last outcome, even if rounding makes the sum less than 1', () => {
    const initialProbabilities = [0.1, 0.2, 0.3, 0.4 - 2 ** -50];
    expect(initialProbabilities.reduce((a, b) => a + b)).toBeLessThan(1 - 2 ** -53);
    expect(drawnOutcome({ number: 1 - 2 ** -53, initialProbabilities })).toBe(3);
  });

  test('picks each outcome as often as its probability says', () => {
    const initialProbabilities = [0.1, 0.2, 0.3, 0.4];
    const counts = initialProbabilities.map(() => 0);
    const draws = 20_000;
    for (let i = 0; i < draws; i += 1) {
      const outcome = drawnOutcome({ number: drawNumber(seed, `m_${i}`), initialProbabilities });
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    for (const [outcome, p] of initialProbabilities.entries()) {
      const deviation = Math.sqrt(draws * p * (1 - p));
      expect(Math.abs((counts[outcome] ?? 0) - draws * p)).toBeLessThan(5 * deviation);
    }
  });

  test.each([-0.1, 1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses the number %s', (number) => {
    expect(() => drawnOutcome({ number, initialProbabilities: [0.5, 0.5] })).toThrow(RangeError);
  });

  test('refuses a market without outcomes', () => {
    expect(() => drawnOutcome({ number: 0.5, initialProbabilities: [] })).toThrow('none');
  });
});

test('the commitment is the SHA-256 of the seed', () => {
  expect(drawCommitment(seed)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
});

test('the evidence has everything needed to repeat the draw', () => {
  const initialProbabilities = [0.2, 0.3, 0.5];
  const outcomeNames = ['Red', 'Green', 'Blue'];
  const evidence = practiceEvidence({ seed, marketId: 'm_x', initialProbabilities, outcomeNames });
  const [, shownSeed = '', commitment, marketId, number, probabilities = '', place, name] =
    /the seed (\w+), whose SHA-256 (\w+) .* for (\w+) the number (\S+) .* probabilities (.+) that is outcome (\d), "(\w+)"\.$/.exec(
      evidence,
    ) ?? [];
  expect(shownSeed).toBe(bytesToHex(seed));
  expect(commitment).toBe(drawCommitment(hexToBytes(shownSeed)));
  expect(marketId).toBe('m_x');
  expect(Number(number)).toBe(drawNumber(seed, 'm_x'));
  expect(probabilities.split(', ').map(Number)).toEqual(initialProbabilities);
  const outcome = drawnOutcome({ number: Number(number), initialProbabilities });
  expect([Number(place) - 1, name]).toEqual([outcome, outcomeNames[outcome]]);
});
