import { randomBytes } from 'node:crypto';
import { encodeId, type IdPrefix } from '@tallystone/core/ids';

const BYTES = 13;
const IDS_AT_A_TIME = 256;

let random = new Uint8Array();
let used = 0;

/** Makes a random id. Bytes for many ids are drawn at a time, because each draw takes several microseconds. */
export function randomId(prefix: IdPrefix): string {
  if (used === random.length) {
    random = randomBytes(BYTES * IDS_AT_A_TIME);
    used = 0;
  }
  used += BYTES;
  return encodeId(prefix, random.subarray(used - BYTES, used));
}
