import type { BrowserContext, Locator, Page } from '@playwright/test';
import { callAsAdmin, marketCard, marketRow, openAdmin, searchMarkets } from './admin.ts';
import {
  acceptAge,
  enterDemo,
  enterStake,
  expectPlaced,
  openAccount,
  placeButton,
  positionsOf,
  receiptsOf,
} from './bettor.ts';
import { expectNoSidewaysScroll } from './expect-accessible.ts';
import { expectApart } from './expect-apart.ts';
import { expect, test } from './fixtures.ts';
import { newName } from './new-name.ts';

/** More than any form takes, as a feed could send it: words, then one word without an end. */
const longText = (name: string) =>
  `${name} ${'however long it may be '.repeat(7)}${'W'.repeat(300)}`.slice(0, 300);
/** The most that a form takes. The browser sees twice as many. */
const OUTCOMES = 16;
const WIDE = 1280;
const NARROWEST = 320;

/** Makes every text that begins with a name 300 characters long on arrival, and doubles that market's outcomes. */
async function lengthen(context: BrowserContext, name: string): Promise<void> {
  await context.addInitScript(
    ([short, long, count]) => {
      const parse = JSON.parse;
      // The list, the stream and the answers all come through here.
      JSON.parse = (text: string) =>
        parse(String(text).replaceAll(short, long), (key, value) =>
          key === 'outcomes' && Array.isArray(value) && value.length === count && value[0]?.id
            ? [...value, ...value.map((outcome) => ({ ...outcome, id: `${outcome.id}x` }))]
            : value,
        );
      Response.prototype.json = async function json() {
        return JSON.parse(await this.text());
      };
    },
    [name, longText(name), OUTCOMES] as const,
  );
}

async function expectRoom(page: Page): Promise<void> {
  for (const width of [WIDE, NARROWEST]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await test.step(`at ${width} px`, async () => {
      await expectNoSidewaysScroll(page);
      await expectApart(page);
    });
  }
  await page.setViewportSize({ width: WIDE, height: 900 });
}

/** Shows the outcomes that a long list leaves out at first, for there are twice as many as the form takes. */
async function showAllOutcomes(place: Locator): Promise<void> {
  await place.getByRole('button', { name: /^Show \d+ more/ }).click();
  await expect(place.getByRole('button', { name: /% chance/ })).toHaveCount(OUTCOMES * 2);
}

test('texts of 300 characters and 32 outcomes overlap nothing and never scroll sideways', async ({
  page,
  context,
  meet,
  adminState,
}) => {
  const name = newName('Endless');
  const title = longText(name);
  const admins = await meet(adminState);
  const admin = await admins.newPage();
  await openAdmin(admin);
  const { id } = await callAsAdmin<{ id: string }>(admin, 'POST', '/api/admin/create-market', {
    type: 'politics',
    category: 'policy',
    title: name,
    description: `${name} rules`,
    outcomes: Array.from({ length: OUTCOMES }, (_, i) => `${name} ${i + 1}`),
  });
  await lengthen(admins, name);
  await openAdmin(admin);
  await searchMarkets(admin, name);
  await expect(marketRow(admin, title)).toBeVisible();
  await test.step('admin list', () => expectRoom(admin));

  await acceptAge(context);
  await lengthen(context, name);
  await enterDemo(page, 'Polygon');
  await page.goto(`/?view=all&q=${encodeURIComponent(name)}`);
  const card = marketCard(page, title);
  await showAllOutcomes(card);
  await test.step('list', () => expectRoom(page));

  await card
    .getByRole('button', { name: /% chance/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: title });
  await enterStake(dialog, '5');
  await test.step('bet form', () => expectRoom(page));
  await placeButton(dialog).click();
  await expectPlaced(page);

  await openAccount(page);
  await expect(positionsOf(page, title)).toBeVisible();
  await expect(receiptsOf(page, title)).toBeVisible();
  await test.step('My Account', () => expectRoom(page));
  await openAccount(page, 'statement');
  await expect(page.getByText(title).first()).toBeVisible();
  await test.step('statement', () => expectRoom(page));

  await page.goto(`/market/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await showAllOutcomes(page.getByRole('region', { name: 'Outcomes', exact: true }));
  // Those of the house exposure.
  await page.getByRole('button', { name: /^Show \d+ more/ }).click();
  await test.step('market page', () => expectRoom(page));

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /Share/ })).toBeVisible();
  await test.step('share dialog', () => expectRoom(page));
});
