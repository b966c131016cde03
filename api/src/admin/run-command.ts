import type { WireImportResult } from '@tallystone/core/http-api/azuro';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import { parseWalletAddress, type WalletAddress } from '@tallystone/core/identity/wallet-address';
import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { alertOf } from '../chain/chain-alert.ts';
import { endAlert } from '../chain/end-alert.ts';
import { ChainUnreachable, type EscrowChain } from '../chain/escrow-chain.ts';
import { type Rejoining, rejoinChain } from '../chain/rejoin-chain.ts';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { grantRole, type Role, revokeRole } from '../identity/admin-grants.ts';
import { acceptRewind } from '../ledger/chain-heads.ts';
import { getSettings } from '../settings/get-settings.ts';
import { changeUser, type UserChange } from './change-user.ts';
import { EXPORT_NAMES, exportToFile } from './export-data.ts';
import { marketLines } from './market-lines.ts';
import { capOfUser, selectUsers } from './stored-user.ts';

export const COMMAND_HELP = `Commands:

  grant-admin <wallet>              makes the wallet's user an admin
  revoke-admin <wallet>             removes the admin
  grant-guardian <wallet> --reason "<why>"
                                    lets the wallet's user object to results before they are paid
  revoke-guardian <wallet> --reason "<why>"
                                    removes the guardian
  set-level <wallet> <0|1> --reason "<why>"
                                    sets the level the user's identity checks give
  set-cap <wallet> <usdc|default> --reason "<why>"
                                    sets how much the user can stake per UTC day
  list-users                        lists all users, oldest first
  list-markets [--all]              lists markets, the next to end first; --all: archived ones too
  accept-rewind --reason "<why>"    accepts books restored to an earlier time, and records what is missing
  end-chain-alert --reason "<why>"  reopens betting after a chain alert, in live mode
  rejoin-chain --reason "<why>"     reopens betting after a final block was replaced, if everything the books took from the chain is
                                    still there; else it says what is missing. The server must be running, in live mode
  import-games <gameId...>          creates a market for each of these feed games; the server must be running
  export <${EXPORT_NAMES.join('|')}> [from] [to] [file]
                                    exports a CSV of whole UTC days such as 2026-11-30, both included;
                                    without a file it is printed
`;

const NO_HEAD_FILE =
  'This command compares the books with chain-heads.log, and DATA_DIR is none. Save the lines of the log that say "the head of the audit chain" as chain-heads.log in a folder, and give the command with DATA_DIR set to that folder.';

/** A refused command; the message says why. */
export class CommandRefused extends Error {}

export interface CommandDeps {
  db: Db;
  mode: 'demo' | 'live';
  now: Date;
  /** The file that records heads of the audit; null if this process has no data folder. */
  headFile: string | null;
  /** Null when this process doesn't follow the feed. */
  importGames: ((gameIds: readonly string[], actor: Actor) => Promise<WireImportResult>) | null;
  /** Null when this process doesn't follow a chain. */
  chain: EscrowChain | null;
}

const actor: Actor = { kind: 'command-line' };

/**
 * Runs one command of the command line tool and returns the lines to print. Changes are audited.
 *
 * @throws CommandRefused, HttpError with a sentence for the caller
 */
