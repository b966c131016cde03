import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { WireReceipt, WireReceiptProof } from '@tallystone/core/http-api/receipts';
import type { WireSolvency } from '@tallystone/core/http-api/solvency';
import { exactly, micro } from './amounts.ts';
import {
  acceptAge,
  connect,
  enterStake,
  expectPlaced,
  expectSignedIn,
  openAccount,
  openBetDialog,
  placeButton,
} from './bettor.ts';
import { expect, test } from './fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

/** An independent check, as anyone could write it who has read how the books are sealed. */
const sha256 = (...parts: (string | Buffer)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

function rootOf({ leaf, path }: WireReceiptProof): string {
  const start = sha256(Buffer.of(0), sha256(leaf));
  return path
    .reduce((node, { hash, side }) => {
      const other = Buffer.from(hash, 'hex');
      return side === 'left' ? sha256(Buffer.of(1), other, node) : sha256(Buffer.of(1), node, other);
    }, start)
    .toString('hex');
}

test('a bettor checks the receipt of a bet in the browser, and downloads the proof', async ({
  page,
  context,
}) => {
  await acceptAge(context);
  await EvmWallet.install(context);
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  const dialog = await openBetDialog(page, 'crypto');
  await enterStake(dialog, '12.34');
  await placeButton(dialog).click();
  await expectPlaced(page);
  await openAccount(page);
  await page.getByRole('button', { name: /^Receipt/ }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt.getByText(/^(Sealing|Checked in your browser)$/)).toBeVisible();
  // The receipt completes automatically.
  await expect(receipt.getByText('Checked in your browser')).toBeVisible();
  await expect(receipt).toContainText('$12.34');

  const downloading = page.waitForEvent('download');
  await receipt.getByRole('button', { name: 'Download JSON' }).click();
  const file = await downloading;
  // As the server sent it.
  const { bet, proofs, sealed } = JSON.parse(await readFile(await file.path(), 'utf8')) as WireReceipt;
  expect(file.suggestedFilename()).toBe(`receipt-${bet.id}.json`);
  expect(sealed).toBe(true);
  expect(proofs.map(({ leaf }) => leaf.split('|')[0])).toEqual(['filled-bet']);
  const ofBet = proofs.find(({ leaf }) => leaf.startsWith('filled-bet|'))?.leaf.split('|');
  expect(ofBet?.slice(2, 3)).toEqual([bet.id]);
  // The signed text, by the second version of the rule.
  expect(ofBet?.slice(13)).toEqual([String(micro(bet.minOdds ?? 0)), '2']);
  expect(ofBet?.slice(6, 9)).toEqual(['12340000', String(micro(bet.odds)), String(micro(bet.totalReturn))]);
  for (const proof of proofs) {
    expect(sha256(proof.leaf).toString('hex')).toBe(proof.hash);
    expect(rootOf(proof)).toBe(proof.root);
    const { hashBefore, content, hash } = proof.chain;
    expect(sha256(Buffer.from(hashBefore, 'hex'), content).toString('hex')).toBe(hash);
    expect(content).toContain(proof.root);
  }
});

test('anyone can see what the house holds and owes, without signing in', async ({ page }) => {
  const answered = page.waitForResponse('**/api/solvency');
  await page.goto('/transparency');
  const books: WireSolvency = await (await answered).json();
  await expect(page.getByRole('heading', { level: 1, name: 'Transparency' })).toBeVisible();
  await expect(page.getByText('Yes. Every market covers its worst case.')).toBeVisible();
  const figure = (label: string) =>
    page.getByRole('term').filter({ hasText: label }).locator('..').getByRole('definition').first();
  await expect(figure('In market escrows')).toHaveText(exactly(micro(books.escrow)));
  await expect(figure('In the pool')).toHaveText(exactly(micro(books.pool)));
  await expect(figure('For open bets')).toHaveText(exactly(micro(books.worstCase)));
  expect(books.escrow).toBeGreaterThanOrEqual(books.worstCase);
  expect(books.markets.reduce((sum, { escrow }) => sum + micro(escrow), 0n)).toBe(micro(books.escrow));
  for (const { escrow, worstCase } of books.markets) expect(escrow).toBeGreaterThanOrEqual(worstCase);

  const promises = page.getByRole('region', { name: 'What the books promise' }).getByRole('listitem');
  await expect(promises).toHaveCount(books.invariants.length);
  // The server checks the invariants a moment after its start.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    for (const promise of await promises.all()) {
      await expect(promise).toContainText(/Holds, checked \w{3} \d\d, \d{4} \d\d:\d\d/, { timeout: 500 });
    }
  }).toPass();
  await expect(page.getByRole('region', { name: 'By market' }).getByRole('row')).not.toHaveCount(0);
});
