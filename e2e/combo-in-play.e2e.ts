import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { say } from '@tallystone/core/sentences/say';
import { MovedTime } from '@tallystone/testkit/processes/moved-time.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { callAsAdmin, expectToast, figureOf, openAdmin } from './admin.ts';
import { exactly, micro } from './amounts.ts';
import { answerAs } from './ask-as.ts';
import { acceptAge, connect, expectSignedIn, openAccount, readAsBettor } from './bettor.ts';
import { expectSound } from './expect-accessible.ts';
import { test as onFeed } from './feed-fixtures.ts';
import { expect } from './fixtures.ts';
import { addOnMarket, openSlip } from './slip.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

/** A server of its own, because the time that it is moved to would be that of other tests. */
const test = onFeed.extend<object, { time: MovedTime }>({
  // Playwright parses the pattern of the first parameter, so it must be written even if it is empty.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  time: [async ({}, use) => use(new MovedTime()), { scope: 'worker' }],
  app: [
    async ({ feed, time, solana }, use) => {
      const app = await ServerProcess.start({
        settings: {
          ...{ SOLANA_RPC_URL: solana.url, AZURO_API_URL: feed.apiUrl, AZURO_WS_URL: feed.wsUrl },
          ...time.settings,
        },
      });
      await use(app);
      await app.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const MINUTE_MS = 60_000;
/** Combos from the last ten minutes before a start can't be sold while the game is played. */
const STARTS_IN_MS = 20 * MINUTE_MS;

test('a combo waits to be cashed out while one of its games is played: a suspension fails it, then it is paid', async ({
  page,
  context,
  feed,
  time,
  meet,
  adminState,
}) => {
  const startsAt = (ms: number) => Math.floor((time.now().getTime() + ms) / 1000);
  const [played, later] = await Promise.all(
    [STARTS_IN_MS, 10 * STARTS_IN_MS].map(async (ms) => {
      const { gameId } = await feed.control<{ gameId: string }>('live-game', { startsAt: startsAt(ms) });
      return gameId;
    }),
  );
  if (played === undefined || later === undefined) throw new Error('two games were added');
  const admin = await (await meet(adminState)).newPage();
  await openAdmin(admin, 'azuro');
  const gameIds = [played, later];
  await callAsAdmin(admin, 'POST', '/api/admin/import-azuro-bulk', { gameIds });
  const { conditionId } = await feed.mainCondition(played);
  const suspend = () => feed.control('condition', { conditionId, state: 'Stopped' });
  const resume = () => feed.control('condition', { conditionId, state: 'Active' });
  let odds = ['2', '3.5', '4'];
  const price = async () => {
    for (const gameId of gameIds) await feed.setOdds(gameId, odds);
  };
  /** The feed confirms its prices again and again, until this holds. */
  const whilePriced = (holds: () => Promise<void>) =>
    expect(async () => {
      await price();
      await holds();
    }).toPass();

  await acceptAge(context);
  const wallet = await EvmWallet.install(context);
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  // At these odds before the bettor sees them, so that nothing moves while the combo is placed.
  await price();
  const listed: WireListedMarket[] = [];
  await expect(async () => {
    const markets = await answerAs<WireListedMarket[]>(page, { method: 'GET', path: '/api/markets' });
    const priced = markets.filter(
      ({ gameId, outcomes }) => gameIds.includes(gameId ?? '') && outcomes[0]?.odds === 2,
    );
    expect(priced).toHaveLength(gameIds.length);
    listed.push(...priced);
  }).toPass();
  for (const market of listed) await addOnMarket(page, market);
  const slip = await openSlip(page, 'Combo');
  await slip.getByLabel('Amount (USDC)').fill('10');
  await whilePriced(() => slip.getByRole('button', { name: 'Place Combo' }).click({ timeout: 1_000 }));
  await expect(slip.getByText('Combo placed')).toBeVisible();

  // The announced start passes, and the feed says that one of the games is played.
  time.advance(STARTS_IN_MS + MINUTE_MS);
  await feed.control('game', { gameId: played, state: 'Live' });
  await openAccount(page);
  const open = page.getByRole('region', { name: 'Open combos' });
  const offer = open.getByRole('button', { name: /^Cash out/ });
  await whilePriced(async () => {
    await page.reload();
    await expect(offer).toBeVisible({ timeout: 2_000 });
  });
  await expect(open.getByText('IN PLAY', { exact: true })).toHaveCount(1);
  await expectSound(page);

  const dialog = page.getByRole('dialog', { name: /^Cash(ed)? out$/ });
  const sell = dialog.getByRole('button', { name: /^Cash out for [\d.]+ USDC or more$/ });
  const waits = page.getByText(/^Cash-out of \$[\d.]+ or more: deciding (in \d+ s|now)$/);
  const orderIn = async () => {
    await offer.click();
    await expect(dialog.getByText(/^In play: the cash-out waits \d+ seconds\./)).toBeVisible();
    await whilePriced(() => sell.click({ timeout: 1_000 }));
    await expect(dialog.filter({ has: waits })).toBeVisible();
  };
  await orderIn();
  await suspend();
  const { sentence } = say('cash-out-market-suspended');
  await expect(dialog.getByText(sentence).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(open.getByText('Market paused')).toBeVisible();
  const [failed] = await readAsBettor<WireCombo[]>(page, '/api/user/combos');
  expect(failed).toMatchObject({ status: 'confirmed', selling: { failure: { code: 'market-suspended' } } });

  // The amount that has just failed gets the same answer for two minutes.
  odds = ['1.9', '3.6', '4.2'];
  await resume();
  await whilePriced(async () => {
    await page.reload();
    await expect(offer).toBeVisible({ timeout: 2_000 });
  });
  const { balance: before } = await readAsBettor<WireLimits>(page, '/api/user/limits');
  await orderIn();
  const signed = Number(/for ([\d.]+) USDC$/.exec(wallet.signedTexts().at(-1) ?? '')?.[1]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(open.filter({ has: waits })).toBeVisible();
  await expect(offer).toHaveCount(0);
  const ended = page.getByRole('region', { name: 'Finished combos' });
  await whilePriced(() =>
    expect(ended.getByText('Cashed out', { exact: true })).toBeVisible({ timeout: 1_000 }),
  );
  await expectToast(page, 'Combo cashed out', 'for your combo of 2 selections.');
  const [sold] = await readAsBettor<WireCombo[]>(page, '/api/user/combos');
  const paid = sold?.paid ?? 0;
  expect(sold?.result).toBe('cashed-out');
  expect(paid).toBeGreaterThanOrEqual(signed);
  await expect(figureOf(ended, 'Paid')).toHaveText(exactly(micro(paid)));
  const { balance } = await readAsBettor<WireLimits>(page, '/api/user/limits');
  expect(micro(balance)).toBe(micro(before) + micro(paid));
});
