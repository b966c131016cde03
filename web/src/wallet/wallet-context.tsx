import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  lazy,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { configQuery } from '../data/queries.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { demoOption } from './demo-option.ts';
import { loadPart } from './load-part.ts';
import { practiceRequests } from './practice-requests.ts';
import { createWalletDiscovery } from './wallet-discovery.ts';
import { createWalletSession, type WalletSession } from './wallet-session.ts';
import { isSignedIn, type WalletOption, type WalletState } from './wallet-state.ts';

const PracticeApproval = lazy(() =>
  loadPart(() => import('./practice-approval.tsx')).then((m) => ({ default: m.PracticeApproval })),
);

export interface WalletContextValue
  extends WalletState,
    Omit<WalletSession, 'getState' | 'getOptions' | 'subscribe' | 'start'> {
  /** A wallet is connected and has a session, which everything about an account needs. */
  signedIn: boolean;
  /** Every wallet the menu can offer, per chain: last used first, then installed, then the rest. */
  options: readonly WalletOption[];
  /** There are practice wallets, so "Try demo mode" is shown. */
  practiceOffered: boolean;
  menuOpen: boolean;
  setMenuOpen: (open: boolean) => void;
  /** The first page of the menu when it opens. */
  menuStart: 'wallets' | 'practice';
  /** Connects the practice wallet, or opens the menu if there are several or if that fails. */
  tryDemo: () => Promise<void>;
}

const WalletContext = createContext<WalletContextValue | null>(null);

export function useWallet(): WalletContextValue {
  const value = use(WalletContext);
  if (value === null) throw new Error('useWallet must be used within a WalletProvider');
  return value;
}

/** Provides the page's one wallet session. Must be inside a QueryClientProvider. */
export function WalletProvider({
  children,
  session: given,
}: {
  children: ReactNode;
  session?: WalletSession;
}) {
  const queryClient = useQueryClient();
  const [session] = useState(
    () =>
      given ??
      createWalletSession({
        discovery: createWalletDiscovery(),
        loadConfig: () => queryClient.fetchQuery(configQuery),
      }),
  );
  useEffect(() => session.start(), [session]);

  const state = useSyncExternalStore(session.subscribe, session.getState);
  const options = useSyncExternalStore(session.subscribe, session.getOptions);
  const practiceRequest = useSyncExternalStore(practiceRequests.subscribe, practiceRequests.current);

  const { authToken } = state;
  useEffect(() => forgetUserData(queryClient, authToken), [queryClient, authToken]);

  const [menu, setMenu] = useState<{ open: boolean; start: 'wallets' | 'practice' }>({
    open: false,
    start: 'wallets',
  });

  const value = useMemo<WalletContextValue>(
    () => ({
      ...session,
      ...state,
      signedIn: isSignedIn(state),
      options,
      practiceOffered: options.some((option) => option.isPractice),
      menuOpen: menu.open,
      menuStart: menu.start,
      setMenuOpen: (open) => setMenu({ open, start: 'wallets' }),
      tryDemo: async () => {
        const option = demoOption(options);
        if (option === null) {
          setMenu({ open: true, start: 'practice' });
          return;
        }
        // `connect` logs the failure, and the menu shows it.
        await session.connect(option).catch(() => setMenu({ open: true, start: 'wallets' }));
      },
    }),
    [state, options, session, menu],
  );

  return (
    <WalletContext value={value}>
      {children}
      {practiceRequest && (
        // If the sheet can't be shown, the request is rejected.
        <ErrorBoundary key={practiceRequest.id} fallback={null} onError={() => practiceRequest.answer(false)}>
          <PracticeApproval request={practiceRequest} />
        </ErrorBoundary>
      )}
    </WalletContext>
  );
}

const tokenOf = new WeakMap<QueryClient, string | null>();

/**
 * Data of one session must not be shown in another. When the token changes, every query of /api/user is reset, and
 * those on the screen are read again.
 */
function forgetUserData(queryClient: QueryClient, authToken: string | null): void {
  const before = tokenOf.get(queryClient);
  tokenOf.set(queryClient, authToken);
  if (before === undefined || before === authToken) return;
  const path = (key: readonly unknown[]) => key.map(String).join('/');
  void queryClient.resetQueries({
    predicate: ({ queryKey }) => path(queryKey).startsWith('/api/user/'),
  });
}
