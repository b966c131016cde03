import type { Page } from '@playwright/test';
import { approve, expectToast, openAdmin } from './admin.ts';
import { acceptAge, enterDemo } from './bettor.ts';
import { asAdmin, expect, test } from './fixtures.ts';

const TITLES = {
  markets: /^Admin: Markets\b/,
  azuro: /^Admin: Azuro\b/,
  create: /^Admin: Create Market\b/,
  analytics: /^Admin: Analytics\b/,
  settings: /^Admin: Settings\b/,
  users: /^Admin: Users\b/,
  audit: /^Admin: Audit\b/,
} as const;
const NOTHING = 'Sign in as an admin to see this.';
const HOW_TO_ENTER = 'Open the Admin link printed by npm start.';
const LOOK_ONLY = 'This account can look but not change anything. Level 2 is needed.';

/** The dashboard calls that the page makes from now on. */
function adminCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/admin') || pathname.startsWith('/api/azuro')) calls.push(pathname);
  });
  return calls;
}

test.beforeEach(({ context }) => acceptAge(context));

test('a visitor is asked to connect, and the dashboard is not loaded', async ({ page }) => {
  const calls = adminCalls(page);
  for (const tab of Object.keys(TITLES)) {
    await page.goto(`/admin?tab=${tab}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication Required');
    await expect(page.getByRole('tab', { name: 'Markets' })).toHaveCount(0);
  }
  await expect(page).toHaveTitle(/^Admin\b/);
  expect(calls).toEqual([]);
});

test('a bettor sees the empty dashboard and the reason', async ({ page }) => {
  const calls = adminCalls(page);
  await enterDemo(page, 'Polygon');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin (Level 0)');
  await expect(page.getByText(LOOK_ONLY)).toBeVisible();
  for (const name of ['Azuro Protocol', 'Create Market', 'Analytics', 'Settings', 'Markets']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect(page.getByRole('tabpanel')).toHaveText(NOTHING);
  }
  await expect(page.getByRole('button', { name: 'Export Data' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Import CSV' })).toBeDisabled();
  expect(calls).toEqual([]);
});

test('a level forged in the browser gives no access', async ({ page, problems }) => {
  problems.expect(/403/);
  await enterDemo(page, 'Polygon');
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}');
    localStorage.setItem('user', JSON.stringify({ ...user, kycLevel: 2, verified: true }));
  });
  for (const tab of ['markets', 'analytics', 'settings', 'users', 'audit']) {
    await page.goto(`/admin?tab=${tab}`);
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByText(LOOK_ONLY).first()).toBeVisible();
    await expect(panel.getByRole('table')).toHaveCount(0);
    await expect(panel.getByRole('switch')).toHaveCount(0);
    await expect(panel.getByRole('checkbox')).toHaveCount(0);
  }
  // Everyone who is signed in may read the games of the feed, but not import them.
  await page.goto('/admin?tab=azuro');
  await page.getByRole('button', { name: /^Select all \d+ filtered$/ }).click();
  await page.getByRole('button', { name: /^Import \(\d+\)$/ }).click();
  await expectToast(page, 'Import Failed', LOOK_ONLY);
});

test('the Admin link brings the practice admin only into its tab, and the key leaves it nowhere', async ({
  page,
  context,
  app,
}) => {
  const [, key = 'no key'] = app.adminPath.split('=');
  const leaks: string[] = [];
  context.on('request', (request) => {
    const all = `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`;
    if (all.includes(key)) leaks.push(request.url());
  });
  const connect = page.getByRole('button', { name: 'Connect Practice admin' });
  await page.goto('/admin?tab=settings');
  await expect(page.getByText(HOW_TO_ENTER)).toBeVisible();
  await expect(connect).toHaveCount(0);

  // The link is pasted into a tab that already shows the page, so the browser loads nothing.
  await page.goto(app.adminPath.replace('/admin', '/admin?tab=settings'));
  await expect(connect).toBeVisible();
  await expect(page.getByText(HOW_TO_ENTER)).toBeHidden();
  await expect(page).toHaveURL(/\/admin\?tab=settings$/);
  await page.reload();
  await expect(connect).toBeVisible();
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Try demo mode' }).click();
  await expect(page.getByRole('button', { name: /^Polygon.*Practice admin/ })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key);

  const other = await context.newPage();
  await other.goto('/admin');
  await expect(other.getByText(HOW_TO_ENTER)).toBeVisible();
  await other.goto(app.adminPath);
  await expect(other.getByRole('button', { name: 'Connect Practice admin' })).toBeVisible();
  await expect(other).toHaveURL(/\/admin$/);
  expect(leaks).toEqual([]);
});

test('an admin who declines to sign gets no admin access, nor as a guest, until they sign', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/rejected/i);
  const calls = adminCalls(page);
  const asked = page.getByRole('dialog', { name: 'Practice wallet' });
  await page.goto(app.adminPath);
  await page.getByRole('radio', { name: 'Polygon' }).check();
  await page.getByRole('button', { name: 'Connect Practice admin' }).click();
  await asked.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('You declined to sign.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();

  await page.getByRole('button', { name: 'Continue as a guest' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin (Level 0)');
  await expect(page.getByText('You are a guest.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export Data' })).toBeDisabled();
  expect(calls).toEqual([]);

  await page.getByRole('button', { name: 'Sign with your wallet' }).click();
  await approve(page);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export Data' })).toBeEnabled();
});

test.describe('an admin', () => {
  test.use(asAdmin);

  test('finds the tab in the address, after a reload and after going back', async ({ page }) => {
    await openAdmin(page);
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await expect(tab('Markets')).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveTitle(TITLES.markets);
    for (const [id, name] of [
      ['azuro', 'Azuro Protocol'],
      ['create', 'Create Market'],
      ['analytics', 'Analytics'],
      ['users', 'Users'],
      ['audit', 'Audit'],
      ['settings', 'Settings'],
    ] as const) {
      await tab(name).click();
      await expect(page).toHaveURL((url) => url.searchParams.get('tab') === id);
      await expect(page).toHaveTitle(TITLES[id]);
    }
    await page.reload();
    await expect(tab('Settings')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('switch', { name: 'Enable futures trading' })).toBeVisible();
    await page.goBack();
    await expect(tab('Audit')).toHaveAttribute('aria-selected', 'true');
    await page.goto('/admin?tab=nonsense');
    await expect(tab('Markets')).toHaveAttribute('aria-selected', 'true');
  });
});