export async function runCommand(deps: CommandDeps, [name, ...words]: readonly string[]): Promise<string[]> {
  const { db, now } = deps;
  switch (name) {
    case 'grant-admin':
    case 'grant-guardian': {
      const given = readGrant(name === 'grant-admin' ? 'admin' : 'guardian', words, now);
      await grant(db, given);
      return [`${given.wallet.text} is ${A_ROLE[given.role]} now.`];
    }
    case 'revoke-admin':
    case 'revoke-guardian': {
      const given = readGrant(name === 'revoke-admin' ? 'admin' : 'guardian', words, now);
      const was = (await revoke(db, given)) ? 'is no longer' : 'was not';
      return [`${given.wallet.text} ${was} ${A_ROLE[given.role]}.`];
    }
    case 'set-level': {
      const { reason, rest } = takeReason(words);
      const [wallet, kycLevel] = read(rest, [parseWallet, parseLevel]);
      await change(deps, wallet, { kycLevel, reason });
      return [`${wallet.text} has level ${kycLevel}.`];
    }
    case 'set-cap': {
      const { reason, rest } = takeReason(words);
      const [wallet, cap] = read(rest, [parseWallet, parseCap]);
      await change(deps, wallet, { dailyStakeCap: cap, reason });
      return [
        cap === null
          ? `${wallet.text} now has its level's default cap.`
          : `${wallet.text} can now stake ${cap} USDC a day.`,
      ];
    }
    case 'end-chain-alert': {
      const { reason, rest } = takeReason(words);
      read(rest, []);
      const { ended, left } = await endAlert(db, { reason });
      return [
        ...(ended === null ? [] : [`Ended: ${ended.sentence}`]),
        ...(left === null
          ? []
          : [
              `Betting stays held: ${left.sentence} This command cannot end that: follow "When a final block was replaced" in docs/live-mode.md.`,
            ]),
        ...(ended === null && left === null ? ['No chain alert is stopping betting.'] : []),
      ];
    }
    case 'rejoin-chain': {
      const { reason, rest } = takeReason(words);
      read(rest, []);
      return rejoin(deps, reason);
    }
    case 'accept-rewind': {
      const { reason, rest } = takeReason(words);
      read(rest, []);
      if (deps.headFile === null) throw new CommandRefused(NO_HEAD_FILE);
      const accepted = await acceptRewind(db, { file: deps.headFile, reason });
      if (accepted === null) return ['The books include the last saved audit head: nothing is lost.'];
      const { lost, kept } = accepted;
      if (lost === null) {
        return [
          `The books go on as they are, from row ${kept?.auditId ?? 0} of the audit. No head was written down, so nothing says what is missing from them, and the audit says so: compare receipts and payments with the books.`,
        ];
      }
      return [
        `The books go on from row ${kept?.auditId ?? 0} of the audit${kept === null ? '' : `, of ${kept.at.toISOString()}`}.`,
        `What was recorded from then until ${lost.at.toISOString()} is missing, and the audit says so: compare receipts and payments of that time with the books.`,
      ];
    }
    case 'list-users':
      read(words, []);
      return userLines(deps);
    case 'list-markets': {
      const [first, ...rest] = words;
      read(first === '--all' ? rest : words, []);
      return marketLines(db, { now, archived: first === '--all' });
    }
    case 'import-games':
      return importGames(deps, words);
    case 'export':
      return exportSet(deps, words);
    default:
      throw new CommandRefused(`There is no command ${JSON.stringify(name ?? '')}.\n\n${COMMAND_HELP}`);
  }
}

type Parsers<T extends unknown[]> = { [K in keyof T]: (word: string) => T[K] };

function read<T extends unknown[]>(words: readonly string[], parsers: Parsers<T>): T {
  if (words.length !== parsers.length) {
    throw new CommandRefused(
      `Expected ${parsers.length} words after the command, got ${words.length}.\n\n${COMMAND_HELP}`,
    );
  }
  // Each word went through its own parser, so the types match.
  return words.map((word, i) => parsers[i]?.(word)) as T;
}

function takeReason(words: readonly string[]): { reason: string; rest: string[] } {
  const at = words.indexOf('--reason');
  const reason = at < 0 ? undefined : words[at + 1];
  if (reason === undefined || reason.trim() === '') {
    throw new CommandRefused(
      'Add a reason at the end of the command: --reason "passport seen". Nothing was changed.',
    );
  }
  return { reason, rest: words.filter((_, i) => i !== at && i !== at + 1) };
}

function parseWallet(word: string): WalletAddress {
  const wallet = parseWalletAddress(word);
  if (wallet === null) throw new CommandRefused(`${JSON.stringify(word)} is not a wallet address.`);
  return wallet;
}

function parseLevel(word: string): 0 | 1 {
  if (word === '0') return 0;
  if (word === '1') return 1;
  throw new CommandRefused('Choose level 0 or 1; only admins have level 2, see grant-admin.');
}

/** USDC as text with two decimals, or null. */
function parseCap(word: string): string | null {
  if (word === 'default') return null;
  const cap = parseUsdc(word);
  if (cap === null)
    throw new CommandRefused(`${JSON.stringify(word)} is not an amount such as 250 or 99.50, nor default.`);
  return formatUsdc(cap);
}

