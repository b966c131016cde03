import type { Locator, Page } from '@playwright/test';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { PracticeChain } from '../scripts/open-practice-chain.mjs';
import { adminMarket, approve, figureOf, openAdmin, resultsPanel } from './admin.ts';
import { exactly, micro } from './amounts.ts';
import {
  acceptAge,
  connect,
  enterStake,
  expectPlaced,
  expectSignedIn,
  openAccount,
  placeButton,
  readAsBettor,
  readyToPlace,
  receiptsOf,
  signLiveBet,
  textToSign,
} from './bettor.ts';
import { practiceLink, test, walletNamed } from './chain-fixtures.ts';
import { expectSound } from './expect-accessible.ts';
import { expect } from './fixtures.ts';
import { LiveRival } from './live-rival.ts';
import { newName } from './new-name.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

const STAKE = 25;
/** Long after the bets, even on a slow machine: a test about the end moves the clock forward to it. */
const CLOSES_IN_MS = 3_600_000;
/** A change on the chain takes a few blocks to become final. */
const ON_CHAIN = { timeout: 120_000 };

/** A market's card in the list, where its outcomes are. */
const outcomeOf = (page: Page, title: string, outcome: string) =>
  page
    .getByRole('article', { name: title })
    .getByRole('button', { name: new RegExp(`^${outcome}.*% chance`) });

/** Connects a practice wallet, and signs in with it. */
async function enter(page: Page, chain: PracticeChain, name: string): Promise<void> {
  await acceptAge(page.context());
  await page.goto(`/?category=politics${practiceLink(chain, name)}`);
  await page.getByRole('main').getByRole('button', { name: 'Try demo mode' }).click();
  await page
    .getByRole('group', { name })
    .getByRole('button', { name: /^Polygon/ })
    .click();
  await approve(page);
  await expectSignedIn(page);
}

/** The amount with a given label in a list of amounts. */
const sumOf = (place: Locator, label: string): Locator =>
  place
    .getByRole('term')
    .filter({ has: place.page().getByText(label, { exact: true }) })
    .locator('..')
    .getByRole('definition');

/** The number of a transaction's block according to a node, as the screens write it. */
async function blockOf(chain: PracticeChain, txHash: string | undefined): Promise<string> {
  const receipt = await chain.rpc('eth_getTransactionReceipt', [txHash]);
  // As nodes answer it.
  const { blockNumber } = receipt as { blockNumber: string };
  return Number(blockNumber).toLocaleString('en-US');
}

