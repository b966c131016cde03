import { readLimitsHistory } from './admin/limits-history.ts';
import { replayActs } from './admin/replay-acts.ts';
import { BUDGETS_PROMISE, replayBudgets } from './admin/replay-budgets.ts';
import { CAPS_PROMISE, replayCaps } from './admin/replay-caps.ts';
import { LIMITS_PROMISE, replayLimits } from './admin/replay-limits.ts';
import { replayAudit } from './audit/replay-audit.ts';
import { replayBets } from './betting/replay-bets.ts';
import { replaySignatures } from './betting/replay-signatures.ts';
import type { Db } from './db/db.ts';
import { GUESTS_PROMISE, replayGuests } from './identity/replay-guests.ts';
import { type ChainHead, findLostHead, lossSentence, mustHaveHeads } from './ledger/chain-heads.ts';
import { checkInvariants } from './ledger/check-invariants.ts';
import { type Difference, firstOf } from './ledger/difference.ts';
import { findUnsealed } from './ledger/find-unsealed.ts';
import { noHeadsSentence } from './ledger/head-file.ts';
import { replayEntries } from './ledger/replay-entries.ts';
import { MOMENTS_PROMISE, replayMoments } from './ledger/replay-moments.ts';
import { replayTerms } from './markets/market-terms.ts';
import { FAUCET_PROMISE, replayFaucet } from './practice/replay-faucet.ts';
import { replayResults } from './settlement/replay-results.ts';

const MOST_SHOWN = 20;

/** What is promised of the books, and what breaks it: one sentence each, none where it holds. */
export interface VerifiedPromise {
  readonly name: string;
  readonly promise: string;
  readonly offences: readonly string[];
}

/** The heads of the audit that were written down outside of the books, the oldest first. */
export interface WrittenHeads {
  readonly file: string;
  readonly heads: readonly ChainHead[];
  /** Whether a file without any breaks the promise, where the books have seals. */
  readonly isNeeded: boolean;
}

/**
 * Checks the books from the first entry on: every invariant; every entry made again and its money moved again; every
 * bet placed, sold, given back and settled again by the rules; every signature, result and limit compared with what the audit
 * says; every row of the audit and every seal hashed again.
 *
 * @param tell of each promise, as soon as it was checked
 * @returns the first entry that is not what the rules make of those before it, as a sentence, and what was checked
 * @see docs/verify-ledger.md for what this proves and what it does not
 */
export async function verifyBooks(
  db: Db,
  { heads, tell }: { heads: WrittenHeads; tell(promise: VerifiedPromise): void },
): Promise<{ first: string | null; counted: string }> {
  const compare = (name: string, promise: string, differences: readonly Difference[]) =>
    tell({ name, promise, offences: differences.slice(0, MOST_SHOWN).map(sentenceOf) });

  for (const { invariant, offenders } of await checkInvariants(db, { kind: 'everything' })) {
    const offences = offenders.map((offender) => JSON.stringify(offender));
    tell({ name: `${invariant.number}`, promise: invariant.promise, offences });
  }
  const entries = await replayEntries(db);
  compare(
    'entries',
    'each entry is what its bets make it, and the money of all of them makes the balances',
    entries.differences,
  );
  const { markets, bets, ends, differences, prices } = await replayBets(db);
  compare(
    'bets',
    'each bet was acceptable when it was placed, and was sold, given back or settled by the rules',
    differences,
  );
  compare(
    'prices',
    'each price that the charts keep is the one that the bets up to it, or the feed, made, and none of the last day is missing',
    prices,
  );
  const moments = await replayMoments(db);
  compare('moments', MOMENTS_PROMISE, moments);
  const signed = await replaySignatures(db);
  compare(
    'signatures',
    'each bet and each cash-out is what the wallet of its bettor signed',
    signed.differences,
  );
  const acts = await replayActs(db);
  compare(
    'acts',
    'each long break, each approval, objection, end of betting and deletion is what the wallet of its user signed',
    acts.differences,
  );
  const history = await readLimitsHistory(db);
  compare('limits', LIMITS_PROMISE, await replayLimits(db, history));
  const caps = await replayCaps(db, history);
  compare('caps', CAPS_PROMISE, caps);
  compare('budgets', BUDGETS_PROMISE, await replayBudgets(db, history));
  const faucet = await replayFaucet(db);
  compare('faucet', FAUCET_PROMISE, faucet);
  compare('guests', GUESTS_PROMISE, await replayGuests(db));
  compare('terms', 'each market says what it said when it was opened', await replayTerms(db));
  compare(
    'results',
    'each result is the one that the audit says was proposed, and pays its market',
    await replayResults(db),
  );
  const audit = await replayAudit(db);
  tell({
    name: 'audit',
    promise: 'each row of the audit is hashed into the next',
    offences:
      audit.broken === null
        ? []
        : [
            `audit row ${audit.broken.auditId}: expected ${audit.broken.expected}, found ${audit.broken.found}`,
          ],
  });
  const unsealed = await findUnsealed(db);
  tell({
    name: 'seals',
    promise: 'no entry lacks its seal while later ones were recorded for longer than sealing takes',
    offences: unsealed === null ? [] : [unsealed],
  });
  const lost = await findLostHead(db, heads.heads);
  const areGone = heads.isNeeded && heads.heads.length === 0 && (await mustHaveHeads(db));
  tell({
    name: 'heads',
    promise: `the books have each of the ${heads.heads.length} heads of the audit that were written down outside of them`,
    offences: lost !== null ? [lossSentence(lost)] : areGone ? [noHeadsSentence(heads.file)] : [],
  });
  const first = firstOf([
    ...entries.differences,
    ...differences,
    ...moments,
    ...signed.differences,
    ...caps,
    ...faucet,
  ]);
  return {
    first: first === null ? null : sentenceOf(first),
    counted: `${entries.entries} entries, ${bets} bets on ${markets} markets, ${ends} ends of bets, ${audit.rows} rows of the audit`,
  };
}

const sentenceOf = ({ entryId, what, expected, found }: Difference): string =>
  `${entryId === null ? '' : `entry ${entryId}: `}${what}: expected ${expected}, found ${found}`;
