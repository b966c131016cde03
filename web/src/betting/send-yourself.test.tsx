import type { WireBetChain, WireSignedBet } from '@tallystone/core/http-api/betting';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { BetReceipt } from './bet-receipt.tsx';
import { SendYourself } from './send-yourself.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const signedFor = (seconds: number): WireSignedBet => ({
  chainId: 137,
  escrow: `0x${'e'.repeat(40)}`,
  bet: {
    betId: `0x${'1'.repeat(64)}`,
    marketId: `0x${'2'.repeat(32)}`,
    bettor: `0x${'b'.repeat(40)}`,
    outcome: 0,
    stake: '25000000',
    odds: '1850000',
    deadline: 1_900_000_000,
  },
  v: 27,
  r: `0x${'3'.repeat(64)}`,
  s: `0x${'4'.repeat(64)}`,
  acceptedUntil: Math.floor(Date.now() / 1000) + seconds,
  acceptance: `0x${'5'.repeat(130)}`,
});

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Signed bet');

test('copies the whole signed bet, and says so', async () => {
  const user = userEvent.setup();
  const signed = signedFor(25);
  render(<SendYourself signed={signed} />);
  await user.click(screen.getByText('Send it yourself'));
  expect(JSON.parse(field().value)).toEqual(signed);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(screen.getByRole('status').textContent).toBe('Copied');
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual(signed);
});

test('selects it if there is no clipboard', async () => {
  const user = userEvent.setup();
  render(<SendYourself signed={signedFor(25)} />);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(screen.getByText('Send it yourself'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(screen.getByRole('status').textContent).toBe('Copy the selected text');
  expect(field().selectionEnd).toBe(field().value.length);
});

test('counts down, and disappears when the acceptance expires', () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const { container } = render(<SendYourself signed={signedFor(2)} />);
  expect(container.textContent).toContain('for 2 more seconds');
  act(() => void vi.advanceTimersByTime(1000));
  expect(container.textContent).toContain('for 1 more second,');
  act(() => void vi.advanceTimersByTime(1000));
  expect(container.textContent).toBe('');
});

test.each<[WireBetChain['state'], boolean]>([
  ['waiting', true],
  ['sent', true],
  ['included', false],
])('is offered with a bet that is %s: %s', async (state, isOffered) => {
  const bet = aBet({ status: 'pending', chain: { state, signed: signedFor(25) } });
  await anAccountPage({ children: <BetReceipt bet={bet} isPractice={false} onReceipt={() => {}} /> });
  await screen.findByText('Harbour City');
  expect(screen.queryByText('Send it yourself') !== null).toBe(isOffered);
});
