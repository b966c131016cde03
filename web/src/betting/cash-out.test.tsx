import type { WireBet } from '@tallystone/core/http-api/betting';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { marketSignals } from '../data/market-signals.ts';
import { dismissToast } from '../ui/toast-store.ts';
import { openCashOut } from './cash-out-slip.ts';
import { OwnBetLine } from './own-bet-line.tsx';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});
afterEach(() => {
  cleanup();
  dismissToast();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const bet = aBet({ id: 'b_one' });
const other = aBet({ id: 'b_two', outcomeId: 'o_away', outcomeName: 'Northgate', amount: 10 });

function Opener({ bet: shown, name }: { bet: WireBet; name: string }) {
  return (
    <button type="button" onClick={() => openCashOut(shown)}>
      {name}
    </button>
  );
}

/** A page with a button for each of two bets; the market offers 23.40 for the first and 8 for the second. */
async function aPage({ open = true }: { open?: boolean } = {}) {
  const page = await anAccountPage({
    bets: [bet, other],
    offers: { b_one: 23.4, b_two: 8 },
    children: (
      <>
        <Opener bet={bet} name="First" />
        <Opener bet={other} name="Second" />
      </>
    ),
  });
  if (open) {
    await page.user.click(screen.getByRole('button', { name: 'First' }));
    await screen.findByText(textOf('b_one', '23.4'));
  }
  return page;
}

const textOf = (id: string, amount: string) => `Cash out: ${id} for ${amount} USDC`;
const sellButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Cash(ing)? out/ });
const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe('the dialog', () => {
  test('shows the stake, the amount, the profit or loss, the return given up and the text to sign', async () => {
    await aPage();
    expect(figure('You staked')).toBe('$25.00');
    expect(figure('You get now')).toBe('$23.40');
    expect(figure('Your loss')).toBe('-$1.60');
    expect(screen.getByText(/give up \$46\.25 if Harbour City wins/)).toBeDefined();
    expect(sellButton().textContent).toBe('Cash out 23.40 USDC');
  });

  test('signs exactly the shown text, sends it once for two presses, and shows the new balance', async () => {
    const { account, evm, user } = await aPage();
    await user.dblClick(sellButton());
    await screen.findByText(/^\$23\.40 is now in your balance, a loss of \$1\.60/);
    expect(account.sent.map(({ path, body }) => [path, body.amount])).toEqual([
      ['/api/bets/b_one/cash-out', 23.4],
    ]);
    expect(evm.calls.filter((method) => method === 'personal_sign')).toHaveLength(1);
    const [hex] = evm.lastParams('personal_sign') ?? [];
    expect(String(hex)).toBe(hexOf(textOf('b_one', '23.4')));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('requests a new amount each time it opens', async () => {
    const { account, user } = await aPage();
    await user.keyboard('{Escape}');
    account.offer('b_one', 22);
    await user.click(screen.getByRole('button', { name: 'First' }));
    await screen.findByText(textOf('b_one', '22'));
    expect(screen.queryByText(textOf('b_one', '23.4'))).toBeNull();
  });

  test('shows why a bet cannot be cashed out, and counts down until it can', async () => {
    const { account, user } = await aPage({ open: false });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const soon = new Date(Date.now() + 60_000).toISOString();
    account.refuse('b_one', { reason: 'Until a minute has passed it stands.', availableAt: soon });
    await user.click(screen.getByRole('button', { name: 'First' }));
    await screen.findByText('Until a minute has passed it stands.');
    expect(screen.getByText(/Available in ([1-5]?\d|60) seconds?\./)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Cash out/ })).toBeNull();
    account.offer('b_one', 23);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await screen.findByText(textOf('b_one', '23'));
  });

  test('says when it got no quote and requests it again', async () => {
    const { account, user } = await aPage({ open: false });
    account.cutOff('/api/bets/b_one/cash-out');
    await user.click(screen.getByRole('button', { name: 'First' }));
    await screen.findByText('Busy.');
    account.reconnect('/api/bets/b_one/cash-out');
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByText(textOf('b_one', '23.4'));
  });
});

