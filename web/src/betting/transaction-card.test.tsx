import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BetOrder, Placement } from './signed-bet.ts';
import { TransactionCard } from './transaction-card.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  // Every tick takes nearly the largest step, so that six ticks fill the bar and five don't.
  vi.spyOn(Math, 'random').mockReturnValue(0.95);
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
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const order: BetOrder = {
  key: 'k',
  market: {
    id: 'm_match',
    title: 'Harbour City v Northgate',
    description: '',
    category: 'sports',
    subcategory: 'soccer FIFA',
    state: 'open',
    version: 7,
    source: 'practice',
    premium: true,
    tags: [],
    endsAt: '2099-01-01T00:00:00.000Z',
    closesAt: '2099-01-01T00:00:00.000Z',
    settlesBy: '2099-01-03T00:00:00.000Z',
    volume: 0,
    outcomes: [],
  },
  outcome: { id: 'o_home', name: 'Harbour City', probability: 54.2, odds: 1.85, maxAtOdds: 12 },
  amount: 25,
  odds: 1.83,
  minOdds: 1.83,
  quoteId: undefined,
  wallet: { publicKey: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', name: 'MetaMask', chain: 'Polygon' },
};
const signed = {
  order,
  body: {
    publicKey: order.wallet.publicKey,
    marketId: 'm_match',
    outcomeId: 'o_home',
    amount: 25,
    odds: 1.83,
    signature: '0x00',
  },
};
const placed: Placement = {
  kind: 'placed',
  order,
  receipt: {
    betId: 'b_1',
    hash: 'eth_00112233445566778899aabbccddeeff',
    isReference: true,
    status: 'confirmed',
  },
};
const sending: Placement = { kind: 'sending', signed };
const unanswered: Placement = {
  kind: 'unanswered',
  signed,
  sentence: 'No answer came.',
  said: null,
};

function show(placement: Placement) {
  const onClose = vi.fn();
  const onRetry = vi.fn();
  const view = render(<TransactionCard placement={placement} onClose={onClose} onRetry={onRetry} />);
  const become = (next: Placement) =>
    view.rerender(<TransactionCard placement={next} onClose={onClose} onRetry={onRetry} />);
  return { onClose, onRetry, become };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const title = () => screen.getByRole('heading').textContent;
const barValue = () => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));

