import type { Hex } from '@tallystone/core/escrow/abi-words';
import { ESCROW_ROLES, type EscrowRole } from '@tallystone/core/escrow/escrow-abi';
import { sql } from 'drizzle-orm';
import { eventsOnChain } from '../betting/events-on-chain.ts';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import type { ChainLog } from './escrow-chain.ts';

/** Events by which the contract comes under other hands, or is about to. */
export const ROLE_EVENTS = [
  'RoleOffered',
  'RoleTaken',
  'OwnershipTransferStarted',
  'OwnershipTransferred',
] as const;
export type RoleLog = Extract<ChainLog, { name: (typeof ROLE_EVENTS)[number] }>;

const isRoleLog = (log: ChainLog): log is RoleLog => ROLE_EVENTS.some((name) => name === log.name);

/** Those of a block, without those of the contract's own making, which gave each role to its first holder. */
export function roleEvents(logs: readonly ChainLog[]): RoleLog[] {
  const found = logs.filter(isRoleLog);
  const births = new Set(
    found.flatMap((log) =>
      log.name === 'OwnershipTransferred' && BigInt(log.args.previousOwner) === 0n ? [log.txHash] : [],
    ),
  );
  return found.filter(({ txHash }) => !births.has(txHash));
}

/** What it changes, such as `the guardian was taken by 0x…`. */
export function toldRoleEvent(log: RoleLog): string {
  switch (log.name) {
    case 'RoleOffered':
      return `the role ${ESCROW_ROLES[log.args.role]} was offered to ${log.args.account}`;
    case 'RoleTaken':
      return `the role ${ESCROW_ROLES[log.args.role]} was taken by ${log.args.account}`;
    case 'OwnershipTransferStarted':
      return `the ownership was offered to ${log.args.newOwner}`;
    case 'OwnershipTransferred':
      return `the ownership was taken by ${log.args.newOwner}`;
  }
}

/** A role whose key on this machine the contract knows no more. */
export interface LostRole {
  readonly role: EscrowRole;
  readonly ours: Hex;
  readonly holder: Hex;
}

/** The first such role, by the final blocks that are in the books; null for none. */
export async function findLostRole(
  db: Db,
  holders: Partial<Readonly<Record<EscrowRole, Hex>>>,
): Promise<LostRole | null> {
  const taken = await rows(
    db,
    { role: col.text, account: col.hex },
    sql`
      select distinct on (e.args ->> 'role') e.args ->> 'role' as role, e.args ->> 'account' as account
      from ${eventsOnChain} e where e.name = 'RoleTaken'
      order by e.args ->> 'role', e.block_number desc, e.log_index desc`,
  );
  for (const { role: number, account: holder } of taken) {
    const role = ESCROW_ROLES[Number(number)];
    const ours = role === undefined ? undefined : holders[role];
    if (role !== undefined && ours !== undefined && ours !== holder) return { role, ours, holder };
  }
  return null;
}
