import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireConfig } from '@tallystone/core/http-api/config';
import * as z from 'zod/mini';
import { walletOfKey } from './wallet-of-key.ts';

/** In the folder of the house's keys, written by `npm run start:chain`. */
const FILE = 'practice-wallets.json';

/** A chain on this machine, and the addresses of the wallets with its practice money. */
export type PracticeChain = NonNullable<WireConfig['practiceChain']>;

const walletsSchema = z.array(
  z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(64)),
    key: z.pipe(
      z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
      z.transform((key, context) => {
        const wallet = walletOfKey(key);
        if (wallet !== null) return wallet;
        context.issues.push({ code: 'custom', message: 'is no key', input: key });
        return z.NEVER;
      }),
    ),
  }),
);

/**
 * Reads the wallets of a practice chain. The app gets their keys from the links that `npm run start:chain` prints; the
 * rest of the server never sees the keys.
 *
 * @throws Error if they can't be read
 */
export function readPracticeChain({ keysDir, rpcUrl }: { keysDir: string; rpcUrl: string }): PracticeChain {
  const path = join(keysDir, FILE);
  const parsed = walletsSchema.safeParse(parse(readText(path)));
  if (!parsed.success) {
    throw new Error(`${path} does not hold the names and keys of practice wallets; PRACTICE_CHAIN needs it`);
  }
  return { rpcUrl, wallets: parsed.data.map(({ name, key }) => ({ name, address: key.text })) };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${path} cannot be read; PRACTICE_CHAIN needs it`, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema above refuses null.
    return null;
  }
}
