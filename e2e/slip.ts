import type { Locator, Page } from '@playwright/test';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { expect } from './fixtures.ts';

const slip = (page: Page) => page.getByRole('dialog', { name: /^Slip/ });

/** Opens the slip from its button. */
export const openSlip = async (page: Page, view: 'Singles' | 'Combo'): Promise<Locator> => {
  await page.getByRole('button', { name: /^Slip, / }).click();
  await slip(page).getByRole('tab', { name: view }).click();
  return slip(page);
};

/** Adds an outcome in the bet form of its market's page. */
export async function addOnMarket(page: Page, market: Pick<WireListedMarket, 'id'>): Promise<void> {
  await page.goto(`/market/${market.id}`);
  await page.getByRole('button', { name: 'Add to slip' }).click();
  await expect(page.getByText('On your slip.')).toBeVisible();
}
