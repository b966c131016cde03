import type { WireBet } from '@tallystone/core/http-api/betting';
import {
  acceptAge,
  connect,
  enterStake,
  expectPlaced,
  expectSignedIn,
  openBetDialog,
  openHistory,
  placeButton,
  readAsBettor,
  textToSign,
  walletChip,
} from './bettor.ts';
import { expect, test } from './fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

const CHAINS = [
  { row: /^Ethereum/, name: 'Ethereum', chainId: '0x1' },
  { row: /^BSC/, name: 'BSC', chainId: '0x38' },
  { row: /^Polygon/, name: 'Polygon', chainId: '0x89' },
] as const;

test.beforeEach(({ context }) => acceptAge(context));

for (const chain of CHAINS) {
  test(`a bettor on ${chain.name} connects, signs a bet and finds it in the profile`, {
    tag: chain.name === 'Polygon' ? '@smoke' : [],
  }, async ({ page, context }) => {
    const wallet = await EvmWallet.install(context, { chainId: chain.chainId });
    await page.goto('/');
    await connect(page, chain.row);
    await expectSignedIn(page);
    await expect(walletChip(page)).toContainText(chain.name);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('walletChain'))).toBe(chain.name);

    const dialog = await openBetDialog(page, 'politics');
    await enterStake(dialog, '12.50');
    const shown = await textToSign(dialog);
    expect(shown).toMatch(/^Place bet: 12\.5 on o_[a-z2-7]{20} at \d+(\.\d+)? odds$/);
    await placeButton(dialog).click();
    await expectPlaced(page);
    await expect(dialog).toBeHidden();
    const [signIn = '', ...others] = wallet.signedTexts();
    expect(signIn).toContain('wants you to sign in with your Ethereum account');
    expect(others).toEqual([shown]);

    const rows = await openHistory(page);
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText('confirmed', { ignoreCase: true });
    await expect(rows.first()).toContainText('12.50');
    const lowest = Number(shown.match(/at ([\d.]+) odds/)?.[1]);
    const [bet] = await readAsBettor<WireBet[]>(page, '/api/user/bets');
    const odds = bet?.odds ?? 0;
    expect(bet?.minOdds).toBe(lowest);
    expect(odds).toBeGreaterThanOrEqual(lowest);
    await expect(rows.first()).toContainText(`${odds.toFixed(2)}x`);
    // In hundredths of odds and cents everything is a whole number; the page never rounds up.
    const winCents = Math.floor((1250 * (Math.round(odds * 100) - 100)) / 100);
    await expect(rows.first()).toContainText((winCents / 100).toFixed(2));
    await expect(rows.first()).toContainText(/eth_\w{4}\.{3}\w{8}/);
  });
}

test('a wallet on another chain is asked to switch before it connects', async ({ page, context }) => {
  const wallet = await EvmWallet.install(context, { chainId: '0x1' });
  await page.goto('/');
  await connect(page, /^Polygon/);
  await expectSignedIn(page);
  expect(wallet.requests.map(({ method }) => method)).toContain('wallet_switchEthereumChain');
  await expect(walletChip(page)).toContainText('Polygon');
});

for (const nested4902 of [false, true]) {
  test(`a chain that the wallet doesn't know is added (4902 ${nested4902 ? 'inside another error' : 'plain'})`, async ({
    page,
    context,
  }) => {
    const wallet = await EvmWallet.install(context, { chainId: '0x1', knownChains: ['0x1'], nested4902 });
    await page.goto('/');
    await connect(page, /^BSC/);
    await expectSignedIn(page);
    const added = wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain');
    expect(added?.params[0]).toMatchObject({
      chainId: '0x38',
      nativeCurrency: { symbol: 'BNB', decimals: 18 },
    });
    await expect(walletChip(page)).toContainText('BSC');
  });
}

test('a wallet that only injects window.ethereum works too', async ({ page, context }) => {
  await EvmWallet.install(context, { presence: 'inject', chainId: '0x89' });
  await page.goto('/');
  await connect(page, /^Polygon/);
  await expectSignedIn(page);
});

test('changing the chain in the wallet stops betting until it is changed back', async ({ page, context }) => {
  const wallet = await EvmWallet.install(context, { chainId: '0x89' });
  await page.goto('/');
  await connect(page, /^Polygon/);
  await expectSignedIn(page);
  await wallet.showChain('0x1');
  const dialog = await openBetDialog(page, 'crypto');
  await dialog.getByLabel('Amount (USDC)').fill('5');
  await expect(placeButton(dialog)).toBeDisabled();
  await wallet.showChain('0x89');
  await expect(placeButton(dialog)).toBeEnabled();
});

test('changing the account in the wallet stops betting', async ({ page, context }) => {
  const wallet = await EvmWallet.install(context, { chainId: '0x89' });
  await page.goto('/');
  await connect(page, /^Polygon/);
  await expectSignedIn(page);
  await wallet.showAccount();
  const dialog = await openBetDialog(page, 'crypto');
  await dialog.getByLabel('Amount (USDC)').fill('5');
  await expect(placeButton(dialog)).toBeDisabled();
});

test('a reload keeps the wallet connected, and Disconnect forgets it', async ({ page, context }) => {
  const wallet = await EvmWallet.install(context, { chainId: '0x1' });
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  const asked = wallet.requests.filter(({ method }) => method === 'eth_requestAccounts').length;
  await page.reload();
  await expect(walletChip(page)).toBeVisible();
  expect(wallet.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(asked);

  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  const kept = () =>
    page.evaluate(() =>
      ['authToken', 'user', 'walletAddress', 'walletChain'].filter(
        (key) => localStorage.getItem(key) !== null,
      ),
    );
  await expect.poll(kept).toEqual([]);
});
