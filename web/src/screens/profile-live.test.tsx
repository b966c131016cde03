import type { WireBet } from '@tallystone/core/http-api/betting';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { LIVE } from '@tallystone/testkit/mock-api/book.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { createMockEvmWallet } from '@tallystone/testkit/wallets/mock-connector.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { live } from '../texts/en/live.ts';
import { Profile } from './profile.tsx';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/profile');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TX = `0x${'ab'.repeat(32)}`;
const PAYOUT_TX = `0x${'cd'.repeat(32)}`;

/** The account of a wallet with 80 USDC on Polygon, in live mode. */
async function aPage({
  bets,
  balance = 0,
  explorer = LIVE.explorer,
}: {
  bets: WireBet[];
  balance?: number;
  explorer?: string | null;
}) {
  const wallet = createMockEvmWallet();
  wallet.node.set('eth_blockNumber', () => '0x11640');
  wallet.node.set('eth_call', () => `0x${(80_000_000).toString(16).padStart(64, '0')}`);
  return anAccountPage({
    wallet,
    bets,
    limits: { balance },
    config: { mode: 'live', live: { ...LIVE, explorer } },
    children: <Profile />,
  });
}

const rowOf = async (place: number) => {
  const history = within(await screen.findByRole('region', { name: 'Betting History' }));
  const row = (await history.findAllByRole('listitem'))[place];
  if (!row) throw new Error(`no row ${place}`);
  return within(row);
};
const figureIn = (row: ReturnType<typeof within>, label: string) =>
  row.getByText(label).nextElementSibling?.textContent;

test('a pending bet shows its state on the chain, and offers neither cash-out nor receipt', async () => {
  await aPage({
    bets: [
      aBet({ id: 'b_1', status: 'pending', chain: { state: 'waiting' } }),
      aBet({
        id: 'b_2',
        status: 'pending',
        txHash: TX,
        chain: { state: 'included', block: 1_234, blocksLeft: 3 },
      }),
    ],
  });
  const waiting = await rowOf(0);
  expect(waiting.getByText('Pending')).toBeDefined();
  expect(figureIn(waiting, 'On Polygon')).toBe('Waiting to be sent');
  expect(waiting.queryByRole('button')).toBeNull();
  const included = await rowOf(1);
  expect(figureIn(included, 'On Polygon')).toBe('In block 1,234 on Polygon. Final in about 3 blocks');
  expect(included.getByRole('link', { name: /View on polygonscan\.com/ }).getAttribute('href')).toBe(
    `https://polygonscan.com/tx/${TX}`,
  );
});

test('a confirmed bet names its block and its real hash, with a link to the explorer', async () => {
  await aPage({ bets: [aBet({ id: 'b_1', txHash: TX, chain: { state: 'final', block: 1_240 } })] });
  const row = await rowOf(0);
  expect(row.getByText('Confirmed')).toBeDefined();
  expect(figureIn(row, 'On Polygon')).toBe('Final on Polygon, in block 1,240');
  expect(row.getByTitle(TX).textContent).toBe('0xababab...abababab');
  expect(row.getByRole('button', { name: /^Receipt/ })).toBeDefined();
});

test('a failed bet says why and that nothing was taken', async () => {
  await aPage({
    bets: [aBet({ id: 'b_1', status: 'failed', chain: { state: 'failed', failure: 'not-included' } })],
  });
  const row = await rowOf(0);
  expect(row.getByText('Failed')).toBeDefined();
  expect(row.getByText(live.lateOnChain)).toBeDefined();
  expect(row.queryByRole('button')).toBeNull();
});

test('a bet paid on the chain links its transaction', async () => {
  await aPage({
    bets: [
      aBet({
        id: 'b_1',
        status: 'settled',
        result: 'won',
        paid: 46.25,
        profit: 21.25,
        txHash: TX,
        chain: { state: 'final', block: 1_240, payoutTxHash: PAYOUT_TX },
      }),
    ],
  });
  const row = await rowOf(0);
  expect(figureIn(row, 'Paid out in')).toContain('0xcdcdcd...cdcdcdcd');
  expect(row.getByRole('link', { name: /View payout on polygonscan\.com/ }).getAttribute('href')).toBe(
    `https://polygonscan.com/tx/${PAYOUT_TX}`,
  );
});

test('hashes of a chain without an explorer have no links', async () => {
  await aPage({
    bets: [aBet({ id: 'b_1', txHash: TX, chain: { state: 'final', block: 7 } })],
    explorer: null,
  });
  const row = await rowOf(0);
  expect(row.getByTitle(TX)).toBeDefined();
  expect(row.queryByRole('link')).toBeNull();
});

test('the balance is in the wallet, and winnings are on their way there', async () => {
  await aPage({ bets: [], balance: 46.25 });
  await waitFor(() =>
    expect(screen.getByText(/^In your wallet/).textContent).toBe('In your wallet: 80.00 USDC on Polygon'),
  );
  expect(screen.getByText(/^On its way/).textContent).toBe('On its way to your wallet: 46.25 USDC');
});
