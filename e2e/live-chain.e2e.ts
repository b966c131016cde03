import type { Page } from '@playwright/test';
import type { WireBet } from '@tallystone/core/http-api';
import { adminMarket, approve, figureOf, openAdmin, resultsPanel } from './admin.ts';
import { exactly, micro } from './amounts.ts';
import {
  acceptAge,
  connect,
  enterStake,
  expectSignedIn,
  openAccount,
  placeButton,
  readAsBettor,
  receiptsOf,
  textToSign,
} from './bettor.ts';
import { test, walletNamed } from './chain-fixtures.ts';
import { expect } from './fixtures.ts';
import { LiveRival } from './live-rival.ts';
import { newName } from './new-name.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

const STAKE = 25;
/** Long enough to connect and to bet, and then it is waited for. */
const CLOSES_IN_MS = 90_000;
/** What the chain has to make final takes a few blocks of a second each; asked so seldom, nobody asks too often. */
const ON_CHAIN = { timeout: 120_000, intervals: [2000] };

/** The card of a market in the list, where its outcomes are. */
const outcomeOf = (page: Page, title: string, outcome: string) =>
  page
    .getByRole('article', { name: title })
    .getByRole('button', { name: new RegExp(`^${outcome}.*% chance`) });

test('a stake moves from the wallet into the contract, two admins decide, and the contract pays the wallet', async ({
  page,
  context,
  app,
  chain,
  meet,
}) => {
  test.setTimeout(360_000);
  const bettor = walletNamed(chain, 'Practice bettor 1');
  const before = await chain.usdcOf(bettor.address);
  const held = await chain.usdcOf(chain.escrow);
  const opener = await LiveRival.signIn(app.url, walletNamed(chain, 'Practice admin 1').key);
  const title = newName('Live');
  const eventDate = new Date(Date.now() + CLOSES_IN_MS).toISOString();
  await opener.openMarket({ title, eventDate });

  await acceptAge(context);
  await page.goto('/?category=politics');
  await page.getByRole('main').getByRole('button', { name: 'Try demo mode' }).click();
  await page
    .getByRole('group', { name: bettor.name })
    .getByRole('button', { name: /^Polygon/ })
    .click();
  await approve(page);
  await expectSignedIn(page);

  await outcomeOf(page, title, 'Yes').click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toContainText('In your wallet: 1,000.00 USDC on Polygon');
  await enterStake(dialog, String(STAKE));
  const words = await textToSign(dialog);
  await placeButton(dialog).click();
  const wallet = page.getByRole('dialog', { name: 'Practice wallet' });
  await expect(wallet).toContainText('is asked to sign exactly this text');
  await expect(wallet).toContainText(words);
  await approve(page);
  await expect(wallet).toContainText('is asked to sign exactly these fields');
  await expect(wallet).toContainText(new RegExp(`to: ${chain.escrow}`, 'i'));
  await expect(wallet).toContainText(`value: ${micro(STAKE)}`);
  await approve(page);

  await expect(page.getByRole('heading', { name: 'Transaction Pending' })).toBeVisible();
  await expect(page.getByText(/^Final on Polygon, in block [\d,]+/).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Bet Placed Successfully!' })).toBeVisible();
  expect(await chain.usdcOf(bettor.address)).toBe(before - micro(STAKE));
  expect(await chain.usdcOf(chain.escrow)).toBe(held + micro(STAKE));
  const [placed] = await readAsBettor<WireBet[]>(page, '/api/user/bets');
  expect([placed?.status, placed?.chain?.state]).toEqual(['confirmed', 'final']);
  const receipt = await chain.rpc('eth_getTransactionReceipt', [placed?.txHash]);
  expect(receipt).toMatchObject({ status: '0x1', to: chain.escrow.toLowerCase() });
  const payout = micro(placed?.totalReturn ?? Number.NaN);

  const arrive = async (name: string) => {
    const admin = await (await meet()).newPage();
    await acceptAge(admin.context());
    await admin.goto('/admin');
    await admin.getByRole('radio', { name: 'Polygon' }).check();
    await admin.getByRole('button', { name: `Connect ${name}` }).click();
    await approve(admin);
    await expectSignedIn(admin);
    return admin;
  };
  const proposer = await arrive('Practice admin 1');
  const approver = await arrive('Practice admin 2');
  await expect.poll(async () => (await adminMarket(proposer, title)).state, ON_CHAIN).toBe('closed');

  await openAdmin(proposer);
  const waiting = resultsPanel(proposer).getByRole('listitem').filter({ hasText: title });
  await waiting.getByRole('button', { name: `Resolve ${title}` }).click();
  await proposer.getByRole('radio', { name: /^Yes/ }).check();
  await proposer.getByLabel('Evidence').fill('https://example.org/final');
  await proposer.getByRole('button', { name: 'See what it pays' }).click();
  const rehearsal = proposer.getByRole('dialog', { name: 'Yes: what it pays' });
  await expect(figureOf(rehearsal, 'Paid to bettors')).toHaveText(exactly(payout));
  await rehearsal.getByRole('button', { name: 'Propose to a second admin' }).click();
  await expect(proposer.getByText(`Proposed: ${title} is resolved, Yes won`)).toBeVisible();

  await openAdmin(approver);
  await resultsPanel(approver)
    .getByRole('button', { name: `Approve the result of ${title}` })
    .click();
  await approver
    .getByRole('dialog', { name: 'Approve: Yes won' })
    .getByRole('button', { name: 'Approve' })
    .click();

  await expect.poll(() => chain.usdcOf(bettor.address), ON_CHAIN).toBe(before - micro(STAKE) + payout);
  await expect.poll(async () => (await adminMarket(approver, title)).state, ON_CHAIN).toBe('settled');
  const ended = async () => (await readAsBettor<WireBet[]>(page, '/api/user/bets'))[0];
  await expect.poll(async () => (await ended())?.chain?.payoutTxHash, ON_CHAIN).toMatch(/^0x[0-9a-f]{64}$/);
  await openAccount(page);
  await expect(receiptsOf(page, title).getByText('Won', { exact: true })).toBeVisible();
});

test('the wrong chain and too little USDC are said before the wallet is asked for anything', async ({
  page,
  context,
  app,
  chain,
}) => {
  test.setTimeout(120_000);
  const opener = await LiveRival.signIn(app.url, walletNamed(chain, 'Practice admin 2').key);
  const title = newName('Live');
  const eventDate = new Date(Date.now() + 3_600_000).toISOString();
  await opener.openMarket({ title, eventDate });

  await acceptAge(context);
  const wallet = await EvmWallet.install(context, { chainId: '0x1', rpcUrl: chain.rpcUrl });
  await page.goto('/?category=politics');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  await outcomeOf(page, title, 'Yes').click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Amount (USDC)').fill('25');
  await expect(dialog).toContainText('Live bets are on Polygon for now, and you are signed in on Ethereum.');
  await expect(placeButton(dialog)).toBeDisabled();

  await dialog.getByRole('button', { name: 'Switch to Polygon' }).click();
  await expect(dialog).toContainText('Above what your wallet has for bets: 0.00 USDC on Polygon.');
  await expect(placeButton(dialog)).toBeDisabled();

  // Nothing but the two sign-ins was signed, and nothing is left pending.
  expect(wallet.signedTexts().filter((text) => text.startsWith('Place bet'))).toEqual([]);
  expect(wallet.signedData()).toEqual([]);
  expect(await readAsBettor<WireBet[]>(page, '/api/user/bets')).toEqual([]);
});
