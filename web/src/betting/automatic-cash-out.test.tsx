import type { WireBet } from '@tallystone/core/http-api/betting';
import { say } from '@tallystone/core/sentences/say';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { aBetListsPage } from '@tallystone/testkit/page/bet-lists-page.tsx';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { marketSignals } from '../data/market-signals.ts';
import { betsQuery, positionsQuery } from '../data/queries.ts';
import { OwnBets } from '../market-page/own-bets.tsx';
import { noticeWords } from '../notices/notice-words.ts';
import { readRecord } from '../notices/stored-record.ts';
import { chooseLanguage } from '../texts/choose-language.ts';
import { dismissToast } from '../ui/toast-store.ts';
import { BetReceipt } from './bet-receipt.tsx';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});
afterEach(async () => {
  cleanup();
  dismissToast();
  vi.unstubAllGlobals();
  await chooseLanguage('en');
});

const SET = { amount: 30, placedAt: '2026-11-20T11:00:00.000Z' };
const TEXT = 'Cash out automatically: b_one for at least 30 USDC';
const SUBMIT = { name: 'Set automatic cash-out' };

/** A page with the lists of bets. The bet returns 46.25 USDC and is worth 23.40 now. */
async function aPage({
  bets = [aBet({ placedAt: new Date().toISOString(), cashOut: 23.4 })],
  ...given
}: Partial<Parameters<typeof aBetListsPage>[0]> & { bets?: WireBet[] } = {}) {
  const page = await aBetListsPage({
    bets,
    offers: { b_one: 23.4 },
    ...given,
  });
  /** Reads the bets again, as the stream or the page's look does. */
  const read = () =>
    act(async () => {
      await page.queryClient.invalidateQueries({ queryKey: betsQuery.queryKey });
      await page.queryClient.invalidateQueries({ queryKey: positionsQuery.queryKey });
    });
  const reload = async () => {
    page.stop();
    cleanup();
    act(() => dismissToast());
    return aPage({ bets, ...given });
  };
  const { positions } = page;
  const openDialog = async (name: RegExp) => {
    await page.user.click(await positions().findByRole('button', { name }));
    return within(await screen.findByRole('dialog'));
  };
  /** The dialog at its second way. */
  const open = async () => {
    const dialog = await openDialog(/^Cash out/);
    await page.user.click(await dialog.findByRole('radio', { name: 'Automatically, at an amount' }));
    return dialog;
  };
  const field = () => screen.getByLabelText<HTMLInputElement>('Cash out at (USDC)');
  const type = async (text: string) => {
    await page.user.clear(field());
    await page.user.type(field(), text);
  };
  const submit = () => screen.getByRole<HTMLButtonElement>('button', SUBMIT);
  const sent = () => page.account.sent.filter(({ path }) => path.includes('automatic-cash-out'));
  const recorded = () =>
    (readRecord(page.evm.address)?.notices ?? [])
      .filter(({ kind }) => kind === 'bet-ended')
      .map((notice) => noticeWords(notice).title);
  return { ...page, read, reload, openDialog, open, field, type, submit, sent, recorded };
}

const places = () => [
  within(screen.getByRole('region', { name: 'Open positions' })),
  within(screen.getByTestId('market page')),
  within(screen.getByTestId('card')),
];

