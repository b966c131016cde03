import {
  acceptAge,
  enterDemo,
  enterStake,
  expectPlaced,
  placeButton,
  readyToPlace,
  textToSign,
} from './bettor.ts';
import { expectSound } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { pushBelow } from './rival.ts';

// Fading in briefly changes the contrast, which this test doesn't measure.

test('the reasons why a bet is refused or cannot be sold yet are shown in Spanish', async ({
  page,
  context,
  app,
  problems,
}) => {
  problems.expect(/409/);
  await acceptAge(context);
  await enterDemo(page, 'Polygon');
  await page.evaluate(() => localStorage.setItem('tallystone.language', 'es'));
  await page.goto('/?category=politics');
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /% de probabilidad/, disabled: false })
    .first()
    .click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Importe (USDC)') });
  const place = placeButton(dialog, 'es');
  const approval = page.getByRole('dialog', { name: 'Billetera de práctica' });
  await enterStake(dialog, '30', 'es');
  const [, outcomeId = '', odds = ''] = /on (\S+) at ([\d.]+) odds/.exec(await textToSign(dialog)) ?? [];
  await place.click();
  await expect(approval).toBeVisible();

  await pushBelow(app.url, { outcomeId, odds: Number(odds) });
  await approval.getByRole('button', { name: 'Firmar' }).click();
  await expect(page.getByText('La apuesta falló', { exact: true })).toBeVisible();
  await expect(
    page.getByText(/^La cuota es ahora \d+\.\d\d, así que no se tomó dinero; firma de nuevo/).first(),
  ).toBeVisible();

  await dialog.getByRole('button', { name: /^Usar \d+\.\d\d$/ }).click();
  await readyToPlace(dialog, 'es');
  await place.click();
  await approval.getByRole('button', { name: 'Firmar' }).click();
  await expectPlaced(page, 'es');

  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Mi cuenta' })).toBeVisible();
  await page
    .getByRole('button', { name: /^¿Por qué no puedo vender\?/ })
    .first()
    .click();
  const why = page.getByRole('dialog', { name: 'Vender la apuesta' });
  await expect(why).toContainText('Puedes vender una apuesta un minuto después de hacerla');
  await expectSound(page);
});
