import { closeCashOut } from '@tallystone/web/betting/cash-out-slip.ts';
import { PageCashOut } from '@tallystone/web/betting/page-cash-out.tsx';
import { callApi } from '@tallystone/web/data/api-client.ts';
import { createQueryClient } from '@tallystone/web/data/query-client.ts';
import { Toaster } from '@tallystone/web/ui/toaster.tsx';
import { practiceRdnsPrefix } from '@tallystone/web/wallet/practice-rdns.ts';
import { WalletProvider } from '@tallystone/web/wallet/wallet-context.tsx';
import { createWalletSession } from '@tallystone/web/wallet/wallet-session.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { createMockAccount } from '../mock-api/account.ts';
import {
  createMockDiscovery,
  createMockEvmWallet,
  foundEvm,
  type MockEvmWallet,
} from '../wallets/mock-connector.ts';

/**
 * A page for account tests: by default MetaMask on Polygon, connected and signed in. With `guest` the wallet declines
 * to sign and the person continues as a guest. `visit` opens another page in the same browser.
 */
export async function anAccountPage({
  children,
  connected = true,
  guest = false,
  isPractice = false,
  inFront = (behind) => behind,
  wallet: evm = createMockEvmWallet(),
  ...given
}: Parameters<typeof createMockAccount>[0] & {
  children: ReactNode;
  connected?: boolean;
  guest?: boolean;
  isPractice?: boolean;
  /** Another server in front of this one. */
  inFront?: (behind: typeof fetch) => typeof fetch;
  wallet?: MockEvmWallet;
}) {
  const account = createMockAccount(given);
  vi.stubGlobal('fetch', inFront(account.fetch));
  const rdns = isPractice ? practiceRdnsPrefix : 'io.metamask';
  const visit = () => {
    const page = createWalletSession({
      discovery: createMockDiscovery([foundEvm(evm, { isPractice, rdns })]),
      loadConfig: () => callApi('getConfig'),
      log: () => {},
      reload: () => {},
      openPage: () => {},
      onPhone: false,
    });
    onTestFinished(page.start());
    return page;
  };
  const session = visit();
  const connect = async () => {
    const option = session.getOptions().find(({ id }) => id === `Polygon/${rdns}`);
    if (option) await session.connect(option);
  };
  if (guest) evm.mood('personal_sign', 'refusing');
  if (connected) await connect();
  if (guest) {
    await session.goOnAsGuest();
    evm.mood('personal_sign', 'willing');
  }
  evm.calls.length = 0;
  const queryClient = createQueryClient();
  // It outlives the pages of earlier tests.
  closeCashOut();
  render(
    <QueryClientProvider client={queryClient}>
      <WalletProvider session={session}>
        {children}
        <Toaster />
        <PageCashOut />
      </WalletProvider>
    </QueryClientProvider>,
  );
  return { account, evm, session, visit, connect, queryClient, user: userEvent.setup() };
}
