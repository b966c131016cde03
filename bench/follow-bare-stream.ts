import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endWithUs } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { Delays } from './delays.ts';
import type { Proof } from './proof.ts';
import { StreamReader } from './stream-reader.ts';

const BARE_STREAM = fileURLToPath(new URL('./bare-stream.ts', import.meta.url));
/** Few compared with the thousands: whatever delays this process delays them too. */
const READERS = 20;

/**
 * The baseline for delays of the stream: how long changes at the same pace take from a bare server to some readers. They read
 * in the same seconds and from this process too, so that a slow or busy machine delays both.
 *
 * @returns how to end it, which returns the delays. A sample asserts no time and skips this.
 */
export async function followBareStream({ sample }: Proof, changesPerSecond: number): Promise<() => Delays> {
  const delays = new Delays();
  if (sample) return () => delays;
  const args = ['--import', 'tsx', BARE_STREAM, String(changesPerSecond)];
  const child = endWithUs(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  const [line] = await once(child.stdout, 'data');
  const streams = Array.from({ length: READERS }, () => {
    return new StreamReader({
      port: Number(line),
      onEvent({ data }) {
        const now = performance.timeOrigin + performance.now();
        // In the form of bare-stream.ts, which has none of the product's events.
        for (const at of data as unknown as readonly number[]) delays.add(now - at);
      },
    });
  });
  return () => {
    for (const stream of streams) stream.cut();
    child.kill();
    if (delays.count === 0) throw new Error('the bare server sent no change');
    return delays;
  };
}
