import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../../scripts/build-server.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Program {
  child: ChildProcess;
  said(): string;
  ended: Promise<number | null>;
}

export interface TestPrograms {
  run(program: 'main' | 'tally' | 'verify-ledger', args: string[], env: Record<string, string>): Program;
  /** Ends what still runs. */
  end(): void;
  remove(): void;
}

/** The programs as people run them, built: compiling the sources for each start takes ten times as long as starting. */
export async function buildPrograms(): Promise<TestPrograms> {
  const folder = mkdtempSync(join(ROOT, `api/.dist-${process.pid}-`));
  await buildServer(ROOT, folder);
  const running: ChildProcess[] = [];
  return {
    run(program, args, env) {
      const child = spawn(process.execPath, [join(folder, `${program}.mjs`), ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, NO_COLOR: '1', PORT: '0', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.push(child);
      let text = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
      }
      const ended = new Promise<number | null>((resolve, reject) => {
        child.once('close', resolve).once('error', reject);
      });
      return { child, said: () => text, ended };
    },
    end() {
      for (const child of running.splice(0)) child.kill('SIGKILL');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
