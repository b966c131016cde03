import type { WireBet } from '@tallystone/core/http-api/betting';
import { aBet, theLimits } from '@tallystone/testkit/mock-api/a-bet.ts';
import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { createStreamServer } from '@tallystone/testkit/mock-api/stream-server.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useResultToasts } from '../betting/use-result-toasts.ts';
import { storedSession } from '../data/stored-session.ts';
import { LiveStream } from '../stream/live-stream.tsx';
import { StreamMark } from '../stream/stream-mark.tsx';
import { currentToasts, dismissToast } from '../ui/toast-store.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { Profile } from './profile.tsx';
import '../stream/keep-stream.ts';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/profile');
});
afterEach(() => {
  cleanup();
  dismissToast();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const match = aMarket({ id: 'm_match', title: 'Harbour City v Northgate' });
const open = (given: Partial<WireBet> = {}) =>
  aBet({ amount: 10, totalReturn: 19.97, market: { settlesBy: match.settlesBy }, ...given });
const ended = (bet: WireBet, end: Partial<WireBet>): WireBet => ({
  ...bet,
  status: 'settled',
  endedAt: '2026-11-22T10:00:00.000Z',
  ...end,
});
const won = (bet: WireBet) => ended(bet, { result: 'won', paid: 19.97, profit: 9.97 });
const lost = (bet: WireBet) => ended(bet, { result: 'lost', paid: 0, profit: -10 });

/** The account page, the session and the stream's state. */
function Page() {
  const { signedIn, user } = useWallet();
  const [isShown, setShown] = useState(true);
  useResultToasts();
  return (
    <>
      <LiveStream unaskedMs={20} />
      <StreamMark />
      <p>{signedIn ? `Signed in as ${user?.publicKey}` : 'Nobody is signed in'}</p>
      <button type="button" onClick={() => setShown(!isShown)}>
        {isShown ? 'Leave the account' : 'Look at the account'}
      </button>
      {signedIn && isShown && <Profile />}
    </>
  );
}

/** The account page of a bettor with one open bet, with a stream. */
async function aPage(given: { bets?: WireBet[] } = {}) {
  const { bets = [open()] } = given;
  const server = createStreamServer([match]);
  const page = await anAccountPage({
    bets,
    children: <Page />,
    inFront: (behind) => {
      const answer: typeof fetch = async (input, init) => {
        const path = new URL(String(input), 'http://localhost').pathname;
        return path === '/api/stream' || path.startsWith('/api/markets')
          ? server.fetch(input, init)
          : behind(input, init);
      };
      return answer;
    },
  });
  await screen.findByText('Live');
  await screen.findAllByRole('heading', { name: 'Harbour City v Northgate' });
  await screen.findByRole('region', { name: 'Open positions' });
  await screen.findByText('$962.50');
  // A page without a list rereads its data when the stream starts; that has arrived too.
  await waitFor(() => expect(readsOf(page.account, '/api/user/bets')).toBeGreaterThan(1));
  await waitFor(() => expect(page.queryClient.isFetching()).toBe(0));
  page.account.asked.length = 0;
  /** The server settles bets: it sends the event, and answers with it from now on. */
  const settle = (balance: number, ...changed: WireBet[]) => {
    for (const bet of changed) {
      const place = bets.findIndex(({ id }) => id === bet.id);
      if (place >= 0) bets[place] = bet;
    }
    server.own(theLimits({ balance }), changed);
  };
  return { ...page, server, bets, settle };
}

const readsOf = ({ asked }: { asked: readonly string[] }, path: string) =>
  asked.filter((each) => each === path).length;

const PAID_NOTICE = 'Harbour City in Harbour City v Northgate: $19.97 paid.';
const toastTitled = (title: string) => screen.findByText(title, { selector: '.toast-title' });
/** Without the filters' labels. */
const BADGE = { selector: '.badge' };
const shownToasts = () => currentToasts().filter(({ open }) => open);
const receipts = () => within(screen.getByRole('region', { name: 'Betting History' }));

describe('a bet that ends while the page is open', () => {
  test('moves to settled with its payout, and is reported', async () => {
    const { settle, account } = await aPage();
    expect(receipts().queryByText('Won', BADGE)).toBeNull();
    settle(982.47, won(open()));
    await toastTitled('Bet won');
    expect(screen.getByText(PAID_NOTICE)).toBeDefined();
    await waitFor(() => expect(receipts().getByText('Won', BADGE)).toBeDefined());
    expect(receipts().getByText('$19.97')).toBeDefined();
    expect(screen.getByText('$982.47')).toBeDefined();
    // Only figures computed from bets are reread.
    await waitFor(() => expect(account.asked).toContain('/api/user/profile'));
    expect(account.asked).not.toContain('/api/user/bets');
    expect(account.asked).not.toContain('/api/user/limits');
  });

  test.each([
    ['lost', lost(open()), 'Bet lost', 'Harbour City in Harbour City v Northgate'],
    [
      'void',
      ended(open(), { result: 'void', paid: 10, profit: 0 }),
      'Bet void',
      'Harbour City in Harbour City v Northgate: $10.00 refunded.',
    ],
  ])('is also reported when it is %s', async (_, bet, title, sentence) => {
    const { settle } = await aPage();
    settle(970, bet);
    const toast = (await toastTitled(title)).parentElement as HTMLElement;
    expect(within(toast).getByText(sentence)).toBeDefined();
  });

  test('is reported once with the others that end with it', async () => {
    const bets = [open({ id: 'b_1' }), open({ id: 'b_2' }), open({ id: 'b_3' })];
    const [first, second, third] = bets as [WireBet, WireBet, WireBet];
    const { settle } = await aPage({ bets });
    settle(1002.44, won(first), won(second), lost(third));
    await toastTitled('3 bets ended');
    expect(screen.getByText('You were paid $39.94 in total. See My Account.')).toBeDefined();
  });

  test("isn't reported if it was cashed out", async () => {
    const { settle } = await aPage();
    settle(971, ended(open(), { result: 'cashed-out', paid: 9, profit: -1 }));
    await waitFor(() => expect(receipts().getByText('Cashed out', BADGE)).toBeDefined());
    expect(shownToasts()).toEqual([]);
  });

  test('is reported once, however often it arrives', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { settle, server } = await aPage();
    settle(982.47, won(open()));
    await toastTitled('Bet won');
    act(() => dismissToast());
    settle(982.47, won(open()));
    server.end();
    await screen.findByText('Reconnecting');
    await screen.findByText('Live');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(shownToasts()).toEqual([]);
  });

  test('is reported after a reconnect', async () => {
    const { settle, server } = await aPage();
    server.goAway();
    await screen.findByText('Reconnecting');
    settle(982.47, won(open()));
    server.comeBack();
    await toastTitled('Bet won');
    expect(screen.getByText(PAID_NOTICE)).toBeDefined();
    expect(screen.getByText('$982.47')).toBeDefined();
  });

  test('is reported from the list if there is no stream', async () => {
    const { server, bets, user } = await aPage();
    server.refuse({ status: 502 });
    server.end();
    await screen.findByText('Reconnecting');
    bets[0] = won(open());
    await user.click(screen.getByRole('button', { name: 'Leave the account' }));
    await user.click(screen.getByRole('button', { name: 'Look at the account' }));
    await toastTitled('Bet won');
    expect(screen.getByText(PAID_NOTICE)).toBeDefined();
  });
});

test('a new bet from another tab appears, with the rest of the daily cap', async () => {
  const { settle } = await aPage();
  settle(942.5, open({ id: 'b_new', amount: 20, placedAt: '2026-11-22T09:00:00.000Z' }));
  await waitFor(() => expect(screen.getByText('$942.50')).toBeDefined());
  expect(receipts().getAllByRole('listitem')).toHaveLength(2);
  expect(within(receipts().getAllByRole('listitem')[0] as HTMLElement).getByText('$20.00')).toBeDefined();
});

test('values of open positions are read when their market changes, at a limited rate and only in a visible tab', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server, account } = await aPage();
  for (let n = 0; n < 100; n++) {
    server.reprice('m_match', [1.5 + n / 100, 2]);
    await act(() => vi.advanceTimersByTimeAsync(100));
  }
  const reads = readsOf(account, '/api/user/positions');
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(5);
  expect(account.asked.filter((path) => path !== '/api/user/positions')).toEqual([]);

  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  server.reprice('m_match', [1.7, 2]);
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(readsOf(account, '/api/user/positions')).toBe(reads);
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(readsOf(account, '/api/user/positions')).toBe(reads + 1));
});

