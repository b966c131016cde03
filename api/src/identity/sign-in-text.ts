import { signInMessage } from '@tallystone/core/identity/sign-in-message';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import type { Site } from '../http/site.ts';
import { NONCE_LIFE_MS, type NonceFacts } from './issue-nonce.ts';

/** The text that a wallet signs to sign in to a site with a nonce. */
export function signInText({
  wallet,
  site,
  nonce,
  chainId,
  issuedAt,
}: NonceFacts & { wallet: WalletAddress; site: Site; nonce: string }): string {
  return signInMessage({
    family: wallet.family,
    domain: site.domain,
    uri: site.uri,
    address: wallet.text,
    chainId: wallet.family === 'evm' ? chainId : 'mainnet',
    nonce,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + NONCE_LIFE_MS),
  });
}
