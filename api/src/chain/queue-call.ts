import type { Hex } from '@tallystone/core/escrow/abi-words';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { failpoint } from '../db/failpoint.ts';
import type { Role } from './escrow-chain.ts';

/** A call to the escrow contract. */
export interface QueuedCall {
  /** Names the call's purpose. A second call with the same key is ignored. */
  readonly key: string;
  readonly role: Role;
  readonly data: Hex;
  readonly gas: bigint;
}

/** Queues a call for sending, in the transaction that makes it necessary. */
export async function queueCall(tx: Tx, { key, role, data, gas }: QueuedCall): Promise<void> {
  await tx.execute(sql`
    insert into chain_calls (key, role, data, gas)
    values (${key}, ${role}, decode(${data.slice(2)}, 'hex'), ${gas}::bigint)
    on conflict (key) do nothing`);
  failpoint(`chain-call@${key.split(':')[0]}`, 'written');
}
