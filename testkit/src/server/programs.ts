import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../../../scripts/build-server.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** So long that even a busy machine counts the two signals of one Ctrl-C as one. */
const ONE_SIGNAL_MS = 3_600_000;

export interface Program {
  child: ChildProcess;
  said(): string;
  ended: Promise<number | null>;
}

export interface TestPrograms {
  run(
    program: 'main' | 'tally' | 'verify-ledger' | 'move-history',
    args: string[],
    env: Record<string, string>,
  ): Program;
  /**
   * `npm start` with our package.json's script, in a package that runs the built server as the real one does and has
   * nothing to install or build. `child` is npm, the leader of a process group. It ends after everything it started.
   */
  runByNpm(env: Record<string, string>): Program;
  /** Ends everything that still runs. */
  end(): void;
  remove(): void;
}

/** The built programs, as people run them: compiling the sources for each start would take ten times as long. */
export async function buildPrograms(): Promise<TestPrograms> {
  const folder = mkdtempSync(join(ROOT, `api/.dist-${process.pid}-`));
  await buildServer(ROOT, folder);
  const running: ChildProcess[] = [];
  const watch = (child: ChildProcess): Program => {
    running.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
    }
    // Resolves when no process has its output open anymore.
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('close', resolve).once('error', reject);
    });
    return { child, said: () => text, ended };
  };
  const options = (env: Record<string, string>) => ({
    env: { PATH: process.env.PATH, NO_COLOR: '1', PORT: '0', ...env },
    stdio: ['ignore' as const, 'pipe' as const, 'pipe' as const],
  });
  return {
    run(program, args, env) {
      const path = join(folder, `${program}.mjs`);
      return watch(spawn(process.execPath, [path, ...args], { cwd: folder, ...options(env) }));
    },
    runByNpm(env) {
      const cwd = join(folder, 'by-npm');
      mkdirSync(join(cwd, 'scripts'), { recursive: true });
      const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
      writeFileSync(join(cwd, 'package.json'), JSON.stringify({ scripts: { start: scripts.start } }));
      const program = `import { supervise } from ${JSON.stringify(join(ROOT, 'scripts/supervise.mjs'))};
        supervise([{ args: [${JSON.stringify(join(folder, 'main.mjs'))}], cwd: '.' }], ${ONE_SIGNAL_MS});`;
      writeFileSync(join(cwd, 'scripts/start.mjs'), program);
      const settings = { HOME: cwd, npm_config_update_notifier: 'false', ...env };
      return watch(spawn('npm', ['start'], { cwd, detached: true, ...options(settings) }));
    },
    end() {
      for (const child of running.splice(0)) child.kill('SIGKILL');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
