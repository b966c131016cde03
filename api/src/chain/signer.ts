import type { Hex } from '@tallystone/core/escrow/abi-words';
import { type ChainKeys, ROLES, type Role } from './escrow-chain.ts';

/** An account that sends calls; one may have several roles. */
export interface Signer {
  readonly address: Hex;
  readonly roles: readonly Role[];
}

/** The accounts whose keys are on this machine. */
export function listSigners(keys: ChainKeys): Signer[] {
  const roles = new Map<Hex, Role[]>();
  for (const role of ROLES) {
    const address = keys.addressOf(role);
    if (address !== null) roles.set(address, [...(roles.get(address) ?? []), role]);
  }
  return [...roles].map(([address, its]) => ({ address, roles: its }));
}

/** Names an account for failpoints, see db/failpoint.ts. */
export const whoseWork = ({ roles }: Pick<Signer, 'roles'>): string => roles.join('+');

/** The lock under which an account's nonces are given out. */
export const signerLock = ({ address }: Signer): string => `chain signer ${address}`;
