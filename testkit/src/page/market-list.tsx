import type { WireMarket } from '@tallystone/core/http-api/markets';
import { createQueryClient } from '@tallystone/web/data/query-client.ts';
import { MarketListPanel } from '@tallystone/web/markets/market-list-panel.tsx';
import { dismissToast } from '@tallystone/web/ui/toast-store.ts';
import { Toaster } from '@tallystone/web/ui/toaster.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/** Makes each test of the calling file start on an empty page. */
export function onAnEmptyPage(): void {
  beforeEach(() => {
    localStorage.clear();
    window.history.replaceState(null, '', '/');
  });
  afterEach(() => {
    cleanup();
    dismissToast();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** The list on its own page; `renew` makes the server return other markets. */
export function aList(markets: readonly WireMarket[]) {
  const server = { markets };
  vi.stubGlobal('fetch', async () => Response.json(server.markets));
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <MarketListPanel signedIn={false} betOpen={false} onPick={() => {}} />
      <Toaster />
    </QueryClientProvider>,
  );
  const renew = async (next: readonly WireMarket[]) => {
    server.markets = next;
    await act(() => queryClient.invalidateQueries({ queryKey: ['/api/markets'] }));
  };
  return { queryClient, renew };
}
