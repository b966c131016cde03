import type { WireCombo, WireComboLeg } from '@tallystone/core/http-api/combos';
import { aCombo, aComboLeg } from '@tallystone/testkit/mock-api/a-combo.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dismissToast } from '../ui/toast-store.ts';
import { ComboHistory } from './combo-history.tsx';
import { combosQuery } from './combos-query.ts';
import { OpenCombos } from './open-combos.tsx';
import { useComboToasts } from './use-combo-toasts.ts';
import { useCombos } from './use-combos.ts';

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

function Combos() {
  const combos = useCombos();
  useComboToasts(combos.combos ?? undefined);
  return (
    <>
      <OpenCombos {...combos} />
      <ComboHistory {...combos} isPractice={false} />
    </>
  );
}

const aPage = (given: Omit<Parameters<typeof anAccountPage>[0], 'children'>) =>
  anAccountPage({ ...given, children: <Combos /> });
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const figure = (of: Awaited<ReturnType<typeof section>>, name: string) =>
  of.getByText(name).nextElementSibling?.textContent;

describe('an open combo', () => {
  test('shows stake, odds, what it returns now, and the state of each selection', async () => {
    const legs = [
      aComboLeg({ outcomeName: 'Arsenal', result: 'void' }),
      aComboLeg({ marketId: 'm_2', outcomeId: 'o_2', outcomeName: 'Milan', odds: 3, result: 'won' }),
      aComboLeg({ marketId: 'm_3', outcomeId: 'o_3', outcomeName: 'Draw', state: 'closed' }),
    ];
    await aPage({ combos: [aCombo({ legs, returnNow: 30, cashOut: 12.5 })] });
    const open = await section('Open combos');
    expect(open.getByText('Combo of 3 selections')).toBeTruthy();
    for (const figure of ['$10.00', '$30.00', '$12.50']) expect(open.getByText(figure)).toBeTruthy();
    const stateOf = (name: string) => open.getByText(name).closest('li')?.textContent;
    expect(stateOf('Arsenal')).toContain('Void, counts 1.00');
    expect(stateOf('Milan')).toContain('Won');
    expect(stateOf('Draw')).toContain('Waiting for the result');
    expect(screen.queryByRole('region', { name: 'Finished combos' })).toBeNull();
  });

  test('with a void leg shows the odds that its stake still returns, and the odds that it had', async () => {
    const legs = [
      aComboLeg({ odds: 2.77, result: 'void' }),
      aComboLeg({ marketId: 'm_2', outcomeId: 'o_2', odds: 3.18, result: 'won' }),
    ];
    await aPage({ combos: [aCombo({ amount: 9.99, odds: 8.8, legs, returnNow: 31.7682 })] });
    const open = await section('Open combos');
    expect(figure(open, 'Stake')).toBe('$9.99');
    expect(figure(open, 'Odds')).toBe('3.18x was 8.80x');
    expect(figure(open, 'Possible return')).toBe('$31.7682');
  });

  test.each<[NonNullable<WireCombo['noCashOut']>, string]>([
    [{ code: 'too-soon' }, 'Cash out one minute after the bet'],
    [{ code: 'no-price' }, 'Worth less than a cent'],
    [{ code: 'market-suspended', leg: 1 }, 'Market paused: Inter vs Milan'],
    [{ code: 'market-closed', leg: 0 }, 'Waiting for the result: Arsenal vs Chelsea'],
    [{ code: 'no-price', leg: 0 }, 'Waiting for new odds: Arsenal vs Chelsea'],
  ])('says why it has no cash-out, and because of which selection: %j', async (noCashOut, words) => {
    await aPage({ combos: [aCombo({ noCashOut })] });
    const open = await section('Open combos');
    expect(open.getByText(words)).toBeTruthy();
    expect(open.queryByRole('button', { name: /^Cash out/ })).toBeNull();
  });

  test('is cashed out for the signed amount and moves to the finished ones', async () => {
    const { account, evm, user } = await aPage({
      combos: [aCombo({ cashOut: 12.5 })],
      offers: { c_one: 12.5 },
    });
    const open = await section('Open combos');
    await user.click(open.getByRole('button', { name: /^Cash out/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Cash out: c_one for 12.5 USDC');
    await user.click(dialog.getByRole('button', { name: 'Cash out 12.50 USDC' }));
    await dialog.findByText(/^\$12\.50 is now in your balance/);
    expect(evm.calls.filter((call) => call === 'personal_sign')).toHaveLength(1);
    expect(account.sent).toEqual([
      {
        path: '/api/combos/c_one/cash-out',
        body: { amount: 12.5, signature: expect.stringMatching(/^0x[0-9a-f]+$/) },
      },
    ]);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect((await section('Finished combos')).getByText('Cashed out')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Open combos' })).toBeNull());
    // The bettor ended it, so nothing reports its end.
    expect(screen.queryByText('Combo won')).toBeNull();
  });
});

test('an older combo is followed until its cash-out is paid, in its dialog and in the list', async () => {
  const ended = { status: 'settled', result: 'lost', paid: 0, profit: -10 } as const;
  const newer = Array.from({ length: 100 }, (_, n) => aCombo({ id: `c_${n}`, ...ended }));
  const { account, user } = await aPage({
    combos: [...newer, aCombo({ cashOut: 12.5 })],
    offers: { c_one: 12.5 },
    delays: { c_one: 8 },
  });
  await user.click(await screen.findByRole('button', { name: 'Show older combos' }));
  const open = await section('Open combos');
  await user.click(open.getByRole('button', { name: /^Cash out/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: /^Cash out for .* or more$/ }));
  const countdown = /deciding in \d s$/;
  await dialog.findByText(countdown);
  await open.findByText(countdown);
  expect(open.queryByRole('button', { name: /^Cash out/, hidden: true })).toBeNull();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  account.decideSale('c_one');
  await act(() => vi.advanceTimersByTimeAsync(12_000));
  await dialog.findByText(/^\$12\.50 is now in your balance/);
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  expect((await section('Finished combos')).getByText('Cashed out')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Open combos' })).toBeNull());
});

test('older combos that could not be read can be asked for again', async () => {
  const ended = { status: 'settled', result: 'lost', paid: 0, profit: -10 } as const;
  const newer = Array.from({ length: 100 }, (_, n) => aCombo({ id: `c_${n}`, ...ended }));
  const { account, user } = await aPage({ combos: [...newer, aCombo()] });
  const button = await screen.findByRole('button', { name: 'Show older combos' });
  account.cutOff('/api/user/combos');
  await user.click(button);
  await screen.findByText('Older combos could not be loaded.');
  account.reconnect('/api/user/combos');
  await user.click(button);
  await section('Open combos');
  expect(screen.queryByText('Older combos could not be loaded.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show older combos' })).toBeNull();
});

describe('a finished combo', () => {
  test('shows its result, what it paid and its profit', async () => {
    const ended = { status: 'settled', result: 'won', paid: 60, profit: 50 } as const;
    await aPage({ combos: [aCombo({ ...ended, endedAt: '2026-11-21T10:00:00.000Z' })] });
    const finished = await section('Finished combos');
    for (const words of ['Won', '$60.00', '+$50.00']) expect(finished.getByText(words)).toBeTruthy();
  });

  test.each<[string, (WireComboLeg['result'] | undefined)[], number, string]>([
    ['no void leg', ['won', 'won'], 60, '6.00x'],
    ['one void leg', ['won', 'void'], 20, '2.00x was 6.00x'],
    ['only void legs', ['void', 'void'], 10, '1.00x was 6.00x'],
  ])('with %s shows the odds at which it was paid', async (_, results, paid, odds) => {
    const legs = aCombo().legs.map((leg, place) => ({ ...leg, result: results[place] }));
    await aPage({ combos: [aCombo({ legs, status: 'settled', result: 'won', paid, profit: paid - 10 })] });
    const finished = await section('Finished combos');
    expect(figure(finished, 'Odds')).toBe(odds);
    expect(figure(finished, 'Paid')).toBe(`$${paid}.00`);
  });

  test('that was open is told once', async () => {
    const { account, queryClient } = await aPage({ combos: [aCombo()] });
    await section('Open combos');
    account.changeCombo('c_one', { status: 'settled', result: 'lost', paid: 0, profit: -10 });
    await act(() => queryClient.invalidateQueries({ queryKey: combosQuery.queryKey }));
    await screen.findByText('Combo lost', { selector: '.toast-title' });
    act(() => dismissToast());
    await waitFor(() => expect(screen.queryByText('Combo lost')).toBeNull());
    await act(() => queryClient.invalidateQueries({ queryKey: combosQuery.queryKey }));
    expect(screen.queryByText('Combo lost')).toBeNull();
  });
});
