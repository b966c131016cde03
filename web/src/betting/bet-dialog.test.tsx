import { refusalSentence } from '@tallystone/core/betting/refusal-sentence';
import type { WireLimits, WireMarket } from '@tallystone/core/http-api';
import { suspensionSentence } from '@tallystone/core/markets/suspension';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callApi } from '../data/api-client.ts';
import { createQueryClient } from '../data/query-client.ts';
import { dismissToast } from '../ui/toast-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import {
  createMockDiscovery,
  createMockEvmWallet,
  createMockSolanaWallet,
  foundEvm,
  foundSolana,
} from '../wallet/mock-connector.ts';
import { useWallet, WalletProvider } from '../wallet/wallet-context.tsx';
import { createWalletSession } from '../wallet/wallet-session.ts';
import { BetDialog } from './bet-dialog.tsx';
import { BetSlipProvider, useBetSlip } from './bet-slip-context.tsx';
import { createMockBook } from './mock-book.ts';
import { TransactionToast } from './transaction-toast.tsx';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('compliance-accepted', 'true');
  // jsdom measures nothing.
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
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page with one market, its dialog and its toasts; connected to MetaMask on Polygon unless told otherwise. */
async function aPage({
  connect = 'Polygon/io.metamask',
  limits = {},
  market = {},
}: {
  connect?: string | null;
  limits?: Partial<WireLimits>;
  market?: Partial<WireMarket>;
} = {}) {
  const book = createMockBook({ limits, market });
  vi.stubGlobal('fetch', book.fetch);
  const evm = createMockEvmWallet();
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
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <WalletProvider session={session}>
        <BetSlipProvider>
          <OutcomeOf book={book} />
          <MenuState />
          <BetDialog />
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
  /** Types a stake and waits until it may be placed. */
  const prepare = async (text: string) => {
    await openDialog();
    await type(text);
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
  };
  /** Takes what is offered, once it is quoted for what was typed last. */
  const takeOffer = async (odds: string) => {
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: `Use ${odds}` });
    await waitFor(() => expect(button().disabled).toBe(false));
    await user.click(button());
  };
  return {
    book,
    queryClient,
    evm,
    solana,
    session,
    user,
    stop,
    connectTo,
    openDialog,
    type,
    prepare,
    takeOffer,
  };
}

function OutcomeOf({ book }: { book: ReturnType<typeof createMockBook> }) {
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

const amountField = () => screen.getByLabelText<HTMLInputElement>('Amount (USDC)');
const placeButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Place Bet|Placing Bet\.\.\.)$/ });
const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
const toastTitled = (title: string) => screen.findByText(title, { selector: '.toast-title' });

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

