import type { WireSolvency } from '@tallystone/core/http-api/solvency';
import { LIVE } from '@tallystone/testkit/mock-api/book.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { wholeAddress } from '../format/whole-address.ts';
import { secondsText } from '../transparency/check-yourself.tsx';
import { ratioText } from '../transparency/house-cover.tsx';
import { Transparency } from './transparency.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const theBooks: WireSolvency = {
  at: '2026-11-21T10:00:00.000Z',
  mode: 'demo',
  pool: 1_000_000,
  escrow: 12_345.67,
  worstCase: 12_000,
  userFunds: 4_999.5,
  markets: [
    { id: 'm_a', title: 'Cup final', state: 'open', escrow: 2_345.67, worstCase: 2_000, openStakes: 900 },
    { id: 'm_b', title: 'Election', state: 'closed', escrow: 10_000, worstCase: 10_000, openStakes: 4_000 },
  ],
  marketCount: 2,
  invariants: [
    { number: 1, promise: 'All accounts add to zero.', holds: true, checkedAt: '2026-11-21T09:59:00.000Z' },
    { number: 2, promise: 'No user is below zero.', holds: false, checkedAt: '2026-11-21T09:59:00.000Z' },
    { number: 3, promise: 'The chain is unbroken.', holds: true, checkedAt: null },
  ],
  chain: { auditId: 1234, at: '2026-11-21T09:59:30.000Z', hash: 'ab'.repeat(32) },
  payoutSeconds: { median: 0.42, p95: 3.1, markets: 100 },
};

function aPage(answer: Partial<WireSolvency> | 'silent' | 'down' = {}) {
  const server = { answer };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    if (String(input).endsWith('/api/config')) return Response.json({ mode: 'live', live: LIVE });
    if (server.answer === 'silent') return new Promise<Response>(() => {});
    if (server.answer === 'down') {
      return Response.json({ error: 'Busy.', code: 'too-busy', requestId: 'req_9' }, { status: 503 });
    }
    return Response.json({ ...theBooks, ...server.answer });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Transparency />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), server };
}

const titles = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map((cell) => cell.firstChild?.textContent);

describe('the page', () => {
  test('shows what the house has, what it would owe, and the cover', async () => {
    aPage();
    await screen.findByText('Yes. Every market covers its worst case.');
    expect(screen.getByText(/102\.8% of their largest payout/)).toBeDefined();
    expect(screen.getByText('$12,345.67')).toBeDefined();
    expect(screen.getByText('$1,012,345.67')).toBeDefined();
    expect(screen.getByText('$345.67')).toBeDefined();
    expect(screen.getByText('Practice money')).toBeDefined();
  });

  test('adds what is kept for open combos, and what they would be paid', async () => {
    aPage({ combos: { held: 60, worstCase: 50, open: 2 } });
    await screen.findByText('Yes. Every market covers its worst case.');
    const amountOf = (label: string) =>
      screen.getByText(label).closest('div')?.querySelector('dd')?.textContent;
    expect(amountOf('Kept for combos')).toBe('$60.00');
    expect(amountOf('For 2 open combos')).toBe('$50.00');
    expect(amountOf('Total')).toBe('$1,012,405.67');
    expect(amountOf('Left of what is set aside')).toBe('$355.67');
    // 12,405.67 of 12,050.
    expect(screen.getByText(/102\.9% of their largest payout/)).toBeDefined();
  });

  test('has no line for combos without any', async () => {
    aPage({ combos: { held: 0, worstCase: 0, open: 0 } });
    await screen.findByText('Yes. Every market covers its worst case.');
    expect(screen.queryByText(/combo/)).toBeNull();
  });

  test('says no if the combos are short, however much the markets have', async () => {
    aPage({ combos: { held: 49.99, worstCase: 50, open: 2 } });
    await screen.findByText("No. The money kept for combos can't cover them.");
  });

  test('says no if one market is short, even if others have more', async () => {
    aPage({
      markets: theBooks.markets.map((market) =>
        market.id === 'm_b' ? { ...market, escrow: 9_999.99 } : market,
      ),
    });
    await screen.findByText("No. A market can't cover its worst case.");
    expect(screen.getByText('Not covered')).toBeDefined();
  });

  test('lists the markets, worst first, searchable and sortable', async () => {
    const { user } = aPage();
    await screen.findByRole('table');
    expect(titles()).toEqual(['Election', 'Cup final']);
    await user.click(screen.getByRole('button', { name: 'Market' }));
    expect(titles()).toEqual(['Cup final', 'Election']);
    expect(screen.getByRole('columnheader', { name: 'Market' }).getAttribute('aria-sort')).toBe('ascending');
    await user.type(screen.getByLabelText('Search markets'), 'elec');
    expect(titles()).toEqual(['Election']);
  });

  test('shows ten markets on a phone, and all on request', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('width < 40rem') }));
    const [market] = theBooks.markets;
    if (market === undefined) throw new Error('expected a market');
    const markets = Array.from({ length: 30 }, (_, n) => ({ ...market, id: `m_${n}`, title: `Market ${n}` }));
    const { user } = aPage({ markets, marketCount: 30 });
    await screen.findByRole('table');
    expect(titles()).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Show all 30' }));
    expect(titles()).toHaveLength(30);
  });

  test('shows for each promise whether it is kept and when it was checked', async () => {
    aPage();
    const states = (await screen.findAllByText(/All accounts|No user|The chain is/)).map(
      (promise) => promise.nextElementSibling?.textContent,
    );
    expect(states[0]).toMatch(/^Holds, checked Nov 21, 2026/);
    expect(states[1]).toMatch(/^Broken, checked/);
    expect(states[2]).toBe('Not checked yet');
  });

  test('shows the head of the hash chain, the payout speed, and how to check', async () => {
    aPage();
    await screen.findByText('ab'.repeat(32));
    expect(screen.getByText('1,234')).toBeDefined();
    expect(screen.getByText('0.42 s')).toBeDefined();
    expect(screen.getByText('npm run verify-ledger')).toBeDefined();
  });
});

