import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Makes signals end this process like a normal exit, which also removes its children and folders. */
export function leaveNothingBehind(): void {
  for (const [signal, code] of Object.entries(SIGNALS)) process.once(signal, () => process.exit(code));
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
}

/** @returns the child, which is killed at the end of this process if it still runs */
export function endWithUs<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** @returns a new folder, which is removed at the end of this process if it is still there */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  folders.add(folder);
  return folder;
}

/** kill -9. @returns once the process is gone */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
