import type { WireGamePage } from '@tallystone/core/http-api/markets';
import { BetDialog } from '@tallystone/web/betting/bet-dialog.tsx';
import { BetSlipProvider } from '@tallystone/web/betting/bet-slip-context.tsx';
import { callApi } from '@tallystone/web/data/api-client.ts';
import { createQueryClient } from '@tallystone/web/data/query-client.ts';
import { Game } from '@tallystone/web/screens/game.tsx';
import { Market } from '@tallystone/web/screens/market.tsx';
import { LiveStream } from '@tallystone/web/stream/live-stream.tsx';
import { WalletProvider } from '@tallystone/web/wallet/wallet-context.tsx';
import { createWalletSession } from '@tallystone/web/wallet/wallet-session.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { Route } from 'wouter';
import { aGame } from '../mock-api/a-game.ts';
import { createMarketServer } from '../mock-api/market-server.ts';
import { createStreamServer } from '../mock-api/stream-server.ts';
import { createMockDiscovery } from '../wallets/mock-connector.ts';

/** A game's page with a stream, for tests; by default at `/game/g_1`, without a wallet, and with no listed markets. */
export function aGamePage({
  at = '/game/g_1',
  game = aGame(),
  listed = [],
  before = () => {},
}: {
  at?: string;
  /** Null: the server behind the stream answers for games. */
  game?: WireGamePage | null;
  listed?: Parameters<typeof createStreamServer>[0];
  /** Sets up the server behind the stream before the page loads. */
  before?: (behind: ReturnType<typeof createMarketServer>) => void;
} = {}) {
  const behind = createMarketServer({});
  before(behind);
  const server = createStreamServer(listed, behind.fetch);
  if (game !== null) server.addGame(game);
  vi.stubGlobal('fetch', server.fetch);
  window.history.replaceState(null, '', at);
  const session = createWalletSession({
    discovery: createMockDiscovery([]),
    loadConfig: () => callApi('getConfig'),
    log: () => {},
    reload: () => {},
    openPage: () => {},
    onPhone: false,
  });
  session.start();
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <LiveStream unaskedMs={0} />
      <WalletProvider session={session}>
        <BetSlipProvider>
          <main id="main" tabIndex={-1}>
            <Route path="/game/:id">
              <Game />
            </Route>
            <Route path="/market/:id">
              <Market />
            </Route>
          </main>
          <BetDialog />
        </BetSlipProvider>
      </WalletProvider>
    </QueryClientProvider>,
  );
  return { server, behind, queryClient, user: userEvent.setup() };
}
