import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithUs } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { shareOf } from './share-of.ts';

const BARE = `require('node:http').createServer((_, answer) => answer.end()).listen(0, '127.0.0.1', () => console.log('ready'))`;
const STARTS = 7;

export const BARE_START = 'the start of a bare node:http server';

/** The baseline for starts of the server: the time until a bare node:http server listens, in ms, as a median of several starts. */
export async function timeBareStart(): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const startedAt = performance.now();
    const child = endWithUs(spawn(process.execPath, ['-e', BARE], { stdio: ['ignore', 'pipe', 'inherit'] }));
    await once(child.stdout, 'data');
    times.push(performance.now() - startedAt);
    child.kill();
  }
  return shareOf(times, 0.5);
}
