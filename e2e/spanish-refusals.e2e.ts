import {
  acceptAge,
  connect,
  enterStake,
  expectPlaced,
  expectSignedIn,
  placeButton,
  readyToPlace,
  textToSign,
} from './bettor.ts';
import { expectSound } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { pushBelow } from './rival.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

// Fading in briefly changes the contrast, which this test doesn't measure.

test('the reasons why a bet is refused or cannot be sold yet are shown in Spanish', async ({
  page,
  context,
  app,
  problems,
}) => {
  problems.expect(/409/);
  await acceptAge(context);
  const wallet = await EvmWallet.install(context, { chainId: '0x1' });
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  await page.evaluate(() => localStorage.setItem('tallystone.language', 'es'));
  await page.goto('/?category=politics');
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /% de probabilidad/, disabled: false })
    .first()
    .click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Importe (USDC)') });
  const place = placeButton(dialog, 'es');
  await enterStake(dialog, '30', 'es');
  const shown = await textToSign(dialog);
  const [, outcomeId = '', odds = ''] = /on (\S+) at ([\d.]+) odds/.exec(shown) ?? [];
  wallet.answers('personal_sign', 'waiting');
  await place.click();
  await expect.poll(() => wallet.signedTexts().at(-1)).toBe(shown);

  await pushBelow(app.url, { outcomeId, odds: Number(odds) });
  wallet.answers('personal_sign', 'willing');
  await expect(page.getByText('La apuesta falló', { exact: true })).toBeVisible();
  await expect(
    page.getByText(/^La cuota es ahora \d+\.\d\d, así que no se tomó dinero; firma de nuevo/).first(),
  ).toBeVisible();

  await dialog.getByRole('button', { name: /^Usar \d+\.\d\d$/ }).click();
  await readyToPlace(dialog, 'es');
  await place.click();
  await expectPlaced(page, 'es');

  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /^Vender/ })
    .click();
  const why = page.getByRole('dialog', { name: 'Vender la apuesta' });
  await expect(why).toContainText('Puedes vender un minuto después de apostar');
  await expectSound(page);
});
