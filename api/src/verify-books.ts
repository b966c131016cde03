import { sql } from 'drizzle-orm';
import { readLimitsHistory } from './admin/limits-history.ts';
import { replayActs } from './admin/replay-acts.ts';
import { BUDGETS_PROMISE, replayBudgets } from './admin/replay-budgets.ts';
import { CAPS_PROMISE, replayCaps } from './admin/replay-caps.ts';
import { COMBOS_PROMISE, replayCombos } from './admin/replay-combos.ts';
import { LIMITS_PROMISE, replayLimits } from './admin/replay-limits.ts';
import { replayAudit } from './audit/replay-audit.ts';
import type { LoggedBet } from './betting/bet-log.ts';
import { findUnbooked, unbookedSentence } from './betting/find-unbooked.ts';
import { replayBets } from './betting/replay-bets.ts';
import { replaySignatures } from './betting/replay-signatures.ts';
import { isOfValue } from './db/database-fault.ts';
import type { Tx } from './db/db.ts';
import { sqlState } from './db/sql-state.ts';
import { GUESTS_PROMISE, replayGuests } from './identity/replay-guests.ts';
import { type ChainHead, findLostHead, lossSentence, mustHaveHeads } from './ledger/chain-heads.ts';
import { CHECKS } from './ledger/check-invariants.ts';
import { type Difference, firstOf } from './ledger/difference.ts';
import { findUnsealed } from './ledger/find-unsealed.ts';
import { noHeadsSentence } from './ledger/head-file.ts';
import { replayEntries } from './ledger/replay-entries.ts';
import { MOMENTS_PROMISE, replayMoments } from './ledger/replay-moments.ts';
import type { Since } from './ledger/since.ts';
import { replayTerms } from './markets/market-terms.ts';
import { FAUCET_PROMISE, replayFaucet } from './practice/replay-faucet.ts';
import { once } from './rounds/once.ts';
import { replayResults } from './settlement/replay-results.ts';
import { reasonOf } from './start-problem.ts';

const MOST_SHOWN = 20;

/** A promise about the books, with one sentence for each thing that breaks it. */
export interface VerifiedPromise {
  readonly name: string;
  readonly promise: string;
  readonly offences: readonly string[];
}

/** The audit heads that were stored outside the books, oldest first. */
export interface WrittenHeads {
  readonly file: string;
  readonly heads: readonly ChainHead[];
  /** Whether a file without heads breaks the promise if the books have seals. */
  readonly isNeeded: boolean;
}

/**
 * Checks the books from the first entry on, or what is new since a verified state. It checks every invariant, recomputes every entry and balance, replays every bet
 * from placing to its end, compares every signature, result and limit with the audit, and rehashes every audit row and seal.
 * A value that a check can't read breaks that check's promise; the other checks still run.
 *
 * @param report called with each promise as soon as it is checked
 * @returns the first entry that doesn't follow from those before it by the rules, as a sentence, and what was counted
 * @throws if the database is away or damaged, or lacks what this version needs
 * @see docs/verify-ledger.md for what this proves and what it does not
 */
