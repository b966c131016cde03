import { expect, test } from 'vitest';
import { MARKET_GROUPS } from '../http-api/market-group.ts';
import { IMPORT_SETTINGS, type ImportSetting, importedGroups } from './import-settings.ts';

const NAMES = Object.values(IMPORT_SETTINGS);
const switches = (on: (name: ImportSetting) => boolean) =>
  Object.fromEntries(NAMES.map((name) => [name, on(name)])) as Record<ImportSetting, boolean>;

test('all groups are imported while all switches are on, and results always', () => {
  expect([...importedGroups(switches(() => true))]).toEqual([...MARKET_GROUPS]);
  expect([...importedGroups(switches(() => false))]).toEqual(['result']);
});

test.each(Object.entries(IMPORT_SETTINGS))('the group %s has the switch %s', (group, name) => {
  expect([...importedGroups(switches((each) => each === name))]).toEqual(['result', group]);
});
