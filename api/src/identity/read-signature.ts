import type { Call } from '../http/route.ts';
import type { Session } from '../http/session.ts';
import { siteOf } from '../http/site.ts';
import type { SentSignature } from './require-signature.ts';

/** Reads from a request for an irreversible act what is needed to check its signature. */
export type ReadSignature = (
  call: Pick<Call, 'request'> & { session: Session; body: { readonly signed?: SentSignature['sent'] } },
) => SentSignature;

export function signatureReader(deps: {
  publicOrigin: string | null;
  host: string;
  port: number;
  nonceKey: Uint8Array;
  now(): Date;
}): ReadSignature {
  const { nonceKey, now } = deps;
  return ({ request, session, body }) => ({
    wallet: session.wallet,
    domain: siteOf(request, deps).domain,
    nonceKey,
    now: now(),
    sent: body.signed,
  });
}
