import type { WireBet, WireSelling } from '@tallystone/core/http-api/betting';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import { say } from '@tallystone/core/sentences/say';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { aCombo, aComboLeg } from '@tallystone/testkit/mock-api/a-combo.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { aBetListsPage } from '@tallystone/testkit/page/bet-lists-page.tsx';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { marketSignals } from '../data/market-signals.ts';
import { betsQuery, COMBOS_KEY } from '../data/queries.ts';
import { readRecord } from '../notices/stored-record.ts';
import { chooseLanguage } from '../texts/choose-language.ts';
import { dismissToast } from '../ui/toast-store.ts';
import { OpenCombos } from './open-combos.tsx';
import { OpenPositions } from './open-positions.tsx';
import { useCombos } from './use-combos.ts';
import { usePositions } from './use-positions.ts';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});
afterEach(async () => {
  cleanup();
  dismissToast();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await chooseLanguage('en');
});

const { sentence, reason } = say('cash-out-market-suspended');
const SUSPENDED: NonNullable<WireSelling['failure']> = { code: 'market-suspended', sentence, reason };

const Positions = () => <OpenPositions {...usePositions()} />;
const Combos = () => <OpenCombos {...useCombos()} />;

/** A page with a bet on a running game that can be cashed out for 23.40 USDC after 8 seconds. */
async function aPage(bets: WireBet[] = [aBet({ placedAt: new Date().toISOString(), cashOut: 23.4 })]) {
  const page = await aBetListsPage({
    bets,
    offers: { b_one: 23.4 },
    delays: { b_one: 8 },
  });
  /** Reads the bets again, as the stream or the page's look does. */
  const read = () => act(() => page.queryClient.invalidateQueries({ queryKey: betsQuery.queryKey }));
  const reload = async () => {
    page.stop();
    cleanup();
    act(() => dismissToast());
    return aPage(bets);
  };
  const { positions } = page;
  const open = async () => {
    await page.user.click(await positions().findByRole('button', { name: /^Cash out/ }));
    return within(await screen.findByRole('dialog'));
  };
  const sell = async () => {
    const dialog = await open();
    await page.user.click(await dialog.findByRole('button', { name: 'Cash out for 22.23 USDC or more' }));
    await dialog.findByText(COUNTDOWN);
    return dialog;
  };
  const kinds = () => readRecord(page.evm.address)?.notices.map(({ kind }) => kind);
  return { ...page, read, reload, open, sell, kinds };
}

/** The minimum is 5% below the 23.40 USDC that are shown. */
const COUNTDOWN = /^Cash-out of \$22\.23 or more: deciding in \d s$/;
const WAITS =
  'In play: the cash-out waits 8 seconds. You get what it is worth then, if that is at least $22.23 and betting is not suspended meanwhile; otherwise nothing is sold.';

test('the dialog says before the signature that it waits, counts down, and shows what was paid', async () => {
  const { open, account, user, read, told } = await aPage();
  const dialog = await open();
  await dialog.findByText(WAITS);
  await user.click(await dialog.findByRole('button', { name: 'Cash out for 22.23 USDC or more' }));
  await dialog.findByText(COUNTDOWN);
  expect(screen.queryByRole('heading', { name: 'Cashed out' })).toBeNull();
  account.decideSale('b_one');
  await read();
  await dialog.findByText(/^\$23\.40 is now in your balance, a loss of \$1\.60/);
  expect(told).toEqual([]);
});

test('an amount that moves a little can be signed as shown, one below the minimum has to be looked at first', async () => {
  const { open, account } = await aPage([
    aBet({ placedAt: new Date().toISOString(), cashOut: 23.4, pricedBy: 'm_running' }),
  ]);
  const dialog = await open();
  const button = await dialog.findByRole<HTMLButtonElement>('button', {
    name: 'Cash out for 22.23 USDC or more',
  });
  // The bet is from before the start, so its amount follows another market.
  const asked = account.asked.length;
  account.offer('b_one', 22.23);
  act(() => marketSignals.emit(new Set(['m_running'])));
  await waitFor(() => expect(account.asked.length).toBeGreaterThan(asked));
  expect(button.disabled).toBe(false);
  account.offer('b_one', 22.22);
  act(() => marketSignals.emit(new Set(['m_running'])));
  await dialog.findByText('Cash-out is now $22.22 (was $23.40).', undefined, { timeout: 3_000 });
  expect(button.disabled).toBe(true);
});

test('a bet before its game is played says nothing of a delay', async () => {
  await anAccountPage({ bets: [aBet({ cashOut: 23.4 })], offers: { b_one: 23.4 }, children: <Positions /> });
  const button = await screen.findByRole('button', { name: /^Cash out/ });
  act(() => button.click());
  await screen.findByRole('button', { name: 'Cash out 23.40 USDC' });
  expect(screen.queryByText(/^In play:/)).toBeNull();
});

