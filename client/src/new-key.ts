import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';

/** A random key. Unlike `crypto.randomUUID`, this also works on a page served without TLS. */
export const newKey = (): string => bytesToHex(randomBytes(16));
