import type { ChainName, WalletType, WireUser } from '@tallystone/core/http-api/identity';
import type { AnyReason } from '@tallystone/core/sentences/facts';
import { callApi } from '../data/api-client.ts';

export interface SignInRequest {
  address: string;
  chain: ChainName;
  walletType: WalletType;
  /** The text the wallet is about to show, so that the page can show it first. */
  onMessage: (message: string) => void;
  sign: (text: string) => Promise<string>;
}

/** Gets a session for the address by nonce and signature: proof of the key opens an account, not the name of the address. */
export async function signInWallet(request: SignInRequest): Promise<{
  token: string;
  user: WireUser;
  notice?: string | undefined;
  noticeReason?: AnyReason | undefined;
}> {
  const { address, chain, walletType, onMessage, sign } = request;
  const { nonce, message } = await callApi('getNonce', { query: { wallet: address, chain } });
  onMessage(message);
  const signature = await sign(message);
  return callApi('verifySignIn', { body: { wallet: address, signature, nonce, walletType, chain } });
}