test('one that failed says why in the dialog, and the bet can be cashed out again', async () => {
  const { sell, account, read, told, user, open, kinds } = await aPage();
  const dialog = await sell();
  account.decideSale('b_one', SUSPENDED);
  await read();
  await dialog.findByText(SUSPENDED.sentence);
  await dialog.findByRole('button', { name: 'Cash out for 22.23 USDC or more' });
  expect(told).toEqual([]);
  expect(kinds()).toContain('sale-failed');
  await user.keyboard('{Escape}');
  const again = await open();
  await again.findByText(`Your cash-out of $22.23 was not paid. ${SUSPENDED.sentence}`);
});

test.each([
  ['paid', undefined, 'Cashed out: $23.40 for your bet on Harbour City.'],
  ['not paid', SUSPENDED, `Not cashed out: $22.23 for your bet on Harbour City. ${SUSPENDED.sentence}`],
] as const)('one that is %s after its dialog was closed is told once', async (_, failure, words) => {
  const { sell, account, read, told, user } = await aPage();
  await sell();
  await user.keyboard('{Escape}');
  account.decideSale('b_one', failure);
  await read();
  await waitFor(() => expect(told).toEqual([words]));
  await read();
  expect(told).toEqual([words]);
});

test.each([
  ['paid', undefined, 'Cashed out: $23.40 for your bet on Harbour City.'],
  ['not paid', SUSPENDED, `Not cashed out: $22.23 for your bet on Harbour City. ${SUSPENDED.sentence}`],
] as const)('one that is %s after a reload is told once', async (_, failure, words) => {
  const { sell, reload } = await aPage();
  await sell();
  const again = await reload();
  await again.positions().findByText(COUNTDOWN);
  again.account.decideSale('b_one', failure);
  await again.read();
  await waitFor(() => expect(again.told).toEqual([words]));
  const third = await again.reload();
  await waitFor(() => expect(third.queryClient.getQueryData(betsQuery.queryKey)).toBeDefined());
  await third.read();
  expect(third.told).toEqual([]);
});

test('while it waits, the bet shows the countdown and no button: on its card, its page and in the account', async () => {
  const { sell, user, positions } = await aPage();
  await sell();
  await user.keyboard('{Escape}');
  await positions().findByText(COUNTDOWN);
  expect(positions().queryByRole('button', { name: /^Cash out/ })).toBeNull();
  for (const place of ['card', 'market page']) {
    const shown = within(screen.getByTestId(place));
    await shown.findByText(COUNTDOWN);
    expect(shown.queryByRole('button', { name: /^Cash out/ })).toBeNull();
  }
});

test('without a stream the page asks on its own whether it was paid', async () => {
  const { sell, account, told, user } = await aPage();
  await sell();
  await user.keyboard('{Escape}');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  account.decideSale('b_one');
  await act(() => vi.advanceTimersByTimeAsync(12_000));
  await waitFor(() => expect(told).toEqual(['Cashed out: $23.40 for your bet on Harbour City.']));
});

test('another amount is refused in the sentence of the server while one waits', async () => {
  const waiting = aBet({ cashOut: 23.4, selling: { amount: 20, decidesAt: '2099-01-01T00:00:00.000Z' } });
  const bets = [aBet({ cashOut: 23.4 })];
  const { open, user } = await aPage(bets);
  const dialog = await open();
  // Another tab was faster.
  bets[0] = waiting;
  await user.click(await dialog.findByRole('button', { name: 'Cash out for 22.23 USDC or more' }));
  await dialog.findByText(say('cash-out-waiting').sentence);
});

test('the countdown is in Spanish too', async () => {
  await chooseLanguage('es');
  const decidesAt = new Date(Date.now() + 8_000).toISOString();
  await aPage([aBet({ cashOut: 23.4, selling: { amount: 23.4, decidesAt } })]);
  const shown = () => screen.queryAllByText(/^Venta por \$23\.40 o más: se decide en \d s$/);
  await waitFor(() => expect(shown()).toHaveLength(3));
});

