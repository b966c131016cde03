import { readFileSync } from 'node:fs';

/**
 * Reads a key from a file as the server stores its own: 64 hex digits, with or without 0x. Error messages don't
 * contain the key.
 *
 * @param {string} path
 * @param {string} name what error messages call the file
 * @returns {`0x${string}`}
 * @throws Error for a file with any other content
 */
export function readKey(path, name = 'The file') {
  const [, digits] = /^(?:0x)?([0-9a-fA-F]{64})\s*$/.exec(readFileSync(path, 'utf8')) ?? [];
  if (digits === undefined) throw new Error(`${name} must contain a key of 64 hex digits: ${path}`);
  return `0x${digits}`;
}
