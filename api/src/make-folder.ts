import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that only its owner may enter, and the missing folders above it. Works step by step, because Node's recursive
 * mkdir never ends if the system refuses with ENOENT, as below /proc.
 *
 * @throws the system's error, with its code
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (existsSync(path) && statSync(path).isDirectory()) return;
    const above = dirname(path);
    if (existsSync(above)) throw error;
    makeFolder(above);
    mkdirSync(path, { mode: 0o700 });
  }
}