describe('an amount that moved', () => {
  test('is shown after the refusal, and signed only once the bettor accepts it', async () => {
    const { account, evm, user } = await aPage();
    account.offer('b_one', 20);
    await user.click(sellButton());
    await screen.findByText('Cash-out is now $20.00 (was $23.40).');
    expect(sellButton().disabled).toBe(true);
    expect(account.paid()).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Use $20.00' }));
    expect(screen.getByText(textOf('b_one', '20'))).toBeDefined();
    await user.click(sellButton());
    await screen.findByText(/^\$20\.00 is now in your balance/);
    expect(account.sent.map(({ body }) => body.amount)).toEqual([23.4, 20]);
    expect(evm.calls.filter((method) => method === 'personal_sign')).toHaveLength(2);
  });

  test('is offered when the market changes, and never replaces the shown amount automatically', async () => {
    const { account } = await aPage();
    account.offer('b_one', 24.1);
    marketSignals.emit(new Set(['m_match']));
    await screen.findByText('Cash-out is now $24.10 (was $23.40).');
    expect(figure('You get now')).toBe('$23.40');
    expect(screen.getByText('Check the new amount first.')).toBeDefined();
  });
});

test('the amount is read once a second while its market keeps changing, and not for other markets', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { account } = await aPage();
  account.asked.length = 0;
  const change = async (marketId: string, times: number) => {
    for (let n = 0; n < times; n++) {
      marketSignals.emit(new Set([marketId]));
      await act(() => vi.advanceTimersByTimeAsync(100));
    }
  };
  const beganAt = Date.now();
  await change('m_match', 30);
  // The clock also runs while the page works, so at least three seconds have passed.
  const seconds = (Date.now() - beganAt) / 1_000;
  await change('m_other', 20);
  expect(account.asked.filter((path) => path === '/api/bets/b_one/cash-out').length).toBeGreaterThan(2);
  expect(account.asked.length).toBeLessThan(3 + seconds);
});

