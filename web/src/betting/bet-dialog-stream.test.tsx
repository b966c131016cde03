import type { WireMarket } from '@tallystone/core/http-api/markets';
import { createMockBook } from '@tallystone/testkit/mock-api/book.ts';
import { createStreamServer } from '@tallystone/testkit/mock-api/stream-server.ts';
import {
  createMockDiscovery,
  createMockEvmWallet,
  foundEvm,
} from '@tallystone/testkit/wallets/mock-connector.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callApi } from '../data/api-client.ts';
import { createQueryClient } from '../data/query-client.ts';
import { LiveStream } from '../stream/live-stream.tsx';
import { suspension } from '../texts/en/suspension.ts';
import { dismissToast } from '../ui/toast-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import { WalletProvider } from '../wallet/wallet-context.tsx';
import { createWalletSession } from '../wallet/wallet-session.ts';
import { BetDialog } from './bet-dialog.tsx';
import { BetSlipProvider, useBetSlip } from './bet-slip-context.tsx';
import '../stream/keep-stream.ts';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('compliance-accepted', 'true');
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  dismissToast();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page with one market and its open dialog, updated by a stream; 10 USDC are typed and could be placed. */
async function aDialog({
  market: given = {},
  takesLower = false,
}: {
  market?: Partial<WireMarket>;
  takesLower?: boolean;
} = {}) {
  const book = createMockBook({ market: given, takesLower });
  const server = createStreamServer([book.market()], book.fetch);
  const quotes: string[] = [];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.includes('/quote')) quotes.push(input);
    return server.fetch(input, init);
  });
  const evm = createMockEvmWallet();
  const session = createWalletSession({
    discovery: createMockDiscovery([foundEvm(evm)]),
    loadConfig: () => callApi('getConfig'),
    log: () => {},
    reload: () => {},
    openPage: () => {},
    onPhone: false,
  });
  session.start();
  const option = session.getOptions().find(({ id }) => id === 'Polygon/io.metamask');
  if (option) await session.connect(option);
  evm.calls.length = 0;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LiveStream />
      <WalletProvider session={session}>
        <BetSlipProvider>
          <Opener market={book.market()} />
          <BetDialog />
          <Toaster />
        </BetSlipProvider>
      </WalletProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ advanceTimers: (ms) => vi.isFakeTimers() && vi.advanceTimersByTime(ms) });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Live');
  await user.type(dialog.getByLabelText('Amount (USDC)'), '10');
  await waitFor(() => expect(placeButton().disabled).toBe(false));
  return {
    book,
    server,
    quotes,
    evm,
    user,
    dialog,
    /** As if another bettor had placed a bet: the odds move, and the stream reports it. */
    move: (odds: number) => {
      book.moveOdds(odds);
      server.publish(book.market());
    },
    /** Changes the state of the market. */
    turn: (changes: Partial<WireMarket>, how: { isListed?: boolean } = {}) => {
      book.end(changes);
      server.publish(book.market(), how);
    },
  };
}

function Opener({ market }: { market: WireMarket }) {
  const { open } = useBetSlip();
  const [outcome] = market.outcomes;
  return (
    <button type="button" onClick={() => outcome && open({ market, outcome })}>
      Open
    </button>
  );
}

const placeButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Place Bet|Placing Bet\.\.\.)$/ });
const useButton = (odds: number) => screen.getByRole<HTMLButtonElement>('button', { name: `Use ${odds}` });
const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe('odds that move under an open dialog', () => {
  test('are offered at once, and the odds on the screen stay until they are accepted', async () => {
    const { move, user, book, dialog } = await aDialog();
    move(1.82);
    await screen.findByText('Odds are now 1.82 (were 1.85)');
    expect(figure('Odds')).toBe('1.85');
    expect(screen.getByText('Place bet: 10 on o_home at 1.85 odds')).toBeDefined();
    expect(placeButton().disabled).toBe(true);
    await waitFor(() => expect(useButton(1.82).disabled).toBe(false));
    await user.click(useButton(1.82));
    expect(figure('Odds')).toBe('1.82');
    expect(dialog.getByText('Harbour City, odds 1.82, 54.2% chance')).toBeDefined();
    await waitFor(() => expect(placeButton().disabled).toBe(false));
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
    expect(book.sent.map(({ body }) => body.odds)).toEqual([1.82]);
  });

  test('are offered after another database server with lower versions has taken over', async () => {
    const { book, server, quotes } = await aDialog();
    const before = quotes.length;
    book.moveOdds(1.72, { version: 2 });
    server.replaceDatabase([book.market()]);
    await screen.findByText('Odds are now 1.72 (were 1.85)');
    expect(figure('Odds')).toBe('1.85');
    expect(placeButton().disabled).toBe(true);
    await waitFor(() => expect(useButton(1.72).disabled).toBe(false));
    // After that no further quotes are requested.
    book.moveOdds(1.64);
    server.publish(book.market());
    await screen.findByText('Odds are now 1.64 (were 1.85)');
    await waitFor(() => expect(useButton(1.64).disabled).toBe(false));
    expect(quotes.length - before).toBeLessThan(8);
  });

  test('can be accepted only once the stake is quoted at them, so no press is lost', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { move, server } = await aDialog();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (input.includes('/quote')) await held;
      return server.fetch(input, init);
    });
    const states: boolean[] = [];
    const watch = new MutationObserver(() => {
      const button = screen.queryByRole<HTMLButtonElement>('button', { name: 'Use 1.82' });
      if (button !== null && states.at(-1) !== button.disabled) states.push(button.disabled);
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    move(1.82);
    await screen.findByText('Odds are now 1.82 (were 1.85)');
    // Longer than the pause between two quotes.
    await act(() => vi.advanceTimersByTimeAsync(1_200));
    expect(states).toEqual([true]);
    answer();
    await waitFor(() => expect(useButton(1.82).disabled).toBe(false));
    watch.disconnect();
    expect(states).toEqual([true, false]);
  });

  test('and come back need no answer', async () => {
    const { move } = await aDialog();
    move(1.82);
    await screen.findByText('Odds are now 1.82 (were 1.85)');
    move(1.85);
    await waitFor(() => expect(screen.queryByText(/^Odds are now/)).toBeNull());
    await waitFor(() => expect(placeButton().disabled).toBe(false));
    expect(figure('Odds')).toBe('1.85');
  });

  test('ten times a second are quoted once a second, and the latest are offered', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { move, quotes } = await aDialog();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    quotes.length = 0;
    const beganAt = Date.now();
    for (let n = 0; n < 40; n++) {
      move(1.84 - n / 100);
      await act(() => vi.advanceTimersByTimeAsync(100));
    }
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(screen.getByText('Odds are now 1.45 (were 1.85)')).toBeDefined();
    // Two quotes each time: one for the stake, and one for the card if the market has moved.
    expect(quotes.length).toBeGreaterThan(3);
    // The clock also runs while the page works, so at least five and a half seconds have passed.
    expect(quotes.length).toBeLessThan(3 + 2 * ((Date.now() - beganAt) / 1_000));
  });

  test('change nothing while a bet is being placed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { move, user, book } = await aDialog();
    const release = book.holdAnswers();
    await user.click(placeButton());
    await screen.findByText('Sending to the server');
    move(1.7);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByText(/^Odds are now/)).toBeNull();
    expect(figure('Odds')).toBe('1.85');
    book.moveOdds(1.85);
    await act(async () => release());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(book.sent.map(({ body }) => body.odds)).toEqual([1.85]);
  });
});