/** Makes the nodes that the page queries change the last byte of every event. */
async function falsifyLogs(page: Page, chain: PracticeChain): Promise<void> {
  await page.route(`${chain.rpcUrl}/**`, async (route) => {
    const answer = await route.fetch();
    const said = await answer.text();
    const body = said.replaceAll(/("data":"0x[0-9a-f]{63,})([0-9a-f])"/g, (_, before, last) => {
      return `${before}${last === '0' ? '1' : '0'}"`;
    });
    await route.fulfill({ response: answer, body });
  });
}

test('what a live bet asks for and shows passes in both themes at every width', async ({
  page,
  app,
  chain,
  problems,
}) => {
  // The browser logs a wallet's refusal.
  problems.expect(/rejected/i);
  const opener = await LiveRival.signIn(app.url, walletNamed(chain, 'Practice admin 2').key);
  const title = newName('Live');
  const eventDate = new Date(Date.now() + CLOSES_IN_MS).toISOString();
  await opener.openMarket({ title, eventDate });
  await enter(page, chain, 'Practice bettor 2');
  await outcomeOf(page, title, 'No').click();
  const dialog = page.getByRole('dialog', { name: title });
  await enterStake(dialog, '12.50');
  await expectSound(page);

  // These screens are checked for long but not signed: a quote is valid for two minutes.
  const wallet = page.getByRole('dialog', { name: 'Practice wallet' });
  const reject = wallet.getByRole('button', { name: 'Reject' });
  await placeButton(dialog).click();
  await expect(wallet).toContainText('will sign exactly this text');
  await expectSound(page);
  await reject.click();
  await readyToPlace(dialog);
  await placeButton(dialog).click();
  await approve(page);
  await expect(wallet).toContainText('will sign exactly these fields');
  await expectSound(page);
  await reject.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectSound(page);

  await readyToPlace(dialog);
  await placeButton(dialog).click();
  await signLiveBet(page);
  const toast = page.getByRole('region', { name: 'Transaction' });
  // The message closes automatically unless the pointer is on it.
  await toast.getByRole('button', { name: 'Close' }).focus();
  await expect(toast.getByRole('heading', { name: 'Bet Placed Successfully!' })).toBeVisible({
    timeout: 90_000,
  });
  await expectPlaced(page);
  await expect(toast).toContainText(/Final on Polygon, in block [\d,]+/);
  await expectSound(page);
  await expect(toast).toBeVisible();
});

test('a wrong chain and too little USDC are reported before the wallet is asked for anything', async ({
  page,
  context,
  app,
  chain,
}) => {
  const opener = await LiveRival.signIn(app.url, walletNamed(chain, 'Practice admin 2').key);
  const title = newName('Live');
  const eventDate = new Date(Date.now() + CLOSES_IN_MS).toISOString();
  await opener.openMarket({ title, eventDate });

  await acceptAge(context);
  const wallet = await EvmWallet.install(context, { chainId: '0x1', rpcUrl: chain.rpcUrl });
  await page.goto('/?category=politics');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  await outcomeOf(page, title, 'Yes').click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Amount (USDC)').fill('25');
  await expect(dialog).toContainText('Live bets are only on Polygon; you are signed in on Ethereum.');
  await expect(placeButton(dialog)).toBeDisabled();

  await dialog.getByRole('button', { name: 'Switch to Polygon' }).click();
  await expect(dialog).toContainText('Your wallet has no USDC free on Polygon. Add some to bet.');
  await expect(placeButton(dialog)).toBeDisabled();

  // Only the two sign-ins were signed, and nothing is pending.
  expect(wallet.signedTexts().filter((text) => text.startsWith('Place bet'))).toEqual([]);
  expect(wallet.signedData()).toEqual([]);
  expect(await readAsBettor<WireBet[]>(page, '/api/user/bets')).toEqual([]);
});

// The last test: the chain's clock can't go back.
test('a stake moves from the wallet into the contract, two admins decide, and the contract pays the wallet', async ({
  page,
  app,
  chain,
  meet,
  clock,
}) => {
  test.setTimeout(480_000);
  const bettor = walletNamed(chain, 'Practice bettor 1');
  const before = await chain.usdcOf(bettor.address);
  const held = await chain.usdcOf(chain.escrow);
  const opener = await LiveRival.signIn(app.url, walletNamed(chain, 'Practice admin 1').key);
  const title = newName('Live');
  const eventDate = new Date(Date.now() + CLOSES_IN_MS).toISOString();
  await opener.openMarket({ title, eventDate });

  await enter(page, chain, bettor.name);
  await outcomeOf(page, title, 'Yes').click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toContainText('In your wallet: 1,000.00 USDC on Polygon');
  await enterStake(dialog, String(STAKE));
  const words = await textToSign(dialog);
  await placeButton(dialog).click();
  const wallet = page.getByRole('dialog', { name: 'Practice wallet' });
  await expect(wallet).toContainText('will sign exactly this text');
  await expect(wallet).toContainText(words);
  await approve(page);
  await expect(wallet).toContainText('will sign exactly these fields');
  await expect(wallet).toContainText(new RegExp(`to: ${chain.escrow}`, 'i'));
  await expect(wallet).toContainText(`value: ${micro(STAKE)}`);
  await approve(page);

  // The progress message closes automatically unless the pointer is on it.
  await page.getByRole('region', { name: 'Transaction' }).getByRole('button', { name: 'Close' }).focus();
  await expect(page.getByText(/^Final on Polygon, in block [\d,]+/).first()).toBeVisible();
  await expectPlaced(page);
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
    await admin.goto(`/admin${practiceLink(chain, name)}`);
    await admin.getByRole('radio', { name: 'Polygon' }).check();
    await admin.getByRole('button', { name: `Connect ${name}` }).click();
    await approve(admin);
    await expectSignedIn(admin);
    return admin;
  };
  const proposer = await arrive('Practice admin 1');
  const approver = await arrive('Practice admin 2');
  await clock.advance(CLOSES_IN_MS);
  await expect.poll(async () => (await adminMarket(proposer, title)).state, ON_CHAIN).toBe('closed');

  await openAdmin(proposer);
  const waiting = resultsPanel(proposer).getByRole('listitem').filter({ hasText: title });
  await waiting.getByRole('button', { name: `Resolve ${title}` }).click();
  await proposer.getByRole('radio', { name: /^Yes/ }).check();
  await proposer.getByLabel('Evidence').fill('https://example.org/final');
  await proposer.getByRole('button', { name: 'Preview payouts' }).click();
  const rehearsal = proposer.getByRole('dialog', { name: 'Yes: payouts' });
  await expect(figureOf(rehearsal, 'Paid to bettors')).toHaveText(exactly(payout));
  await rehearsal.getByRole('button', { name: 'Propose' }).click();
  await expect(proposer.getByText(`Proposed for ${title}: Yes won`)).toBeVisible();

  await openAdmin(approver);
  await resultsPanel(approver)
    .getByRole('button', { name: `Review: ${title}` })
    .click();
  await approver
    .getByRole('dialog', { name: 'Approve: Yes won' })
    .getByRole('button', { name: 'Approve' })
    .click();

  await expect.poll(() => chain.usdcOf(bettor.address), ON_CHAIN).toBe(before - micro(STAKE) + payout);
  await expect.poll(async () => (await adminMarket(approver, title)).state, ON_CHAIN).toBe('settled');
  const ended = async () => (await readAsBettor<WireBet[]>(page, '/api/user/bets'))[0];
  await expect.poll(async () => (await ended())?.chain?.payoutTxHash, ON_CHAIN).toMatch(/^0x[0-9a-f]{64}$/);
  const payoutTxHash = (await ended())?.chain?.payoutTxHash;

  // The receipt names both transactions, and the browser has compared them with a node's answer.
  await openAccount(page);
  const receiptOfBet = receiptsOf(page, title);
  await expect(receiptOfBet.getByText('Won', { exact: true })).toBeVisible();
  await receiptOfBet.getByRole('button', { name: /^Receipt/ }).click();
  const shown = page.getByRole('dialog', { name: 'Receipt' });
  await expect(shown.getByText('Checked in your browser')).toBeVisible();
  await expect(shown.getByText('The blockchain matches')).toBeVisible();
  for (const [label, txHash] of [
    ['Stake transaction', placed?.txHash],
    ['Payout transaction', payoutTxHash],
  ] as const) {
    const transaction = figureOf(shown, label);
    await expect(transaction).toContainText(txHash ?? 'no transaction');
    await expect(transaction).toContainText(`Block ${await blockOf(chain, txHash)}, event `);
  }
  await expect(figureOf(shown, 'Escrow contract')).toHaveText(chain.escrow, { ignoreCase: true });
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();

  // If a node says anything else about the bet, the page notices.
  await falsifyLogs(page, chain);
  await receiptOfBet.getByRole('button', { name: /^Receipt/ }).click();
  await expect(shown.getByText('The blockchain does not match')).toBeVisible();
  await expect(shown).toContainText('payout');
  await page.unrouteAll({ behavior: 'wait' });
  await shown.getByRole('button', { name: 'Check again' }).click();
  await expect(shown.getByText('The blockchain matches')).toBeVisible();

  await page.goto('/transparency');
  await expect(page.getByText('The contract matches the books.')).toBeVisible();
  const onChain = page.getByRole('region', { name: 'On the blockchain' });
  const now = exactly(await chain.usdcOf(chain.escrow));
  await expect(sumOf(onChain, 'USDC balance')).toHaveText(now);
  await expect(sumOf(onChain, 'The books say')).toHaveText(now);
  for (const [label, name] of [
    ['Reserved for markets', 'totalReserved'],
    ['Set aside', 'totalSetAside'],
    ['Free', 'free'],
  ] as const) {
    // Each method returns one number.
    await expect(sumOf(onChain, label)).toHaveText(exactly((await chain.readEscrow(name)) as bigint));
  }
  await expect(onChain).toContainText(chain.escrow, { ignoreCase: true });
  await expect(onChain).toContainText(chain.usdc, { ignoreCase: true });
  await expectSound(page);
});
