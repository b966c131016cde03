import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { approve, marketCard } from './admin.ts';
import {
  acceptAge,
  enterStake,
  expectSignedIn,
  openHistory,
  placeButton,
  receiptsOf,
  signLiveBet,
  walletChip,
} from './bettor.ts';
import { PageProblems } from './fixtures.ts';

/** One command starts a chain and the product on it, and ends both. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const START = fileURLToPath(new URL('../scripts/start-chain.mjs', import.meta.url));
const EXIT_WITH_PARENT = fileURLToPath(new URL('../scripts/exit-with-parent.mjs', import.meta.url));

class StartedChain {
  readonly #child: ChildProcess;
  said = '';

  constructor() {
    const { PATH, HOME } = process.env;
    // It ends when its standard input closes, so it doesn't outlive an aborted run.
    this.#child = spawn(process.execPath, ['--import', EXIT_WITH_PARENT, START], {
      cwd: ROOT,
      // Nothing listens at the feed's address: no games are needed.
      env: {
        PATH,
        HOME,
        PORT: '0',
        AZURO_API_URL: 'http://127.0.0.1:9',
        AZURO_WS_URL: 'ws://127.0.0.1:9',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (text) => {
        this.said += text;
      });
    }
  }

  /** The chain's data, as the welcome text prints it. */
  get url(): string {
    return /The product is at (http\S+)\. Each/.exec(this.said)?.[1] ?? 'no address';
  }

  /** A wallet's line below its name in the welcome text. */
  linkOf(name: string): string {
    return new RegExp(`${name} .*\\n +(http\\S+)`).exec(this.said)?.[1] ?? 'no link';
  }

  async read<T>(path: string): Promise<T> {
    const answer = await fetch(this.url + path);
    // The server's own tests check its answers against the schemas.
    return (await answer.json()) as T;
  }

  /** Does what Ctrl-C does. @returns the exit code */
  async interrupt(): Promise<number | null> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGINT');
    const [code] = await ended;
    return code;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

const answers = (url: string) =>
  fetch(url, { method: 'POST', body: '{}' }).then(
    () => true,
    () => false,
  );

/** Bets 25.00 of the wallet's 1,000.00 USDC, and checks on the account page that the chain took exactly that. */
async function bet(page: Page, title: string): Promise<void> {
  await marketCard(page, title)
    .getByRole('button', { name: /% chance/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toContainText('In your wallet: 1,000.00 USDC on Polygon');
  await enterStake(dialog, '25');
  await placeButton(dialog).click();
  await signLiveBet(page);
  await expect(dialog).toBeHidden();
  // The account page keeps showing it; the progress message closes automatically.
  await openHistory(page);
  await expect(receiptsOf(page, title)).toContainText(/Final on Polygon, in block [\d,]+/, {
    timeout: 120_000,
  });
  await expect(page.getByText('In your wallet: 975.00 USDC on Polygon')).toBeVisible();
}

/** Follows the welcome text: opens the page, connects a practice wallet, and bets some of its money. */
async function betWithPracticeMoney(browser: Browser, link: string, title: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const problems = new PageProblems();
  context.on('page', (page) => problems.watch(page));
  await acceptAge(context);
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('main').getByRole('button', { name: 'Try demo mode' }).click();
  await page
    .getByRole('group', { name: 'Practice bettor 1' })
    .getByRole('button', { name: /^Polygon/ })
    .click();
  await approve(page);
  await expectSignedIn(page);
  await walletChip(page).click();
  await expect(page.getByText('1,000.00 USDC', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  const views = page.getByRole('navigation', { name: 'Across all categories' });
  await views.getByRole('link', { name: /^All/ }).click();
  await bet(page, title);
  await context.close();
  expect(problems.unexpected()).toEqual([]);
}

test('npm run start:chain starts a chain, wallets and markets, stops all of it, and starts from scratch', async ({
  browser,
}) => {
  test.setTimeout(420_000);
  const escrows = new Set<string>();
  for (const _ of ['first', 'second']) {
    const started = new StartedChain();
    try {
      await expect
        .poll(() => started.said, { timeout: 150_000 })
        .toContain('Press Ctrl-C to stop. Everything');
      const { mode, live, practiceChain } = await started.read<WireConfig>('/api/config');
      expect([mode, live?.chainId]).toEqual(['live', 137]);
      const names = practiceChain?.wallets.map(({ name }) => name) ?? [];
      expect(names).toEqual([
        'Practice bettor 1',
        'Practice bettor 2',
        'Practice admin 1',
        'Practice admin 2',
        'Practice guardian',
      ]);
      const links = names.map((name) => new URL(started.linkOf(name)));
      expect(links.map(({ pathname }) => pathname)).toEqual(['/', '/', '/admin', '/admin', '/guardian']);
      const keys = links.map(({ hash }) => /^#practice=([0-9a-f]{64})$/.exec(hash)?.[1] ?? 'no key');
      expect(new Set(keys).size).toBe(names.length);
      const config = JSON.stringify(await started.read('/api/config'));
      expect(keys.filter((key) => config.includes(key))).toEqual([]);
      escrows.add(live?.escrow ?? '');
      await expect
        .poll(async () => (await started.read<WireListedMarket[]>('/api/markets')).map(({ state }) => state))
        .toEqual(['open', 'open', 'open']);
      const markets = await started.read<WireListedMarket[]>('/api/markets');
      await betWithPracticeMoney(
        browser,
        started.linkOf('Practice bettor 1'),
        markets.at(-1)?.title ?? 'no market',
      );
      const node = practiceChain?.rpcUrl ?? '';
      expect(await answers(node)).toBe(true);
      expect(await started.interrupt()).toBe(0);
      expect([await answers(node), await answers(started.url)]).toEqual([false, false]);
      expect(started.said).toContain('Stopped.');
    } finally {
      started.kill();
    }
  }
  expect(escrows.size).toBe(2);
});
