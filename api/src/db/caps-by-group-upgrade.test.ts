import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { CAP_SETTINGS, everyGroupCap } from '@tallystone/core/settings/market-caps';
import { anOlderDatabase, recordOlderAudit } from '@tallystone/testkit/database/older-database.ts';
import type { TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLimitsHistory } from '../admin/limits-history.ts';
import { lastOf } from '../audit/history.ts';
import { getSettings } from '../settings/get-settings.ts';

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  ({ database, client } = await anOlderDatabase('0033_caps_by_group'));
});
afterEach(async () => {
  await client.end();
  await database.close();
});

const GROUP_CAPS = Object.values(CAP_SETTINGS);
/** The caps of the groups in USDC: as stored, and as the audit has them. */
async function caps(): Promise<{ stored: Record<string, number>; audited: Record<string, number | null> }> {
  const settings = await getSettings(database.db, 'demo');
  const { settings: history } = await readLimitsHistory(database.db);
  const audited = GROUP_CAPS.map((name) => {
    const cap = lastOf(history[name]);
    return [name, cap === null ? null : usdcToNumber(cap)];
  });
  return {
    stored: Object.fromEntries(GROUP_CAPS.map((name) => [name, usdcToNumber(settings[name])])),
    audited: Object.fromEntries(audited),
  };
}

/** Players became a group later. */
const bothAre = (cap: number) => {
  const all = { ...everyGroupCap(cap), playersCap: 100 };
  return { stored: all, audited: all };
};

test('the upgrade gives each group the cap that they shared, as the audit has it', async () => {
  await client.query('update settings set side_market_cap = 300000000');
  await recordOlderAudit(database.db, {
    actor: { kind: 'command-line' },
    action: 'settings.change',
    subject: 'settings',
    before: { sideMarketCap: 500 },
    after: { sideMarketCap: 300 },
  });
  await database.migrate();
  expect(await caps()).toEqual(bothAre(300));
});

test('a cap that was never changed stays what it was', async () => {
  await database.migrate();
  expect(await caps()).toEqual(bothAre(500));
});
