import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { openPracticeChain, type PracticeChain } from '../scripts/open-practice-chain.mjs';
import { test as moved } from './moved-fixtures.ts';

/** A block is final after two more, so that tests wait only briefly. */
const BLOCK_TIME_SECONDS = 0.25;

/**
 * The built product in live mode on its own chain: a real EVM node with USDC and the escrow contract, books in
 * PostgreSQL, and practice wallets with money on the chain. When a test moves its clock forward, the chain's clock
 * moves too and can't go back. So tests that move it get their own chain, by using their own objection window.
 */
export const test = moved.extend<object, { objectionWindow: number; chain: PracticeChain }>({
  /** Seconds in which a guardian may object to a result. */
  objectionWindow: [5, { option: true, scope: 'worker' }],
  chain: [
    async ({ objectionWindow }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'tallystone-e2e-keys-'));
      const chain = await openPracticeChain({
        folder,
        objectionWindow,
        blockTimeSeconds: BLOCK_TIME_SECONDS,
      });
      await use(chain);
      await chain.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  app: [
    async ({ books, chain, solana }, use) => {
      const app = await ServerProcess.start({
        databaseUrl: books.url,
        settings: {
          ...chain.settings,
          SOLANA_RPC_URL: solana.url,
          // Nothing listens there: the tests need no games.
          AZURO_API_URL: 'http://127.0.0.1:9',
          AZURO_WS_URL: 'ws://127.0.0.1:9',
        },
      });
      await use(app);
      await app.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  clock: async ({ clock, chain }, use) => {
    await use({
      advance: async (ms) => {
        await clock.advance(ms);
        await chain.rpc('evm_increaseTime', [Math.ceil(ms / 1000)]);
      },
    });
  },
});

/** A practice wallet of the chain, by its name in the menu. */
export function walletNamed(chain: PracticeChain, name: string): PracticeChain['wallets'][number] {
  const wallet = chain.wallets.find((each) => each.name === name);
  if (wallet === undefined) throw new Error(`the chain has no ${name}`);
  return wallet;
}

/** The part of an address that brings a practice wallet into a tab, as `npm run start:chain` prints it. */
export function practiceLink(chain: PracticeChain, name: string): string {
  return `#practice=${walletNamed(chain, name).key.slice(2)}`;
}