const A_ROLE: Readonly<Record<Role, string>> = { admin: 'an admin', guardian: 'a guardian' };

interface GrantChange {
  role: Role;
  wallet: WalletAddress;
  now: Date;
  reason?: string;
}

/** For a guardian also a reason, before or after the wallet, which may follow `--wallet`. */
function readGrant(role: Role, words: readonly string[], now: Date): GrantChange {
  if (role === 'admin') return { role, wallet: read(words, [parseWallet])[0], now };
  const { reason, rest } = takeReason(words);
  const [wallet] = read(rest[0] === '--wallet' ? rest.slice(1) : rest, [parseWallet]);
  return { role, wallet, now, reason };
}

async function grant(db: Db, { role, wallet, now, reason }: GrantChange): Promise<void> {
  await transaction(db, async (tx) => {
    const [held] = await rows(
      tx,
      { granted_by: col.text },
      sql`
        select granted_by from admin_grants
        where family = ${wallet.family} and address_bytes = ${Buffer.from(wallet.bytes)} and role = ${role}
          and revoked_at is null
        for update`,
    );
    if (held?.granted_by === 'command-line') return;
    await grantRole(tx, { role, wallet, grantedBy: 'command-line', now });
    await recordAudit(tx, {
      actor,
      action: `${role}.grant`,
      subject: wallet.text,
      before: held === undefined ? null : { grantedBy: held.granted_by },
      after: { grantedBy: 'command-line' },
      ...(reason !== undefined && { reason }),
    });
  });
}

async function revoke(db: Db, { role, wallet, now, reason }: GrantChange): Promise<boolean> {
  return transaction(db, async (tx) => {
    const ended = await revokeRole(tx, { role, wallet, now });
    if (ended) {
      await recordAudit(tx, {
        actor,
        action: `${role}.revoke`,
        subject: wallet.text,
        ...(reason !== undefined && { reason }),
      });
    }
    return ended;
  });
}

async function change(
  { db, mode }: CommandDeps,
  { family, bytes, text }: WalletAddress,
  sent: UserChange['sent'],
): Promise<void> {
  const [user] = await rows(
    db,
    { id: col.text },
    sql`select id from users where family = ${family} and address_bytes = ${Buffer.from(bytes)} and not guest`,
  );
  if (user === undefined) throw new CommandRefused(`${text} has never signed in.`);
  await changeUser(db, { userId: user.id, sent, actor, mode });
}

async function userLines({ db, mode }: CommandDeps): Promise<string[]> {
  const settings = await getSettings(db, mode);
  const found = (await selectUsers(db, sql`select id from users`)).reverse();
  const lines = found.map((user) =>
    [
      user.address.padEnd(44),
      user.walletType.padEnd(8),
      `level ${effectiveKycLevel({ level: user.kycLevel, isAdmin: user.isAdmin })}`,
      `cap ${formatUsdc(capOfUser(user, settings))}${user.ownCap === null ? '' : ' (set)'}`,
      user.isAdmin ? 'admin' : '',
      user.isGuest ? 'guest' : '',
      user.createdAt,
    ]
      .filter(Boolean)
      .join('  '),
  );
  return [...lines, lines.length === 1 ? '1 user.' : `${lines.length} users.`];
}

function howToReach(headFile: string | null): string {
  return headFile === null
    ? 'It gets commands through its data folder, and DATA_DIR is none: start a server with a data folder beside the others, and give the command with its DATA_DIR.'
    : 'Start it with npm start, then try again.';
}

async function rejoin({ db, mode, now, chain, headFile }: CommandDeps, reason: string): Promise<string[]> {
  if (chain === null) {
    throw new CommandRefused(
      mode === 'live'
        ? `Only a running server can ask the nodes; nothing was changed. ${howToReach(headFile)}`
        : 'A demo has no chain; nothing was changed.',
    );
  }
  const found = await rejoinChain(db, chain, { reason, now }).catch((error: unknown) => {
    const isOfChain = error instanceof ChainUnreachable || alertOf(error) !== null;
    if (!(isOfChain && error instanceof Error)) throw error;
    throw new CommandRefused(
      `The books were not compared with the chain: ${error.message}. Nothing was changed, and betting stays held. Two nodes must answer, and no other may contradict them: see to that, then try again.`,
    );
  });
  return rejoinedLines(found);
}

