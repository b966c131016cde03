import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { MarketCard } from './market-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the title links to the market's page, and nothing else does", async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  window.history.replaceState(null, '', '/');
  const onPick = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MarketCard market={aMarket()} now={new Date()} online onPick={onPick} />
    </QueryClientProvider>,
  );
  const card = within(screen.getByRole('article', { name: 'Will it rain?' }));
  await userEvent.click(card.getByRole('button', { name: /bet on Yes/ }));
  expect(onPick).toHaveBeenCalledOnce();
  expect(window.location.pathname).toBe('/');
  const links = card.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Will it rain?']);
  await userEvent.click(card.getByRole('link', { name: 'Will it rain?' }));
  expect(window.location.pathname).toBe('/market/m_one');
});
