import { readFileSync } from 'node:fs';

/**
 * A key from a file, as the server keeps its own: 64 hex digits, with 0x or without. Its digits are in no message.
 *
 * @param {string} path
 * @param {string} name what the file is called to whoever named it
 * @returns {`0x${string}`}
 * @throws Error for a file that holds anything else
 */
export function readKey(path, name = 'The file') {
  const [, digits] = /^(?:0x)?([0-9a-fA-F]{64})\s*$/.exec(readFileSync(path, 'utf8')) ?? [];
  if (digits === undefined) throw new Error(`${name} must hold a key of 64 hex digits: ${path}`);
  return `0x${digits}`;
}
