import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireMarket } from '@tallystone/core/http-api/markets';
import { BetDialog } from '@tallystone/web/betting/bet-dialog.tsx';
import { BetSlipProvider, useBetSlip } from '@tallystone/web/betting/bet-slip-context.tsx';
import { TransactionToast } from '@tallystone/web/betting/transaction-toast.tsx';
import { callApi } from '@tallystone/web/data/api-client.ts';
import { createQueryClient } from '@tallystone/web/data/query-client.ts';
import { chooseLanguage } from '@tallystone/web/texts/choose-language.ts';
import { dismissToast } from '@tallystone/web/ui/toast-store.ts';
import { Toaster } from '@tallystone/web/ui/toaster.tsx';
import { useWallet, WalletProvider } from '@tallystone/web/wallet/wallet-context.tsx';
import { createWalletSession } from '@tallystone/web/wallet/wallet-session.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createMockBook } from '../mock-api/book.ts';
import {
  createMockDiscovery,
  createMockEvmWallet,
  createMockSolanaWallet,
  foundEvm,
  foundSolana,
} from '../wallets/mock-connector.ts';

/** Longer than the time between two typed keys, but too short to slow tests. */
const QUOTE_DELAY_MS = 20;

/** Makes each test of the calling file start on an empty page with the age confirmed. */
export function onAnEmptyPage(): void {
  beforeEach(() => {
    localStorage.clear();
    localStorage.setItem('compliance-accepted', 'true');
    // jsdom has no layout.
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
  });
  afterEach(async () => {
    cleanup();
    dismissToast();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await chooseLanguage('en');
  });
}

/** A page with one market, its dialog and its toasts. */
export async function aDialogPage({
  book,
  connect,
  evm = createMockEvmWallet(),
  children,
}: {
  book: ReturnType<typeof createMockBook>;
  /** The wallet option to connect, such as `Polygon/io.metamask`; null: none. */
  connect: string | null;
  evm?: ReturnType<typeof createMockEvmWallet>;
  /** More of the page, beside the dialog. */
  children?: ReactNode;
}) {
  vi.stubGlobal('fetch', book.fetch);
  const solana = createMockSolanaWallet();
  const session = createWalletSession({
    discovery: createMockDiscovery([foundEvm(evm), foundSolana(solana)]),
    loadConfig: () => callApi('getConfig'),
    readSolBalance: async () => 0,
    log: () => {},
    reload: () => {},
    openPage: () => {},
    onPhone: false,
  });
  const connectTo = (id: string) => {
    const option = session.getOptions().find((each) => each.id === id);
    if (!option) throw new Error(`no wallet option ${id}`);
    return session.connect(option);
  };
  const stop = session.start();
  if (connect) await connectTo(connect);
  // Count only the tests' own wallet calls.
  evm.calls.length = 0;
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <WalletProvider session={session}>
        <BetSlipProvider>
          {children}
          <OutcomeOf book={book} />
          <MenuState />
          <BetDialog quoteDelayMs={QUOTE_DELAY_MS} />
          <TransactionToast />
          <Toaster />
        </BetSlipProvider>
      </WalletProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const openDialog = async () => {
    await user.click(screen.getByRole('button', { name: 'Harbour City' }));
    await screen.findByRole('dialog');
  };
  const type = async (text: string) => {
    await user.clear(amountField());
    await user.type(amountField(), text);
  };
  /** Types a stake and waits until it can be placed. */
  const prepare = async (text: string) => {
    await openDialog();
    await type(text);
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
  };
  return { evm, solana, session, stop, connectTo, queryClient, user, openDialog, type, prepare };
}

/** The same in demo mode, by default connected to MetaMask on Polygon. */
export async function aPracticePage({
  connect = 'Polygon/io.metamask',
  limits = {},
  market = {},
  takesLower = false,
}: {
  connect?: string | null;
  limits?: Partial<WireLimits>;
  market?: Partial<WireMarket>;
  takesLower?: boolean;
} = {}) {
  const book = createMockBook({ limits, market, takesLower });
  const page = await aDialogPage({ book, connect });
  /** Takes the offered odds once the last typed stake is quoted. */
  const takeOffer = async (odds: string) => {
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: `Use ${odds}` });
    await waitFor(() => expect(button().disabled).toBe(false));
    await page.user.click(button());
  };
  return { ...page, book, takeOffer };
}

/** Opens the dialog as the list does. */
export function OutcomeOf({ book }: { book: ReturnType<typeof createMockBook> }) {
  const { open } = useBetSlip();
  const market = book.market();
  const outcome = market.outcomes[0];
  return (
    <button
      type="button"
      onClick={(event) => outcome && open({ market, outcome, trigger: event.currentTarget })}
    >
      Harbour City
    </button>
  );
}

function MenuState() {
  const { menuOpen } = useWallet();
  return <p data-testid="menu">{menuOpen ? 'menu open' : 'menu closed'}</p>;
}

export const amountField = () => screen.getByLabelText<HTMLInputElement>('Amount (USDC)');
export const placeButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Place Bet|Placing Bet\.\.\.)$/ });
export const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
/** The same at the lowest odds that the bettor accepts. */
export const leastFigure = (label: string) =>
  screen.getByText(label).nextElementSibling?.nextElementSibling?.textContent;
export const toastTitled = (title: string) => screen.findByText(title, { selector: '.toast-title' });
export const dialogGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

expect.extend({
  toBeEnabledNow(element: HTMLButtonElement) {
    return {
      pass: !element.disabled,
      message: () => `the button waits: ${element.nextElementSibling?.textContent}`,
    };
  },
});
declare module 'vitest' {
  interface Assertion {
    toBeEnabledNow: () => void;
  }
}