describe('a combo with a game in play', () => {
  const legs = [
    aComboLeg({ state: 'closed', pricedBy: 'm_running' }),
    aComboLeg({ marketId: 'm_2', outcomeId: 'o_2', outcomeName: 'Milan', odds: 3 }),
  ];
  const anOpenCombo = (given: Partial<WireCombo> = {}) =>
    aCombo({ legs, placedAt: new Date().toISOString(), cashOut: 23.4, ...given });

  /** A page with a combo that can be cashed out for 23.40 USDC after 8 seconds. */
  async function aCombosPage(combos = [anOpenCombo()]) {
    const page = await aBetListsPage({
      combos,
      offers: { c_one: 23.4 },
      delays: { c_one: 8 },
      also: <Combos />,
    });
    const read = () => act(() => page.queryClient.invalidateQueries({ queryKey: COMBOS_KEY }));
    const reload = async () => {
      page.stop();
      cleanup();
      act(() => dismissToast());
      return aCombosPage(combos);
    };
    const section = async () => within(await screen.findByRole('region', { name: 'Open combos' }));
    const open = async () => {
      await page.user.click(await (await section()).findByRole('button', { name: /^Cash out/ }));
      return within(await screen.findByRole('dialog'));
    };
    const sell = async () => {
      const dialog = await open();
      await page.user.click(await dialog.findByRole('button', { name: 'Cash out for 22.23 USDC or more' }));
      await dialog.findByText(COUNTDOWN);
      return dialog;
    };
    const kinds = () => readRecord(page.evm.address)?.notices.map(({ kind }) => kind);
    return { ...page, read, reload, section, open, sell, kinds };
  }

  test('says which selection is in play, what is signed, and counts down until it is paid', async () => {
    const { section, open, account, user, read, told, evm } = await aCombosPage();
    const stateOf = async (name: string) => (await section()).getByText(name).closest('li')?.textContent;
    expect(await stateOf('Arsenal')).toContain('IN PLAY');
    expect(await stateOf('Milan')).toContain('Open');
    const dialog = await open();
    await dialog.findByText(WAITS);
    await dialog.findByText('Cash out: c_one for 22.23 USDC');
    await user.click(await dialog.findByRole('button', { name: 'Cash out for 22.23 USDC or more' }));
    await dialog.findByText(COUNTDOWN);
    expect(evm.calls.filter((call) => call === 'personal_sign')).toHaveLength(1);
    account.decideSale('c_one');
    await read();
    await dialog.findByText(/^\$23\.40 is now in your balance, a profit of \$13\.40/);
    expect(told).toEqual([]);
  });

  test('follows the prices of the market in play', async () => {
    const { open, account } = await aCombosPage();
    const dialog = await open();
    await dialog.findByText('Cash out: c_one for 22.23 USDC');
    account.offer('c_one', 22.22);
    act(() => marketSignals.emit(new Set(['m_running'])));
    await dialog.findByText('Cash-out is now $22.22 (was $23.40).', undefined, { timeout: 3_000 });
  });

  test('shows the countdown and no button while its cash-out waits', async () => {
    const { section, sell, user } = await aCombosPage();
    await sell();
    await user.keyboard('{Escape}');
    await (await section()).findByText(COUNTDOWN);
    expect((await section()).queryByRole('button', { name: /^Cash out/ })).toBeNull();
  });

  test('that was not cashed out says why in the dialog, and can be cashed out again', async () => {
    const { sell, open, account, read, told, user, kinds } = await aCombosPage();
    const dialog = await sell();
    account.decideSale('c_one', SUSPENDED);
    await read();
    await dialog.findByText(SUSPENDED.sentence);
    await dialog.findByRole('button', { name: 'Cash out for 22.23 USDC or more' });
    expect(told).toEqual([]);
    expect(kinds()).toContain('sale-failed');
    await user.keyboard('{Escape}');
    await (await open()).findByText(`Your cash-out of $22.23 was not paid. ${SUSPENDED.sentence}`);
  });

  test.each([
    ['paid', undefined, 'Combo cashed out: $23.40 for your combo of 2 selections.'],
    ['not paid', SUSPENDED, `Not cashed out: $22.23 for your combo of 2 selections. ${SUSPENDED.sentence}`],
  ] as const)('that was %s after a reload is told once', async (_, failure, words) => {
    const { sell, reload } = await aCombosPage();
    await sell();
    const again = await reload();
    await (await again.section()).findByText(COUNTDOWN);
    again.account.decideSale('c_one', failure);
    await again.read();
    await waitFor(() => expect(again.told).toEqual([words]));
    const third = await again.reload();
    await waitFor(() => expect(third.queryClient.getQueryData(COMBOS_KEY)).toBeDefined());
    await third.read();
    expect(third.told).toEqual([]);
  });

  test('is looked at again without a stream', async () => {
    const { sell, account, told, user } = await aCombosPage();
    await sell();
    await user.keyboard('{Escape}');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    account.decideSale('c_one');
    await act(() => vi.advanceTimersByTimeAsync(12_000));
    await waitFor(() => expect(told).toEqual(['Combo cashed out: $23.40 for your combo of 2 selections.']));
  });

  test('that ended while the bettor was away is told once, with its notice', async () => {
    const { section, reload, account, kinds } = await aCombosPage();
    await section();
    const ended = { status: 'settled', result: 'won', paid: 60, profit: 50 } as const;
    account.changeCombo('c_one', { ...ended, endedAt: new Date().toISOString() });
    const again = await reload();
    await waitFor(() =>
      expect(again.told).toEqual([
        'A bet ended while you were away: You were paid $60.00 in total. See Recent activity.',
      ]),
    );
    expect(kinds()).toContain('bet-ended');
  });
});
