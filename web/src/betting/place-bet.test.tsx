import { refusalMessage } from '@tallystone/core/betting/refusal-message';
import {
  amountField,
  aPracticePage,
  figure,
  onAnEmptyPage,
  placeButton,
  toastTitled,
} from '@tallystone/testkit/page/bet-dialog.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { suspension } from '../texts/en/suspension.ts';

onAnEmptyPage();

const hexOf = (text: string) =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

describe('placing', () => {
  test('signs, sends the quote and a key, closes and resets the dialog, and reads the changed data again', async () => {
    const { prepare, user, book, evm } = await aPracticePage();
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
    const { prepare, user, book, solana } = await aPracticePage({ connect: 'Solana/phantom' });
    await prepare('25');
    await user.click(placeButton());
    await screen.findByText(/Accepted, reference sol_/);
    expect(solana.calls).toContain('signMessage');
    expect(book.sent[0]?.body.publicKey).toBe(solana.address);
  });

  test('happens once for two clicks, and says what it waits for', async () => {
    const { prepare, user, book, evm } = await aPracticePage();
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
    const { prepare, user, evm } = await aPracticePage();
    await prepare('10');
    evm.mood('personal_sign', 'hanging');
    await user.click(placeButton());
    await screen.findByText('Confirm in MetaMask');
  });

  test('continues when the dialog is closed', async () => {
    const { prepare, user, book } = await aPracticePage();
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

  test('closes the dialog when Back leaves the page it was opened on', async () => {
    const { prepare } = await aPracticePage();
    window.history.pushState(null, '', '/');
    await prepare('10');
    act(() => window.history.pushState(null, '', '/legal'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => window.history.pushState(null, '', '/'));
  });

  test('that is rejected in the wallet keeps the dialog and its values', async () => {
    const { prepare, user, book, evm } = await aPracticePage();
    await prepare('10');
    evm.mood('personal_sign', 'refusing');
    await user.click(placeButton());
    await toastTitled('Bet Failed');
    expect(screen.getAllByText('Transaction rejected by user').length).toBeGreaterThan(0);
    expect(
      screen.getByText('No bet was placed, no money taken. Press Place Bet to try again.'),
    ).toBeDefined();
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    expect(amountField().value).toBe('10');
    expect(book.sent).toEqual([]);
    evm.mood('personal_sign', 'willing');
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
  });

  test("that the server refuses shows the server's sentence", async () => {
    const { prepare, user, book } = await aPracticePage();
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

describe('an answer that is not OK', () => {
  const inDialog = () => within(screen.getByRole('dialog'));

  test.each([
    [400, 'invalid-request'],
    [409, 'market-closed'],
  ])('%i without a text is a failed bet: nothing was placed', async (status, code) => {
    const { prepare, user, book } = await aPracticePage();
    await prepare('10');
    book.behave({ status, code, error: '' });
    await user.click(placeButton());
    await toastTitled('Bet Failed');
    expect(screen.getAllByText('Failed to place bet')).toHaveLength(2);
    expect(inDialog().queryByText(/may have been placed/)).toBeNull();
    expect(placeButton()).toBeEnabledNow();
  });

  test.each([
    [500, 'internal'],
    [502, 'unknown'],
    [404, 'unknown'],
  ])('%i %s without a text may have placed the bet', async (status, code) => {
    const { prepare, user, book } = await aPracticePage();
    await prepare('10');
    book.behave({ status, code, error: '' });
    await user.click(placeButton());
    await toastTitled('Bet Failed');
    expect(screen.getAllByText('Failed to place bet')).toHaveLength(2);
    expect(inDialog().getByText(/^Server error; the bet may have been placed\./)).toBeDefined();
    expect(inDialog().queryByText(/did not answer/)).toBeNull();
    book.behave('taking');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(book.bets).toHaveLength(1));
  });

  test("500 with a text shows the server's", async () => {
    const { prepare, user, book } = await aPracticePage();
    await prepare('10');
    book.behave({ status: 500, code: 'internal', error: 'The books are closed for a moment.' });
    await user.click(placeButton());
    expect(await inDialog().findByText('The books are closed for a moment.')).toBeDefined();
    expect(inDialog().getByText(/^Server error; /)).toBeDefined();
    expect(screen.queryByText('Failed to place bet')).toBeNull();
  });

  test('is told apart from none', async () => {
    const { prepare, user, book } = await aPracticePage();
    await prepare('10');
    book.behave('unreachable');
    await user.click(placeButton());
    await inDialog().findByText('No answer yet');
    expect(inDialog().getByText(/^The server did not answer; the bet may have been placed\./)).toBeDefined();
  });

  test('to a quote is told apart from none, too', async () => {
    const { openDialog, type, book } = await aPracticePage();
    await openDialog();
    book.refuseQuotes({ status: 500, code: 'internal', error: '' });
    await type('10');
    await screen.findByText(/^Server error\. No bet was placed\./);
  });
});

describe('a bet without an answer', () => {
  test('is sent again as it was: same signature, same key, no prompt, one bet', async () => {
    const { prepare, user, book, evm } = await aPracticePage();
    await prepare('10');
    book.behave('losing-answers');
    await user.click(placeButton());
    await screen.findByText('No answer yet');
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

  test('stays unanswered when the session ends, until an answer arrives', async () => {
    const { prepare, user, book, session, evm } = await aPracticePage();
    await prepare('10');
    book.behave('losing-answers');
    await user.click(placeButton());
    await screen.findByText('No answer yet');
    book.expireSessions();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findAllByText(/Your session has ended/);
    await user.click(screen.getByRole('button', { name: 'Sign in again' }));
    await waitFor(() => expect(session.getState().authToken).not.toBeNull());
    book.behave('taking');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(book.bets).toHaveLength(1);
    // One signature for the bet and one for the sign-in; the bet is not signed again.
    expect(evm.calls.filter((call) => call === 'personal_sign')).toHaveLength(2);
  });

  test('can be sent again from the toast after the dialog was closed', async () => {
    const { prepare, user, book } = await aPracticePage();
    await prepare('10');
    book.behave('unreachable');
    await user.click(placeButton());
    await screen.findByText('No answer yet');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await screen.findByRole('heading', { name: 'No answer yet' });
    book.behave('taking');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findByText(/Accepted, reference eth_/);
    expect(book.bets).toHaveLength(1);
  });

  test('can be let go, which unlocks the form', async () => {
    const { prepare, user, book } = await aPracticePage();
    await prepare('10');
    book.behave('unreachable');
    await user.click(placeButton());
    await user.click(await screen.findByRole('button', { name: 'Stop waiting' }));
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
    expect(amountField().readOnly).toBe(false);
  });
});

describe('the wallet', () => {
  test('is required, and the slip reopens once it is connected', async () => {
    const { openDialog, type, user, connectTo } = await aPracticePage({ connect: null });
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

  test('without a session keeps the slip and asks to sign in again', async () => {
    const { prepare, user, book } = await aPracticePage();
    await prepare('10');
    book.expireSessions();
    await user.click(placeButton());
    await screen.findByText('No bet was placed. Sign in again.');
    expect(placeButton().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Sign in again' }));
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
    expect(amountField().value).toBe('10');
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
  });

  test('that shows another account blocks the bet with a reason', async () => {
    const { prepare, evm } = await aPracticePage();
    await prepare('10');
    evm.showAccounts(['0x2222222222222222222222222222222222222222']);
    await waitFor(() => expect(placeButton().disabled).toBe(true));
    expect(screen.getAllByText(/Your wallet shows 0x2222\.\.\.2222, not 0x/).length).toBeGreaterThan(0);
  });

  test('that is on an unsupported network can switch back, but not sign in there', async () => {
    const { evm, openDialog } = await aPracticePage();
    await openDialog();
    evm.showChain('0xa');
    const dialog = within(screen.getByRole('dialog'));
    await dialog.findByRole('button', { name: 'Switch back to Polygon' });
    expect(dialog.queryByRole('button', { name: 'Sign in again' })).toBeNull();
  });

  test('that shows another chain blocks the bet until it is switched back', async () => {
    const { prepare, user, evm } = await aPracticePage();
    await prepare('10');
    evm.showChain('0x1');
    await waitFor(() => expect(placeButton().disabled).toBe(true));
    await user.click(screen.getByRole('button', { name: 'Switch back to Polygon' }));
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
  });
});

describe('a market of the feed', () => {
  const ofTheFeed = { source: 'azuro', premium: false, margin: 4.3 } as const;

  test('says before and after typing that the stake moves no odds, the maximum stake, and the source of the odds', async () => {
    const { openDialog, type } = await aPracticePage({ market: ofTheFeed });
    await openDialog();
    const sentence = 'Odds do not change with your stake. Largest stake now: $900.00.';
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(await screen.findByText('Odds from the Demo feed, margin 4.3%')).toBeDefined();
    await type('50');
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
    expect(screen.getByText(sentence)).toBeDefined();
    expect(figure('Odds')).toBe('1.85');
  });

  test('whose odds are too old says so, and its card is read again', async () => {
    const { prepare, user, book } = await aPracticePage({ market: ofTheFeed });
    const stale = refusalMessage({ kind: 'rejected', reason: 'feed-stale' }).sentence;
    book.behave({ status: 409, code: 'feed-stale', error: stale });
    await prepare('10');
    await user.click(placeButton());
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(stale)).toBeDefined();
    expect(amountField().value).toBe('10');
  });

  test('whose odds moved is noticed when Place Bet is pressed, before the wallet is asked', async () => {
    const { prepare, user, book, evm, takeOffer } = await aPracticePage({ market: ofTheFeed });
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

  test('that takes no bets is noticed when Place Bet is pressed, and its card is read again', async () => {
    const { prepare, user, book, evm } = await aPracticePage({ market: ofTheFeed });
    await prepare('10');
    const stopped = refusalMessage({ kind: 'rejected', reason: 'feed-stale' }).sentence;
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
    'whose odds moved %s keeps the old figures on the receipt until the new odds are accepted',
    async (when) => {
      const { prepare, user, book, takeOffer, queryClient } = await aPracticePage({ market: ofTheFeed });
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
      expect(screen.getByText(/Largest stake now: \$900\.00\./)).toBeDefined();
      expect(screen.getByText('Odds from the Demo feed, margin 4.3%')).toBeDefined();
      await takeOffer('1.82');
      expect(figure('Odds')).toBe('1.82');
      expect(screen.getByText(/Largest stake now: \$700\.00\./)).toBeDefined();
      expect(await screen.findByText('Odds from the Demo feed, margin 5.1%')).toBeDefined();
    },
  );

  test('does not ask the wallet if the dialog closes while the odds are requested', async () => {
    const { prepare, user, book, evm } = await aPracticePage({ market: ofTheFeed });
    await prepare('10');
    const release = book.holdQuotes();
    await user.click(placeButton());
    await user.keyboard('{Escape}');
    await act(async () => release());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(evm.calls).not.toContain('personal_sign');
    expect(book.sent).toEqual([]);
  });

  test('whose server does not answer for a while reports nothing before the press', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { prepare, book } = await aPracticePage({ market: ofTheFeed });
    await prepare('10');
    book.cutOff('/api/markets/m_match/quote');
    await act(() => vi.advanceTimersByTimeAsync(25_000));
    expect(placeButton()).toBeEnabledNow();
  });

  test('that is suspended says why beside the button', async () => {
    const { openDialog, type } = await aPracticePage({
      market: { ...ofTheFeed, state: 'suspended', suspension: 'feed-stopped' },
    });
    await openDialog();
    await type('10');
    expect(placeButton().disabled).toBe(true);
    expect(screen.getByText(suspension['feed-stopped'])).toBeDefined();
  });
});
