import type { ChainName, WalletType, WireConfig, WireUser } from '@tallystone/core/http-api';
import { callApi } from '../data/api-client.ts';

export interface SignInRequest {
  address: string;
  chain: ChainName;
  walletType: WalletType;
  mode: WireConfig['mode'];
  /** Ask for the wallet's signature even where the demo would do without. */
  verified: boolean;
  /** The text the wallet is about to show, so that the page can show it first. */
  onMessage: (message: string) => void;
  sign: (text: string) => Promise<string>;
}

/** Gets a session for the address: by the demo call on EVM chains in demo mode, else by nonce and signature. */
export async function signInWallet(
  request: SignInRequest,
): Promise<{ token: string; user: WireUser; notice?: string | undefined }> {
  const { address, chain, walletType, mode, verified, onMessage, sign } = request;
  if (mode === 'demo' && chain !== 'Solana' && !verified) {
    return callApi('demoSignIn', { body: { wallet: address, chain } });
  }
  const { nonce, message } = await callApi('getNonce', { query: { wallet: address, chain } });
  onMessage(message);
  const signature = await sign(message);
  return callApi('verifySignIn', { body: { wallet: address, signature, nonce, walletType, chain } });
}
