import { FIRST_DELAYS } from '@tallystone/core/in-play/delay';
import { IMPORT_ALL } from '@tallystone/core/settings/import-settings';
import { CAP_SETTINGS, everyGroupCap } from '@tallystone/core/settings/market-caps';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../audit/record-audit.ts';
import { col, rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { changeSettings, type SentSettings } from './change-settings.ts';
import { getSettings } from './get-settings.ts';
import { SETTINGS_CHANGES } from './settings-changes.ts';
import { wireSettings } from './wire-settings.ts';

const actor: Actor = { kind: 'command-line' };

let database: TestDatabase;
const received: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await database.messenger.subscribe(SETTINGS_CHANGES, {
    onMessage: (text) => received.push(text),
    onGap: () => undefined,
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(sql`delete from settings`);
  await database.db.execute(sql`insert into settings default values`);
  received.length = 0;
});

const change = (sent: SentSettings, mode: 'demo' | 'live' = 'demo') =>
  changeSettings(database.db, { mode, actor, sent });
const current = async (mode: 'demo' | 'live' = 'demo') => wireSettings(await getSettings(database.db, mode));
const auditRows = () =>
  rows(
    database.db,
    { actor: col.text, action: col.text, subject: col.text, before: col.json, after: col.json },
    sql`select actor, action, subject, before, after from audit order by id`,
  );
const refusal = async (refused: Promise<unknown>): Promise<HttpError> => {
  const error = await refused.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof HttpError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
};

describe('settings', () => {
  test('begin with the defaults of the mode', async () => {
    const common = {
      autoImport: false,
      futuresTrading: false,
      realTimePrices: true,
      inPlay: true,
      ...FIRST_DELAYS,
      ...IMPORT_ALL,
    };
    const amounts = {
      liquidityBudget: 10_000,
      marketCap: 5000,
      ...everyGroupCap(500),
      playersCap: 100,
      gameCap: 10_000,
      gameCapInPlay: 10_000,
      comboBudget: 50_000,
    };
    expect(await current('demo')).toEqual({
      ...common,
      ...amounts,
      ...{ stakeCapLevel0: 1000, stakeCapLevel1: 1000, stakeCapLevel2: 1000 },
    });
    expect(await current('live')).toEqual({
      ...common,
      ...amounts,
      ...{ stakeCapLevel0: 100, stakeCapLevel1: 1000, stakeCapLevel2: 10_000 },
    });
  });

  test('sent settings change, others stay, and one audit row records it', async () => {
    const before = await current();
    const audited = (await auditRows()).length;
    const sent = { autoImport: true, marketCap: 2500.5, stakeCapLevel0: 0 };
    expect(await change(sent)).toEqual({ ...before, ...sent });
    expect(await current()).toEqual({ ...before, ...sent });
    expect((await auditRows()).slice(audited)).toEqual([
      {
        actor: 'command-line',
        action: 'settings.change',
        subject: 'settings',
        before: { autoImport: false, marketCap: 5000, stakeCapLevel0: 1000 },
        after: sent,
      },
    ]);
    await expect.poll(() => received.length).toBe(1);
  });

  test('current values, or none, change nothing and aren’t audited', async () => {
    const before = await current();
    const audited = await auditRows();
    expect(await change({})).toEqual(before);
    expect(await change(before)).toEqual(before);
    expect(await auditRows()).toEqual(audited);
    // Unset values still follow the mode's default.
    const [row] = await rows(database.db, sql`select stake_cap_level_0 from settings`);
    expect(row).toEqual({ stake_cap_level_0: null });
    expect(received).toEqual([]);
  });

  test.each<[SentSettings, string[]]>([
    [{ liquidityBudget: 999.99 }, ['liquidityBudget']],
    [{ liquidityBudget: 1_000_000.01 }, ['liquidityBudget']],
    [{ marketCap: 99.99 }, ['marketCap']],
    [{ marketCap: 100.001 }, ['marketCap']],
    [{ marketCap: -500 }, ['marketCap']],
    [{ marketCap: Number.NaN, gameCap: Number.POSITIVE_INFINITY }, ['marketCap', 'gameCap']],
    [{ totalsCap: 9.99, periodsCap: 1_000_000.01 }, ['totalsCap', 'periodsCap']],
    [{ gameCap: 4999.99 }, ['gameCap']],
    [{ marketCap: 20_000 }, ['gameCap']],
    [
      { stakeCapLevel0: -0.01, stakeCapLevel1: 1e300, autoImport: true },
      ['stakeCapLevel0', 'stakeCapLevel1'],
    ],
    [{ stakeCapLevel2: 1e-7 }, ['stakeCapLevel2']],
    [{ inPlayDelaySoccer: 4, inPlayDelayTennis: 61 }, ['inPlayDelaySoccer', 'inPlayDelayTennis']],
    [{ inPlayDelayOther: 7.5 }, ['inPlayDelayOther']],
  ])('%j is refused with a sentence per field, and nothing changes', async (sent, fields) => {
    const before = await current();
    const audited = await auditRows();
    const { code, message, facts } = await refusal(change(sent));
    expect(code).toBe('invalid-request');
    expect(message).toMatch(/\. No setting was changed\.$/);
    expect(Object.keys(facts.fields ?? {})).toEqual(fields);
    expect(await current()).toEqual(before);
    expect(await auditRows()).toEqual(audited);
    expect(received).toEqual([]);
  });

  test('in live mode raising any amount needs a second admin, and lowering doesn’t', async () => {
    const before = await current('live');
    for (const name of [
      'liquidityBudget',
      'marketCap',
      ...Object.values(CAP_SETTINGS),
      'gameCap',
      'stakeCapLevel0',
      'stakeCapLevel1',
      'stakeCapLevel2',
    ] as const) {
      // A game's cap stays above its markets' cap.
      const raised = before[name] + 0.01;
      const { code } = await refusal(change({ [name]: raised, autoImport: true }, 'live'));
      expect([name, code]).toEqual([name, 'second-admin-needed']);
    }
    expect(await current('live')).toEqual(before);
    expect(await change({ stakeCapLevel2: 9999.99, autoImport: true }, 'live')).toEqual({
      ...before,
      stakeCapLevel2: 9999.99,
      autoImport: true,
    });
  });

  test('simultaneous changes happen one after another, each audited with what it found', async () => {
    const audited = (await auditRows()).length;
    const caps = Array.from({ length: 12 }, (_, i) => 1000 + i + 1);
    await Promise.all(caps.map((stakeCapLevel1) => change({ stakeCapLevel1 })));
    const trail = (await auditRows()).slice(audited);
    expect(trail).toHaveLength(12);
    trail.reduce((value, row) => {
      expect(row.before).toEqual({ stakeCapLevel1: value });
      // Written by the change itself in this form.
      return (row.after as { stakeCapLevel1: number }).stakeCapLevel1;
    }, 1000);
    expect((await current()).stakeCapLevel1).toBe(Object.values(trail.at(-1)?.after ?? {})[0]);
  });
});
