import { dailyStakeCap } from '@tallystone/core/identity/daily-stake-cap';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import { parseWalletAddress, type WalletAddress } from '@tallystone/core/identity/wallet-address';
import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { users } from '../db/schema.ts';
import { grantAdmin, hasAdminGrant, revokeAdmin } from './admin-grants.ts';

export const COMMAND_HELP = `Commands:

  grant-admin <wallet>              makes the wallet's user an admin
  revoke-admin <wallet>             ends that
  set-level <wallet> <0|1>          what identity checks have given
  set-cap <wallet> <usdc|default>   how much the user may stake in a UTC day
  list-users                        everybody, the oldest first
`;

/** A command that cannot be carried out; the message says why. */
export class CommandRefused extends Error {}

/** Carries out one command of the command line tool and returns what to print. */
export async function runCommand(
  { db, mode, now }: { db: Db; mode: 'demo' | 'live'; now: Date },
  [name, ...words]: readonly string[],
): Promise<string[]> {
  switch (name) {
    case 'grant-admin': {
      const [wallet] = read(words, [parseWallet]);
      await grantAdmin(db, wallet, 'command-line', now);
      return [`${wallet.text} is an admin now.`];
    }
    case 'revoke-admin': {
      const [wallet] = read(words, [parseWallet]);
      const ended = await revokeAdmin(db, wallet, now);
      return [ended ? `${wallet.text} is an admin no more.` : `${wallet.text} was no admin.`];
    }
    case 'set-level': {
      const [wallet, kycLevel] = read(words, [parseWallet, parseLevel]);
      await updateUser(db, wallet, { kycLevel });
      return [`${wallet.text} has level ${kycLevel}.`];
    }
    case 'set-cap': {
      const [wallet, cap] = read(words, [parseWallet, parseCap]);
      await updateUser(db, wallet, { dailyStakeCap: cap });
      return [
        cap === null
          ? `${wallet.text} has the default cap of its level.`
          : `${wallet.text} may stake ${formatUsdc(cap)} USDC a day.`,
      ];
    }
    case 'list-users':
      read(words, []);
      return listUsers(db, mode);
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
  // Each word has met its own parser, so the list has the parsers' types.
  return words.map((word, i) => parsers[i]?.(word)) as T;
}

function parseWallet(word: string): WalletAddress {
  const wallet = parseWalletAddress(word);
  if (wallet === null) throw new CommandRefused(`${JSON.stringify(word)} is not a wallet address.`);
  return wallet;
}

function parseLevel(word: string): 0 | 1 {
  if (word === '0') return 0;
  if (word === '1') return 1;
  throw new CommandRefused('The level is 0 or 1; level 2 is held by admins, see grant-admin.');
}

function parseCap(word: string): MicroUsdc | null {
  if (word === 'default') return null;
  const cap = parseUsdc(word);
  if (cap === null)
    throw new CommandRefused(`${JSON.stringify(word)} is not an amount such as 250 or 99.50, nor default.`);
  return cap;
}

async function updateUser(
  db: Db,
  { family, bytes, text }: WalletAddress,
  change: { kycLevel?: number; dailyStakeCap?: bigint | null },
): Promise<void> {
  const changed = await db
    .update(users)
    .set(change)
    .where(and(eq(users.family, family), eq(users.addressBytes, bytes)))
    .returning({ id: users.id });
  if (changed.length === 0) throw new CommandRefused(`${text} has never signed in.`);
}

async function listUsers(db: Db, mode: 'demo' | 'live'): Promise<string[]> {
  const found = await db.select().from(users).orderBy(asc(users.createdAt), asc(users.id));
  const lines = await Promise.all(
    found.map(async (user) => {
      const wallet: WalletAddress = { family: user.family, bytes: user.addressBytes, text: user.address };
      const isAdmin = await hasAdminGrant(db, wallet);
      const level = effectiveKycLevel({ level: user.kycLevel, isAdmin });
      const override = user.dailyStakeCap === null ? null : microUsdc(user.dailyStakeCap);
      const cap = formatUsdc(dailyStakeCap({ mode, level, override }));
      return [
        user.address.padEnd(44),
        user.walletType.padEnd(8),
        `level ${level}`,
        `cap ${cap}${override === null ? '' : ' (set)'}`,
        isAdmin ? 'admin' : '',
        user.createdAt.toISOString(),
      ]
        .filter(Boolean)
        .join('  ');
    }),
  );
  return [...lines, lines.length === 1 ? '1 user.' : `${lines.length} users.`];
}