describe('odds that move within the price protection', () => {
  test('are shown and marked once, and the button stays enabled', async () => {
    const { move, user, book } = await aDialog({ takesLower: true });
    const disabled: boolean[] = [];
    const watch = new MutationObserver(() => disabled.push(placeButton().disabled));
    watch.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
    move(1.82);
    await waitFor(() => expect(figure('Odds')).toBe('1.82'));
    const cell = screen.getByText('Odds').nextElementSibling;
    expect(cell?.getAttribute('data-change')).toBe('down');
    await waitFor(() => expect(cell?.hasAttribute('data-change')).toBe(false));
    watch.disconnect();
    expect(disabled).toEqual([]);
    expect(screen.queryByText(/^Odds are now/)).toBeNull();
    expect(screen.getByText('Place bet: 10 on o_home at 1.8 odds')).toBeDefined();
    expect(cell?.closest('[aria-live], [role=status]')).toBeNull();
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
    expect(book.sent.map(({ body }) => body.odds)).toEqual([1.8]);
  });

  test('and then below it freeze the form until they are accepted', async () => {
    const { move, user, book } = await aDialog({ takesLower: true });
    move(1.82);
    await waitFor(() => expect(figure('Odds')).toBe('1.82'));
    move(1.79);
    await screen.findByText('Odds are now 1.79 (were 1.82)');
    expect(figure('Odds')).toBe('1.82');
    expect(placeButton().disabled).toBe(true);
    await waitFor(() => expect(useButton(1.79).disabled).toBe(false));
    await user.click(useButton(1.79));
    await waitFor(() => expect(placeButton().disabled).toBe(false));
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
    expect(book.sent.map(({ body }) => body.odds)).toEqual([1.74]);
  });
});

describe('a market under an open dialog', () => {
  test('that is suspended says so, and takes the bet once it is open again', async () => {
    const { turn, book } = await aDialog();
    book.refuseQuotes({ status: 409, code: 'market-suspended', error: 'Suspended.' });
    turn({ state: 'suspended', suspension: 'admin' }, { isListed: true });
    await screen.findByText(suspension.admin);
    expect(screen.getByText('No bets accepted now.')).toBeDefined();
    expect(placeButton().disabled).toBe(true);
    book.refuseQuotes(null);
    turn({ state: 'open', suspension: undefined } as Partial<WireMarket>);
    await waitFor(() => expect(screen.queryByText(suspension.admin)).toBeNull());
    await waitFor(() => expect(placeButton().disabled).toBe(false));
  });

  test.each([
    [{ state: 'closed' }, true, /^Betting has closed\./],
    [{ state: 'settled', wonOutcomeId: 'o_away' }, false, /^Northgate won\./],
    [{ state: 'void' }, false, /^Market voided/],
  ] as const)('says when it ends: %o', async (end, isListed, sentence) => {
    const { turn, evm } = await aDialog();
    turn(end, { isListed });
    await screen.findByText(sentence);
    expect(placeButton().disabled).toBe(true);
    expect(evm.calls).not.toContain('personal_sign');
  });
});

test('a market that leaves the list takes no bets, even before its own endpoint has answered', async () => {
  const { turn, server } = await aDialog();
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input === '/api/markets/m_match' ? new Promise(() => {}) : server.fetch(input, init),
  );
  turn({ state: 'void' }, { isListed: false });
  await screen.findByText(/^Betting has closed\./);
  expect(placeButton().disabled).toBe(true);
});

test('prices that are too old block the bet and offer to try again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server, dialog, book } = await aDialog();
  server.goAway();
  await act(() => vi.advanceTimersByTimeAsync(80_000));
  expect(dialog.getByText(/^Paused, updated \d\d:\d\d$/)).toBeDefined();
  expect(dialog.getByText(/^Prices are paused\. Betting resumes/)).toBeDefined();
  expect(placeButton().disabled).toBe(true);
  expect(book.sent).toEqual([]);
  server.comeBack();
  act(() => dialog.getByRole('button', { name: 'Try now' }).click());
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(dialog.getByText('Live')).toBeDefined();
  await waitFor(() => expect(placeButton().disabled).toBe(false));
});
