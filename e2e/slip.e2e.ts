import type { Locator, Page } from '@playwright/test';
import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { answerAs } from './ask-as.ts';
import { acceptAge, enterDemo, expectPlaced, openAccount } from './bettor.ts';
import { expectSound } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { addOnMarket, openSlip } from './slip.ts';

test.beforeEach(({ context }) => acceptAge(context));

/** Open main markets of different games without a shared participant. */
async function gamesOf(page: Page, count: number): Promise<WireListedMarket[]> {
  const found: WireListedMarket[] = [];
  await expect(async () => {
    const markets = await answerAs<WireListedMarket[]>(page, { method: 'GET', path: '/api/markets' });
    const names = new Set<string>();
    found.length = 0;
    for (const market of markets) {
      const sides = market.title.split(' vs ');
      const isPriced = market.outcomes.every(({ odds }) => odds !== null && odds < 5);
      if (market.gameId === undefined || market.state !== 'open' || !isPriced) continue;
      if (sides.some((side) => names.has(side))) continue;
      for (const side of sides) names.add(side);
      found.push(market);
    }
    expect(found.length).toBeGreaterThanOrEqual(count);
  }).toPass();
  return found.slice(0, count);
}

function firstOf({ outcomes }: WireListedMarket): WireOutcome {
  const [first] = outcomes;
  if (first === undefined) throw new Error('a market has outcomes');
  return first;
}

/** Titles of a game's other markets begin with the title of its main one, so the name must end here. */
function outcomeButton(page: Page, { title }: WireListedMarket, { name }: WireOutcome): Locator {
  const words = `bet on ${name} in ${title}`.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return page.getByRole('main').getByRole('button', { name: new RegExp(`${words}$`) });
}

/** Adds an outcome on its game's page, where the odds go to the slip. */
async function addOnGame(page: Page, market: WireListedMarket): Promise<void> {
  await page.goto(`/game/${market.gameId}`);
  await page.getByRole('button', { name: 'Odds add to the slip' }).click();
  const button = outcomeButton(page, market, firstOf(market));
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  // The pointer over it changes only its colours.
  await expect(button).toHaveCSS('box-shadow', /inset/);
}

test('a bettor adds outcomes of two games, places them as a combo, and sees it in My Account', async ({
  page,
}) => {
  await enterDemo(page, 'Polygon');
  const [first, second] = await gamesOf(page, 2);
  if (first === undefined || second === undefined) throw new Error('there are two games');
  await addOnGame(page, first);
  await addOnMarket(page, second);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Slip, 2 selections' })).toBeVisible();

  const panel = await openSlip(page, 'Combo');
  await panel.getByLabel('Amount (USDC)').fill('10');
  const place = panel.getByRole('button', { name: 'Place Combo' });
  // The feed may move the odds further than the price protection allows.
  const use = panel.getByRole('button', { name: /^Use / });
  await expect(async () => {
    if (await use.isVisible()) await use.click({ timeout: 1_000 });
    await expect(place).toBeEnabled({ timeout: 1_000 });
  }).toPass();
  await expectSound(page);
  const shown = await panel.getByText(/^Place combo: /).textContent();
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/combos'),
  );
  await place.click();
  const { amount, legs, odds } = (await sent).postDataJSON();
  const ids = legs.map(({ outcomeId }: { outcomeId: string }) => outcomeId).sort();
  expect(shown).toBe(`Place combo: ${amount} on ${ids.join('+')} at ${odds} odds`);
  await expect(panel.getByText('Combo placed')).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: /^Slip, / })).toHaveCount(0);

  await openAccount(page);
  const combos = page.getByRole('region', { name: 'Open combos' });
  await expect(combos.getByText('$10.00')).toBeVisible();
  for (const { title } of [first, second])
    await expect(combos.getByRole('link', { name: title })).toBeVisible();
  await expect(page.getByText('No singles. Combos have their own lists.')).toBeVisible();
  await combos.getByRole('button', { name: 'Receipt of a combo of 2 selections' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  // Books are sealed every few seconds.
  await expect(receipt.getByText('Checked in your browser')).toBeVisible({ timeout: 20_000 });
  await expectSound(page);
});

test('selections become single bets one after the other', async ({ page }) => {
  await enterDemo(page, 'Polygon');
  const markets = await gamesOf(page, 2);
  for (const market of markets) await addOnMarket(page, market);
  const panel = await openSlip(page, 'Singles');
  await panel.getByLabel('Same stake for all (USDC)').fill('5');
  const place = panel.getByRole('button', { name: 'Place 2 bets' });
  await expect(place).toBeEnabled();
  await expectSound(page);
  await place.click();
  await expect(panel.getByText('2 bets placed.')).toBeVisible();
  await expectPlaced(page);
  await openAccount(page);
  const history = page.getByRole('region', { name: 'Betting History' });
  for (const { title } of markets) await expect(history.getByRole('heading', { name: title })).toBeVisible();
});

test('two selections of one game mark the second, which can only be a single', async ({ page }) => {
  await enterDemo(page, 'Polygon');
  const [market] = await gamesOf(page, 1);
  if (market === undefined) throw new Error('there is a game');
  await addOnGame(page, market);
  const { markets } = await answerAs<{ markets: WireListedMarket[] }>(page, {
    method: 'GET',
    path: `/api/games/${market.gameId}`,
  });
  const side = markets.find(({ id, state, outcomes }) => {
    return id !== market.id && state === 'open' && outcomes.every(({ odds }) => odds !== null);
  });
  if (side === undefined) throw new Error('the game has another market');
  await outcomeButton(page, side, firstOf(side)).click();
  const panel = await openSlip(page, 'Combo');
  await expect(panel.getByRole('listitem').filter({ hasText: side.title })).toContainText('Same game');
  await expect(panel.getByRole('button', { name: 'Place Combo' })).toBeDisabled();
});
