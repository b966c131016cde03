import type { WireRehearsal, WireResolution } from '@tallystone/core/http-api/settlement';
import { nextState } from '@tallystone/core/markets/lifecycle';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type Message, say } from '@tallystone/core/sentences/say';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import { requireSignature, type SentSignature } from '../identity/require-signature.ts';
import { type EndingMarketRow, isEndedOnChain, lockEndingMarket, readEndingMarket } from './ending-market.ts';
import { readEvidence } from './read-evidence.ts';
import { type FullRehearsal, rehearseMarket } from './rehearse-market.ts';
import {
  currentResolution,
  endStored,
  hasBetsOn,
  insertResolution,
  moveMarket,
  requireResolution,
  type StoredResolution,
  selectResolutions,
  userIdOf,
} from './resolution-store.ts';
import { wireRehearsal } from './stored-rehearsal.ts';
import { sureTransaction } from './sure-transaction.ts';
import { wireResolution } from './wire-resolution.ts';

/** Between approval and payment lies a time in which a guardian may object. */
export const WINDOW_MS = { demo: 0, live: 2 * 3_600_000 } as const;

export interface ProposedEnd {
  marketId: string;
  result: MarketResult;
  source: WireResolution['source'];
  /** A link or a note; for a void the reason. Not empty. */
  evidence: string;
  /** The answer of the feed as it came, or the draw. */
  raw?: unknown;
  proposer: Actor;
  /** Of the rehearsal that an admin saw; null for what no admin proposes. */
  hash: string | null;
  /** Of the admin's wallet over what that rehearsal says. Needed where the admin alone decides. */
  signature?: SentSignature;
  mode: 'demo' | 'live';
  /** How long guardians have; as the mode has it where nothing is said. */
  windowMs?: number | undefined;
}

/**
 * Proposes how a market ends. What a second admin must approve waits for that; all else is approved at once and paid
 * after its window.
 *
 * @throws HttpError `not-found`; `wrong-state` when the market cannot end like this now; `unknown-outcome`;
 *   `invalid-request` without evidence; `rehearsal-changed` when the hash is of another rehearsal than that of now;
 *   `forbidden` to an admin with bets on the market, in live mode; `signature-needed` and `signature-invalid` in a demo.
 *   Nothing was changed then
 */
export async function proposeResolution(db: Db, end: ProposedEnd): Promise<WireResolution> {
  const { marketId, result, source, proposer, mode, windowMs = WINDOW_MS[mode] } = end;
  const evidence = readEvidence(end.evidence, result.kind === 'void' ? 'reason' : 'evidence');
  if (source === 'admin' && end.hash === null) {
    throw new HttpError(
      'invalid-request',
      'Send the hash of the rehearsal you saw; nothing was changed. Call with `dryRun` to get it.',
    );
  }
  return sureTransaction(db, {
    name: result.kind === 'void' ? 'void' : 'resolve',
    work: async (tx) => {
      // Load.
      const market = await lockEndingMarket(tx, marketId);
      const current = await currentResolution(tx, marketId);

      // Decide.
      requireEndable(market, { result, current });
      // First, because pending bets that fail may be all that is late.
      requireNoPendingBets(market);
      // A void gives them their stakes with all others; they are out of the refunds' reach while it is under way.
      if (market.hasLateBets && result.kind === 'won') throw lateBets(market);
      if (source === 'admin' && mode === 'live') await requireNoBets(tx, { market, actor: proposer });
      const full = await rehearseMarket(tx, market, result);
      if (end.hash !== null && end.hash !== full.hash) throw rehearsalChanged(full);
      const approved = source !== 'admin' || mode === 'demo';
      // The command line has no wallet: who can run it controls the machine.
      const signed =
        approved && proposer.kind === 'admin'
          ? await requireSignature(
              tx,
              { kind: 'approve-result', rehearsal: wireRehearsal(full.stored, full.hash) },
              end.signature,
            )
          : null;

      // Save.
      const by = userIdOf(proposer);
      const { now } = market;
      if (current !== null) {
        await endStored(tx, { id: current.id, as: 'replaced', by, reason: evidence, now });
      }
      const { id, rawHash } = await insertResolution(tx, {
        full,
        source,
        evidence,
        raw: end.raw,
        proposedBy: by,
        approval: approved ? { by, windowMs } : null,
        now,
      });
      await moveMarket(tx, market, { state: 'resolving', review: null });
      const made = wireResolution(await requireResolution(tx, id));
      await recordAudit(tx, {
        actor: proposer,
        action: result.kind === 'void' ? 'market.void' : 'market.propose',
        subject: marketId,
        before: { state: market.state, ...(current !== null && { replaced: current.id }) },
        after: { ...auditedEnd(made, full), rawHash, ...(signed !== null && { signed }) },
        reason: evidence,
      });
      return made;
    },
    isRecorded: async (tx, { id }) => {
      await lockEndingMarket(tx, marketId);
      return (await selectResolutions(tx, sql`r.id = ${id}`)).length > 0;
    },
  });
}

