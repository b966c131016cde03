import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 240_000;
const LOOK_EVERY_MS = 500;

/** Polls until there is a value. @throws Error naming what it waited for if that takes too long */
export async function until<T>(look: () => Promise<T | null>, what: string): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > giveUpAt)
      throw new Error(`${what} did not happen within ${PATIENCE_MS / 1000} s`);
    await sleep(LOOK_EVERY_MS);
  }
}
