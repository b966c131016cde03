import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { App } from './app.tsx';
import { ScreenMissing } from './needs-connection.tsx';
import { newVersion } from './offline/new-version.ts';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('compliance-accepted', 'true');
  window.history.replaceState(null, '', '/');
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('scrollTo', () => {});
  const answers: Record<string, unknown> = {
    '/api/config': { mode: 'demo', practiceWallets: false, solanaRpcUrl: '/rpc' },
    '/api/markets': [aMarket()],
  };
  vi.stubGlobal('fetch', async (path: string) =>
    path in answers
      ? Response.json(answers[path])
      : Response.json({ error: 'Not found.', code: 'not-found', requestId: 'r' }, { status: 404 }),
  );
});
afterEach(() => {
  cleanup();
  newVersion.set(false);
  setOnline(true);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function setOnline(online: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
}

function signedInBefore(): void {
  const publicKey = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  const user = { publicKey, walletType: 'metamask', kycLevel: 2, dailyStakeCap: 100, verified: true };
  localStorage.setItem('walletAddress', publicKey);
  localStorage.setItem('walletChain', 'Polygon');
  localStorage.setItem('authToken', 'token');
  localStorage.setItem('user', JSON.stringify(user));
}

describe('without a connection', () => {
  test.each(['/transparency', '/profile', '/admin'])(
    '%s says that it needs one, until it is back',
    (path) => {
      signedInBefore();
      window.history.replaceState(null, '', path);
      render(<App />);
      setOnline(false);
      expect(window.location.pathname).toBe(path);
      expect(screen.getByText('You are offline')).toBeTruthy();
      expect(screen.getByText(/^This page may be out of date or incomplete\./)).toBeTruthy();
      setOnline(true);
      expect(screen.queryByText('You are offline')).toBeNull();
    },
  );

  test.each(['/', '/legal'])('%s shows no banner', async (path) => {
    window.history.replaceState(null, '', path);
    render(<App />);
    setOnline(false);
    expect(screen.queryByText('You are offline')).toBeNull();
  });

  test("a screen whose code isn't on the device says so, and links to the list", () => {
    render(<ScreenMissing />);
    expect(screen.getByRole('heading', { level: 1, name: 'This part could not be loaded' })).toBeTruthy();
    setOnline(false);
    expect(screen.getByRole('heading', { level: 1, name: 'This page needs a connection' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open last market list' }).getAttribute('href')).toBe('/');
  });
});

test('a new version is announced in a line with a reload button', () => {
  render(<App />);
  expect(screen.queryByText('New version ready.')).toBeNull();
  act(() => newVersion.set(true));
  expect(screen.getByText('New version ready.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});
