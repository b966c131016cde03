import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { App } from './app.tsx';
import { chooseLanguage } from './texts/choose-language.ts';

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
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await chooseLanguage('en');
});

const footer = () => within(screen.getByRole('contentinfo'));

test("choosing Spanish shows the page in Spanish, sets the title and the document's language, and keeps the focus", async () => {
  const user = userEvent.setup();
  render(<App />);
  await screen.findByText('Will it rain?');
  await user.selectOptions(footer().getByRole('combobox', { name: 'Language' }), 'Español');

  const choice = await waitFor(() => footer().getByRole('combobox', { name: 'Idioma' }));
  expect(document.documentElement.lang).toBe('es');
  expect(document.title).toBe('Mercados · Tallystone');
  expect(screen.getByRole('link', { name: 'Saltar al contenido' })).toBeTruthy();
  expect(footer().queryByText('18+ only')).toBeNull();
  expect(document.activeElement).toBe(choice);
  // User text isn't translated.
  expect(screen.getByText('Will it rain?')).toBeTruthy();
});

test('each language has its own name, in both places', () => {
  render(<App />);
  const choices = screen.getAllByRole('combobox', { name: 'Language' });
  expect(choices.length).toBeGreaterThanOrEqual(2);
  const options = within(footer().getByRole('combobox', { name: 'Language' })).getAllByRole('option');
  expect(options.map((option) => [option.textContent, option.getAttribute('lang')])).toEqual([
    ['English', 'en'],
    ['Español', 'es'],
  ]);
});

test("the page's content is still there after switching back", async () => {
  const user = userEvent.setup();
  render(<App />);
  await screen.findByText('Will it rain?');
  await user.selectOptions(footer().getByRole('combobox', { name: 'Language' }), 'Español');
  await user.selectOptions(
    await waitFor(() => footer().getByRole('combobox', { name: 'Idioma' })),
    'English',
  );
  await waitFor(() => expect(footer().getByRole('combobox', { name: 'Language' })).toBeTruthy());
  expect(screen.getByText('Will it rain?')).toBeTruthy();
  expect(document.documentElement.lang).toBe('en');
});
