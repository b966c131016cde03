import type { ResponseBody } from '@tallystone/core/http-api';
import { signInOpening } from '@tallystone/core/identity/sign-in-message';
import { familyOfChain } from '@tallystone/core/identity/wallet-family';
import type { Api } from './api.ts';
import { TallystoneError } from './tallystone-error.ts';
import type { Wallet } from './wallet.ts';

/**
 * Signs a wallet in: asks for a nonce, checks that the text signs in to this site and nothing else, has it signed and
 * exchanges the signature for a token.
 *
 * @param domain the site that the wallet signs in to, as its messages name it
 * @throws TallystoneError `sign-in-failed`, and others
 */
export async function signIn(
  api: Pick<Api, 'getNonce' | 'verifySignIn'>,
  { wallet, domain }: { wallet: Wallet; domain: string },
): Promise<ResponseBody<'verifySignIn'>> {
  const { address, chain } = wallet;
  const { nonce, message } = await api.getNonce({ query: { wallet: address, chain } });
  const family = familyOfChain(chain);
  if (!message.startsWith(`${signInOpening({ family, domain, address })}\n`)) {
    throw new TallystoneError({
      status: 0,
      code: 'wrong-domain',
      text: `The server's text does not sign ${address} in to ${domain}, so it was not signed: ${JSON.stringify(message)}`,
    });
  }
  const signature = await wallet.signMessage(message);
  const walletType = family === 'solana' ? 'phantom' : 'evm';
  return api.verifySignIn({ body: { wallet: address, signature, nonce, walletType, chain } });
}
