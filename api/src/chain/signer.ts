import type { Hex } from '@tallystone/core/escrow/abi-words';
import { type ChainKeys, ROLES, type Role } from './escrow-chain.ts';

/** An account that sends calls; one may have several roles. */
export interface Signer {
  readonly address: Hex;
  readonly roles: readonly Role[];
}

/** The accounts whose keys are here. */
export function listSigners(keys: ChainKeys): Signer[] {
  const roles = new Map<Hex, Role[]>();
  for (const role of ROLES) {
    const address = keys.addressOf(role);
    if (address !== null) roles.set(address, [...(roles.get(address) ?? []), role]);
  }
  return [...roles].map(([address, its]) => ({ address, roles: its }));
}

/** How failpoints tell accounts apart: see db/failpoint.ts. */
export const whoseWork = ({ roles }: Pick<Signer, 'roles'>): string => roles.join('+');

/** Who gives out an account's nonces holds this lock. */
export const signerLock = ({ address }: Signer): string => `chain signer ${address}`;