describe('the amount', () => {
  test('starts with the focus, disabled as nothing, and shows what a win brings', async () => {
    const { openDialog, type } = await aPage();
    await openDialog();
    expect(document.activeElement).toBe(amountField());
    expect(placeButton().disabled).toBe(true);
    expect(screen.getByText('Enter an amount above 0.')).toBeDefined();

    await type('10');
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
    expect(figure('Odds')).toBe('1.85');
    expect(figure('Potential win')).toBe('$8.50');
    expect(figure('Total return')).toBe('$18.50');
    expect(screen.getByText('Odds do not change with your stake.')).toBeDefined();
    expect(screen.getByText('Place bet: 10 on o_home at 1.85 odds')).toBeDefined();
    expect(screen.getByText(/on Polygon\. A signature, not a transfer\./)).toBeDefined();
  });

  test('is signed as the number that is sent, however it is typed', async () => {
    const { prepare, user, book } = await aPage();
    await prepare('$25,50');
    expect(screen.getByText('Place bet: 25.5 on o_home at 1.83 odds')).toBeDefined();
    await user.click(placeButton());
    await toastGone();
    expect(book.sent[0]?.body).toMatchObject({ amount: 25.5, odds: 1.83 });
  });

  test('of thousands is shown with its groups, and signed without', async () => {
    const { openDialog, type } = await aPage({
      limits: { dailyStakeCap: 5000, capLeft: 4962, balance: 5000 },
      market: { source: 'azuro' },
    });
    await openDialog();
    await screen.findByText(/\$38\.00 of \$5,000\.00 used, \$4,962\.00 left/);
    await type('1250');
    expect(figure('Total return')).toBe('$2,312.50');
    expect(screen.getByText('Place bet: 1250 on o_home at 1.85 odds')).toBeDefined();
  });

  test('moves by one with Up and Down, by ten with Shift', async () => {
    const { openDialog, user } = await aPage();
    await openDialog();
    await user.keyboard('{ArrowUp}{ArrowUp}{Shift>}{ArrowUp}{/Shift}{ArrowDown}');
    expect(amountField().value).toBe('11');
  });

  test('is set by the chips, and Max is the lowest of balance, cap and market', async () => {
    const { openDialog, user } = await aPage({ limits: { balance: 61.239 } });
    await openDialog();
    await user.click(screen.getByRole('button', { name: '$50' }));
    expect(amountField().value).toBe('50');
    await user.click(await screen.findByRole('button', { name: 'Max' }));
    expect(amountField().value).toBe('61.23');
  });

  test('that is junk may be pressed and says so', async () => {
    const { openDialog, type, user, book } = await aPage();
    await openDialog();
    await type('abc');
    expect(placeButton().disabled).toBe(false);
    await user.click(placeButton());
    await toastTitled('Invalid Bet');
    expect(screen.getByText('Please enter a valid bet amount')).toBeDefined();
    expect(screen.getByText(/Enter digits with at most two decimals/)).toBeDefined();
    expect(book.sent).toEqual([]);
  });

  test.each(['0', '-5', '0.00'])('of %s keeps the button disabled', async (text) => {
    const { openDialog, type } = await aPage();
    await openDialog();
    await type(text);
    expect(placeButton().disabled).toBe(true);
  });
});

describe('the limits', () => {
  test('are shown, warn from 80% of the cap and block above it', async () => {
    const { openDialog, type } = await aPage();
    await openDialog();
    await screen.findByText(/\$38\.00 of \$100\.00 used, \$62\.00 left/);
    await type('42');
    expect(screen.getByText("This stake brings you to 80% of today's cap.")).toBeDefined();
    await type('62.01');
    expect(screen.getByText("This stake is above what is left of today's cap.")).toBeDefined();
    expect(screen.getByText('Above your daily stake cap: $62.00 left today.')).toBeDefined();
    expect(placeButton().disabled).toBe(true);
  });
});

describe('a break that the user takes', () => {
  test('is said with its end, and no wallet is asked', async () => {
    const { openDialog, type, evm } = await aPage({
      limits: { blocked: { kind: 'exclusion', until: '2098-01-01T00:00:00.000Z' } },
    });
    await openDialog();
    await screen.findByText(/^You excluded yourself from betting until/);
    await type('10');
    expect(screen.getByText('You asked not to bet for now.')).toBeDefined();
    expect(placeButton().disabled).toBe(true);
    expect(evm.calls).not.toContain('personal_sign');
  });

  test("that is over stands in nobody's way", async () => {
    const { prepare } = await aPage({
      limits: { blocked: { kind: 'break', until: '2020-01-01T00:00:00.000Z' } },
    });
    await prepare('10');
    expect(screen.queryByText(/taking a break/)).toBeNull();
  });
});

describe('a market that ended while its dialog was open', () => {
  test.each([
    [{ state: 'closed' }, /^Betting on this market has closed\./],
    [{ state: 'resolving' }, /^The result of this market is being settled\./],
    [{ state: 'settled', wonOutcomeId: 'o_away' }, /^This market has ended: Northgate won\./],
    [{ state: 'void' }, /^This market was voided/],
  ] as const)('says so: %o', async (end, sentence) => {
    const { book, prepare, queryClient, evm } = await aPage();
    await prepare('10');
    book.end(end);
    await act(() => queryClient.invalidateQueries({ queryKey: ['/api/markets'] }));
    await screen.findByText(sentence);
    expect(placeButton().disabled).toBe(true);
    expect(evm.calls).not.toContain('personal_sign');
  });
});