function rejoinedLines(found: Rejoining): string[] {
  switch (found.kind) {
    case 'rejoined':
      return [
        `The books follow the chain again, from block ${found.at.number} (${found.at.hash}) on.`,
        `Of ${found.compared} events after block ${found.common}, all are on the chain, in the same transactions; ${found.moved} of them are in other blocks, which receipts say now. No entry of the books was changed.`,
        ...found.added.map((event) => `New, and in the books now: ${event}.`),
        ...found.alerts.map(({ sentence }) => `Betting stays held by what came besides: ${sentence}`),
        ...(found.left === null ? [] : [`Betting stays held, as it was before: ${found.left.sentence}`]),
        ...(found.alerts.length > 0 || found.left !== null
          ? []
          : ['Betting reopens once the newest final block is in the books.']),
        'The full comparison is in the audit.',
      ];
    case 'no-alert':
      throw new CommandRefused(
        found.alert === null
          ? 'No chain alert is stopping betting; nothing was changed.'
          : `What holds betting is another alert (${found.alert.kind}): ${found.alert.sentence} No final block was found replaced, and nothing was changed. docs/live-mode.md says what ends that alert.`,
      );
    case 'agrees':
      throw new CommandRefused(
        `The chain has block ${found.at.number} as the books know it: the nodes are right again, and the alert ends by itself within seconds. Nothing was changed.`,
      );
    case 'behind':
      throw new CommandRefused(
        `The newest final block is ${found.finalized}, and the books are at ${found.cursor}: nothing can be compared yet, and nothing was changed. Try again once the chain is past it.`,
      );
    case 'overtaken':
      throw new CommandRefused(
        'The books or the chain changed during the comparison; nothing was changed. Try again.',
      );
    case 'place-taken':
      throw new CommandRefused(
        `New on the chain is ${found.event}. It has the very place, by block and log, that another event has in the books, which cannot hold both; nothing was changed. ${toRestore(found.since)}`,
      );
    case 'differs':
      throw new CommandRefused(
        [
          'The chain has another history than the books; nothing was changed, and betting stays held.',
          ...found.lines,
          `What the server had sent itself it sends again while it runs, with the same bytes. If that can bring back what is gone, try again once it is final. ${toRestore(found.since)}`,
        ].join('\n'),
      );
  }
}

const toRestore = (since: Date | null): string =>
  `What stays different cannot be undone in books that are only added to: follow "When a final block was replaced" in docs/live-mode.md${since === null ? '' : `, with the database as it was before ${since.toISOString()}`}.`;

const MOST_GAMES = 500;

async function importGames(deps: CommandDeps, gameIds: readonly string[]): Promise<string[]> {
  if (gameIds.length === 0 || gameIds.length > MOST_GAMES) {
    throw new CommandRefused(`Name 1 to ${MOST_GAMES} games, got ${gameIds.length}.\n\n${COMMAND_HELP}`);
  }
  if (deps.importGames === null) {
    throw new CommandRefused(
      `Only a running server can import games; nothing was imported. ${howToReach(deps.headFile)}`,
    );
  }
  const { message, results } = await deps.importGames(gameIds, actor);
  return [
    ...results.map(({ gameId, title = '', marketId, reason }) =>
      [gameId, reason ?? 'imported', marketId ?? '', title].filter(Boolean).join('  '),
    ),
    message,
  ];
}

async function exportSet(deps: CommandDeps, words: readonly string[]): Promise<string[]> {
  const [set, ...rest] = words;
  const name = EXPORT_NAMES.find((known) => known === set);
  const path = rest.at(-1);
  const [from, to, ...more] = rest.slice(0, -1);
  if (name === undefined || path === undefined || more.length > 0) {
    throw new CommandRefused(
      `Expected export <${EXPORT_NAMES.join('|')}> [from] [to] [file].\n\n${COMMAND_HELP}`,
    );
  }
  const written = await exportToFile(deps.db, { name, days: { from, to }, actor, now: deps.now, path });
  if (written.kind === 'refused') throw new CommandRefused(written.because);
  return [`Wrote ${path}, ${written.bytes} bytes.`];
}