describe('the dialog', () => {
  test('shows what the bet is worth and returns, and what happens, and signs the text that it shows once', async () => {
    const { open, type, submit, sent, evm, user, told } = await aPage();
    const dialog = await open();
    await dialog.findByText('$23.40');
    expect(dialog.getByText('$46.25')).toBeDefined();
    expect(dialog.getByText(/^We cash out your bet for all the market gives as soon as/)).toBeDefined();
    expect(submit().disabled).toBe(true);
    expect(dialog.getByText('Enter an amount above 0.')).toBeDefined();
    await type('30');
    await dialog.findByText(TEXT);
    await user.dblClick(submit());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent().map(({ path, body }) => [path, body.amount])).toEqual([
      ['/api/bets/b_one/automatic-cash-out', 30],
    ]);
    expect(evm.calls.filter((method) => method === 'personal_sign')).toHaveLength(1);
    const [hex] = evm.lastParams('personal_sign') ?? [];
    expect(Buffer.from(String(hex).slice(2), 'hex').toString()).toBe(TEXT);
    expect(told).toEqual(['Automatic cash-out set: $30.00 or more for your bet on Harbour City.']);
    for (const place of places()) await place.findByText('Cashes out at $30.00');
  });

  test('suggests the stake and shares of the return above the present value', async () => {
    const { open, field, user } = await aPage();
    const dialog = await open();
    const names = () =>
      within(dialog.getByRole('group', { name: 'Quick amounts' }))
        .queryAllByRole('button')
        .map(({ textContent }) => textContent);
    await dialog.findByText('$23.40');
    expect(names()).toEqual(['Stake: $25.00', '75%: $34.68', '90%: $41.62']);
    await user.click(dialog.getByRole('button', { name: '75%: $34.68' }));
    expect(field().value).toBe('34.68');
    await dialog.findByText('Cash out automatically: b_one for at least 34.68 USDC');
  });

  test.each([
    ['46.26', 'Your bet returns at most $46.25.'],
    ['0', 'The smallest amount is 0.01 USDC.'],
    ['0.001', 'At most two decimals, for example 25.50.'],
    ['thirty', 'At most two decimals, for example 25.50.'],
  ])('says beside the field what is wrong with %s, and signs nothing', async (text, words) => {
    const { open, type, field, submit, evm, user } = await aPage();
    const dialog = await open();
    await type(text);
    expect(dialog.getByText(words).id).toBe(field().getAttribute('aria-describedby'));
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(submit().disabled).toBe(true);
    await user.type(field(), '{Enter}');
    expect(evm.calls).not.toContain('personal_sign');
  });

  test('the whole return can be signed', async () => {
    const { open, type, submit } = await aPage();
    await open();
    await type('46.25');
    expect(submit().disabled).toBe(false);
  });

  test('warns while the bet is worth the amount, and follows its value', async () => {
    const { open, type, account } = await aPage();
    const dialog = await open();
    const warning = /^Your bet is worth that now: it will be cashed out right away\.$/;
    await dialog.findByText('$23.40');
    await type('23.41');
    expect(dialog.queryByText(warning)).toBeNull();
    await type('23.4');
    expect(dialog.getByText(warning)).toBeDefined();
    account.offer('b_one', 23.39);
    act(() => marketSignals.emit(new Set(['m_match'])));
    await waitFor(() => expect(dialog.queryByText(warning)).toBeNull());
  });

  test('while the game is played, it says that the delay begins right away', async () => {
    const { open, type } = await aPage({ delays: { b_one: 8 } });
    const dialog = await open();
    await dialog.findByText('$23.40');
    await type('20');
    await dialog.findByText(/^Your bet is worth that now: the delay of 8 seconds begins right away/);
  });

  test('is offered for a bet that can’t be sold now, with the reason', async () => {
    const noCashOut = { code: 'market-suspended' as const };
    const { openDialog, account, positions, type, submit, sent, user } = await aPage({
      bets: [aBet({ noCashOut })],
    });
    const { sentence } = say('cash-out-market-suspended');
    account.refuse('b_one', { reason: sentence });
    await positions().findByText('Market paused');
    expect(positions().queryByRole('button', { name: /^Cash out/ })).toBeNull();
    const dialog = await openDialog(/^Automatic cash-out/);
    await dialog.findByText(sentence);
    expect(dialog.getByText('Not for sale now')).toBeDefined();
    await type('30');
    await user.click(submit());
    await waitFor(() => expect(sent()).toHaveLength(1));
    await positions().findByText('Cashes out at $30.00');
  });

  test('leaves the focus on the buttons that the bet has afterwards', async () => {
    const { openDialog, positions, type, submit, user } = await aPage({
      bets: [aBet({ noCashOut: { code: 'market-suspended' } })],
    });
    const hasFocus = (name: RegExp) =>
      waitFor(() => expect(document.activeElement).toBe(positions().getByRole('button', { name })));
    await openDialog(/^Automatic cash-out/);
    await type('30');
    await user.click(submit());
    await hasFocus(/^Change/);
    await user.click(positions().getByRole('button', { name: /^Cancel/ }));
    await user.click(await screen.findByRole('button', { name: 'Cancel it' }));
    await hasFocus(/^Automatic cash-out/);
  });

  test('leaves the focus on the button that has come meanwhile', async () => {
    const { openDialog, positions, queryClient, user } = await aPage({
      bets: [aBet({ noCashOut: { code: 'too-soon' } })],
    });
    await openDialog(/^Automatic cash-out/);
    act(() => void queryClient.setQueryData(positionsQuery.queryKey, [aBet({ cashOut: 23.4 })]));
    await waitFor(() => expect(document.querySelector('[data-cash-out]')?.textContent).toMatch(/^Cash out/));
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(document.activeElement).toBe(positions().getByRole('button', { name: /^Cash out/ })),
    );
  });

  test('the first way says why a bet can’t be sold now, and the second is one press away', async () => {
    const { openDialog, account, user, field } = await aPage();
    account.refuse('b_one', { reason: 'Until a minute has passed it stands.' });
    const dialog = await openDialog(/^Cash out/);
    await dialog.findByText('Until a minute has passed it stands.');
    await user.click(dialog.getByRole('radio', { name: 'Automatically, at an amount' }));
    expect(field().value).toBe('');
    await user.click(dialog.getByRole('radio', { name: 'Now' }));
    expect(screen.queryByLabelText('Cash out at (USDC)')).toBeNull();
  });

  test('live bets, bets on players, those that wait for their delay or whose betting has closed have none', async () => {
    const { positions } = await aPage({
      bets: [
        aBet({ id: 'b_live', chain: { state: 'final', block: 7 }, noCashOut: { code: 'live-mode' } }),
        aBet({ id: 'b_player', noCashOut: { code: 'one-sided' } }),
        aBet({ id: 'b_closed', noCashOut: { code: 'market-closed' } }),
        aBet({ id: 'b_pending', status: 'pending', decidesAt: '2099-01-01T00:00:00.000Z' }),
      ],
    });
    expect(await positions().findAllByRole('listitem')).toHaveLength(4);
    expect(screen.queryByRole('button', { name: /Automatic cash-out|^Cash out/ })).toBeNull();
  });
});

