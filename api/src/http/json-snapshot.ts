import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { once } from '../rounds/once.ts';

/** JSON as bytes, made once and sent to everybody until what it tells changes. */
export interface JsonSnapshot {
  readonly etag: string;
  readonly plain: Uint8Array;
  /** Compressed once, when first asked for. */
  gzipped(): Promise<Uint8Array>;
}

const compress = promisify(gzip);
/** Nearly as small as the strongest level, in a third of its time. */
const GZIP_LEVEL = 5;

/** What stands for bytes. Weak, because the compressed ones carry the same tag. */
export function tagOf(plain: Uint8Array): string {
  return `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
}

export function jsonSnapshot(json: string): JsonSnapshot {
  const plain = Buffer.from(json);
  return { etag: tagOf(plain), plain, gzipped: once(() => compress(plain, { level: GZIP_LEVEL })) };
}
