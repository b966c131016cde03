import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { chooseOddsFormat } from '../format/odds-format.ts';
import { dismissToast, toast } from '../ui/toast-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import { WalletProvider } from '../wallet/wallet-context.tsx';
import { closeFindingDialog } from './finding-dialog-store.ts';
import { FindingDialogs } from './finding-dialogs.tsx';
import { PaletteButton } from './palette-button.tsx';

const markets = [
  aMarket({ id: 'm_rain', title: 'Will it rain?', endsInMinutes: 121 }),
  aMarket({ id: 'm_snow', title: 'Any snow in São Paulo?' }),
  ...Array.from({ length: 12 }, (_, place) => aMarket({ id: `m_${place}`, title: `Match ${place}` })),
];

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/legal');
  document.documentElement.dataset.theme = 'light';
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  // jsdom has no layout and no scrolling.
  Element.prototype.scrollIntoView = () => {};
  const answers: Record<string, unknown> = {
    '/api/config': { mode: 'demo', practiceWallets: false, solanaRpcUrl: '/rpc', feed: 'demo-feed' },
    '/api/markets': markets,
  };
  vi.stubGlobal('fetch', async (path: string) => Response.json(answers[path] ?? {}));
});
afterEach(() => {
  act(closeFindingDialog);
  act(() => dismissToast());
  cleanup();
  chooseOddsFormat('decimal');
  vi.unstubAllGlobals();
});

function aPage() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WalletProvider>
        <PaletteButton />
        <label>
          Amount <input />
        </label>
        <button type="button">Elsewhere</button>
        <FindingDialogs />
        <Toaster />
      </WalletProvider>
    </QueryClientProvider>,
  );
}

async function openPalette() {
  aPage();
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search markets, pages and actions' });
  return { field };
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const marked = () =>
  screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true');

describe('the palette', () => {
  test('opens with its button, and returns focus to it', async () => {
    aPage();
    const button = screen.getByRole('button', { name: 'Search and commands' });
    await userEvent.click(button);
    const field = await screen.findByRole('combobox');
    expect(document.activeElement).toBe(field);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test('closes with Escape although a toast came after it', async () => {
    await openPalette();
    act(() => void toast({ title: 'Refreshed' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    expect(screen.getByText('Refreshed', { selector: '.toast-title' })).toBeTruthy();
  });

  test('opens and closes with Ctrl+K', async () => {
    await openPalette();
    await userEvent.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  });

  test('offers pages and actions before anything is typed, without useless ones', async () => {
    await openPalette();
    expect(screen.getByRole('group', { name: 'Pages' })).toBeTruthy();
    expect(options()).toContain('Closing soon');
    expect(options()).toContain('Connect wallet');
    expect(options()).toContain('Switch to dark theme');
    expect(options()).toContain('Odds: American (-118)');
    expect(options()).not.toContain('Odds: Decimal (1.85)');
    expect(options()).toContain('Language: Español');
    expect(options()).not.toContain('My Account');
    expect(options()).not.toContain('Disconnect');
  });

  test('finds markets by any of their words, and opens the marked one', async () => {
    const { field } = await openPalette();
    await userEvent.type(field, 'sao snow');
    await waitFor(() => expect(options()[0]).toMatch(/^Any snow in São Paulo\?/));
    expect(field.getAttribute('aria-activedescendant')).toBe(marked()?.id);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/market/m_snow'));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('shows eight of many markets, and links to all matches', async () => {
    const { field } = await openPalette();
    await userEvent.type(field, 'match');
    const group = await screen.findByRole('group', { name: 'Markets' });
    expect(within(group).getAllByRole('option')).toHaveLength(9);
    await userEvent.click(screen.getByRole('option', { name: 'Show all 12 in the list' }));
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/?view=all&q=match'));
  });

  test('moves the mark with the arrow keys, and wraps around', async () => {
    const { field } = await openPalette();
    const all = options();
    expect(marked()?.textContent).toBe(all[0]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(marked()?.textContent).toBe(all[2]);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(marked()?.textContent).toBe(all.at(-1));
    expect(document.activeElement).toBe(field);
  });

  test('switches theme and odds', async () => {
    const { field } = await openPalette();
    await userEvent.type(field, 'dark');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), 'fractional{Enter}');
    await waitFor(() => expect(localStorage.getItem('tallystone.odds-format')).toBe('fractional'));
  });

  test('says so if nothing matches', async () => {
    const { field } = await openPalette();
    await userEvent.type(field, 'locusts');
    expect(screen.getByText('No results for “locusts”.')).toBeTruthy();
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field.getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('combobox')).toBeTruthy();
  });

  test('cuts a search that is too long, and says so', async () => {
    await openPalette();
    await userEvent.click(screen.getByRole('combobox'));
    await userEvent.paste('x'.repeat(10_000));
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toHaveLength(100);
    expect(screen.getByText('Cut to 100 characters.')).toBeTruthy();
  });

  test('offers the open markets of the watchlist', async () => {
    localStorage.setItem(
      'tallystone.watchlist',
      '[{"id":"m_gone","title":"Gone"},{"id":"m_rain","title":"Will it rain?"}]',
    );
    await openPalette();
    const group = await screen.findByRole('group', { name: 'Markets' });
    expect(
      within(group)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Will it rain?2h 0m']);
  });
});

describe('keys', () => {
  test('do nothing while the user types', async () => {
    aPage();
    await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '?/jk1');
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('?/jk1');
  });

  test('do nothing in a dialog', async () => {
    aPage();
    await userEvent.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard' });
    await userEvent.keyboard('{Control>}k{/Control}/');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('are explained by ?, and closing returns focus', async () => {
    aPage();
    act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard' });
    expect(within(dialog).getByText('Next and previous market')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' })),
    );
  });

  test('can be switched off if they are signs, and on if they are letters', async () => {
    aPage();
    await userEvent.keyboard('?');
    const signs = await screen.findByRole('switch', { name: 'Symbol shortcuts' });
    const letters = screen.getByRole('switch', { name: 'Letter shortcuts' });
    expect([signs, letters].map((each) => each.getAttribute('aria-checked'))).toEqual(['true', 'false']);
    await userEvent.click(signs);
    await userEvent.click(letters);
    expect([signs, letters].map((each) => each.getAttribute('aria-checked'))).toEqual(['false', 'true']);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('?/');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(localStorage.getItem('tallystone.letter-keys')).toBe('on');
  });

  test('/ focuses the search field, or opens the palette if there is none', async () => {
    aPage();
    await userEvent.keyboard('/');
    expect(await screen.findByRole('combobox')).toBeTruthy();
  });
});
