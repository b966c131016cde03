import * as z from 'zod/mini';
import { reasonSchema } from '../sentences/reason-schema.ts';

/** Amounts and odds are JSON numbers or numeric strings. `parseUsdc` and `parseOdds` check the format. */
export const decimalInput = z.union([z.number(), z.string().check(z.maxLength(32))]);

/** PostgreSQL refuses text with NUL or with half a surrogate pair. */
export const id = z.string().check(
  z.minLength(1),
  z.maxLength(64),
  z.refine((text) => !/[\0\p{Cs}]/u.test(text)),
);

export const walletInput = z.string().check(z.minLength(1), z.maxLength(128));

/** Any notation that core's `parseSignature` reads: hex; for Solana wallets also base58 and base64. */
export const signatureInput = z.string().check(z.maxLength(512));

/** The wallet's signature over an irreversible act's text: core/identity/act-message.ts. */
export const signedActInput = z.optional(
  z.strictObject({ nonce: z.string().check(z.maxLength(128)), signature: signatureInput }),
);

export const isoTime = z.string();

/** The code and facts of the sentence next to it, for pages in other languages. */
export const aReason = z.optional(reasonSchema);

/** Text of a form. Only its length is bounded here; core's rules check it with their own sentences. */
export const formText = z.string().check(z.maxLength(10_000));

export const noFields = z.strictObject({});
