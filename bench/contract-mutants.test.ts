import { expect, test } from 'vitest';
import { CONTRACT_MUTANTS, misplacedMutants } from './contract-mutants.ts';

test('each change to the contracts can still be made, and is unique', () => {
  expect(misplacedMutants()).toEqual([]);
  expect(CONTRACT_MUTANTS.length).toBeGreaterThanOrEqual(100);
});
