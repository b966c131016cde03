import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { replayActs } from './admin/replay-acts.ts';
import { type BrokenLink, replayAudit } from './audit/replay-audit.ts';
import { replayBets } from './betting/replay-bets.ts';
import { replaySignatures } from './betting/replay-signatures.ts';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { FolderInUse, holdDataFolder } from './control-socket.ts';
import { hasNoBooks } from './db/open-books.ts';
import { type Database, openDatabase } from './db/open-database.ts';
import {
  type ChainHead,
  findLostHead,
  headFileOf,
  lossSentence,
  readChainHeads,
} from './ledger/chain-heads.ts';
import { checkInvariants } from './ledger/check-invariants.ts';
import { type Difference, firstOf } from './ledger/difference.ts';
import { replayEntries } from './ledger/replay-entries.ts';
import { misspelledSettings } from './misspelled-settings.ts';
import { replayResults } from './settlement/replay-results.ts';
import { startProblem } from './start-problem.ts';

const MOST_SHOWN = 20;
/** Of about two years, one a minute. */
const MOST_HEADS = 1_000_000;

/**
 * Checks the books from the first entry on: every invariant; every entry made again and its money moved again; every
 * bet placed, sold, given back and settled again by the rules; every row of the audit and every seal hashed again. It
 * reads one snapshot and changes nothing, so bets may go on meanwhile. Exits 1 when anything is broken, and names the
 * first entry that is not what the rules make of those before it.
 */
async function main(): Promise<number> {
  for (const warning of misspelledSettings(process.env)) console.warn(warning);
  const config = parseConfig(process.env);
  // Before the books are opened: what is written down later may be of what they did not have yet.
  const heads = await readHeads(config);
  if (config.databaseUrl !== null) {
    // No limit of time: the books of years are read in one go.
    const pool = { connections: 2, statementTimeoutMs: 0 };
    return verify(await openDatabase({ url: config.databaseUrl, pool }), heads);
  }
  return verifyFolder(config, heads);
}

/** As this data folder has them, or the file that is named: copies kept elsewhere prove more. */
async function readHeads(config: Config): Promise<ChainHead[]> {
  const at = process.argv.indexOf('--heads');
  const named = at < 0 ? undefined : process.argv[at + 1];
  if (at >= 0 && (named === undefined || !existsSync(named))) {
    throw new ConfigError(`--heads needs a file of heads, such as ./data/chain-heads.log`);
  }
  return readChainHeads(named ?? headFileOf(config), MOST_HEADS);
}

async function verifyFolder({ dataDir }: Config, heads: readonly ChainHead[]): Promise<number> {
  const folder = join(dataDir, 'database');
  if (hasNoBooks(folder)) {
    console.error(
      `There are no books in ${dataDir}: start Tallystone once, or set DATA_DIR or DATABASE_URL.`,
    );
    return 1;
  }
  // The embedded engine can be open once. Held, so that no server opens it meanwhile.
  const release = await holdDataFolder(dataDir, async () => ({
    ok: false,
    lines: ['The books are being verified; try again when that is done.'],
  }));
  try {
    return await verify(await openDatabase({ dataDir: folder }), heads);
  } finally {
    await release();
  }
}

async function verify(database: Database, heads: readonly ChainHead[]): Promise<number> {
  const startedAt = performance.now();
  try {
    return await database.db.transaction(
      async (tx) => {
        let broken = 0;
        const tell = (number: string, promise: string, offences: readonly string[]) => {
          console.log(`${offences.length === 0 ? 'holds ' : 'BROKEN'}  (${number}) ${promise}`);
          for (const offence of offences) console.log(`        ${offence}`);
          broken += offences.length === 0 ? 0 : 1;
        };
        for (const { invariant, offenders } of await checkInvariants(tx, { kind: 'everything' })) {
          tell(
            `${invariant.number}`,
            invariant.promise,
            offenders.map((offender) => JSON.stringify(offender)),
          );
        }
        const entries = await replayEntries(tx);
        tell(
          'entries',
          'each entry is what its bets make it, and the money of all of them makes the balances',
          entries.differences.map(sentenceOf),
        );
        const { markets, bets, ends, differences } = await replayBets(tx);
        tell(
          'bets',
          'each bet was acceptable when it was placed, and was sold, given back or settled by the rules',
          differences.slice(0, MOST_SHOWN).map(sentenceOf),
        );
        const signed = await replaySignatures(tx);
        tell(
          'signatures',
          'each bet and each cash-out is what the wallet of its bettor signed',
          signed.differences.map(sentenceOf),
        );
        const acts = await replayActs(tx);
        tell(
          'acts',
          'each long break and each approval by an admin is what the wallet of its user signed',
          acts.differences.map(sentenceOf),
        );
        const results = await replayResults(tx);
        tell('results', 'each result is the one that the audit says was proposed', results.map(sentenceOf));
        const audit = await replayAudit(tx);
        tell('audit', 'each row of the audit is hashed into the next', brokenLink(audit.broken));
        const lost = await findLostHead(tx, heads);
        tell(
          'heads',
          `the books have each of the ${heads.length} heads of the audit that were written down outside of them`,
          lost === null ? [] : [lossSentence(lost)],
        );
        const first = firstOf([...entries.differences, ...differences, ...signed.differences]);
        if (first !== null) console.log(`The first difference: ${sentenceOf(first)}`);
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        console.log(
          `${broken === 0 ? 'The books hold' : `${broken} promises are BROKEN`}: ${entries.entries} entries, ${bets} bets on ${markets} markets, ${ends} ends of bets, ${audit.rows} rows of the audit, checked in ${seconds} s.`,
        );
        return broken === 0 ? 0 : 1;
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  } finally {
    await database.close();
  }
}

const sentenceOf = ({ entryId, what, expected, found }: Difference): string =>
  `${entryId === null ? '' : `entry ${entryId}: `}${what}: expected ${expected}, found ${found}`;

const brokenLink = (broken: BrokenLink | null): string[] =>
  broken === null ? [] : [`audit row ${broken.auditId}: expected ${broken.expected}, found ${broken.found}`];

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof FolderInUse) {
    console.error(
      `${error.message}. A running server checks its books itself; stop it to verify all of them.`,
    );
  } else console.error(startProblem(error, process.env));
  process.exitCode = 1;
}