export async function verifyBooks(
  db: Tx,
  {
    since,
    heads,
    acknowledged,
    report,
  }: {
    since: Since;
    heads: WrittenHeads;
    /** The bets that a log says were acknowledged. Absent: there is no log. */
    acknowledged?: AsyncIterable<LoggedBet[]>;
    report(promise: VerifiedPromise): void;
  },
): Promise<{ first: string | null; counted: readonly string[] }> {
  const counted: string[] = [];
  const different: Difference[] = [];
  const check = async (name: string, promise: string, find: () => Promise<readonly string[]>) => {
    // In a savepoint, so that other queries still run after one fails.
    const offences = await db.transaction(find).catch(async (error: unknown) => {
      // A function that doesn't accept a value reports an unsupported feature (0A).
      if (!isOfValue(error) && !sqlState(error)?.startsWith('0A')) throw error;
      // Throws if the database itself has broken down: its odd errors then aren't tampering.
      await db.execute(sql`select`);
      return [
        `could not be checked to its end (${reasonOf(error)}): no server writes such a value, or this program is at fault`,
      ];
    });
    report({ name, promise, offences });
  };
  const compare = (name: string, promise: string, find: () => Promise<readonly Difference[]>) =>
    check(name, promise, async () => {
      const differences = await find();
      different.push(...differences);
      return differences.slice(0, MOST_SHOWN).map(sentenceOf);
    });

  for (const { invariant, offenders } of CHECKS) {
    await check(`${invariant.number}`, invariant.promise, async () =>
      (await offenders(db, since.scope)).map((offender) => JSON.stringify(offender)),
    );
  }
  await compare(
    'entries',
    'each entry is what its bets and combos make it, and the money of all of them makes the balances',
    async () => {
      const { entries, differences } = await replayEntries(db, { since });
      counted.push(`${entries} entries`);
      return differences;
    },
  );
  const replay = once(() => replayBets(db, { since }));
  await compare(
    'bets',
    'each bet was acceptable when it was placed, and was sold, given back or settled by the rules',
    async () => {
      const { bets, markets, ends, differences } = await replay();
      counted.push(`${bets} bets on ${markets} markets`, `${ends} ends of bets`);
      return differences;
    },
  );
  await compare(
    'prices',
    'each price that the charts keep is the one that the bets up to it, or the feed, made, and none of the last day is missing',
    async () => (await replay()).prices,
  );
  await compare('moments', MOMENTS_PROMISE, () => replayMoments(db, since));
  await compare(
    'signatures',
    'each bet, each combo and each cash-out is what the wallet of its bettor signed',
    async () => (await replaySignatures(db, since)).differences,
  );
  await compare(
    'acts',
    'each long break, each approval, objection, end of betting and deletion is what the wallet of its user signed',
    async () => (await replayActs(db, since.audit)).differences,
  );
  const history = once(() => readLimitsHistory(db, since.audit));
  await compare('limits', LIMITS_PROMISE, async () => replayLimits(db, await history()));
  await compare('caps', CAPS_PROMISE, async () => replayCaps(db, await history(), { since }));
  await compare('combos', COMBOS_PROMISE, async () => {
    const { combos, differences } = await replayCombos(db, await history(), { since });
    counted.push(`${combos} combos`);
    return differences;
  });
  await compare('budgets', BUDGETS_PROMISE, async () => replayBudgets(db, await history(), since));
  await compare('faucet', FAUCET_PROMISE, () => replayFaucet(db, since));
  await compare('guests', GUESTS_PROMISE, () => replayGuests(db, since));
  await compare('terms', 'each market says what it said when it was opened', () => replayTerms(db, since));
  await compare(
    'results',
    'each result is the one that the audit says was proposed, and pays its market',
    () => replayResults(db, since),
  );
  await check('audit', 'each row of the audit is hashed into the next', async () => {
    const { rows, broken } = await replayAudit(db, since.audit);
    counted.push(`${rows} rows of the audit`);
    return broken === null
      ? []
      : [`audit row ${broken.auditId}: expected ${broken.expected}, found ${broken.found}`];
  });
  await check(
    'seals',
    'no entry lacks its seal while later ones were recorded for longer than sealing takes',
    async () => {
      const unsealed = await findUnsealed(db);
      return unsealed === null ? [] : [unsealed];
    },
  );
  await check(
    'heads',
    `the books have each of the ${heads.heads.length} heads of the audit that were written down outside of them`,
    async () => {
      const lost = await findLostHead(db, heads.heads);
      if (lost !== null) return [lossSentence(lost)];
      const areGone = heads.isNeeded && heads.heads.length === 0 && (await mustHaveHeads(db));
      return areGone ? [noHeadsSentence(heads.file)] : [];
    },
  );
  if (acknowledged !== undefined) {
    await check('acknowledged', 'the books have each bet of the log as it was acknowledged', async () => {
      const { bets, unbooked } = await findUnbooked(db, acknowledged);
      counted.push(`${bets} bets of the log, ${unbooked.length} of them missing`);
      // All of them: each is money that someone was promised.
      return unbooked.map(unbookedSentence);
    });
  }
  const first = firstOf(different);
  return { first: first === null ? null : sentenceOf(first), counted };
}

const sentenceOf = ({ entryId, what, expected, found }: Difference): string =>
  `${entryId === null ? '' : `entry ${entryId}: `}${what}: expected ${expected}, found ${found}`;
