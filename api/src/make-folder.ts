import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that its owner alone may enter, and those above it. Step by step, since Node's own way never ends where the
 * system refuses by saying that there is no such folder, as below /proc.
 *
 * @throws Error of the system, with its code
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
