import { hexToBytes } from '@noble/hashes/utils.js';
import { actMessage } from '@tallystone/core/identity/act-message';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OwnLimits } from './own-limits.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const aPage = (given: Omit<Parameters<typeof anAccountPage>[0], 'children'> = {}) =>
  anAccountPage({ ...given, children: <OwnLimits /> });
const capField = () => screen.findByLabelText('New daily cap (USDC)');

describe('a guest', () => {
  test('sees its cap, and can set limits once the wallet has signed', async () => {
    const { user, evm } = await aPage({ guest: true });
    await screen.findByText('$100.00');
    expect(screen.queryByLabelText('New daily cap (USDC)')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in with your wallet' }));
    await capField();
    expect(evm.calls).toContain('personal_sign');
  });
});

test('a wallet that has signed in sets its cap and takes a short break without another signature', async () => {
  const { user, account, evm } = await aPage();
  await user.type(await capField(), '50');
  await user.click(screen.getByRole('button', { name: 'Save cap' }));
  await screen.findByText('Saved.');
  await user.click(screen.getByRole('button', { name: '24 hours' }));
  await user.click(await screen.findByRole('button', { name: 'Start 24 hours' }));
  await screen.findByText(/^You are on a break until/);
  expect(evm.calls).not.toContain('personal_sign');
  expect(account.sent.map(({ path }) => path)).toEqual(['/api/user/limits', '/api/user/break']);
  expect(screen.queryByRole('button', { name: 'Sign in with your wallet' })).toBeNull();
});

describe('the daily cap', () => {
  test('is lowered at once', async () => {
    const { user, account } = await aPage();
    await user.type(await capField(), '50');
    await user.click(screen.getByRole('button', { name: 'Save cap' }));
    await screen.findByText(/Your cap: \$50\.00; the house's: \$100\.00/);
    expect(screen.getByText('Saved.')).toBeDefined();
    expect(account.sent).toEqual([{ path: '/api/user/limits', body: { ownCap: 50 } }]);
  });

  test('is raised a day later, and the raise is taken back by keeping the cap', async () => {
    const { user, account } = await aPage({ limits: { ownCap: 50, dailyStakeCap: 50 } });
    await user.type(await capField(), '80');
    expect(screen.getByText(/a higher one or none after 24 hours/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Save cap' }));
    await screen.findByText(/^Your cap is \$80\.00 from /);
    await user.click(screen.getByRole('button', { name: 'Keep $50.00 instead' }));
    await waitFor(() => expect(screen.queryByText(/^Your cap is .* from /)).toBeNull());
    expect(account.sent.map(({ body }) => body)).toEqual([{ ownCap: 80 }, { ownCap: 50 }]);
  });

  test('is removed a day later', async () => {
    const { user, account } = await aPage({ limits: { ownCap: 50, dailyStakeCap: 50 } });
    await user.click(await screen.findByRole('button', { name: 'Remove my cap in 24 hours' }));
    await screen.findByText(/^Your cap ends on /);
    expect(account.sent.map(({ body }) => body)).toEqual([{ ownCap: null }]);
  });

  test('can be zero', async () => {
    const { user, account } = await aPage();
    await user.type(await capField(), '0');
    await user.click(screen.getByRole('button', { name: 'Save cap' }));
    await screen.findByText('Saved.');
    expect(account.sent.map(({ body }) => body)).toEqual([{ ownCap: 0 }]);
  });

  test('that is not an amount is not sent', async () => {
    const { user, account } = await aPage();
    await user.type(await capField(), '5.123');
    await user.click(screen.getByRole('button', { name: 'Save cap' }));
    expect(screen.getByText(/At most two decimals/)).toBeDefined();
    expect(account.sent).toEqual([]);
  });

  test("that the server refuses shows the server's reason", async () => {
    const { user } = await aPage();
    await user.type(await capField(), '2000000');
    await user.click(screen.getByRole('button', { name: 'Save cap' }));
    expect((await screen.findByText(/at most 1,000,000\.00 USDC/)).getAttribute('role')).toBe('alert');
  });
});

describe('a break', () => {
  test('is taken only after a question which says that it cannot be undone', async () => {
    const { user, account } = await aPage();
    await user.click(await screen.findByRole('button', { name: '7 days' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Take a break for 7 days?' });
    expect(within(dialog).getByText(/This can't be undone, not even by support/)).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Not now' }));
    expect(account.sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: '7 days' }));
    await user.click(await screen.findByRole('button', { name: 'Start 7 days' }));
    await screen.findByText(/^You are on a break until/);
    expect(account.sent).toEqual([
      {
        path: '/api/user/break',
        body: { period: '7-days', signed: { nonce: expect.any(String), signature: expect.any(String) } },
      },
    ]);
  });

  test('longer than a day shows the text to sign, and the wallet is asked to sign exactly that', async () => {
    const { user, account, evm } = await aPage();
    await user.click(await screen.findByRole('button', { name: '30 days' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Take a break for 30 days?' });
    expect(within(dialog).getByText(/^Act: Take no bets of mine/).textContent).toBe(
      'Act: Take no bets of mine\nFor: 30 days',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Start 30 days' }));
    await screen.findByText(/^You are on a break until/);
    const signed = account.sent[0]?.body.signed as { nonce: string };
    const [hex] = evm.lastParams('personal_sign') ?? [];
    const text = new TextDecoder().decode(hexToBytes(String(hex).slice(2)));
    expect(text).toBe(
      actMessage(
        { kind: 'break', period: '30-days' },
        {
          domain: 'tallystone.example',
          address: evm.address,
          nonce: signed.nonce,
          issuedAt: new Date('2026-11-23T10:00:00.000Z'),
          expiresAt: new Date('2026-11-23T10:05:00.000Z'),
        },
      ),
    );
  });

  test('of a day needs no signature', async () => {
    const { user, account } = await aPage();
    await user.click(await screen.findByRole('button', { name: '24 hours' }));
    expect(screen.queryByText('What your wallet signs')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Start 24 hours' }));
    await screen.findByText(/^You are on a break until/);
    expect(account.sent).toEqual([{ path: '/api/user/break', body: { period: '24-hours' } }]);
  });

  test('that the wallet declines to sign is not sent, and can be tried again', async () => {
    const { user, account, evm } = await aPage();
    evm.mood('personal_sign', 'refusing');
    await user.click(await screen.findByRole('button', { name: '5 years' }));
    await user.click(await screen.findByRole('button', { name: 'Exclude me for 5 years' }));
    const problem = 'Rejected in your wallet. Nothing was changed.';
    expect((await screen.findByText(problem)).closest('[role="alert"]')).not.toBeNull();
    expect(account.sent).toEqual([]);
    expect(screen.queryByText(/^You are on a break until/)).toBeNull();
    evm.mood('personal_sign', 'willing');
    await user.click(screen.getByRole('button', { name: 'Exclude me for 5 years' }));
    await screen.findByText(/^You are on a break until/);
  });

  test('that is cancelled while the wallet asks does not start, whatever the wallet answers later', async () => {
    const { user, account, evm } = await aPage();
    evm.mood('personal_sign', 'hanging');
    await user.click(await screen.findByRole('button', { name: '5 years' }));
    await user.click(await screen.findByRole('button', { name: 'Exclude me for 5 years' }));
    await screen.findByRole('button', { name: 'Sign in your wallet' });
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    evm.mood('personal_sign', 'willing');
    await user.click(screen.getByRole('button', { name: '7 days' }));
    await user.click(await screen.findByRole('button', { name: 'Start 7 days' }));
    await screen.findByText(/^You are on a break until/);
    expect(account.sent.map(({ body }) => body.period)).toEqual(['7-days']);
  });

  test('that is running can only be made longer', async () => {
    const until = new Date(Date.now() + 10 * 86_400_000).toISOString();
    await aPage({ limits: { blocked: { kind: 'break', until } } });
    await screen.findByText(/^You are on a break until/);
    expect(screen.queryByRole('button', { name: '7 days' })).toBeNull();
    expect(screen.getByRole('button', { name: '30 days' })).toBeDefined();
  });
});

test('a break that has just started is not offered again to add a few seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const until = new Date(Date.now() + 86_400_000 - 30_000).toISOString();
  await aPage({ limits: { blocked: { kind: 'break', until } } });
  await screen.findByText(/^You are on a break until/);
  expect(screen.queryByRole('button', { name: '24 hours' })).toBeNull();
  expect(screen.getByRole('button', { name: '7 days' })).toBeDefined();
});

test('self-exclusion asks for confirmation by its name', async () => {
  const { user, account } = await aPage();
  await user.click(await screen.findByRole('button', { name: '1 year' }));
  await user.click(await screen.findByRole('button', { name: 'Exclude me for 1 year' }));
  await waitFor(() =>
    expect(account.sent.map(({ path, body }) => [path, body.period])).toEqual([
      ['/api/user/break', '1-year'],
    ]),
  );
});
