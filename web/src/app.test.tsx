import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { App } from './app.tsx';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('compliance-accepted', 'true');
  window.history.replaceState(null, '', '/');
  // jsdom has no layout and no scrolling.
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
  vi.unstubAllGlobals();
});

/** The page for a user who has connected a wallet before. */
function connectedBefore({ kycLevel }: { kycLevel: number }) {
  const user = { publicKey: ADDRESS, walletType: 'metamask', kycLevel, dailyStakeCap: 100, verified: true };
  localStorage.setItem('walletAddress', ADDRESS);
  localStorage.setItem('walletChain', 'Polygon');
  localStorage.setItem('authToken', 'token');
  localStorage.setItem('user', JSON.stringify(user));
}

const mainLinks = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('the landing page', () => {
  test('has one heading, three tiles and a figure', async () => {
    render(<App />);
    const h1 = screen.getAllByRole('heading', { level: 1 });
    expect(h1.map((heading) => heading.textContent)).toEqual(['Predict the game. Profit instantly.']);
    for (const name of ['0% House Edge', 'Instant Payouts', 'Non-custodial', 'Live Prediction Markets']) {
      expect(screen.getByRole('heading', { level: 2, name })).toBeTruthy();
    }
    expect(screen.getByText('$1.2M+')).toBeTruthy();
    expect(await screen.findByText('Will it rain?')).toBeTruthy();
    expect(document.title).toBe('Markets · Tallystone');
  });

  test('has a footer with the provider, the terms and the age', () => {
    render(<App />);
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText(/^Powered by/)).toBeTruthy();
    expect(footer.getByText('18+ only')).toBeTruthy();
    const places = Object.fromEntries(
      footer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    );
    expect(places).toEqual({
      'Legal Terms': '/legal',
      Transparency: '/transparency',
      Help: '/legal#contact-information',
      'API docs': '/docs',
      Status: '/api/health/ready',
    });
  });

  test('opens the bet dialog for a clicked outcome, and returns focus', async () => {
    render(<App />);
    const outcome = await screen.findByRole('button', { name: /bet on Yes in Will it rain/ });
    await userEvent.click(outcome);
    expect(await screen.findByRole('dialog', { name: 'Will it rain?' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(outcome);
  });
});

describe('the navigation', () => {
  test('shows visitors only the markets', () => {
    render(<App />);
    expect(mainLinks()).toEqual(['Markets']);
  });

  test('shows connected users their account', () => {
    connectedBefore({ kycLevel: 1 });
    render(<App />);
    expect(mainLinks()).toEqual(['Markets', 'My Account']);
  });

  test('also shows level 2 the admin page', () => {
    connectedBefore({ kycLevel: 2 });
    render(<App />);
    expect(mainLinks()).toEqual(['Markets', 'My Account', 'Admin']);
  });

  test('starts with a skip link', () => {
    render(<App />);
    expect(screen.getAllByRole('link')[0]?.textContent).toBe('Skip to content');
    expect(screen.getByRole('main').id).toBe('main');
  });

  test('moves focus to the opened page', async () => {
    render(<App />);
    await userEvent.click(screen.getByRole('link', { name: 'Legal Terms' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Legal terms' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });
});

describe('the admin page', () => {
  test('asks visitors to connect', async () => {
    window.history.replaceState(null, '', '/admin');
    render(<App />);
    expect(await screen.findByRole('heading', { name: 'Authentication Required' })).toBeTruthy();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['EVM Chains', 'Solana']);
  });

  test('greets a connected admin with the level', async () => {
    connectedBefore({ kycLevel: 2 });
    window.history.replaceState(null, '', '/admin');
    render(<App />);
    expect(await screen.findByText('Admin (Level 2)')).toBeTruthy();
    expect(screen.queryByText('Authentication Required')).toBeNull();
  });

  test('shows others which level they need', async () => {
    connectedBefore({ kycLevel: 1 });
    window.history.replaceState(null, '', '/admin');
    render(<App />);
    expect(
      await screen.findByText('This account can look but not change anything. Level 2 is needed.'),
    ).toBeTruthy();
  });
});

test('an unknown address shows the not-found page', async () => {
  window.history.replaceState(null, '', '/nowhere');
  render(<App />);
  expect(await screen.findByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeTruthy();
});