describe('the transaction toast', () => {
  test('fills the bar, then says that the bet was placed, with ten characters of its reference', () => {
    show(placed);
    expect(title()).toBe('Transaction Pending');
    expect(screen.getByText('Confirming your bet on Polygon...')).toBeDefined();
    pass(2500);
    expect(title()).toBe('Transaction Pending');
    pass(500);
    expect(title()).toBe('Bet Placed Successfully!');
    expect(screen.getByText('Your bet has been confirmed on the blockchain')).toBeDefined();
    expect(screen.getByText('eth_001122')).toBeDefined();
    expect(screen.getByText('Reference')).toBeDefined();
    expect(screen.queryByRole('link', { name: /explorer/i })).toBeNull();
  });

  test('lists the real steps beside the bar: signed, accepted, recorded, and nothing on the chain', () => {
    show(placed);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Signed, done',
      'Accepted, reference eth_001122, done',
      "Recorded in this demo's books, done",
    ]);
  });

  test('says that a practice bet is one, and what its confirmation means', () => {
    const { become } = show(placed);
    expect(screen.getByText('Practice bet')).toBeDefined();
    expect(screen.getByText("This demo's books replace the blockchain.")).toBeDefined();
    const stake = { place: {} as never, betId: 'b_1', deadline: 0, quotedUntil: 0 };
    become({ ...placed, order: { ...order, stake } });
    expect(screen.queryByText('Practice bet')).toBeNull();
    expect(screen.queryByText(/^Practice money/)).toBeNull();
  });

  test('counts down to the result of a market that ends within minutes, and leads to it', () => {
    const settlesBy = new Date(Date.now() + 161_000).toISOString();
    show({ ...placed, order: { ...order, market: { ...order.market, settlesBy } } });
    expect(screen.getByText('Settles in 2:41')).toBeDefined();
    expect(screen.getByRole('link', { name: 'See the market' }).getAttribute('href')).toBe('/market/m_match');
    pass(2000);
    expect(screen.getByText('Settles in 2:39')).toBeDefined();
    cleanup();
    show(placed);
    expect(screen.queryByText(/^Settles in/)).toBeNull();
  });

  test('exposes the bar to assistive technology in quarters only', () => {
    show(sending);
    const seen = new Set<number>();
    for (let tick = 0; tick < 8; tick += 1) {
      seen.add(barValue());
      pass(500);
    }
    seen.add(barValue());
    expect([...seen]).toEqual([0, 25, 50, 75, 100]);
  });

  test('stays at a full bar while the server is slower', () => {
    const { become } = show(sending);
    pass(10_000);
    expect(title()).toBe('Transaction Pending');
    expect(screen.getAllByText('Waiting for the network').length).toBeGreaterThan(0);
    become(placed);
    expect(title()).toBe('Bet Placed Successfully!');
  });

  test('stays at a full bar while the wallet has not signed', () => {
    show({ kind: 'signing', order, part: 'bet' });
    pass(10_000);
    expect(screen.getAllByText('Waiting for your wallet').length).toBeGreaterThan(0);
    expect(screen.queryByText('Waiting for the network')).toBeNull();
  });

  test('fails at once, offers a retry, and continues from the same bar', () => {
    const { become, onRetry } = show(sending);
    pass(1500);
    expect(barValue()).toBe(50);
    become(unanswered);
    expect(title()).toBe('No answer yet');
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    expect(onRetry).toHaveBeenCalledOnce();
    become(sending);
    expect(title()).toBe('Transaction Pending');
    expect(barValue()).toBe(50);
    become({ kind: 'failed', order, code: 'market-closed', sentence: 'Betting has closed.' });
    expect(title()).toBe('Transaction Failed');
    expect(screen.getByText('Betting has closed.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
  });

  test('closes 5 seconds after success, or with its button', () => {
    const { onClose } = show(placed);
    pass(3000);
    pass(4999);
    expect(onClose).not.toHaveBeenCalled();
    pass(1);
    expect(onClose).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['the pointer is on it', 'pointerEnter', 'pointerLeave'],
    ['focus is in it', 'focus', 'blur'],
  ] as const)('waits while %s, then continues with the remaining time', (_, start, end) => {
    const { onClose } = show(placed);
    pass(3000);
    pass(4000);
    const target =
      start === 'focus' ? screen.getByRole('button', { name: 'Close' }) : screen.getByRole('region');
    fireEvent[start](target);
    pass(60_000);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent[end](target);
    pass(999);
    expect(onClose).not.toHaveBeenCalled();
    pass(1);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('waits while the tab is hidden', () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { onClose } = show(placed);
    pass(60_000);
    expect(title()).toBe('Bet Placed Successfully!');
    expect(onClose).not.toHaveBeenCalled();
    hidden.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    pass(5000);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('announces changes of state only', () => {
    show(placed);
    const status = screen.getByRole('status');
    const said = [status.textContent];
    for (let tick = 0; tick < 8; tick += 1) {
      pass(500);
      if (status.textContent !== said.at(-1)) said.push(status.textContent);
    }
    expect(said).toEqual([
      'Transaction Pending Confirming your bet on Polygon...',
      'Bet Placed Successfully! Your bet has been confirmed on the blockchain',
    ]);
  });
});

describe('the toast of a bet in play', () => {
  const decidesAt = '2026-11-29T10:00:08.000Z';
  const inPlay = (receipt: Partial<Extract<Placement, { kind: 'placed' }>['receipt']>): Placement => ({
    kind: 'placed',
    order: { ...order, odds: 1.9 },
    receipt: { betId: 'b_1', hash: 'eth_0011', isReference: true, status: 'pending', decidesAt, ...receipt },
  });
  beforeEach(() => void vi.setSystemTime(new Date('2026-11-29T10:00:00.000Z')));

  test('counts down, and reports no success before the bet is decided', () => {
    show(inPlay({}));
    expect(title()).toBe('Transaction Pending');
    expect(screen.getByRole('timer').textContent).toBe('Deciding in 8 s');
    pass(5000);
    expect(screen.getByRole('timer').textContent).toBe('Deciding in 3 s');
    expect(title()).toBe('Transaction Pending');
    pass(60_000);
    expect(screen.getByRole('timer').textContent).toBe('Deciding now');
    expect(title()).toBe('Transaction Pending');
    expect(screen.queryByText('Bet Placed Successfully!')).toBeNull();
  });

  test('reports success once it is confirmed', () => {
    const { become } = show(inPlay({}));
    pass(8000);
    become(inPlay({ status: 'confirmed' }));
    pass(5000);
    expect(title()).toBe('Bet Placed Successfully!');
    expect(screen.queryByRole('timer')).toBeNull();
  });

  test("reports why it failed, in the server's sentence", () => {
    const { become } = show(inPlay({}));
    pass(3000);
    const sentence = 'Betting on this market is suspended, so no money was taken; try again when it resumes.';
    const failure = { code: 'market-suspended', sentence, reason: { code: 'market-suspended' as const } };
    become(inPlay({ status: 'failed', failure }));
    pass(1000);
    expect(title()).toBe('Transaction Failed');
    expect(screen.getByRole('region', { name: 'Transaction' }).textContent).toContain('no money was taken');
    expect(screen.queryByText('Bet Placed Successfully!')).toBeNull();
  });
});
