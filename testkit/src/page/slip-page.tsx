import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireMarket } from '@tallystone/core/http-api/markets';
import { BetSlipProvider } from '@tallystone/web/betting/bet-slip-context.tsx';
import { slipPanel } from '@tallystone/web/betting/kept-slip.ts';
import { callApi } from '@tallystone/web/data/api-client.ts';
import { createQueryClient } from '@tallystone/web/data/query-client.ts';
import { comboPlacement } from '@tallystone/web/slip/combo-placement.ts';
import { LaterSlip } from '@tallystone/web/slip/later-slip.tsx';
import { Toaster } from '@tallystone/web/ui/toaster.tsx';
import { WalletProvider } from '@tallystone/web/wallet/wallet-context.tsx';
import { createWalletSession } from '@tallystone/web/wallet/wallet-session.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';
import { aMarket, anOutcome } from '../mock-api/a-market.ts';
import { createSlipServer } from '../mock-api/slip-server.ts';
import { createMockDiscovery, createMockEvmWallet, foundEvm } from '../wallets/mock-connector.ts';

/** A feed market for tests of the slip, of its own game, with one outcome at the given odds. */
export function aSlipMarket(place: number, odds: number, given: Partial<Omit<WireMarket, 'endsAt'>> = {}) {
  return aMarket({
    id: `m_${place}`,
    title: `Game ${place}`,
    source: 'azuro',
    gameId: `g_${place}`,
    outcomes: [anOutcome({ id: `o_${place}`, name: `Team ${place}`, odds })],
    ...given,
  });
}

/** A page with the button of the slip: by default MetaMask on Polygon, connected and signed in. */
export async function aSlipPage({
  markets = [aSlipMarket(1, 2), aSlipMarket(2, 3)],
  connected = true,
  config,
}: {
  markets?: WireMarket[];
  connected?: boolean;
  config?: Partial<WireConfig>;
} = {}) {
  const server = createSlipServer({ markets, ...(config && { config }) });
  vi.stubGlobal('fetch', server.fetch);
  const evm = createMockEvmWallet();
  const session = createWalletSession({
    discovery: createMockDiscovery([foundEvm(evm)]),
    loadConfig: () => callApi('getConfig'),
    log: () => {},
    reload: () => {},
    openPage: () => {},
    onPhone: false,
  });
  onTestFinished(session.start());
  const option = session.getOptions().find(({ id }) => id === 'Polygon/io.metamask');
  if (connected && option) await session.connect(option);
  // Both outlive the pages of earlier tests.
  slipPanel.set(false);
  comboPlacement.set({ kind: 'idle' });
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <WalletProvider session={session}>
        <BetSlipProvider>
          <main id="main" tabIndex={-1} />
          <LaterSlip />
          <Toaster />
        </BetSlipProvider>
      </WalletProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const open = async (view: 'Singles' | 'Combo') => {
    await user.click(await screen.findByRole('button', { name: /^Slip, / }));
    await user.click(await screen.findByRole('tab', { name: view }));
  };
  return { server, evm, queryClient, user, open };
}