describe('failures', () => {
  test('a declined signature changes nothing, and it can be signed again', async () => {
    const { open, type, submit, sent, evm, user } = await aPage();
    const dialog = await open();
    await type('30');
    evm.mood('personal_sign', 'refusing');
    await user.click(submit());
    await dialog.findByText('Transaction rejected by user');
    expect(dialog.getByText('Nothing was changed. Your bet stays open.')).toBeDefined();
    expect(sent()).toEqual([]);
    evm.mood('personal_sign', 'willing');
    await user.click(submit());
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  test('one without an answer is sent again with the same signature', async () => {
    const { open, type, submit, sent, evm, user, account, positions } = await aPage();
    const dialog = await open();
    await type('30');
    account.behave('losing-answers');
    await user.click(submit());
    await dialog.findByText('No answer yet');
    expect(dialog.getByText(/Your automatic cash-out may have been set\. Send again/)).toBeDefined();
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Now' }).matches(':disabled')).toBe(true);
    account.behave('paying');
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()[1]?.body).toEqual(sent()[0]?.body);
    expect(evm.calls.filter((method) => method === 'personal_sign')).toHaveLength(1);
    await positions().findByText('Cashes out at $30.00');
  });

  test('a refusal is shown in its own words until the amount changes', async () => {
    const { open, type, submit, user, account } = await aPage();
    const dialog = await open();
    const { sentence, reason } = say('automatic-cash-out-decided-now');
    account.behave({
      status: 409,
      body: { error: sentence, reason, code: 'cash-out-unavailable', requestId: 'r' },
    });
    await type('30');
    await user.click(submit());
    await dialog.findByText(sentence);
    await type('31');
    expect(dialog.queryByText(sentence)).toBeNull();
  });

  test('a failure after the dialog was closed is told', async () => {
    const { open, type, submit, user, account, told } = await aPage();
    await open();
    await type('30');
    account.behave({
      status: 409,
      body: { error: 'Not today.', code: 'cash-out-unavailable', requestId: 'r' },
    });
    const release = account.holdAnswers();
    await user.click(submit());
    await screen.findByText('Sending. Closing this does not cancel it.');
    await user.keyboard('{Escape}');
    release();
    await waitFor(() => expect(told).toEqual(['Automatic cash-out not set: Not today.']));
  });

  test('a session that ended keeps the dialog and the amount, and goes on after the sign-in', async () => {
    const { open, type, submit, user, account, field, sent } = await aPage();
    const dialog = await open();
    await type('30');
    account.expireSessions();
    await user.click(submit());
    await user.click(await dialog.findByRole('button', { name: 'Sign in again' }));
    await dialog.findByText('Signed in again. Press the button once more.');
    expect(field().value).toBe('30');
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toHaveLength(1);
  });
});

describe('a bet that has one', () => {
  const set = () => [aBet({ placedAt: new Date().toISOString(), cashOut: 23.4, automatic: SET })];

  test('shows it wherever the bet can be cashed out, and can still be sold now', async () => {
    await aPage({ bets: set() });
    for (const place of places()) {
      await place.findByText('Cashes out at $30.00');
      expect(place.getByRole('button', { name: /^Change the automatic cash-out/ })).toBeDefined();
      expect(place.getByRole('button', { name: /^Cancel the automatic cash-out/ })).toBeDefined();
      expect(place.getByRole('button', { name: /^Cash out/ })).toBeDefined();
    }
  });

  test('begins with its amount when it is changed, and signs only another', async () => {
    const { openDialog, field, submit, type, user, positions, sent } = await aPage({ bets: set() });
    const dialog = await openDialog(/^Change/);
    expect(field().value).toBe('30');
    expect(submit().disabled).toBe(true);
    expect(dialog.getByText('Your automatic cash-out has this amount.')).toBeDefined();
    await type('40');
    await user.click(submit());
    await positions().findByText('Cashes out at $40.00');
    expect(sent().map(({ body }) => body.amount)).toEqual([40]);
  });

  test('is cancelled after a confirmation, and not before', async () => {
    const { positions, user, sent, told } = await aPage({ bets: set() });
    const ask = async () => {
      await user.click(await positions().findByRole('button', { name: /^Cancel/ }));
      return within(await screen.findByRole('alertdialog'));
    };
    const first = await ask();
    expect(
      first.getByText('Your bet on Harbour City stays open, and is no longer cashed out at $30.00.'),
    ).toBeDefined();
    await user.click(first.getByRole('button', { name: 'Keep it' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(sent()).toEqual([]);
    const second = await ask();
    await user.click(second.getByRole('button', { name: 'Cancel it' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent().map(({ path }) => path)).toEqual(['/api/bets/b_one/automatic-cash-out/cancel']);
    for (const place of places()) await waitFor(() => expect(place.queryByText(/^Cashes out at/)).toBeNull());
    expect(told).toEqual(['Automatic cash-out cancelled']);
  });

  test('says why it was not cancelled', async () => {
    const { positions, user, account } = await aPage({ bets: set() });
    const { sentence, reason } = say('automatic-cash-out-decided-now');
    account.behave({
      status: 409,
      body: { error: sentence, reason, code: 'cash-out-unavailable', requestId: 'r' },
    });
    await user.click(await positions().findByRole('button', { name: /^Cancel/ }));
    await user.click(await screen.findByRole('button', { name: 'Cancel it' }));
    await screen.findByText(`Not cancelled. ${sentence}`);
  });

  test('shows the countdown and no button while it is decided, and waits again without a message', async () => {
    const { account, read, told, recorded } = await aPage({ bets: set() });
    for (const place of places()) await place.findByText('Cashes out at $30.00');
    account.reach('b_one', new Date(Date.now() + 8_000).toISOString());
    await read();
    for (const place of places()) {
      await place.findByText(/^Cash-out of \$30\.00 or more: deciding in \d s$/);
      expect(place.queryByRole('button', { name: /^(Change|Cancel|Cash out)/ })).toBeNull();
    }
    account.waitAgain('b_one');
    await read();
    for (const place of places()) await place.findByText('Cashes out at $30.00');
    expect(told).toEqual([]);
    expect(recorded()).toEqual([]);
  });

  test.each([
    ['at once', false],
    ['after the delay of its game', true],
  ])('is told once and recorded when it pays %s', async (_, waits) => {
    const { account, read, told, recorded } = await aPage({ bets: set() });
    for (const place of places()) await place.findByText('Cashes out at $30.00');
    if (waits) {
      account.reach('b_one', new Date(Date.now() + 8_000).toISOString());
      await read();
    }
    account.sellAutomatically('b_one', 31.2);
    await read();
    const words = 'Cashed out automatically: $31.20 for your bet on Harbour City.';
    await waitFor(() => expect(told).toEqual([words]));
    await read();
    expect(told).toEqual([words]);
    expect(recorded()).toEqual(['Cashed out automatically: $31.20']);
  });

  test('is told when its dialog is open as well', async () => {
    const { account, read, told, openDialog } = await aPage({ bets: set() });
    await openDialog(/^Change/);
    account.sellAutomatically('b_one', 31.2);
    await read();
    await waitFor(() => expect(told).toHaveLength(1));
  });

  test('that paid while the bettor was away is told once', async () => {
    const page = await aPage({ bets: set() });
    await page.positions().findByText('Cashes out at $30.00');
    page.account.sellAutomatically('b_one', 31.2);
    const again = await page.reload();
    const words = 'Cashed out automatically: $31.20 for your bet on Harbour City.';
    await waitFor(() => expect(again.told).toEqual([words]));
    const third = await again.reload();
    await waitFor(() => expect(third.queryClient.getQueryData(betsQuery.queryKey)).toBeDefined());
    await third.read();
    expect(third.told).toEqual([]);
  });
});

describe('a bet that one has sold', () => {
  const sold = aBet({
    status: 'settled',
    result: 'cashed-out',
    paid: 31.2,
    profit: 6.2,
    endedAt: '2026-11-20T12:00:00.000Z',
    automatic: SET,
  });

  test('says so with the signed minimum, on the page of its market and in the history', async () => {
    await anAccountPage({
      bets: [sold],
      children: (
        <>
          <div data-testid="market page">
            <OwnBets marketId="m_match" />
          </div>
          <div data-testid="history">
            <BetReceipt bet={sold} isPractice={false} onReceipt={() => {}} />
          </div>
        </>
      ),
    });
    const market = within(screen.getByTestId('market page'));
    await market.findByText('Cashed out automatically');
    expect(market.getByText('Paid $31.20, signed minimum $30.00')).toBeDefined();
    const receipt = within(screen.getByTestId('history'));
    expect(receipt.getByText('Cashed out automatically')).toBeDefined();
    expect(receipt.getByText('Signed minimum').nextElementSibling?.textContent).toBe('$30.00');
  });
});

test('all of it is in Spanish too', async () => {
  await chooseLanguage('es');
  const { user } = await aPage({ bets: [aBet({ cashOut: 23.4, automatic: SET })] });
  const card = within(screen.getByTestId('card'));
  await card.findByText('Se vende a $30.00');
  await user.click(card.getByRole('button', { name: /^Cancelar/ }));
  await screen.findByText('Tu apuesta a Harbour City sigue abierta, y ya no se venderá a $30.00.');
  await user.click(screen.getByRole('button', { name: 'Mantenerla' }));
  await user.click(card.getByRole('button', { name: /^Cambiar/ }));
  await screen.findByRole('radio', { name: 'Automática, a un importe' });
  await screen.findByText(/^Vendemos tu apuesta por todo lo que dé el mercado/);
});
