import { BetDialog } from '@tallystone/web/betting/bet-dialog.tsx';
import { BetSlipProvider } from '@tallystone/web/betting/bet-slip-context.tsx';
import { closeCashOut } from '@tallystone/web/betting/cash-out-slip.ts';
import { PageCashOut } from '@tallystone/web/betting/page-cash-out.tsx';
import { callApi } from '@tallystone/web/data/api-client.ts';
import { marketSignals } from '@tallystone/web/data/market-signals.ts';
import { marketQuery, marketsQuery } from '@tallystone/web/data/queries.ts';
import { createQueryClient } from '@tallystone/web/data/query-client.ts';
import { Market } from '@tallystone/web/screens/market.tsx';
import { WalletProvider } from '@tallystone/web/wallet/wallet-context.tsx';
import { createWalletSession } from '@tallystone/web/wallet/wallet-session.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { Route } from 'wouter';
import { aMarket } from '../mock-api/a-market.ts';
import { listedOf } from '../mock-api/listed-of.ts';
import { createMarketServer } from '../mock-api/market-server.ts';
import { createMockDiscovery, createMockEvmWallet, foundEvm } from '../wallets/mock-connector.ts';

/** A market's page for tests, by default at `/market/m_one` and without a connected wallet. */
export async function aMarketPage({
  at = '/market/m_one',
  connected = false,
  before = () => {},
  ...given
}: Parameters<typeof createMarketServer>[0] & {
  at?: string;
  connected?: boolean;
  /** Sets up the server before the page loads. */
  before?: (server: ReturnType<typeof createMarketServer>) => void;
} = {}) {
  const server = createMarketServer({ markets: [aMarket()], ...given });
  before(server);
  vi.stubGlobal('fetch', server.fetch);
  window.history.replaceState(null, '', at);
  const session = createWalletSession({
    discovery: createMockDiscovery([foundEvm(createMockEvmWallet())]),
    loadConfig: () => callApi('getConfig'),
    log: () => {},
    reload: () => {},
    openPage: () => {},
    onPhone: false,
  });
  session.start();
  const option = session.getOptions().find(({ id }) => id === 'Polygon/io.metamask');
  if (connected && option) await session.connect(option);
  const queryClient = createQueryClient();
  // It outlives the pages of earlier tests.
  closeCashOut();
  render(
    <QueryClientProvider client={queryClient}>
      <WalletProvider session={session}>
        <BetSlipProvider>
          <main id="main" tabIndex={-1}>
            <Route path="/market/:id">
              <Market />
            </Route>
          </main>
          <BetDialog />
          <PageCashOut />
        </BetSlipProvider>
      </WalletProvider>
    </QueryClientProvider>,
  );
  /** Updates a market as the stream does: changes the caches in place, then notifies subscribers. */
  const hear = (market: ReturnType<typeof aMarket>) =>
    act(() => {
      server.set(market);
      queryClient.setQueryData(marketsQuery.queryKey, (list) =>
        list?.map((each) => (each.id === market.id ? listedOf(market) : each)),
      );
      queryClient.setQueryData(marketQuery(market.id).queryKey, (own) => (own === undefined ? own : market));
      marketSignals.emit(new Set([market.id]));
    });
  return { server, queryClient, hear, user: userEvent.setup() };
}