describe('failures', () => {
  test('a declined signature leaves the bet unchanged', async () => {
    const { account, evm, user } = await aPage();
    evm.mood('personal_sign', 'refusing');
    await user.click(sellButton());
    await screen.findByText('Transaction rejected by user');
    expect(screen.getByText('Your position stays open.')).toBeDefined();
    expect(account.sent).toEqual([]);
    evm.mood('personal_sign', 'willing');
    await user.click(sellButton());
    await screen.findByText(/is now in your balance/);
  });

  test('a refusal is shown in its own words', async () => {
    const { account, user } = await aPage();
    account.behave({
      status: 409,
      body: {
        error: 'The market is suspended, so the bet stands.',
        code: 'cash-out-unavailable',
        requestId: 'r',
      },
    });
    await user.click(sellButton());
    await screen.findByText('The market is suspended, so the bet stands.');
    expect(account.paid()).toBe(0);
  });

  test('a cash-out without an answer is sent again with the same signature and paid once', async () => {
    const { account, evm, user } = await aPage();
    account.behave('losing-answers');
    await user.click(sellButton());
    await screen.findByText('No answer yet');
    expect(account.paid()).toBe(1);
    account.behave('paying');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findByText(/^\$23\.40 is now in your balance/);
    expect(account.sent[1]?.body).toEqual(account.sent[0]?.body);
    expect(evm.calls.filter((method) => method === 'personal_sign')).toHaveLength(1);
    expect(account.paid()).toBe(1);
  });

  test('while one has no answer no other can start, and the bettor can let it go', async () => {
    const { account, user } = await aPage();
    account.behave('unreachable');
    await user.click(sellButton());
    await screen.findByText('No answer yet');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Second' }));
    await screen.findByText('No answer yet for $23.40 on Harbour City.');
    expect(sellButton().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Stop waiting' }));
    account.behave('paying');
    await user.click(sellButton());
    await screen.findByText(/^\$8\.00 is now in your balance, a loss of \$2\.00/);
  });
});

describe('what the server did in the meantime', () => {
  test('is shown once the bettor let go of a cash-out without an answer', async () => {
    const { account, user } = await aPage();
    account.behave('losing-answers');
    await user.click(sellButton());
    await screen.findByText('No answer yet');
    account.refuse('b_one', { reason: 'The bet was cashed out already.' });
    account.asked.length = 0;
    await user.click(screen.getByRole('button', { name: 'Stop waiting' }));
    await screen.findByText('The bet was cashed out already.');
    expect(screen.queryByRole('button', { name: /^Cash out/ })).toBeNull();
    expect(account.asked).toContain('/api/bets/b_one/cash-out');
  });
});

describe('a session that ended', () => {
  test('keeps the dialog open, says that nothing was sold, and continues after sign-in', async () => {
    const { account, user } = await aPage();
    account.expireSessions();
    await user.click(sellButton());
    await screen.findByText('Your session has ended. Your position stays open.');
    expect(screen.getByRole('dialog')).toBeDefined();
    expect(figure('You get now')).toBe('$23.40');
    expect(screen.queryByText('Sign in to do this.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in again' }));
    await screen.findByText('Signed in again. Press cash out once more.');
    await waitFor(() => expect(sellButton().disabled).toBe(false));
    await user.click(sellButton());
    await screen.findByText(/^\$23\.40 is now in your balance/);
    expect(account.paid()).toBe(1);
  });

  test('keeps it open while the account page redirects home and back', async () => {
    const { account, user } = await aPage();
    account.expireSessions();
    await user.click(sellButton());
    await screen.findByText(/^Your session has ended/);
    act(() => history.replaceState(null, '', '/elsewhere?auth=required'));
    expect(screen.getByRole('dialog')).toBeDefined();
    act(() => history.replaceState(null, '', '/'));
    await user.click(screen.getByRole('button', { name: 'Sign in again' }));
    await screen.findByText(/^Signed in again/);
    act(() => history.replaceState(null, '', '/elsewhere'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('closing the dialog', () => {
  test('does not cancel a signed cash-out, and a toast reports the result', async () => {
    const { account, user } = await aPage();
    const release = account.holdAnswers();
    await user.click(sellButton());
    await screen.findByText("Sending. Closing this doesn't cancel it.");
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    release();
    await screen.findByText('Cashed out', { selector: '.toast-title' });
    expect(account.paid()).toBe(1);
  });

  test('keeps a report only until the dialog was closed', async () => {
    const { evm, user } = await aPage();
    evm.mood('personal_sign', 'refusing');
    await user.click(sellButton());
    await screen.findByText('Transaction rejected by user');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'First' }));
    await screen.findByText(textOf('b_one', '23.4'));
    expect(screen.queryByText('Transaction rejected by user')).toBeNull();
  });
});

test('disconnecting the wallet closes the dialog', async () => {
  const { session } = await aPage();
  act(() => session.disconnect());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('on the card of a market', () => {
  const bets = [
    aBet({ id: 'b_1', amount: 5 }),
    aBet({ id: 'b_2', amount: 7 }),
    aBet({ id: 'b_3', amount: 9 }),
    aBet({ id: 'b_4', amount: 11, marketId: 'm_other' }),
    aBet({ id: 'b_5', amount: 13, status: 'settled', result: 'won' }),
  ];

  test('the open bets are listed with a button for the same dialog', async () => {
    const { user } = await anAccountPage({
      bets,
      offers: { b_1: 4.5 },
      children: <OwnBetLine marketId="m_match" />,
    });
    const lines = (await screen.findAllByRole('listitem')).map(
      (line) => line.querySelector('span')?.textContent,
    );
    expect(lines).toEqual(['Your bet: $5.00 on Harbour City', 'Your bet: $7.00 on Harbour City']);
    expect(screen.getByRole('link', { name: '1 more in My Account' }).getAttribute('href')).toBe(
      '/profile?show=open',
    );
    await user.click(screen.getByRole('button', { name: 'Cash out $5.00 on Harbour City' }));
    await screen.findByText(textOf('b_1', '4.5'));
  });

  test('live bets are listed without a cash-out, and those that are not final are marked', async () => {
    await anAccountPage({
      bets: [
        aBet({ id: 'b_1', status: 'pending', chain: { state: 'waiting' } }),
        aBet({ id: 'b_2', chain: { state: 'final', block: 7 } }),
      ],
      children: <OwnBetLine marketId="m_match" />,
    });
    const lines = await screen.findAllByRole('listitem');
    expect(lines.map((line) => line.textContent)).toEqual([
      'Your bet: $25.00 on Harbour CityNot final yet',
      'Your bet: $25.00 on Harbour City',
    ]);
    expect(screen.queryByRole('button', { name: /Cash out/ })).toBeNull();
  });

  test('nothing is listed for a visitor who is not signed in', async () => {
    const { account } = await anAccountPage({
      bets,
      connected: false,
      children: <OwnBetLine marketId="m_match" />,
    });
    expect(screen.queryByRole('list', { name: /Your open bets/ })).toBeNull();
    expect(account.asked).toEqual([]);
  });
});

function hexOf(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
