import {
  acceptAge,
  connect,
  enterStake,
  expectPlaced,
  expectSignedIn,
  openBetDialog,
  openHistory,
  placeButton,
  textToSign,
  walletChip,
} from './bettor.ts';
import { expect, test } from './fixtures.ts';
import { SolanaWallet } from './wallets/solana-wallet.ts';

test.beforeEach(({ context }) => acceptAge(context));

for (const name of ['Phantom', 'Backpack'] as const) {
  for (const presence of ['standard', 'inject'] as const) {
    test(`a bettor with ${name} (${presence}) signs in, bets and finds the bet`, async ({
      page,
      context,
    }) => {
      const wallet = await SolanaWallet.install(context, { name, presence });
      await page.goto('/');
      await connect(page, new RegExp(`^Solana \\(${name}\\)`));
      await expectSignedIn(page);
      await expect(walletChip(page)).toContainText('Solana');
      expect(wallet.signedTexts[0]).toContain('wants you to sign in with your Solana account:');
      expect(wallet.signedTexts[0]).toContain(wallet.address);

      const dialog = await openBetDialog(page, 'politics');
      await enterStake(dialog, '7');
      const shown = await textToSign(dialog);
      await placeButton(dialog).click();
      await expectPlaced(page);
      expect(wallet.signedTexts.at(-1)).toBe(shown);

      const rows = await openHistory(page);
      await expect(rows).toHaveCount(1);
      await expect(rows.first()).toContainText(/sol_\w{4}\.{3}\w{8}/);
      await expect(page.getByText(name, { exact: false }).first()).toBeVisible();
    });
  }
}

test('a trusted Phantom connects automatically, without a prompt', async ({ page, context }) => {
  const wallet = await SolanaWallet.install(context, { name: 'Phantom', trusted: true });
  await page.goto('/');
  await expectSignedIn(page);
  expect(wallet.calls).toContain('connect silently');
  expect(wallet.calls).not.toContain('connect');
});

test('the SOL balance is read from the chain, and is 0 if that fails', async ({
  page,
  context,
  solana,
  problems,
}) => {
  await SolanaWallet.install(context, { name: 'Phantom' });
  solana.holds(3.25);
  await page.goto('/');
  await connect(page, /^Solana \(Phantom\)/);
  await expectSignedIn(page);
  await walletChip(page).click();
  await expect(page.getByText('3.2500 SOL')).toBeVisible();

  problems.expect(/balance/i);
  solana.holds(null);
  await page.reload();
  await walletChip(page).click();
  await expect(page.getByText('0.0000 SOL')).toBeVisible();
  solana.holds(2.5);
});

test('Disconnect clears the session without a reload', async ({ page, context }) => {
  await SolanaWallet.install(context, { name: 'Phantom' });
  await page.goto('/');
  await connect(page, /^Solana \(Phantom\)/);
  await expectSignedIn(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});
