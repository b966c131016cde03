import { randomBytes } from 'node:crypto';
import { issueNonce, NONCE_LIFE_MS } from '@tallystone/api/identity/issue-nonce.ts';
import type { SentSignature } from '@tallystone/api/identity/require-signature.ts';
import type { ResponseBody } from '@tallystone/core/http-api';
import { actMessage, type SignedAct } from '@tallystone/core/identity/act-message';
import type { InjectOptions } from 'fastify';
import type { TestWallet } from './wallets.ts';

type Sent = NonNullable<SentSignature['sent']>;

/** Gets a nonce from an app and signs an act with it, as a wallet's page does. */
export async function signAct(
  call: (options: InjectOptions) => Promise<{ statusCode: number; body: string; json<T>(): T }>,
  { wallet, sign }: TestWallet,
  act: SignedAct,
): Promise<Sent> {
  // From a separate address: a test may need more nonces a minute than one address gets.
  const remoteAddress = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
  const asked = await call({ url: '/api/auth/nonce', query: { wallet: wallet.text }, remoteAddress });
  if (asked.statusCode !== 200) throw new Error(`expected a nonce, got ${asked.body}`);
  const { nonce, domain, issuedAt, expiresAt } = asked.json<ResponseBody<'getNonce'>>();
  const frame = { domain, address: wallet.text, nonce };
  const text = actMessage(act, {
    ...frame,
    issuedAt: new Date(issuedAt),
    expiresAt: new Date(expiresAt),
  });
  return { nonce, signature: Buffer.from(sign(text)).toString('hex') };
}

const NONCE_KEY = new Uint8Array(32).fill(5);
const DOMAIN = 'tallystone.test';

/** An act's signature for code that is called without an app. */
export function aSignatureOf(
  { wallet, sign }: TestWallet,
  act: SignedAct,
  now: Date = new Date(),
): SentSignature {
  const nonce = issueNonce(NONCE_KEY, { wallet, domain: DOMAIN }, { issuedAt: now, chainId: 1 });
  const text = actMessage(act, {
    domain: DOMAIN,
    address: wallet.text,
    nonce,
    issuedAt: now,
    expiresAt: new Date(now.getTime() + NONCE_LIFE_MS),
  });
  const sent = { nonce, signature: Buffer.from(sign(text)).toString('hex') };
  return { wallet, domain: DOMAIN, nonceKey: NONCE_KEY, now, sent };
}