describe('in live mode', () => {
  const onChain = {
    chainId: 137,
    escrow: LIVE.escrow,
    usdc: LIVE.usdc.address,
    block: 71_234_567,
    at: '2026-11-21T09:59:50.000Z',
    balance: 15_000.25,
    reserved: 12_000,
    setAside: 0.25,
    free: 3_000,
    booksSay: 15_000.25,
    agrees: true,
  };

  test("shows the chain's figures next to the books', and where to look them up", async () => {
    aPage({ mode: 'live', onChain });
    await screen.findByText('The contract matches the books.');
    expect(screen.getByText('71,234,567')).toBeDefined();
    expect(sumOf('USDC balance')).toBe('$15,000.25');
    expect(sumOf(/^Reserved for markets/)).toBe('$12,000.00');
    expect(sumOf(/^Set aside/)).toBe('$0.25');
    expect(sumOf(/^Free/)).toBe('$3,000.00');
    expect(sumOf(/^The books say/)).toBe('$15,000.25');
    const link = await screen.findByRole('link', { name: wholeAddress(LIVE.escrow) });
    expect(link.getAttribute('href')).toBe(`https://polygonscan.com/address/${wholeAddress(LIVE.escrow)}`);
  });

  test('shows a difference, and that no bets are taken', async () => {
    aPage({ mode: 'live', onChain: { ...onChain, booksSay: 15_000.249999, agrees: false } });
    await screen.findByText(/^The contract does not match the books\. Betting is paused/);
    expect(screen.getByText(/Difference: \$0\.000001\./)).toBeDefined();
  });

  test("says that the chain doesn't answer instead of showing old figures", async () => {
    aPage({ mode: 'live', onChain: null });
    await screen.findByText(/^The blockchain can't be reached\. Betting is paused/);
    expect(screen.queryByText('Contract funds')).toBeNull();
  });

  test('practice money has no chain figures', async () => {
    aPage();
    await screen.findByText(/^Yes\./);
    expect(screen.queryByText('On the blockchain')).toBeNull();
  });

  const sumOf = (label: string | RegExp) =>
    screen.getByText(label, { selector: 'dt span.font-semibold, dt > span:first-child' }).closest('dt')
      ?.nextElementSibling?.textContent;
});

describe('when there is no data', () => {
  test('an installation without markets owes nothing', async () => {
    aPage({
      markets: [],
      marketCount: 0,
      escrow: 0,
      worstCase: 0,
      chain: null,
      payoutSeconds: null,
      invariants: [],
    });
    await screen.findByText('No open bets, nothing owed.');
    expect(screen.getByText(/No market has money now/)).toBeDefined();
    expect(screen.getByText('Nothing sealed yet.')).toBeDefined();
    expect(screen.getByText('No market settled yet.')).toBeDefined();
    expect(screen.getByText('Not checked yet')).toBeDefined();
  });

  test('it says that it is loading', () => {
    aPage('silent');
    expect(screen.getByRole('status').textContent).toBe('Loading figures');
  });

  test('a failure says that the money is unchanged, and retries', async () => {
    const { user, server } = aPage('down');
    await screen.findByText('The figures could not be loaded');
    server.answer = {};
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText(/^Yes\./);
  });

  test('a later failure keeps the figures and shows their age', async () => {
    const { user, server } = aPage();
    await screen.findByText(/^Yes\./);
    server.answer = 'down';
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Not updated since /);
    expect(screen.getByText('$12,345.67')).toBeDefined();
  });
});

test('a ratio is never rounded up to full cover', () => {
  expect([ratioText(0.99999), ratioText(1), ratioText(1.0288), ratioText(12.5)]).toEqual([
    '99.9%',
    '100.0%',
    '102.8%',
    '1,250.0%',
  ]);
  expect(ratioText(1606.138)).toBe('over 10,000%');
});

test('seconds are shown in words', () => {
  expect([secondsText(0.42), secondsText(12.34), secondsText(125)]).toEqual([
    '0.42 s',
    '12.3 s',
    '2 min 5 s',
  ]);
});
