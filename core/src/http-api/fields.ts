import * as z from 'zod/mini';
import { reasonSchema } from '../sentences/reason-schema.ts';

/** Amounts and odds are JSON numbers; a numeric string is accepted too. The grammar is checked by `parseUsdc` and `parseOdds`. */
export const decimalInput = z.union([z.number(), z.string().check(z.maxLength(32))]);

/** The database takes no text with a NUL in it, nor with half a pair. */
export const id = z.string().check(
  z.minLength(1),
  z.maxLength(64),
  z.refine((text) => !/[\0\p{Cs}]/u.test(text)),
);

export const walletInput = z.string().check(z.minLength(1), z.maxLength(128));

/** Forms that `parseSignature` of core/identity reads: hex; of Solana wallets also base58 and base64. */
export const signatureInput = z.string().check(z.maxLength(512));

/** The wallet's signature over the text of an act that cannot be undone: core/identity/act-message.ts. */
export const signedActInput = z.optional(
  z.strictObject({ nonce: z.string().check(z.maxLength(128)), signature: signatureInput }),
);

export const isoTime = z.string();

/** Of the sentence beside it: for pages in another language. */
export const aReason = z.optional(reasonSchema);

/** Text of a form: bounded here, judged with a sentence of its own by the rules in core. */
export const formText = z.string().check(z.maxLength(10_000));

export const noFields = z.strictObject({});
