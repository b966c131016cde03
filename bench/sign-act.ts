import type { ResponseBody } from '@tallystone/core/http-api';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { actMessage, type SignedAct } from '@tallystone/core/identity/act-message';
import type { Answer } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import type { EvmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { readJson } from './bettor.ts';

/** What is sent with an irreversible act. */
export interface SignedBy {
  readonly nonce: string;
  readonly signature: string;
}

/** Gets a nonce from a server and signs an act with it, as a wallet's page does. */
export async function signAct(
  send: (request: Buffer) => Promise<Answer>,
  wallet: EvmWallet,
  act: SignedAct,
): Promise<SignedBy> {
  const asked = await send(httpRequest({ path: `/api/auth/nonce?wallet=${wallet.address}` }));
  const { nonce, domain, issuedAt, expiresAt } = readJson<ResponseBody<'getNonce'>>(asked);
  const text = actMessage(act, {
    domain,
    address: wallet.address,
    nonce,
    issuedAt: new Date(issuedAt),
    expiresAt: new Date(expiresAt),
  });
  return { nonce, signature: wallet.sign(text) };
}

/** The body of the call that ends betting on a market now. If no list has a market with the id, there is no title to sign. */
export async function closeBody(
  send: (request: Buffer) => Promise<Answer>,
  wallet: EvmWallet,
  id: string,
): Promise<object> {
  const asked = await send(httpRequest({ path: `/api/markets/${id}` }));
  const title = asked.status === 200 ? readJson<WireListedMarket>(asked).title : '';
  const signed = await signAct(send, wallet, { kind: 'close-now', markets: [{ id, title }] });
  return { ids: [id], action: 'close', signed };
}
