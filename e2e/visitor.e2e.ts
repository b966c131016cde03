import { expect, test } from './fixtures.ts';

test('a visitor reads what this is, browses three kinds of markets and sees odds', { tag: '@smoke' }, async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Predict the game. Profit instantly.');
  for (const tile of ['0% House Edge', 'Instant Payouts', 'Non-custodial']) {
    await expect(page.getByText(tile, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Live Prediction Markets' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Live Markets', exact: true })).toBeVisible();
  await expect(page.getByText('Real-time prediction markets')).toBeVisible();
  await expect(page.getByRole('tab', { name: /sports/i })).toHaveAttribute('aria-selected', 'true');

  for (const category of ['sports', 'politics', 'crypto']) {
    await page.getByRole('tab', { name: new RegExp(category, 'i') }).click();
    const outcome = page
      .getByRole('tabpanel')
      .getByRole('button', { name: /% chance/ })
      .first();
    await expect(outcome).toBeEnabled();
    await expect(outcome).toHaveText(/\d+\.\d% chance/);
    await expect(outcome).toHaveText(/\d+\.\d\d/);
  }
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toHaveCount(0);
});

test('a shared link opens the category that it names', async ({ page }) => {
  await page.goto('/?category=crypto');
  await expect(page.getByRole('tab', { name: /crypto/i })).toHaveAttribute('aria-selected', 'true');
});

test('the legal page has its seven sections', async ({ page }) => {
  await page.goto('/legal');
  for (const section of [
    'Regulatory Disclaimer',
    'Age Verification',
    'Geographic Restrictions',
    'Privacy & Data Protection',
    'Risk Disclosure',
    'Technology Risks',
    'Contact Information',
  ]) {
    await expect(page.getByRole('heading', { name: section })).toBeVisible();
  }
});

test('an unknown address says so and leads home', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  await page
    .getByRole('main')
    .getByRole('link', { name: /home|markets/i })
    .first()
    .click();
  await expect(page).toHaveURL('/');
});

test('the profile asks a visitor to connect, and so does the admin page', async ({ page }) => {
  await page.goto('/profile');
  await expect(page.getByText('Authentication Required')).toBeVisible();
  await expect(page.getByRole('main').getByText('Go to Home')).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === '/');

  await page.goto('/admin');
  await expect(page.getByText('Authentication Required')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'EVM Chains' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Solana' })).toBeVisible();
});

test('the chosen theme is kept', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: /dark/i }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
});

test('the age notice stays until it is accepted', async ({ page }) => {
  await page.goto('/');
  const notice = page.getByRole('region', { name: 'Age notice' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Dismiss for this session' }).click();
  await expect(notice).toBeHidden();
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: "I'm 18+ and Understand" }).click();
  await expect(notice).toBeHidden();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('compliance-accepted'))).toBe('true');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toBeHidden();
});
