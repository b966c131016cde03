import type { WireMarket, WireSparklines } from '@tallystone/core/http-api/markets';
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

/** The list on its own page; `renew` makes the server return other markets, or other last days of theirs. */
export function aList(markets: readonly WireMarket[], days: WireSparklines['markets'] | 'down' = []) {
  const server = { markets, days };
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/api/sparklines') return Response.json(server.markets);
    return server.days === 'down'
      ? Response.json({ error: 'Not ready.', code: 'not-ready', requestId: 'req_9' }, { status: 503 })
      : Response.json({ from: new Date().toISOString(), markets: server.days });
  });
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
  const renewDays = async (next: WireSparklines['markets']) => {
    server.days = next;
    await act(() => queryClient.invalidateQueries({ queryKey: ['/api/sparklines'] }));
  };
  return { queryClient, renew, renewDays };
}
