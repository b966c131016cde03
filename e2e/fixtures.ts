import { relative } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { adminStateOf, type BrowserState } from './admin.ts';
import { Front } from './front.ts';
import { type SolanaNode, startSolanaNode } from './wallets/solana-node.ts';

/** What the browser reported: console errors, uncaught exceptions, content-policy reports. */
export class PageProblems {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error') this.#seen.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.#seen.push(String(error)));
  }

  /** For tests about an answer such as 409, which the browser logs as an error. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  unexpected(): string[] {
    return this.#seen.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}

/**
 * The message about a bet's progress and each toast are visible only for seconds. So everything that they show is
 * recorded, for tests that look a moment later.
 */
async function noteWhatPasses(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const titles: string[] = [];
    const shown: { title: string; words: string }[] = [];
    Object.assign(globalThis, { transactionTitles: titles, shownToasts: shown });
    new MutationObserver(() => {
      const title = document.querySelector('.transaction-toast h2');
      if (title?.checkVisibility() && title.textContent !== null && titles.at(-1) !== title.textContent) {
        titles.push(title.textContent);
      }
      for (const toast of document.querySelectorAll('.toast')) {
        const title = toast.querySelector('.toast-title')?.textContent ?? '';
        const words = toast.textContent ?? '';
        if (toast.checkVisibility() && !shown.some((each) => each.words === words))
          shown.push({ title, words });
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

interface Fixtures {
  /** Tells how to see each step of a failed test. */
  hint: undefined;
  problems: PageProblems;
  /** Opens another person's browser, watched like the first one; with a state, that of a signed-in user. */
  meet: (state?: BrowserState) => Promise<BrowserContext>;
  /** Keeps its address while the test restarts the worker's server. */
  front: Front;
  /** The state of a browser in which the practice admin has signed in, for `test.use(asAdmin)`. */
  adminState: BrowserState;
}

interface WorkerFixtures {
  solana: SolanaNode;
  app: ServerProcess;
  /** Signed in at the server's first address. */
  adminSession: BrowserState;
}

/** A page on the built product. A test fails if the browser reported anything that it didn't expect. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  solana: [
    // Playwright parses the pattern of the first parameter, so it must be written even if it is empty.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const solana = await startSolanaNode();
      await use(solana);
      await solana.stop();
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ solana }, use) => {
      const app = await ServerProcess.start({ settings: { SOLANA_RPC_URL: solana.url } });
      await use(app);
      await app.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  adminSession: [
    async ({ app, browser }, use) => {
      const context = await browser.newContext({ baseURL: app.url });
      const state = await adminStateOf(context, app.adminPath);
      await context.close();
      await use(state);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // Fades and slides take a fifth of the browser's time. Smoke tests run with them, and tests that ask for them.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  contextOptions: async ({}, use, { tags }) =>
    use({ reducedMotion: tags.includes('@smoke') ? 'no-preference' : 'reduce' }),
  adminState: async ({ adminSession, app }, use) => {
    // An earlier test may have restarted the server, which then has another address.
    const origins = adminSession.origins.map((kept) => ({ ...kept, origin: app.url }));
    await use({ ...adminSession, origins });
  },
  front: async ({ app, page }, use) => {
    const front = await Front.open(app);
    await use(front);
    // Requests that the page still sends would fail without the front.
    await page.close();
    await front.close();
  },
  baseURL: async ({ app }, use) => use(app.url),
  hint: [
    // Playwright parses the pattern of the first parameter, so it must be written even if it is empty.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use, testInfo) => {
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      const place = `${relative(process.cwd(), testInfo.file)}:${testInfo.line}`;
      console.error(`Step by step: npx playwright test -c e2e/playwright.config.ts --trace on ${place}`);
    },
    { auto: true },
  ],
  // Set up before any page exists, so that no message is missed.
  problems: [
    async ({ context, storageState, app }, use) => {
      if (typeof storageState === 'object') await bringAdminKey(context, app.adminPath);
      const problems = new PageProblems();
      context.on('page', (page) => problems.watch(page));
      await noteWhatPasses(context);
      await use(problems);
      expect(problems.unexpected(), 'console errors and content-policy reports').toEqual([]);
    },
    { auto: true },
  ],
  meet: async ({ browser, baseURL, contextOptions, problems, app }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (state) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL !== undefined && { baseURL }),
        viewport: { width: 1280, height: 900 },
        ...(state !== undefined && { storageState: state }),
      });
      if (state !== undefined && state.origins.length > 0) await bringAdminKey(context, app.adminPath);
      context.on('page', (page) => problems.watch(page));
      await noteWhatPasses(context);
      contexts.push(context);
      return context;
    });
    for (const context of contexts) await context.close();
  },
});

/** Every tab of the practice admin has the key from the link, which signs results. */
async function bringAdminKey(context: BrowserContext, adminPath: string): Promise<void> {
  const [, key = ''] = adminPath.split('=');
  await context.addInitScript((brought) => {
    // The blank page before the first one has no storage.
    if (location.protocol === 'http:') sessionStorage.setItem('tallystone.practice-keys', brought);
  }, key);
}

/** The page of a test opens in a browser in which the practice admin has signed in. */
export const asAdmin = {
  storageState: async (
    { adminState }: Fixtures,
    use: (state: BrowserState) => Promise<void>,
  ): Promise<void> => use(adminState),
};

export { expect };
