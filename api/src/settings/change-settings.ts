import type { RequestBody } from '@tallystone/core/http-api';
import type { WireSettings } from '@tallystone/core/http-api/admin';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type Message, say } from '@tallystone/core/sentences/say';
import {
  checkSettings,
  DELAY_SETTINGS,
  raisedAmounts,
  type Settings,
} from '@tallystone/core/settings/settings';
import { type Audited, type JudgedProposal, proposeChange } from '../audit/propose-change.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { settings } from '../db/schema/settings.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { lockSettings } from './get-settings.ts';
import { announceSettingsChange } from './settings-changes.ts';
import { wireSettings } from './wire-settings.ts';

/** Some settings as the request sends them: amounts in USDC, delays in seconds. */
export type SentSettings = RequestBody<'changeSettings'>;

/**
 * Changes the settings that are sent and leaves the others. Sending current values changes nothing and isn't audited.
 * In live mode, a raised amount waits for a second admin, together with everything sent with it.
 *
 * @returns the settings after the change
 * @throws HttpError `invalid-request` with a sentence per field; `second-admin-needed` when the command line raises
 *   an amount in live mode. Nothing is changed then
 */
export async function changeSettings(
  db: Db,
  { mode, actor, sent }: { mode: 'demo' | 'live'; actor: Actor; sent: SentSettings },
): Promise<WireSettings & { waits?: { changeId: string } }> {
  return transaction(db, async (tx) => {
    const change = await judge(tx, { mode, sent });
    const { before, after, changed } = change;
    if (changed.length === 0) return wireSettings(before);
    if (mode === 'live' && raisedAmounts(change).length > 0) {
      const waits = await proposeChange(tx, {
        kind: 'change-settings',
        subject: 'settings',
        payload: sent,
        summary: summaryOf(change),
        actor,
        refusal: say('raise-needs-second'),
      });
      return { ...wireSettings(before), waits };
    }
    await recordAudit(tx, { actor, ...(await save(tx, change)) });
    return wireSettings(after);
  });
}

/** Judges a change that another admin proposed, against the current settings. @throws HttpError `invalid-request` */
export async function judgeSettingsChange(
  tx: Tx,
  request: { mode: 'demo' | 'live'; sent: SentSettings },
): Promise<JudgedProposal> {
  const change = await judge(tx, request);
  if (change.changed.length === 0) {
    throw new HttpError('invalid-request', say('settings-same'));
  }
  return {
    summary: summaryOf(change),
    make: async () => ({ marketIds: [], audited: await save(tx, change) }),
  };
}

type Change = Awaited<ReturnType<typeof judge>>;

/** The settings stay locked until the transaction ends. */
async function judge(tx: Tx, { mode, sent }: { mode: 'demo' | 'live'; sent: SentSettings }) {
  const before = await lockSettings(tx, mode);
  const after = applySent(before, sent);
  const fields = checkSettings(after);
  const [problem] = Object.values(fields);
  if (problem !== undefined) {
    throw new HttpError('invalid-request', say('no-setting-changed', { problem }), {
      facts: { fields },
    });
  }
  // `wireSettings` returns exactly the type's fields.
  const names = Object.keys(wireSettings(after)) as (keyof Settings)[];
  return { before, after, changed: names.filter((name) => after[name] !== before[name]) };
}

async function save(tx: Tx, { before, after, changed }: Change): Promise<Audited> {
  await tx.update(settings).set(only(after, changed));
  await announceSettingsChange(tx);
  return {
    action: 'settings.change',
    subject: 'settings',
    before: only(wireSettings(before), changed),
    after: only(wireSettings(after), changed),
  };
}

/** Such as `Change the cap of a new game from 10000.00 to 12000.00 USDC.` */
function summaryOf({ before, after, changed }: Change): Message {
  const list = changed.map((name) => {
    const [was, is] = [before[name], after[name]];
    const what = say(`setting-${name}`);
    if (typeof was === 'boolean' || typeof is === 'boolean') {
      return say(is ? 'switched-on' : 'switched-off', { what });
    }
    if (typeof was === 'number' || typeof is === 'number')
      return say('from-to-seconds', { what, before: Number(was), after: Number(is) });
    return say('from-to', { what, before: usdcToNumber(was), after: usdcToNumber(is) });
  });
  return say('change-settings', { list });
}

const isDelay = (name: string): boolean => DELAY_SETTINGS.some((each) => each === name);

/** Below every range, so an amount that isn't whole cents is refused like one that is too small. */
const NO_AMOUNT = microUsdc(-1n);

function applySent(current: Settings, sent: SentSettings): Settings {
  const values = Object.entries(sent).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const isAmount = typeof value === 'number' && !isDelay(name);
    return [[name, isAmount ? (parseUsdc(value) ?? NO_AMOUNT) : value]];
  });
  return { ...current, ...Object.fromEntries(values) };
}

function only<T extends object>(values: T, chosen: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(chosen.map((name) => [name, values[name]])) as Partial<T>;
}
