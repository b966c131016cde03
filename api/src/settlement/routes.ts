import { httpApi } from '@tallystone/core/http-api';
import type { WirePendingChange } from '@tallystone/core/http-api/changes';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { actorOf } from '../audit/actor-of.ts';
import type { Db } from '../db/db.ts';
import { type Call, type Route, route } from '../http/route.ts';
import type { ReadSignature } from '../identity/read-signature.ts';
import type { CheckedInvariant } from '../ledger/watch-books.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';
import { approveResolution } from './approve-resolution.ts';
import type { EscrowReader } from './escrow-figures.ts';
import { listGuarded, objectToResult } from './object-to-result.ts';
import { proposeResolution, rehearseEnd } from './propose-resolution.ts';
import { comboReceipt, receipt } from './receipt.ts';
import { getResultsQueue } from './results-queue.ts';
import { solvency } from './solvency.ts';
import { undoResolution } from './undo-resolution.ts';

export interface SettlementDeps {
  db: Db;
  mode: 'demo' | 'live';
  /** How long guardians may object, if the settings say so. */
  windowMs?: number | undefined;
  now(): Date;
  /** All lists that show markets. */
  lists: StaleMarks;
  readSignature: ReadSignature;
  /** Called when there may be something to pay. */
  wakeSettler(): void;
  /** The last findings of the watch over the books. */
  checkedInvariants(): readonly CheckedInvariant[];
  /** The other changes that wait for a second admin, as this admin may see them. */
  listChanges(actor: ReturnType<typeof actorOf>): Promise<WirePendingChange[]>;
  /** The chain of live mode, for its own figures; absent or null without one. */
  escrow?: EscrowReader | null;
}

type VoidCall = Call<typeof httpApi.voidMarket>;
/** A call for either kind of end. */
type EndCall = Omit<VoidCall, 'body'> & { body: Omit<VoidCall['body'], 'reason'> };

/** How markets end, and the proof that all payouts were made and can be. */
export function settlementRoutes(deps: SettlementDeps): Route[] {
  const { db, mode, windowMs, now, lists, wakeSettler, checkedInvariants, listChanges, escrow = null } = deps;
  const { readSignature } = deps;
  /** Every change of a market marks the lists stale before the answer is sent. */
  const changed = async <T extends { marketId: string }>(work: Promise<T>): Promise<T> => {
    const made = await work;
    lists.markStale(made.marketId);
    wakeSettler();
    return made;
  };
  const end = async (call: EndCall, result: MarketResult, evidence: string) => {
    const marketId = call.params.id;
    const { dryRun, hash = null } = call.body;
    if (dryRun === true) return { rehearsal: await rehearseEnd(db, { marketId, result }) };
    const resolution = await changed(
      proposeResolution(db, {
        marketId,
        result,
        source: 'admin',
        evidence,
        proposer: actorOf(call.session),
        hash,
        signature: readSignature(call),
        mode,
        windowMs,
      }),
    );
    return { rehearsal: resolution.rehearsal, resolution };
  };
  return [
    route(httpApi.getResultsQueue, async ({ session }) => ({
      ...(await getResultsQueue(db)),
      changes: await listChanges(actorOf(session)),
    })),
    route(httpApi.resolveMarket, (call) => {
      const { outcomeId, alsoWonIds = [], evidence } = call.body;
      return end(call, { kind: 'won', outcomeIds: [outcomeId, ...alsoWonIds] }, evidence);
    }),
    route(httpApi.voidMarket, (call) => end(call, { kind: 'void' }, call.body.reason)),
    route(httpApi.approveResolution, (call) =>
      changed(
        approveResolution(db, {
          marketId: call.params.id,
          hash: call.body.hash,
          actor: actorOf(call.session),
          signature: readSignature(call),
          mode,
          windowMs,
        }),
      ),
    ),
    route(httpApi.undoResolution, ({ session, params, body }) =>
      changed(undoResolution(db, { marketId: params.id, reason: body.reason, actor: actorOf(session) })),
    ),
    route(httpApi.listGuarded, () => listGuarded(db)),
    route(httpApi.objectToResult, (call) =>
      changed(
        objectToResult(db, {
          id: call.params.id,
          reason: call.body.reason,
          actor: actorOf(call.session),
          signature: readSignature(call),
        }),
      ),
    ),
    route(httpApi.getReceipt, ({ params, session }) => receipt(db, { session, betId: params.betId })),
    route(httpApi.getComboReceipt, ({ params, session }) =>
      comboReceipt(db, { session, comboId: params.id }),
    ),
    route(httpApi.getSolvency, () =>
      solvency(db, { mode, now: now(), checked: checkedInvariants(), escrow }),
    ),
  ];
}
