import { getNonce } from 'get-nonce';

/** The nonce by which the content policy lets in a style element of ours; undefined where the page has none. */
export function styleNonce(): string | undefined {
  return getNonce();
}