describe('the odds', () => {
  test('that the stake moves are named, and more than 2% needs a tick', async () => {
    const { prepare, type, user } = await aPage();
    await prepare('25');
    expect(screen.getByText('Your stake moves the odds: 1.85 → 1.83 (-1.1%)')).toBeDefined();
    await type('48');
    await screen.findByText('Your stake moves the odds: 1.85 → 1.81 (-2.2%)');
    expect(placeButton().disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'I accept 1.81 for this stake' }));
    expect(placeButton().disabled).toBe(false);
  });

  test('that moved while the dialog was open wait for a yes', async () => {
    const { prepare, type, book, takeOffer } = await aPage();
    await prepare('10');
    book.moveOdds(1.82);
    await type('11');
    await screen.findByText('Odds are now 1.82 (were 1.85)');
    expect(figure('Odds')).toBe('1.85');
    expect(placeButton().disabled).toBe(true);
    await takeOffer('1.82');
    expect(figure('Odds')).toBe('1.82');
    expect(placeButton().disabled).toBe(false);
  });

  test('of a list that was old are found out when the dialog opens', async () => {
    const { openDialog, book } = await aPage();
    book.moveOdds(1.7);
    await openDialog();
    await screen.findByText('Odds are now 1.70 (were 1.85)');
  });

  test('that moved before the bet arrived are offered from the refusal itself', async () => {
    const { prepare, user, book, evm, takeOffer } = await aPage();
    await prepare('10');
    book.moveOdds(1.82);
    await user.click(placeButton());
    await toastTitled('Bet Failed');
    await screen.findByText('Odds are now 1.82 (were 1.85)');
    expect(amountField().value).toBe('10');
    await takeOffer('1.82');
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
    expect(book.sent.map(({ body }) => body.odds)).toEqual([1.85, 1.82]);
    expect(new Set(book.sent.map(({ key }) => key)).size).toBe(2);
    expect(evm.calls.filter((call) => call === 'personal_sign')).toHaveLength(2);
  });

  test('that a bet in another tab moved show what that bet left of the cap as well', async () => {
    const { prepare, user, book } = await aPage();
    await prepare('10');
    book.moveOdds(1.82);
    book.stakeElsewhere(20);
    await user.click(placeButton());
    await screen.findByText('Odds are now 1.82 (were 1.85)');
    await screen.findByText('$58.00 of $100.00 used, $42.00 left');
  });

  test('that cannot be read are said so, and can be asked for again', async () => {
    const { openDialog, type, user, book } = await aPage();
    await openDialog();
    book.cutOff('/api/markets/m_match/quote');
    await type('10');
    await screen.findByText(/The odds could not be checked/);
    expect(placeButton().disabled).toBe(true);
    book.reconnect('/api/markets/m_match/quote');
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
  });
});

