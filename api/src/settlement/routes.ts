import { httpApi, type WirePendingChange } from '@tallystone/core/http-api';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { actorOf } from '../audit/actor-of.ts';
import type { Db } from '../db/db.ts';
import { type Route, route } from '../http/route.ts';
import type { Session } from '../http/session.ts';
import type { ReadSignature } from '../identity/read-signature.ts';
import type { SentSignature } from '../identity/require-signature.ts';
import type { CheckedInvariant } from '../ledger/watch-books.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';
import { approveResolution } from './approve-resolution.ts';
import type { EscrowReader } from './escrow-figures.ts';
import { listGuarded, objectToResult } from './object-to-result.ts';
import { proposeResolution, rehearseEnd } from './propose-resolution.ts';
import { receipt } from './receipt.ts';
import { getResultsQueue } from './results-queue.ts';
import { solvency } from './solvency.ts';
import { undoResolution } from './undo-resolution.ts';

export interface SettlementDeps {
  db: Db;
  mode: 'demo' | 'live';
  /** How long guardians have, where the settings say so. */
  windowMs?: number | undefined;
  now(): Date;
  /** All lists that show markets. */
  lists: StaleMarks;
  readSignature: ReadSignature;
  /** Something may have to be paid now. */
  wakeSettler(): void;
  /** What the watch over the books found last. */
  checkedInvariants(): readonly CheckedInvariant[];
  /** What else waits for a second admin, as this admin may see it. */
  listChanges(actor: ReturnType<typeof actorOf>): Promise<WirePendingChange[]>;
  /** The chain of live mode, for its own figures; absent or null where there is none. */
  escrow?: EscrowReader | null;
}

/** How markets end, and the proof that everybody was and can be paid. */
export function settlementRoutes(deps: SettlementDeps): Route[] {
  const { db, mode, windowMs, now, lists, wakeSettler, checkedInvariants, listChanges, escrow = null } = deps;
  const { readSignature } = deps;
  /** Whoever changes a market marks the lists stale before answering. */
  const changed = async <T extends { marketId: string }>(work: Promise<T>): Promise<T> => {
    const made = await work;
    lists.markStale(made.marketId);
    wakeSettler();
    return made;
  };
  const end = async (asked: {
    session: Session;
    marketId: string;
    result: MarketResult;
    evidence: string;
    dryRun: boolean | undefined;
    hash: string | undefined;
    signature: SentSignature;
  }) => {
    const { session, marketId, result, evidence, dryRun, hash = null, signature } = asked;
    if (dryRun === true) return { rehearsal: await rehearseEnd(db, { marketId, result }) };
    const proposer = actorOf(session);
    const resolution = await changed(
      proposeResolution(db, {
        marketId,
        result,
        source: 'admin',
        evidence,
        proposer,
        hash,
        signature,
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
    route(httpApi.resolveMarket, ({ session, params, body, request }) =>
      end({
        session,
        signature: readSignature({ session, body, request }),
        marketId: params.id,
        result: { kind: 'won', outcomeId: body.outcomeId },
        evidence: body.evidence,
        dryRun: body.dryRun,
        hash: body.hash,
      }),
    ),
    route(httpApi.voidMarket, ({ session, params, body, request }) =>
      end({
        session,
        signature: readSignature({ session, body, request }),
        marketId: params.id,
        result: { kind: 'void' },
        evidence: body.reason,
        dryRun: body.dryRun,
        hash: body.hash,
      }),
    ),
    route(httpApi.approveResolution, ({ session, params, body, request }) =>
      changed(
        approveResolution(db, {
          marketId: params.id,
          hash: body.hash,
          actor: actorOf(session),
          signature: readSignature({ session, body, request }),
          mode,
          windowMs,
        }),
      ),
    ),
    route(httpApi.undoResolution, ({ session, params, body }) =>
      changed(undoResolution(db, { marketId: params.id, reason: body.reason, actor: actorOf(session) })),
    ),
    route(httpApi.listGuarded, () => listGuarded(db)),
    route(httpApi.objectToResult, ({ session, params, body, request }) =>
      changed(
        objectToResult(db, {
          id: params.id,
          reason: body.reason,
          actor: actorOf(session),
          signature: readSignature({ session, body, request }),
        }),
      ),
    ),
    route(httpApi.getReceipt, ({ params, session }) => receipt(db, { session, betId: params.betId })),
    route(httpApi.getSolvency, () =>
      solvency(db, { mode, now: now(), checked: checkedInvariants(), escrow }),
    ),
  ];
}
