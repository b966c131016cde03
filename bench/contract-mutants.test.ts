import { expect, test } from 'vitest';
import { CONTRACT_MUTANTS, misplacedMutants } from './contract-mutants.ts';

test('each change to the contracts is still one that can be made, and of its own', () => {
  expect(misplacedMutants()).toEqual([]);
  expect(CONTRACT_MUTANTS.length).toBeGreaterThanOrEqual(100);
});
