import { expect, test } from 'vitest';
import { uncoveredPlaces } from './uncovered-places.mjs';

const report = (...records: string[]) =>
  ['TN:', 'SF:src/Escrow.sol', ...records, 'end_of_record', ''].join('\n');

test('a fully covered report has none', () => {
  expect(uncoveredPlaces(report('DA:7,3', 'BRDA:7,0,0,1', 'BRDA:7,0,1,2', 'LF:1', 'LH:1'))).toEqual([]);
});

test('lines that never ran are named with their file', () => {
  const other = report('DA:9,0').replace('Escrow', 'Roles');
  expect(uncoveredPlaces(`${report('DA:7,1', 'DA:8,0')}${other}`)).toEqual([
    'src/Escrow.sol:8 never runs',
    'src/Roles.sol:9 never runs',
  ]);
});

test('a branch that was never taken or reached is named too', () => {
  expect(uncoveredPlaces(report('DA:7,3', 'BRDA:7,0,0,0', 'BRDA:8,1,0,-', 'BRDA:8,1,1,4'))).toEqual([
    'src/Escrow.sol:7: a branch is never taken',
    'src/Escrow.sol:8: a branch is never taken',
  ]);
});

test('an empty report throws', () => {
  expect(() => uncoveredPlaces('')).toThrow('has no lines');
});
