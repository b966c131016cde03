import { expect, test } from './fixtures.ts';

// Before all others, by itself: a build that does not run in a browser fails here in seconds, and not in every journey.
test('the app opens and shows markets that can be bet on', async ({ page }) => {
  await page.goto('/');
  await expect(
    page
      .getByRole('tabpanel')
      .getByRole('button', { name: /% chance/ })
      .first(),
  ).toBeEnabled();
});
