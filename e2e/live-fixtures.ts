import type { BrowserContext } from '@playwright/test';
import type { WireAdminMarket } from '@tallystone/core/http-api';
import { adminStateOf, createMarket, openAdmin } from './admin.ts';
import { AppServer, freePort } from './app-server.ts';
import { test as moved } from './moved-fixtures.ts';
import { Rival } from './rival.ts';
import { evmAddressOf } from './wallets/evm-address.ts';

/** Where people reach the server in live mode. There is no such name: the browser is led to the server. */
const ORIGIN = 'https://tallystone.example';
/** Keys of wallets, hex. */
export const KEYS = {
  proposer: 'a1'.repeat(32),
  approver: 'a2'.repeat(32),
  guardian: 'a3'.repeat(32),
  winner: 'a4'.repeat(32),
};
const STAKES = { winner: 40, loser: 25 };

/** The market that the journey ends, and what was bet on it. */
export interface LiveMarket extends WireAdminMarket {
  /** USDC. */
  readonly payout: number;
  readonly stakes: number;
}

/**
 * The built product in live mode, with two admins and a guardian. Nothing can be deposited there yet, so the books
 * begin as those of a demo, whose pool and bettors have money, and the same books are then opened in live mode.
 */
export const test = moved.extend<
  { leadToServer: (context: BrowserContext) => Promise<void> },
  { begun: LiveMarket }
>({
  begun: [
    async ({ books, browser, solana }, use) => {
      const demo = new AppServer(await freePort(), { SOLANA_RPC_URL: solana.url, DATABASE_URL: books.url });
      await demo.start();
      try {
        const context = await browser.newContext({
          baseURL: demo.url,
          storageState: await adminStateOf(await browser.newContext({ baseURL: demo.url })),
        });
        const page = await context.newPage();
        await openAdmin(page);
        const market = await createMarket(page);
        await context.close();
        const bet = async (rival: Rival, outcome: number, amount: number) =>
          rival.bet({ id: market.id, outcomeId: market.outcomes[outcome]?.id ?? '' }, amount);
        const { totalReturn } = await bet(await Rival.signIn(demo.url, KEYS.winner), 0, STAKES.winner);
        await bet(await Rival.signIn(demo.url), 1, STAKES.loser);
        await use({ ...market, payout: totalReturn, stakes: STAKES.winner + STAKES.loser });
      } finally {
        await demo.remove();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  app: [
    async ({ begun: _, books, solana }, use) => {
      const addressOf = (key: string) => evmAddressOf(Buffer.from(key, 'hex'));
      const app = new AppServer(await freePort(), {
        MODE: 'live',
        PUBLIC_ORIGIN: ORIGIN,
        DATABASE_URL: books.url,
        ADMIN_WALLETS: [KEYS.proposer, KEYS.approver].map(addressOf).join(),
        GUARDIAN_WALLETS: addressOf(KEYS.guardian),
        SOLANA_RPC_URL: solana.url,
        // Nobody listens there: the journey needs no games.
        AZURO_API_URL: 'http://127.0.0.1:9',
        AZURO_WS_URL: 'ws://127.0.0.1:9',
      });
      await app.start();
      await use(app);
      await app.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern, so it must be written out
  baseURL: async ({}, use) => use(ORIGIN),
  leadToServer: async ({ app }, use) => {
    await use(async (context) => {
      await context.route(`${ORIGIN}/**`, async (route) => {
        const { pathname, search } = new URL(route.request().url());
        // What never ends cannot be handed on whole: here the page is without its stream, as behind a proxy that holds it back.
        if (pathname === '/api/stream') return;
        await route.fulfill({ response: await route.fetch({ url: `${app.url}${pathname}${search}` }) });
      });
    });
  },
});