describe('the session', () => {
  test('is sent, and the stream reconnects without it when the wallet leaves', async () => {
    const { server, session } = await aPage();
    expect(server.openings.at(-1)?.token).toMatch(/^token-/);
    act(() => session.disconnect());
    await screen.findByText('Nobody is signed in');
    await waitFor(() => expect(server.openings.at(-1)?.token).toBeNull());
    expect(server.readers()).toBe(1);
    expect(screen.getByText('Live')).toBeDefined();
  });

  test('of another sign-in is sent with a new connection', async () => {
    const { server, session, connect } = await aPage();
    const before = server.openings.at(-1)?.token;
    act(() => session.disconnect());
    await screen.findByText('Nobody is signed in');
    await act(() => connect());
    await screen.findByText(/^Signed in as/);
    await waitFor(() => expect(server.openings.at(-1)?.token).toMatch(/^token-/));
    expect(server.openings.at(-1)?.token).not.toBe(before);
    expect(server.readers()).toBe(1);
  });

  test('that has ended is reported, and prices continue', async () => {
    const { server } = await aPage();
    const openings = server.openings.length;
    server.endSession();
    await screen.findByText('Nobody is signed in');
    expect(storedSession.read().token).toBeNull();
    expect(screen.getByText('Live')).toBeDefined();
    expect(server.openings).toHaveLength(openings);
  });

  test('that the server no longer knows is dropped with the refusal', async () => {
    const { server } = await aPage();
    server.refuse({ status: 401 });
    server.end();
    await screen.findByText('Nobody is signed in');
    server.refuse(null);
    await screen.findByText('Live');
    expect(server.openings.at(-1)?.token).toBeNull();
  });

  test('that ended while disconnected is noticed', async () => {
    const { server, account } = await aPage();
    server.goAway();
    await screen.findByText('Reconnecting');
    account.expireSessions();
    // Then the stream continues without the account.
    server.comeBack();
    await screen.findByText('Nobody is signed in');
    await screen.findByText('Live');
  });

  test('that another tab replaced is replaced here', async () => {
    const { server } = await aPage();
    localStorage.setItem('authToken', 'of-another-tab');
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', storageArea: localStorage }));
    });
    await waitFor(() => expect(server.openings.at(-1)?.token).toBe('of-another-tab'));
  });
});
