import type { Hex } from '@tallystone/core/escrow/abi-words';
import { ESCROW_ROLES, type EscrowRole } from '@tallystone/core/escrow/escrow-abi';
import { sql } from 'drizzle-orm';
import { eventsOnChain } from '../betting/events-on-chain.ts';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import type { ChainLog } from './escrow-chain.ts';
import type { HouseKeys } from './keys.ts';

/** Events that transfer a role or the ownership of the contract, or offer it. */
export const ROLE_EVENTS = [
  'RoleOffered',
  'RoleTaken',
  'OwnershipTransferStarted',
  'OwnershipTransferred',
] as const;
export type RoleLog = Extract<ChainLog, { name: (typeof ROLE_EVENTS)[number] }>;

const isRoleLog = (log: ChainLog): log is RoleLog => ROLE_EVENTS.some((name) => name === log.name);

/** The role events among logs, except those of the contract's deployment, which gave each role to its first holder. */
export function roleEvents(logs: readonly ChainLog[]): RoleLog[] {
  const found = logs.filter(isRoleLog);
  const deployments = new Set(
    found.flatMap((log) =>
      log.name === 'OwnershipTransferred' && BigInt(log.args.previousOwner) === 0n ? [log.txHash] : [],
    ),
  );
  return found.filter(({ txHash }) => !deployments.has(txHash));
}

/** What the event changes, such as `the role guardian was taken by 0x…`. */
export function describeRoleEvent(log: RoleLog): string {
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

/** A role that our key on this machine no longer has in the contract. */
export interface LostRole {
  readonly role: EscrowRole;
  readonly ours: Hex;
  readonly holder: Hex;
}

/** The first lost role according to the blocks in the books; null if there is none. */
export async function findLostRole(db: Db, holders: HouseKeys['holders']): Promise<LostRole | null> {
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
