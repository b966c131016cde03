import type { Page } from '@playwright/test';
import { type AdminTab, callAsAdmin, createMarkets, expectToast } from './admin.ts';
import { remember } from './bettor.ts';
import { expectSound } from './expect-accessible.ts';
import { asAdmin, expect, test } from './fixtures.ts';
import { newName } from './new-name.ts';
import { Rival } from './rival.ts';

// Fading in briefly changes the contrast, which this test doesn't measure.
test.use(asAdmin);
test.beforeEach(({ context }) => remember(context, 'tallystone.language', 'es'));

async function open(page: Page, tab: AdminTab = 'markets'): Promise<void> {
  await page.goto(tab === 'markets' ? '/admin' : `/admin?tab=${tab}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Administración (nivel 2)');
}

/** Shows that a tab is complete. */
const SHOWN: Readonly<Record<AdminTab, (page: Page) => ReturnType<Page['getByRole']>>> = {
  markets: (page) => page.getByRole('rowheader').first(),
  azuro: (page) => page.getByRole('button', { name: 'Sincronizar ahora' }),
  create: (page) => page.getByRole('figure', { name: 'Vista previa' }),
  analytics: (page) => page.getByRole('heading', { name: 'Volumen por día' }),
  settings: (page) => page.getByRole('switch').first(),
  users: (page) => page.getByRole('region', { name: 'Usuarios' }).getByRole('listitem').first(),
  audit: (page) => page.getByRole('region', { name: 'Auditoría' }).getByRole('listitem').first(),
};

test('every tab is Spanish and passes in both themes at every width', async ({ page, app }) => {
  await Rival.signIn(app.url);
  for (const tab of ['azuro', 'analytics', 'settings', 'users', 'audit', 'markets'] as const) {
    await open(page, tab);
    await expect(SHOWN[tab](page)).toBeVisible();
    await expectSound(page);
  }
});

test('messages of core and the server about a form are Spanish too', async ({ page, problems }) => {
  problems.expect(/409/);
  const { titles } = await createMarkets(await opened(page), 1);
  await open(page, 'create');
  await page.getByLabel('Tipo', { exact: true }).selectOption('crypto');
  await page.getByLabel('Categoría', { exact: true }).selectOption('defi');
  await page.getByLabel('Título', { exact: true }).fill('ab');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Crear mercado' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'No se creó nada.' });
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('Introduce un título de 3 a 200 caracteres.');
  await expect(summary).toContainText('Da un nombre a cada resultado.');
  await expectSound(page);

  await page.getByLabel('Título', { exact: true }).fill(titles[0] ?? '');
  await page.getByLabel('Resultado 1', { exact: true }).fill('Sí');
  await page.getByLabel('Resultado 2', { exact: true }).fill('No');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Crear mercado' }).click();
  await expectToast(page, /./, 'Ya hay un mercado abierto con este título. No se creó ningún mercado;');
});

test('a CSV is checked and imported in Spanish', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Importar CSV' }).click();
  const csv = page.getByRole('dialog', { name: 'Importar CSV' });
  const title = newName('Viaje');
  await csv.locator('input[type=file]').setInputFiles({
    name: 'dos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`type,category,title,outcomes\ncrypto,defi,x,Yes\ncrypto,defi,${title},Sí|No\n`),
  });
  await expect(csv).toContainText('Da de 2 a 16 resultados.');
  await expectSound(page);
  await csv.getByRole('button', { name: 'Importar 1 de 2' }).click();
  await expect(csv.getByText('Se importó 1 mercado; se rechazó 1 fila')).toBeVisible();
  await expect(csv).toContainText('Fila 2, outcomes: Da de 2 a 16 resultados.');
});

test('a market is closed and resolved in Spanish', async ({ page }) => {
  const { titles } = await createMarkets(await opened(page), 1);
  const [title = ''] = titles;
  await page.reload();
  await page.getByRole('searchbox', { name: 'Buscar mercados' }).fill(title);
  await page.getByRole('button', { name: `Acciones sobre ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cerrar ahora', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar ahora' }).click();
  await expect(page.getByText('Cerrado: 1 mercado', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: `Acciones sobre ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Resolver', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ver los pagos' }).click();
  await expect(dialog).toContainText('Elige el resultado que ganó.');
  await dialog.getByRole('radio').first().check();
  await dialog.getByLabel('Prueba').fill('ftp://example.org/x');
  await dialog.getByRole('button', { name: 'Ver los pagos' }).click();
  await expect(dialog).toContainText('Los enlaces deben empezar por https:// o http://.');
  await dialog.getByLabel('Prueba').fill('https://example.org/x');
  await dialog.getByRole('button', { name: 'Ver los pagos' }).click();
  await expect(dialog).toContainText('Sin apuestas abiertas, sin pagos.');
  await expect(dialog.getByRole('rowheader', { name: 'Fondo de la casa' })).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Confirmar y pagar' }).click();
  await expect(page.getByText(`${title}: ganó`, { exact: false }).first()).toBeVisible();
});

test('the page and the server refuse a setting out of range in Spanish', async ({ page, problems }) => {
  problems.expect(/400/);
  await open(page, 'settings');
  const field = page.getByLabel('Tope por partido (USDC)');
  await field.fill('1');
  await page.getByRole('button', { name: 'Guardar Tope por partido', exact: true }).click();
  await expect(page.getByText('Introduce un importe entre 100.00 y 1,000,000.00 USDC.')).toBeVisible();
});

/** An admin's page, for calls with its session. */
async function opened(page: Page): Promise<Page> {
  await open(page);
  await callAsAdmin(page, 'GET', '/api/admin/settings');
  return page;
}
