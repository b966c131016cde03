import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { type Bettor, readJson } from './bettor.ts';
import { sendUntilAnswered } from './send-surely.ts';

/** Signs a wallet in with its signature. @returns its token */
export async function signInWallet(
  connection: HttpConnection,
  wallet: Bettor['wallet'],
  { walletType = 'metamask', chain }: { walletType?: string; chain?: string } = {},
): Promise<string> {
  const path = `/api/auth/nonce?wallet=${wallet.address}`;
  const asked = await sendUntilAnswered(connection, httpRequest({ path }));
  const { nonce, message } = readJson<{ nonce: string; message: string }>(asked);
  const json = { wallet: wallet.address, signature: wallet.sign(message), nonce, walletType, chain };
  const answer = await sendUntilAnswered(
    connection,
    httpRequest({ method: 'POST', path: '/api/auth/verify', json }),
  );
  return readJson<{ token: string }>(answer).token;
}
