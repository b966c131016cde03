import type { BulkAction, WireBulkResult } from '@tallystone/core/http-api/admin-markets';
import { marketOpenEntry } from '@tallystone/core/ledger/market-open-entry';
import { marketWithdrawalEntry } from '@tallystone/core/ledger/market-withdrawal-entry';
import { bulkMessage } from '@tallystone/core/markets/bulk-message';
import { decideBulkAction } from '@tallystone/core/markets/decide-bulk-action';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { type Message, say } from '@tallystone/core/sentences/say';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { requireSignature, type SentSignature } from '../identity/require-signature.ts';
import { gatherPool } from '../ledger/lock-pool.ts';
import { type KeyedEntry, recordEntries } from '../ledger/record-entries.ts';
import {
  type LockedManagedMarket,
  lockHouseAccounts,
  lockManagedMarkets,
  saveManagedMarkets,
} from './bulk-store.ts';
import { bulkTrail, type ChangedMarket, type Signing } from './bulk-trail.ts';
import { titlesOf } from './market-titles.ts';

interface Changed extends ChangedMarket {
  readonly market: LockedManagedMarket;
}

/** Actions that move a budget between the pool and a market's escrow. */
const MOVES_MONEY: ReadonlySet<BulkAction> = new Set(['archive', 'restore', 'delete']);

/** Irreversible actions, each with the kind of act that an admin signs for it. */
const SIGNED_AS = { close: 'close-now', delete: 'delete' } as const;

/**
 * Applies one action to many markets in one transaction. Markets it doesn't apply to are skipped with a reason.
 *
 * @throws HttpError `invalid-request` when a deletion's `count` isn't the number of ids; `signature-needed` or
 *   `signature-invalid` when an admin closes or deletes. Nothing is changed then
 */
export async function bulkMarkets(
  db: Db,
  request: {
    action: BulkAction;
    ids: readonly string[];
    count?: number | undefined;
    actor: Actor;
    /** The admin's signature over the act and all the markets, needed when the action is irreversible. */
    signature?: SentSignature;
    now: Date;
  },
): Promise<WireBulkResult> {
  const { action, ids, count, actor, signature, now } = request;
  if (action === 'delete' && count !== ids.length) {
    throw new HttpError('invalid-request', say('type-number', { figure: ids.length }));
  }
  return transaction(db, async (tx) => {
    // Load. Lock order everywhere: markets first, then accounts, each by id.
    const markets = await lockManagedMarkets(tx, ids);
    const accounts = MOVES_MONEY.has(action)
      ? await lockHouseAccounts(tx, [...markets.keys()])
      : { ids: new Map(), pool: null };

    // Decide.
    const { changed, skipped } = decideAll({ action, ids, now }, markets, accounts.pool?.total ?? ZERO_USDC);
    const result: WireBulkResult = {
      done: changed.map(({ market }) => market.id),
      skipped,
      ...notesOf(changed),
      message: bulkMessage(action, { done: changed.length, skipped: skipped.length }),
    };
    if (changed.length === 0) return result;
    const isSigned = (action === 'close' || action === 'delete') && actor.kind === 'admin';
    const signing = isSigned ? await sign(tx, { kind: SIGNED_AS[action], ids, changed }, signature) : null;

    // Save.
    if (accounts.pool !== null) await gatherPool(tx, accounts.pool, { row: sumFunding(changed) });
    await recordEntries(tx, changed.flatMap(entryOf), accounts.ids);
    await saveManagedMarkets(tx, changed, now);
    await recordAudit(tx, {
      actor,
      action: `markets.${action}`,
      subject: changed.length === 1 ? (changed[0]?.market.id ?? '') : `${changed.length} markets`,
      ...bulkTrail(action, changed, signing),
    });
    return result;
  });
}

/** Requires a signature over every market in the request, skipped ones included, because that is what the admin saw. */
async function sign(
  tx: Tx,
  act: { kind: 'close-now' | 'delete'; ids: readonly string[]; changed: readonly Changed[] },
  signature: SentSignature | undefined,
): Promise<Signing> {
  const { kind, ids, changed } = act;
  // An unknown id has no title, so it isn't signed: the audit keeps only ids of real markets.
  const markets = await titlesOf(tx, ids);
  const signed = await requireSignature(tx, { kind, markets }, signature);
  const done = new Set(changed.map(({ market }) => market.id));
  return { signed, skipped: markets.flatMap(({ id }) => (done.has(id) ? [] : [id])) };
}

function decideAll(
  { action, ids, now }: { action: BulkAction; ids: readonly string[]; now: Date },
  markets: ReadonlyMap<string, LockedManagedMarket>,
  held: bigint,
): { changed: Changed[]; skipped: WireBulkResult['skipped'] } {
  const changed: Changed[] = [];
  const skipped: WireBulkResult['skipped'] = [];
  const seen = new Set<string>();
  let pool = held;
  for (const id of ids) {
    const market = markets.get(id);
    const skip = ({ sentence, reason: why }: Message) =>
      skipped.push({ id, title: market?.title ?? '', reason: sentence, why });
    if (market === undefined) skip(say('bulk-no-such-market'));
    else if (seen.has(id)) skip(say('bulk-twice'));
    else {
      seen.add(id);
      const decision = decideBulkAction(action, market, { now, pool: microUsdc(pool) });
      if (decision.kind === 'skip') skip(decision.reason);
      else {
        pool -= decision.funding;
        changed.push({ market, change: decision });
      }
    }
  }
  return { changed, skipped };
}

/** What the changes together take from the pool, micro-USDC. */
function sumFunding(changed: readonly Changed[]): MicroUsdc {
  const sum = changed.reduce((total, { change: { funding } }) => total + funding, 0n);
  return microUsdc(sum > 0n ? sum : 0n);
}

function notesOf(changed: readonly Changed[]): Pick<WireBulkResult, 'notes'> {
  const notes = changed.flatMap(({ market: { id, title }, change: { note } }) =>
    note === null ? [] : [{ id, title, note: note.sentence, noteReason: note.reason }],
  );
  return notes.length === 0 ? {} : { notes };
}

function entryOf({ market: { id: marketId, version }, change: { funding } }: Changed): KeyedEntry[] {
  if (funding === 0n) return [];
  const entry =
    funding > 0n
      ? marketOpenEntry({ marketId, amount: microUsdc(funding) })
      : marketWithdrawalEntry({ marketId, amount: microUsdc(-funding) });
  return [{ key: `${entry.kind}:${marketId}:${version}`, entry }];
}
