import type { WireBet } from '@tallystone/core/http-api/betting';
import { say } from '@tallystone/core/sentences/say';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { aBetListsPage } from '@tallystone/testkit/page/bet-lists-page.tsx';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { marketSignals } from '../data/market-signals.ts';
import { betsQuery, positionsQuery } from '../data/queries.ts';
import { noticeWords } from '../notices/notice-words.ts';
import { readRecord } from '../notices/stored-record.ts';
import { chooseLanguage } from '../texts/choose-language.ts';
import { dismissToast } from '../ui/toast-store.ts';
import { BetReceipt } from './bet-receipt.tsx';
import { OpenPositions } from './open-positions.tsx';
import { usePositions } from './use-positions.ts';

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

const Positions = () => <OpenPositions {...usePositions()} />;

/** 10 USDC that return 18.50 and are worth 9.30 now. */
const ten = (given: Partial<WireBet> = {}) =>
  aBet({
    placedAt: new Date().toISOString(),
    ...{ amount: 10, potentialWin: 8.5, totalReturn: 18.5, cashOut: 9.3 },
    ...given,
  } as Parameters<typeof aBet>[0]); // the market stays that of every bet for tests

/** A page with the lists of bets. */
async function aPage({
  bets = [ten()],
  offer = 9.3,
  ...given
}: Partial<Parameters<typeof aBetListsPage>[0]> & { bets?: WireBet[]; offer?: number } = {}) {
  const page = await aBetListsPage({
    bets,
    offers: { b_one: offer },
    ...given,
  });
  /** Reads the bets again, as the stream or the page's look does. */
  const read = () =>
    act(async () => {
      await page.queryClient.invalidateQueries({ queryKey: betsQuery.queryKey });
      await page.queryClient.invalidateQueries({ queryKey: positionsQuery.queryKey });
    });
  const { positions } = page;
  const open = async () => {
    await page.user.click(await positions().findByRole('button', { name: /^Cash out/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('button', { name: /^Cash out [\dfor]/ });
    return dialog;
  };
  const choose = (name: string) => page.user.click(screen.getByRole('radio', { name }));
  const field = () => screen.getByLabelText<HTMLInputElement>('Stake to sell (USDC)');
  const sent = () => page.account.sent.map(({ body }) => [body.part, body.amount]);
  const notices = () => (readRecord(page.evm.address)?.notices ?? []).map(noticeWords);
  return { ...page, read, open, choose, field, sent, notices };
}

const textOf = (part: string, amount: string) => `Cash out a part: b_one, ${part} USDC, for ${amount} USDC`;
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Cash(ing)? out/ });
const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
const signatures = (calls: readonly string[]) => calls.filter((method) => method === 'personal_sign').length;

describe('the dialog', () => {
  test('shows what is sold, paid and kept, signs that text once, and says what stays open', async () => {
    const { open, choose, evm, user, sent, told, notices } = await aPage();
    await open();
    await choose('25%');
    await screen.findByText(textOf('2.5 of 10', '2.32'));
    expect(figure('Stake you sell')).toBe('$2.50 of $10.00');
    expect(figure('You get now')).toBe('$2.32');
    expect(figure('Your loss')).toBe('-$0.18');
    expect(screen.getByText(/^You give up \$4\.625 if Harbour City wins/)).toBeDefined();
    expect(screen.getByText('The other $7.50 stays open and returns $13.875 if it wins.')).toBeDefined();
    await user.dblClick(button());
    await screen.findByText('$2.32 is now in your balance, a loss of $0.18. $7.50 of your bet stays open.');
    expect(screen.getByRole('dialog', { name: 'Part cashed out' })).toBeDefined();
    expect(sent()).toEqual([[{ stake: 2.5, of: 10 }, 2.32]]);
    expect(signatures(evm.calls)).toBe(1);
    const [hex] = evm.lastParams('personal_sign') ?? [];
    expect(Buffer.from(String(hex).slice(2), 'hex').toString()).toBe(textOf('2.5 of 10', '2.32'));
    expect(told).toEqual([]);
    await waitFor(() =>
      expect(notices()[0]).toMatchObject({
        title: 'Part cashed out: $2.32',
        sentence: '$2.50 on Harbour City at 1.85',
      }),
    );
  });

  test('sells a typed stake once typing has paused, and says what is wrong with one that is no part', async () => {
    const { open, choose, field, user, account } = await aPage();
    await open();
    await choose('Other');
    expect(screen.getByText('Enter an amount above 0.')).toBeDefined();
    await user.type(field(), '4.25');
    await screen.findByText(textOf('4.25 of 10', '3.95'));
    expect(account.asked.filter((path) => path.includes('stake='))).toEqual([
      '/api/bets/b_one/cash-out?stake=4.25',
    ]);
    for (const [text, words] of [
      ['0.5', 'The smallest part is $1.00.'],
      ['9.5', 'At least $1.00 has to stay open. Sell less, or all.'],
      ['x', 'At most two decimals, for example 25.50.'],
    ] as const) {
      await user.clear(field());
      await user.type(field(), text);
      expect(screen.getByText(words).id).toBe(field().getAttribute('aria-describedby'));
      expect(button().disabled).toBe(true);
    }
    await user.clear(field());
    await user.type(field(), '10');
    await screen.findByText('Cash out: b_one for 9.3 USDC');
  });

  test('sells the rest as a whole, with the amounts of the rest', async () => {
    const sold = { stake: 4, totalReturn: 7.4, paid: 5.2 };
    const { open, sent, user } = await aPage({ bets: [ten({ sold, cashOut: 6.6 })], offer: 6.6 });
    await open();
    expect(figure('You staked')).toBe('$6.00');
    expect(figure('Your profit')).toBe('+$0.60');
    expect(screen.getByText(/^You give up \$11\.10 if/)).toBeDefined();
    await user.click(button());
    await screen.findByText(/^\$6\.60 is now in your balance, a profit of \$0\.60\.$/);
    expect(sent()).toEqual([[undefined, 6.6]]);
  });

  test('has no parts of a bet with less than 2 USDC open', async () => {
    const { open } = await aPage({ bets: [ten({ amount: 1.99, totalReturn: 3.6815 })] });
    await open();
    expect(screen.queryByRole('radio', { name: 'All' })).toBeNull();
  });

  test('says that an automatic cash-out has to be cancelled first', async () => {
    const automatic = { amount: 15, placedAt: '2026-11-20T11:00:00.000Z' };
    const { open } = await aPage({ bets: [ten({ automatic })] });
    const dialog = await open();
    expect(dialog.getByText('To sell only a part, cancel the automatic cash-out first.')).toBeDefined();
    expect(dialog.queryByRole('radio', { name: 'All' })).toBeNull();
  });

  test('waits while the game is played, suggests 5% less, and shows what was paid for the part', async () => {
    const { open, choose, user, account, read, positions, told } = await aPage({ delays: { b_one: 8 } });
    const dialog = await open();
    await choose('50%');
    await user.click(await dialog.findByRole('button', { name: 'Cash out for 4.41 USDC or more' }));
    await dialog.findByText(/^Cash-out of \$4\.41 or more: deciding in \d s$/);
    account.decideSale('b_one');
    await read();
    await dialog.findByText('$4.65 is now in your balance, a loss of $0.35. $5.00 of your bet stays open.');
    expect(told).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await positions().findByText('$5.00 open of $10.00, $5.00 sold for $4.65');
  });

  test('that was closed while it waited is followed by one toast', async () => {
    const { open, choose, user, account, read, told } = await aPage({ delays: { b_one: 8 } });
    const dialog = await open();
    await choose('50%');
    await user.click(await dialog.findByRole('button', { name: 'Cash out for 4.41 USDC or more' }));
    await dialog.findByText(/^Cash-out of/);
    await user.keyboard('{Escape}');
    await read();
    account.decideSale('b_one');
    await read();
    await waitFor(() =>
      expect(told).toEqual(['Part cashed out: $4.65 for $5.00 of your bet on Harbour City.']),
    );
    await read();
    expect(told).toHaveLength(1);
  });
});

describe('failures', () => {
  test('a declined signature changes nothing', async () => {
    const { open, choose, evm, user, sent } = await aPage();
    await open();
    await choose('50%');
    await screen.findByText(textOf('5 of 10', '4.65'));
    evm.mood('personal_sign', 'refusing');
    await user.click(button());
    await screen.findByText('Transaction rejected by user');
    expect(sent()).toEqual([]);
    await choose('75%');
    await screen.findByText(textOf('7.5 of 10', '6.97'));
    expect(screen.queryByText('Transaction rejected by user')).toBeNull();
  });

  test('one without an answer is sent again as it was signed, also once the list shows the part as sold', async () => {
    const { open, choose, evm, user, account, sent, read } = await aPage();
    await open();
    await choose('50%');
    await screen.findByText(textOf('5 of 10', '4.65'));
    account.behave('losing-answers');
    await user.click(button());
    await screen.findByText('No answer yet');
    await read();
    expect(figure('Stake you sell')).toBe('$5.00 of $10.00');
    expect(screen.getByRole('radio', { name: 'All' }).matches(':disabled')).toBe(true);
    account.behave('paying');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findByText(/^\$4\.65 is now in your balance/);
    expect(sent()[1]).toEqual(sent()[0]);
    expect(signatures(evm.calls)).toBe(1);
    expect(account.paid()).toBe(1);
  });

  test('an amount that fell is offered for the part', async () => {
    const { open, choose, user, account, sent } = await aPage();
    await open();
    await choose('50%');
    await screen.findByText(textOf('5 of 10', '4.65'));
    account.offer('b_one', 8);
    await user.click(button());
    await screen.findByText('Cash-out is now $4.00 (was $4.65).');
    await user.click(screen.getByRole('button', { name: 'Use $4.00' }));
    await user.click(button());
    await screen.findByText(/^\$4\.00 is now in your balance/);
    expect(sent().map(([, amount]) => amount)).toEqual([4.65, 4]);
  });

  test('a part that was sold elsewhere meanwhile: refused in the words of the server, then of what is open', async () => {
    const { open, choose, user, account, sent } = await aPage();
    await open();
    await choose('50%');
    await screen.findByText(textOf('5 of 10', '4.65'));
    account.sellPart('b_one', { stake: 4, amount: 5.2 });
    await user.click(button());
    await screen.findByText(say('cash-out-changed').sentence);
    await screen.findByText(textOf('3 of 6', '2.79'));
    await user.click(button());
    await screen.findByText(/^\$2\.79 is now in your balance, .* \$3\.00 of your bet stays open\.$/);
    expect(sent().map(([part]) => part)).toEqual([
      { stake: 5, of: 10 },
      { stake: 3, of: 6 },
    ]);
  });

  test('the dialog notices by its next quote that less is open', async () => {
    const { open, account } = await aPage();
    await open();
    account.sellPart('b_one', { stake: 4, amount: 5.2 });
    act(() => marketSignals.emit(new Set(['m_match'])));
    await waitFor(() => expect(figure('You staked')).toBe('$6.00'));
  });
});

describe('a bet with sold parts', () => {
  const sold = { stake: 4, totalReturn: 7.4, paid: 5.2 };

  test('shows what is open in the lists', async () => {
    const { positions } = await aPage({ bets: [ten({ sold, cashOut: 6.6 })] });
    const line = '$6.00 open of $10.00, $4.00 sold for $5.20';
    await positions().findByText(line);
    expect(positions().getByText('Open stake').nextElementSibling?.textContent).toBe('$6.00');
    expect(positions().getByText('Possible payout').nextElementSibling?.textContent).toBe('$11.10');
    expect(positions().getByText('Profit if sold').nextElementSibling?.textContent).toBe('+$0.60');
    const page = within(screen.getByTestId('market page'));
    expect(page.getByText(line)).toBeDefined();
    expect(page.getByText(/^Pays \$11\.10 if it wins/)).toBeDefined();
    expect(screen.getByText('Your bet: $6.00 on Harbour City')).toBeDefined();
  });

  test('shows in the history what is open, and at the end the parts and all that was paid', async () => {
    const show = (bet: WireBet) =>
      anAccountPage({ children: <BetReceipt bet={bet} isPractice={false} onReceipt={() => {}} /> });
    await show(ten({ sold }));
    expect(figure('Open stake')).toBe('$6.00');
    expect(figure('Potential win')).toBe('$5.10');
    cleanup();
    await show(ten({ sold, status: 'settled', result: 'won', paid: 16.3, profit: 6.3 }));
    expect(figure('Stake')).toBe('$10.00');
    expect(figure('Paid')).toBe('$16.30');
    expect(screen.getByText('$4.00 of $10.00 sold for $5.20 before the end')).toBeDefined();
  });

  test('is told in Spanish too', async () => {
    await chooseLanguage('es');
    await anAccountPage({
      bets: [ten({ sold, cashOut: 6.6 })],
      offers: { b_one: 6.6 },
      children: <Positions />,
    });
    await screen.findByText('$6.00 abiertos de $10.00, $4.00 vendidos por $5.20');
  });
});
