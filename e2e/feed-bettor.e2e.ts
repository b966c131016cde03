import type { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { marketCard } from './admin.ts';
import {
  acceptAge,
  enterStake,
  expectPlaced,
  expectSignedIn,
  oddsShown,
  openHistory,
  placeButton,
  textToSign,
} from './bettor.ts';
import { test } from './feed-fixtures.ts';
import { expect } from './fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

/** A tennis match, so a market with two outcomes; a demo opens it automatically. */
const TITLE = 'Ana Vukic vs Klara Lindholm';

/** Sets the prices of both players. */
async function setOdds(feed: StandInProcess, odds: readonly [string, string]): Promise<void> {
  await feed.setOdds(await feed.findGame(TITLE.replace(' vs ', ' - ')), odds);
}

test.beforeEach(async ({ context }) => {
  await acceptAge(context);
  await EvmWallet.install(context);
});

test('a bettor bets on a game of the feed at its price, whatever the stake', async ({ page, feed }) => {
  await setOdds(feed, ['1.8', '2.05']);
  await page.goto('/');
  const card = marketCard(page, TITLE);
  await expect(card.getByText(/^Margin \d+\.\d%/)).toBeVisible();
  await expect(card.getByRole('button', { name: /^Ana Vukic.*1\.80/ })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('button', { name: /^Ethereum/ }).click();
  await expectSignedIn(page);

  await card.getByRole('button', { name: /^Ana Vukic/ }).click();
  const dialog = page.getByRole('dialog', { name: TITLE });
  await enterStake(dialog, '20');
  await expect(
    dialog.getByText(/Odds do not change with your stake\. Largest stake now: \$[\d,.]+\./),
  ).toBeVisible();
  await expect(oddsShown(dialog)).toHaveText('1.80');
  await enterStake(dialog, '500');
  // The bettor signs the lowest odds; how low they are depends on how the price moved.
  expect(await textToSign(dialog)).toMatch(/^Place bet: 500 on o_[a-z2-7]{20} at 1\.\d{1,2} odds$/);
  await expect(oddsShown(dialog)).toHaveText('1.80');
  await placeButton(dialog).click();
  await expectPlaced(page);
  const rows = await openHistory(page);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(TITLE);
  await expect(rows.first()).toContainText('500.00');
  await expect(rows.first()).toContainText('1.80x');
  await expect(rows.first()).toContainText('400.00');
});

test('a price below the protection is shown, and used only if the bettor accepts it', async ({
  page,
  feed,
}) => {
  await setOdds(feed, ['1.9', '1.95']);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('button', { name: /^Ethereum/ }).click();
  await expectSignedIn(page);
  const card = marketCard(page, TITLE);
  await expect(card.getByRole('button', { name: /^Ana Vukic.*1\.90/ })).toBeVisible();
  await card.getByRole('button', { name: /^Ana Vukic/ }).click();
  const dialog = page.getByRole('dialog', { name: TITLE });
  await enterStake(dialog, '30');
  await dialog.getByLabel('Price protection').selectOption('exact');
  await setOdds(feed, ['1.7', '2.2']);
  // The test presses nothing and reads nothing: the stream delivers the price.
  await expect(dialog.getByText('Odds are now 1.70 (were 1.90)')).toBeVisible();
  await expect(oddsShown(dialog)).toHaveText('1.90');
  await expect(page.getByText('Bet Failed', { exact: true })).toHaveCount(0);
  await expect(placeButton(dialog)).toBeDisabled();
  await dialog.getByRole('button', { name: 'Use 1.70' }).click();
  await expect(oddsShown(dialog)).toHaveText('1.70');
  await placeButton(dialog).click();
  await expectPlaced(page);
});
