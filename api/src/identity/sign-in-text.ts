import { signInMessage } from '@tallystone/core/identity/sign-in-message';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import type { Site } from '../http/site.ts';
import { NONCE_LIFE_MS } from './issue-nonce.ts';

const CHAIN_ID = { evm: 1, solana: 'mainnet' } as const;

/** The text a wallet signs to sign in to this site with that nonce. */
export function signInText({
  wallet,
  site,
  nonce,
  issuedAt,
}: {
  wallet: WalletAddress;
  site: Site;
  nonce: string;
  issuedAt: Date;
}): string {
  return signInMessage({
    family: wallet.family,
    domain: site.domain,
    uri: site.uri,
    address: wallet.text,
    chainId: CHAIN_ID[wallet.family],
    nonce,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + NONCE_LIFE_MS),
  });
}