/**
 * What ending a market would do, without doing it: nothing is locked meanwhile.
 *
 * @throws HttpError as above, but for what only a proposal needs
 */
export async function rehearseEnd(
  db: Db,
  { marketId, result }: Pick<ProposedEnd, 'marketId' | 'result'>,
): Promise<WireRehearsal> {
  return db.transaction(
    async (tx) => {
      const market = await readEndingMarket(tx, marketId);
      const [current] = await selectResolutions(tx, sql`r.market_id = ${marketId} and r.ended_at is null`);
      requireEndable(market, { result, current: current ?? null });
      const { stored, hash } = await rehearseMarket(tx, market, result);
      return wireRehearsal(stored, hash);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Whether the market can end like this now: what the lifecycle says, in sentences. */
function requireEndable(
  market: EndingMarketRow | null,
  { result, current }: { result: MarketResult; current: StoredResolution | null },
): asserts market is EndingMarketRow {
  if (market === null) throw new HttpError('not-found', say('no-such-market'));
  const refuse = (message: Message) => new HttpError('wrong-state', message);
  const { state } = market;
  if (state === 'settled' || state === 'void') {
    throw refuse(state === 'settled' ? say('market-settled') : say('market-voided'));
  }
  if (market.isArchived) {
    throw refuse(say('market-archived'));
  }
  if (result.kind === 'won' && (state === 'open' || state === 'suspended')) {
    throw refuse(say('betting-goes-on', { until: market.closesAt.toISOString() }));
  }
  if (isEndedOnChain(market)) {
    throw refuse(say('ended-by-contract'));
  }
  if (current !== null) requireReplaceable(result, current);
  if (nextState(state, result.kind === 'void' ? 'propose-void' : 'propose-result') === null) {
    throw refuse(say('decided-already'));
  }
  if (result.kind === 'won' && !market.outcomes.some(({ id }) => id === result.outcomeId)) {
    throw new HttpError('unknown-outcome', say('no-such-outcome'));
  }
}

/** A void takes the place of a result that is not being paid; nothing else takes any place. */
function requireReplaceable(result: MarketResult, current: StoredResolution): void {
  const refuse = (message: Message) => new HttpError('wrong-state', message);
  if (current.startedAt !== null) {
    throw refuse(say('being-paid'));
  }
  if (current.outcomeId === null) {
    throw refuse(say('to-be-void'));
  }
  if (result.kind === 'won') {
    throw refuse(say('has-result'));
  }
}

/**
 * Nobody decides about their own money.
 */
export async function requireNoBets(
  tx: Tx,
  { market, actor }: { market: EndingMarketRow; actor: Actor },
  code: 'own-bets-admin' | 'own-bets-guardian' = 'own-bets-admin',
): Promise<void> {
  const userId = userIdOf(actor);
  if (userId === null || !(await hasBetsOn(tx, { marketId: market.id, userId }))) return;
  throw new HttpError('forbidden', say(code));
}

/** What the chain decides of them changes what the end would pay. */
function requireNoPendingBets({ hasPendingBets, state }: EndingMarketRow): void {
  if (!hasPendingBets) return;
  throw new HttpError('wrong-state', say(state === 'open' ? 'pending-bets-disable' : 'pending-bets'), {
    retryAfterSeconds: 15,
  });
}

export function rehearsalChanged({ stored, hash }: Pick<FullRehearsal, 'stored' | 'hash'>): HttpError {
  return new HttpError('rehearsal-changed', say('market-changed'), {
    facts: { rehearsal: wireRehearsal(stored, hash) },
  });
}

function lateBets({ chain }: EndingMarketRow): HttpError {
  if (chain !== null) {
    return new HttpError('wrong-state', say('late-bets-on-chain'));
  }
  return new HttpError('wrong-state', say('late-bets-refunded'), { retryAfterSeconds: 1 });
}

/** What the audit keeps of a resolution. */
export function auditedEnd(
  { id, outcomeId, outcomeName, source, stage, proposedAt, paysFrom }: WireResolution,
  { rehearsal, hash }: Pick<FullRehearsal, 'rehearsal' | 'hash'>,
): Record<string, unknown> {
  return {
    resolution: id,
    ...(outcomeId === null ? { void: true } : { outcomeId, outcome: outcomeName }),
    source,
    stage,
    proposedAt,
    ...(paysFrom !== undefined && { paysFrom }),
    bets: rehearsal.bets,
    paid: usdcToNumber(rehearsal.paid),
    toPool: usdcToNumber(rehearsal.toPool),
    hash,
  };
}
