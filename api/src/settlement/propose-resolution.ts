import type { WireRehearsal, WireResolution } from '@tallystone/core/http-api/settlement';
import { nextState } from '@tallystone/core/markets/lifecycle';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { say } from '@tallystone/core/sentences/say';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { exists } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { requireSignature, type SentSignature } from '../identity/require-signature.ts';
import {
  type EndingMarketRow,
  isEndedOnChain,
  lockEndingMarket,
  readEndingMarket,
  wrongState,
} from './ending-market.ts';
import { readEvidence } from './read-evidence.ts';
import { type FullRehearsal, rehearseMarket } from './rehearse-market.ts';
import {
  currentResolution,
  endStored,
  insertResolution,
  isResolutionRecorded,
  moveMarket,
  requireResolution,
  type StoredResolution,
  userIdOf,
} from './resolution-store.ts';
import { wireRehearsal } from './stored-rehearsal.ts';
import { sureTransaction } from './sure-transaction.ts';
import { wireResolution } from './wire-resolution.ts';

/** How long guardians may object between approval and payment. */
export const WINDOW_MS = { demo: 0, live: 2 * 3_600_000 } as const;

export interface ProposedEnd {
  marketId: string;
  result: MarketResult;
  source: WireResolution['source'];
  /** A link or a note, or the reason of a void. Not empty. */
  evidence: string;
  /** The feed's answer as it came, or the draw. */
  raw?: unknown;
  proposer: Actor;
  /** Of the rehearsal that the admin saw; null if the proposer is not an admin. */
  hash: string | null;
  /** Made by the admin's wallet over the contents of that rehearsal. Needed if the admin decides alone. */
  signature?: SentSignature;
  mode: 'demo' | 'live';
  /** How long guardians may object; defaults to the mode's own window. */
  windowMs?: number | undefined;
}

/**
 * Proposes how a market ends. In live mode a second admin must approve an admin's proposal; any other proposal is approved
 * at once and paid after its window.
 *
 * @throws HttpError `not-found`; `wrong-state` if the market cannot end like this now; `unknown-outcome`;
 *   `invalid-request` without evidence or with another number of winners than the market has; `rehearsal-changed` if the rehearsal now has another hash; `forbidden` to an
 *   admin with bets on the market, in live mode; `signature-needed` and `signature-invalid` in a demo. Nothing was
 *   changed then
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
      // Checked before late bets, because the late ones may all be pending bets that fail.
      requireNoPendingBets(market);
      // A void gives late bets their stakes back with all others, and while it is under way they are not refunded apart.
      if (market.hasLateBets && result.kind === 'won') throw lateBets(market);
      if (source === 'admin' && mode === 'live') await requireNoBets(tx, { market, actor: proposer });
      const full = await rehearseMarket(tx, market, result);
      if (end.hash !== null && end.hash !== full.hash) throw rehearsalChanged(full);
      const approved = source !== 'admin' || mode === 'demo';
      // The command line has no wallet: a person who can run it controls the machine.
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
    isRecorded: (tx, { id }) => isResolutionRecorded(tx, marketId, sql`id = ${id}`),
  });
}

/**
 * What ending a market would do, without doing it or locking anything.
 *
 * @throws HttpError like proposeResolution, except for errors that only a proposal can have
 */
export async function rehearseEnd(
  db: Db,
  { marketId, result }: Pick<ProposedEnd, 'marketId' | 'result'>,
): Promise<WireRehearsal> {
  return db.transaction(
    async (tx) => {
      const market = await readEndingMarket(tx, marketId);
      requireEndable(market, { result, current: await currentResolution(tx, marketId) });
      const { stored, hash } = await rehearseMarket(tx, market, result);
      return wireRehearsal(stored, hash);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Refuses an end that the market cannot have now, in the sentence for its state. */
function requireEndable(
  market: EndingMarketRow | null,
  { result, current }: { result: MarketResult; current: StoredResolution | null },
): asserts market is EndingMarketRow {
  if (market === null) throw new HttpError('not-found', say('no-such-market'));
  const { state } = market;
  if (state === 'settled') throw wrongState(say('market-settled'));
  if (state === 'void') throw wrongState(say('market-voided'));
  if (market.isArchived) throw wrongState(say('market-archived'));
  if (result.kind === 'won' && (state === 'open' || state === 'suspended')) {
    throw wrongState(say('betting-goes-on', { until: market.closesAt.toISOString() }));
  }
  if (isEndedOnChain(market)) throw wrongState(say('ended-by-contract'));
  if (current !== null) requireReplaceable(result, current);
  if (nextState(state, result.kind === 'void' ? 'propose-void' : 'propose-result') === null) {
    throw wrongState(say('decided-already'));
  }
  if (result.kind === 'won') requireRule(market, result);
}

/** Refuses winners that aren't the market's, or more or fewer than win in it. */
function requireRule(
  { outcomes, winners }: EndingMarketRow,
  { outcomeIds }: Extract<MarketResult, { kind: 'won' }>,
): void {
  const won = new Set(outcomeIds);
  if (![...won].every((id) => outcomes.some((outcome) => outcome.id === id))) {
    throw new HttpError('unknown-outcome', say('no-such-outcome'));
  }
  if (won.size !== winners || outcomeIds.length !== winners) {
    throw new HttpError(
      'invalid-request',
      winners === 1 ? say('wrong-winner') : say('wrong-winners', { winners, outcomes: outcomes.length }),
    );
  }
}

/** Only a void can replace a result, and only until its payment begins. */
function requireReplaceable(result: MarketResult, current: StoredResolution): void {
  if (current.startedAt !== null) throw wrongState(say('being-paid'));
  if (current.outcomeId === null) throw wrongState(say('to-be-void'));
  if (result.kind === 'won') throw wrongState(say('has-result'));
}

/** Refuses an admin or guardian who ever bet on the market, also as a part of a combo, even if the bet has ended. */
export async function requireNoBets(
  tx: Tx,
  { market, actor }: { market: Pick<EndingMarketRow, 'id'>; actor: Actor },
  code: 'own-bets-admin' | 'own-bets-guardian' = 'own-bets-admin',
): Promise<void> {
  const userId = userIdOf(actor);
  const bets = sql`
    (select from bets where user_id = ${userId} and market_id = ${market.id} limit 1)
    union all
    (
      select from combos c join combo_legs l on l.combo_id = c.id
      where c.user_id = ${userId} and l.market_id = ${market.id} limit 1)`;
  if (await exists(tx, bets)) throw new HttpError('forbidden', say(code));
}

/** The chain's decision about pending bets changes what the end would pay. */
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
  if (chain !== null) return wrongState(say('late-bets-on-chain'));
  return new HttpError('wrong-state', say('late-bets-refunded'), { retryAfterSeconds: 1 });
}

/** The part of a resolution that the audit keeps. */
export function auditedEnd(
  { id, outcomeId, alsoWonIds, outcomeName, source, stage, proposedAt, paysFrom }: WireResolution,
  { rehearsal, hash }: Pick<FullRehearsal, 'rehearsal' | 'hash'>,
): Record<string, unknown> {
  return {
    resolution: id,
    ...(outcomeId === null
      ? { void: true }
      : { outcomeId, ...(alsoWonIds !== undefined && { alsoWonIds }), outcome: outcomeName }),
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
