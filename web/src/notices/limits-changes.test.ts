import { expect, test } from 'vitest';
import { type LimitsFacts, limitsChanges } from './limits-changes.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const SOON = '2026-11-22T09:00:00Z';
const before: LimitsFacts = { givenCap: 100, ownCap: null, nextCap: null, blocked: null };
const changes = (from: Partial<LimitsFacts>, to: Partial<LimitsFacts>) =>
  limitsChanges({ ...before, ...from }, { ...before, ...to }, NOW);

test('unchanged limits make no changes', () => {
  expect(changes({}, {})).toEqual([]);
  const blocked = { kind: 'break', until: SOON } as const;
  expect(
    changes(
      { blocked, nextCap: { cap: 5, from: SOON } },
      { blocked: { ...blocked }, nextCap: { cap: 5, from: SOON } },
    ),
  ).toEqual([]);
});

test('an own cap that was lowered, removed or set', () => {
  expect(changes({}, { ownCap: 50 })).toEqual([{ what: 'own-cap', cap: 50 }]);
  expect(changes({ ownCap: 50 }, { ownCap: null })).toEqual([{ what: 'own-cap', cap: null }]);
  expect(changes({}, { givenCap: 1000 })).toEqual([{ what: 'given-cap', cap: 1000 }]);
});

test('a raise that was requested, changed, withdrawn, or has taken effect', () => {
  const nextCap = { cap: 80, from: SOON };
  expect(changes({ ownCap: 50 }, { ownCap: 50, nextCap })).toEqual([{ what: 'raise-asked', ...nextCap }]);
  expect(changes({ ownCap: 50, nextCap }, { ownCap: 50, nextCap: { ...nextCap, cap: null } })).toEqual([
    { what: 'raise-asked', cap: null, from: SOON },
  ]);
  expect(changes({ ownCap: 50, nextCap }, { ownCap: 50 })).toEqual([{ what: 'raise-withdrawn' }]);
  const past = { cap: 80, from: '2026-11-21T08:59:59Z' };
  expect(changes({ ownCap: 50, nextCap: past }, { ownCap: 80 })).toEqual([{ what: 'own-cap', cap: 80 }]);
});

test('a break that begins, is extended, and ends', () => {
  const blocked = { kind: 'break', until: SOON } as const;
  const longer = { kind: 'break', until: '2026-12-22T09:00:00Z' } as const;
  expect(changes({}, { blocked })).toEqual([{ what: 'blocked', block: 'break', until: SOON }]);
  expect(changes({ blocked }, { blocked: longer })).toEqual([
    { what: 'blocked', block: 'break', until: longer.until },
  ]);
  expect(changes({ blocked }, {})).toEqual([{ what: 'block-over', block: 'break' }]);
});