describe('placing', () => {
  test('signs, sends the quote and a key, closes, resets and refreshes what it changed', async () => {
    const { prepare, user, book, evm } = await aPage();
    await prepare('25');
    await user.click(placeButton());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [sent] = book.sent;
    expect(sent?.body).toEqual({
      publicKey: evm.address,
      marketId: 'm_match',
      outcomeId: 'o_home',
      amount: 25,
      odds: 1.83,
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      quoteId: expect.stringMatching(/^quote-/),
    });
    expect(sent?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(evm.lastParams('personal_sign')?.[0]).toBe(hexOf('Place bet: 25 on o_home at 1.83 odds'));
    const reference = `eth_${String(sent?.body.signature).slice(2, 34)}`;
    await screen.findByText(`Accepted, reference ${reference.slice(0, 10)}`, { exact: false });
    await user.click(screen.getByRole('button', { name: 'Harbour City' }));
    expect(amountField().value).toBe('');
  });

  test('with a Solana wallet makes a sol_ reference', async () => {
    const { prepare, user, book, solana } = await aPage({ connect: 'Solana/phantom' });
    await prepare('25');
    await user.click(placeButton());
    await screen.findByText(/Accepted, reference sol_/);
    expect(solana.calls).toContain('signMessage');
    expect(book.sent[0]?.body.publicKey).toBe(solana.address);
  });

  test('is done once for two clicks, and says what it waits for', async () => {
    const { prepare, user, book, evm } = await aPage();
    await prepare('10');
    const release = book.holdAnswers();
    await user.dblClick(placeButton());
    await screen.findByText('Sending to the server');
    expect(placeButton().textContent).toBe('Placing Bet...');
    expect(placeButton().disabled).toBe(true);
    expect(amountField().readOnly).toBe(true);
    release();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(book.sent).toHaveLength(1);
    expect(evm.calls.filter((call) => call === 'personal_sign')).toHaveLength(1);
  });

  test('names the wallet while it waits for the signature', async () => {
    const { prepare, user, evm } = await aPage();
    await prepare('10');
    evm.mood('personal_sign', 'hanging');
    await user.click(placeButton());
    await screen.findByText('Confirm in MetaMask');
  });

  test('goes on when the dialog is closed', async () => {
    const { prepare, user, book } = await aPage();
    await prepare('10');
    const release = book.holdAnswers();
    await user.click(placeButton());
    await screen.findByText('Sending to the server');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await screen.findByRole('heading', { name: 'Transaction Pending' });
    release();
    await screen.findByText(/Accepted, reference eth_/);
    expect(book.bets).toHaveLength(1);
  });

  test('ends with the page the dialog was opened on: Back leads out of it', async () => {
    const { prepare } = await aPage();
    window.history.pushState(null, '', '/');
    await prepare('10');
    act(() => window.history.pushState(null, '', '/legal'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => window.history.pushState(null, '', '/'));
  });

  test('that is rejected in the wallet keeps the dialog and its values', async () => {
    const { prepare, user, book, evm } = await aPage();
    await prepare('10');
    evm.mood('personal_sign', 'refusing');
    await user.click(placeButton());
    await toastTitled('Bet Failed');
    expect(screen.getAllByText('Transaction rejected by user').length).toBeGreaterThan(0);
    expect(screen.getByText('Nothing was placed. Press Place Bet to try again.')).toBeDefined();
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    expect(amountField().value).toBe('10');
    expect(book.sent).toEqual([]);
    evm.mood('personal_sign', 'willing');
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
  });

  test('that the server refuses shows its sentence', async () => {
    const { prepare, user, book } = await aPage();
    await prepare('10');
    book.behave({ status: 409, code: 'market-closed', error: 'Betting on this market has closed.' });
    await user.click(placeButton());
    await toastTitled('Bet Failed');
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain(
      'Betting on this market has closed.',
    );
    await user.type(amountField(), '1');
    expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull();
  });
});

describe('a bet without an answer', () => {
  test('is sent again as it was: same signature, same key, no prompt, one bet', async () => {
    const { prepare, user, book, evm } = await aPage();
    await prepare('10');
    book.behave('losing-answers');
    await user.click(placeButton());
    await screen.findByText('No answer yet.');
    expect(screen.queryByRole('button', { name: 'Place Bet' })).toBeNull();
    expect(amountField().readOnly).toBe(true);
    book.behave('taking');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(book.sent).toHaveLength(2);
    expect(book.sent[1]).toEqual(book.sent[0]);
    expect(book.bets).toHaveLength(1);
    expect(evm.calls.filter((call) => call === 'personal_sign')).toHaveLength(1);
  });

  test('stays so through an ended session, until the answer is there', async () => {
    const { prepare, user, book, session, evm } = await aPage();
    await prepare('10');
    book.behave('losing-answers');
    await user.click(placeButton());
    await screen.findByText('No answer yet.');
    book.expireSessions();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findAllByText(/Your session has ended/);
    await user.click(screen.getByRole('button', { name: 'Sign in again' }));
    await waitFor(() => expect(session.getState().authToken).not.toBeNull());
    book.behave('taking');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(book.bets).toHaveLength(1);
    expect(evm.calls.filter((call) => call === 'personal_sign')).toHaveLength(1);
  });

  test('can be sent again from the toast after the dialog was closed', async () => {
    const { prepare, user, book } = await aPage();
    await prepare('10');
    book.behave('unreachable');
    await user.click(placeButton());
    await screen.findByText('No answer yet.');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await screen.findByRole('heading', { name: 'No answer yet' });
    book.behave('taking');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findByText(/Accepted, reference eth_/);
    expect(book.bets).toHaveLength(1);
  });

  test('can be let go of, and then the form is free again', async () => {
    const { prepare, user, book } = await aPage();
    await prepare('10');
    book.behave('unreachable');
    await user.click(placeButton());
    await user.click(await screen.findByRole('button', { name: 'Let it go' }));
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
    expect(amountField().readOnly).toBe(false);
  });
});

describe('the wallet', () => {
  test('is required, and the slip comes back once it is connected', async () => {
    const { openDialog, type, user, connectTo } = await aPage({ connect: null });
    await openDialog();
    await type('25');
    await user.click(placeButton());
    await toastTitled('Wallet Required');
    expect(screen.getByText('Please connect your wallet first')).toBeDefined();
    await screen.findByText('menu open');
    expect(screen.queryByRole('dialog')).toBeNull();
    await connectTo('BSC/io.metamask');
    await screen.findByRole('dialog');
    expect(amountField().value).toBe('25');
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
  });

  test('whose session has ended keeps the slip and asks to sign in again', async () => {
    const { prepare, user, book } = await aPage();
    await prepare('10');
    book.expireSessions();
    await user.click(placeButton());
    await screen.findByText('Nothing was placed. Sign in again, then press Place Bet.');
    expect(placeButton().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Sign in again' }));
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
    expect(amountField().value).toBe('10');
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
  });

  test('that shows another account stops the bet with the reason', async () => {
    const { prepare, evm } = await aPage();
    await prepare('10');
    evm.showAccounts(['0x2222222222222222222222222222222222222222']);
    await waitFor(() => expect(placeButton().disabled).toBe(true));
    expect(
      screen.getAllByText(/Your wallet shows 0x2222\.\.\.2222, but 0x.* is signed in\./).length,
    ).toBeGreaterThan(0);
  });

  test('a network that is not on offer can only be left: signing in on it is not offered', async () => {
    const { evm, openDialog } = await aPage();
    await openDialog();
    evm.showChain('0xa');
    const dialog = within(screen.getByRole('dialog'));
    await dialog.findByRole('button', { name: 'Switch back to Polygon' });
    expect(dialog.queryByRole('button', { name: 'Sign in again' })).toBeNull();
  });

  test('that shows another chain stops the bet until it is switched back', async () => {
    const { prepare, user, evm } = await aPage();
    await prepare('10');
    evm.showChain('0x1');
    await waitFor(() => expect(placeButton().disabled).toBe(true));
    await user.click(screen.getByRole('button', { name: 'Switch back to Polygon' }));
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
  });
});

describe('the age question', () => {
  test('stands above the button and is remembered for the whole app', async () => {
    localStorage.removeItem('compliance-accepted');
    const { openDialog, type, user } = await aPage();
    await openDialog();
    await type('10');
    await screen.findByText('Confirm your age first.');
    await user.click(screen.getByRole('button', { name: "I'm 18+ and Understand" }));
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
    expect(localStorage.getItem('compliance-accepted')).toBe('true');
  });
});

const hexOf = (text: string) =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
const toastGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('a market of the feed', () => {
  const ofTheFeed = { source: 'azuro', premium: false, margin: 4.3 } as const;

  test('says before and after typing that the stake moves nothing, what it takes, and whose odds these are', async () => {
    const { openDialog, type } = await aPage({ market: ofTheFeed });
    await openDialog();
    const sentence =
      'Odds do not change with your stake. The market takes at most $900.00 on this outcome now.';
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(await screen.findByText('Odds from the Demo feed, margin 4.3%')).toBeDefined();
    await type('50');
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
    expect(screen.getByText(sentence)).toBeDefined();
    expect(figure('Odds')).toBe('1.85');
  });

  test('whose odds grew too old says so, and its card is read anew', async () => {
    const { prepare, user, book } = await aPage({ market: ofTheFeed });
    const stale = refusalSentence({ kind: 'rejected', reason: 'feed-stale' });
    book.behave({ status: 409, code: 'feed-stale', error: stale });
    await prepare('10');
    await user.click(placeButton());
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(stale)).toBeDefined();
    expect(amountField().value).toBe('10');
  });

  test('that moved its odds is found out when Place Bet is pressed, before the wallet is asked', async () => {
    const { prepare, user, book, evm, takeOffer } = await aPage({ market: ofTheFeed });
    await prepare('10');
    book.moveOdds(1.82);
    await user.click(placeButton());
    await screen.findByText('Odds are now 1.82 (were 1.85)');
    expect(figure('Odds')).toBe('1.85');
    expect(placeButton().disabled).toBe(true);
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    expect(evm.calls).not.toContain('personal_sign');
    expect(screen.queryByText('Bet Failed')).toBeNull();
    await takeOffer('1.82');
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
    expect(book.sent.map(({ body }) => body.odds)).toEqual([1.82]);
    expect(evm.calls.filter((call) => call === 'personal_sign')).toHaveLength(1);
  });

  test('that stopped is found out when Place Bet is pressed, and its card is read anew', async () => {
    const { prepare, user, book, evm } = await aPage({ market: ofTheFeed });
    await prepare('10');
    const stopped = refusalSentence({ kind: 'rejected', reason: 'feed-stale' });
    book.refuseQuotes({ status: 409, code: 'feed-stale', error: stopped });
    await user.click(placeButton());
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(stopped)).toBeDefined();
    expect(placeButton().disabled).toBe(true);
    expect(evm.calls).not.toContain('personal_sign');
    expect(book.sent).toEqual([]);
    book.refuseQuotes(null);
    await user.click(dialog.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
  });

  test.each(['before the press', 'after the signature'])(
    'that moved its odds %s keeps on the receipt what belongs to the old ones, until the new ones are used',
    async (when) => {
      const { prepare, user, book, takeOffer, queryClient } = await aPage({ market: ofTheFeed });
      await prepare('10');
      const read = book.lists();
      const moveOdds = () => book.moveOdds(1.82, { margin: 5.1, maxStake: 700 });
      if (when === 'before the press') {
        moveOdds();
        await user.click(placeButton());
      } else {
        const release = book.holdAnswers();
        await user.click(placeButton());
        await screen.findByText('Sending to the server');
        moveOdds();
        release();
      }
      await screen.findByText('Odds are now 1.82 (were 1.85)');
      await waitFor(() => expect(book.lists()).toBeGreaterThan(read));
      await waitFor(() => expect(queryClient.isFetching()).toBe(0));
      expect(figure('Odds')).toBe('1.85');
      expect(screen.getByText(/The market takes at most \$900\.00 on this outcome now\./)).toBeDefined();
      expect(screen.getByText('Odds from the Demo feed, margin 4.3%')).toBeDefined();
      await takeOffer('1.82');
      expect(figure('Odds')).toBe('1.82');
      expect(screen.getByText(/The market takes at most \$700\.00 on this outcome now\./)).toBeDefined();
      expect(await screen.findByText('Odds from the Demo feed, margin 5.1%')).toBeDefined();
    },
  );

  test('of a dialog that is closed while the odds are asked for asks no wallet', async () => {
    const { prepare, user, book, evm } = await aPage({ market: ofTheFeed });
    await prepare('10');
    const release = book.holdQuotes();
    await user.click(placeButton());
    await user.keyboard('{Escape}');
    await act(async () => release());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(evm.calls).not.toContain('personal_sign');
    expect(book.sent).toEqual([]);
  });

  test('whose server does not answer for a while says nothing of it before the press', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { prepare, book } = await aPage({ market: ofTheFeed });
    await prepare('10');
    book.cutOff('/api/markets/m_match/quote');
    await act(() => vi.advanceTimersByTimeAsync(25_000));
    expect(placeButton()).toBeEnabledNow();
  });

  test('that is suspended says why beside the button', async () => {
    const { openDialog, type } = await aPage({
      market: { ...ofTheFeed, state: 'suspended', suspension: 'feed-stopped' },
    });
    await openDialog();
    await type('10');
    expect(placeButton().disabled).toBe(true);
    expect(screen.getByText(suspensionSentence('feed-stopped'))).toBeDefined();
  });
});
