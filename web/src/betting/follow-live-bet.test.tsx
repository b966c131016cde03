import { onAnEmptyPage, placeButton } from '@tallystone/testkit/page/bet-dialog.tsx';
import { aLivePage, prompts, reason } from '@tallystone/testkit/page/live-bet.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { live } from '../texts/en/live.ts';

onAnEmptyPage();

const TX = `0x${'ab'.repeat(32)}`;

const stages = () =>
  within(screen.getByRole('region', { name: 'Transaction' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the USDC of the wallet', () => {
  test('is shown, and a stake above it is refused before any prompt', async () => {
    const { openDialog, type, evm } = await aLivePage({ usdc: 20 });
    await openDialog();
    expect(await screen.findByText('20.00')).toBeDefined();
    await type('25');
    await waitFor(() => expect(reason()).toBe('Your wallet has only 20.00 USDC free on Polygon.'));
    expect(placeButton().disabled).toBe(true);
    expect(prompts(evm.calls)).toEqual([]);
  });

  test('is read again when Place Bet is pressed, in case it was spent', async () => {
    const { prepare, user, evm, holds, book } = await aLivePage();
    await prepare('25');
    holds(10);
    await user.click(placeButton());
    await waitFor(() => expect(reason()).toBe('Your wallet has only 10.00 USDC free on Polygon.'));
    expect(prompts(evm.calls)).toEqual([]);
    expect(book.sent).toEqual([]);
  });

  test('is reduced by the stakes that are not final yet', async () => {
    const { place, openDialog, follow, book } = await aLivePage();
    await place('25');
    await waitFor(() => expect(book.bets).toHaveLength(1));
    await follow({});
    await openDialog();
    expect(await screen.findByText('$25.00 in bets that are not final; $75.00 free.')).toBeDefined();
  });

  test('counts a stake that has left the wallet only once while its block is not final', async () => {
    const { place, openDialog, follow, holds, nodeIsAt, book } = await aLivePage();
    await place('25');
    await waitFor(() => expect(book.bets).toHaveLength(1));
    await follow({ txHash: TX, chain: { state: 'included', block: 71_235, blocksLeft: 12 } });
    await openDialog();
    // The wallet's node does not have that block yet.
    expect(await screen.findByText('$25.00 in bets that are not final; $75.00 free.')).toBeDefined();
    holds(75);
    nodeIsAt(71_235);
    await waitFor(() => expect(screen.queryByText('75.00')).not.toBeNull());
    expect(await screen.findByText('75.00')).toBeDefined();
    expect(screen.queryByText(/in bets that are not final/)).toBeNull();
    // The chain drops the block, so the stake is back in the wallet.
    holds(100);
    await follow({ chain: { state: 'sent' } });
    expect(await screen.findByText('$25.00 in bets that are not final; $75.00 free.')).toBeDefined();
  });

  test('that no node can read blocks no bet, because the server checks it', async () => {
    const { prepare, user, holds } = await aLivePage({ usdc: null });
    await prepare('25');
    await screen.findByText(/Your wallet's USDC could not be loaded\./);
    holds(80);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('80.00')).toBeDefined();
  });

  test("is read from the operator's node if the wallet's node does not answer", async () => {
    const { openDialog, book } = await aLivePage({ usdc: null, config: { rpcUrl: 'https://node.example/' } });
    const behind = book.fetch;
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      if (String(input) !== 'https://node.example/') return behind(input, init);
      const { id, method } = JSON.parse(String(init?.body));
      const held = `0x${(42_500_000).toString(16).padStart(64, '0')}`;
      return Response.json({ jsonrpc: '2.0', id, result: method === 'eth_call' ? held : '0x11640' });
    });
    await openDialog();
    expect(await screen.findByText('42.50')).toBeDefined();
  });
});

describe('the toast follows the chain', () => {
  async function placed() {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const page = await aLivePage();
    await page.place('25');
    await screen.findByRole('heading', { name: 'Transaction Pending' });
    return page;
  }

  test('from accepted to sent, included and final, with a link to the explorer', async () => {
    const { follow } = await placed();
    expect(stages()).toEqual([
      '1 of 2: your bet, done',
      '2 of 2: your stake of 25.00 USDC, done',
      expect.stringMatching(/^Accepted, reference eth_.{6}, done$/),
      'Waiting to be sent, in progress',
      'Final on Polygon, not yet',
    ]);
    expect(screen.getByText('Confirming your bet on Polygon...')).toBeDefined();

    await follow({ chain: { state: 'sent' } });
    await waitFor(() => expect(stages()).toContain('Sent, not in a block yet, in progress'));

    await follow({ txHash: TX, chain: { state: 'included', block: 71_234, blocksLeft: 12 } });
    await waitFor(() =>
      expect(stages().slice(2)).toEqual([
        'Accepted, transaction 0xabababab, done',
        'In block 71,234 on Polygon, done',
        'Final in about 12 blocks, in progress',
      ]),
    );
    expect(screen.getByRole('link', { name: /View on polygonscan\.com/ }).getAttribute('href')).toBe(
      `https://polygonscan.com/tx/${TX}`,
    );
    expect(screen.queryByText('Bet Placed Successfully!')).toBeNull();

    await follow({ status: 'confirmed', txHash: TX, chain: { state: 'final', block: 71_234 } });
    await screen.findByRole('heading', { name: 'Bet Placed Successfully!' });
    expect(screen.getByText('Your bet has been confirmed on the blockchain')).toBeDefined();
    expect(screen.getByText('0xabababab')).toBeDefined();
    expect(stages().at(-1)).toBe('Final on Polygon, in block 71,234, done');
  });

  test('back when the chain drops the block, and then names no transaction', async () => {
    const { follow } = await placed();
    await follow({ txHash: TX, chain: { state: 'included', block: 71_234, blocksLeft: 12 } });
    await screen.findByRole('link', { name: /View on/ });
    await follow({ chain: { state: 'waiting' } });
    await waitFor(() => expect(stages()).toContain('Waiting to be sent, in progress'));
    expect(screen.queryByRole('link', { name: /View on/ })).toBeNull();
  });

  test('and reappears after it was closed if the bet fails on the chain, saying that nothing was taken', async () => {
    const { follow, user } = await placed();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: 'Transaction' })).toBeNull();
    await follow({ status: 'failed', chain: { state: 'failed', failure: 'funds-too-low' } });
    await screen.findByRole('heading', { name: 'Transaction Failed' });
    expect(screen.getByText(live.houseTooPoor)).toBeDefined();
    expect(stages().at(-1)).toBe('Not on Polygon, did not happen');
  });

  test('and links no explorer if none covers the chain', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const { place, follow } = await aLivePage({ config: { explorer: null } });
    await place('25');
    await screen.findByRole('heading', { name: 'Transaction Pending' });
    await follow({ txHash: TX, chain: { state: 'included', block: 7, blocksLeft: 1 } });
    await waitFor(() => expect(stages()).toContain('Final in about 1 block, in progress'));
    expect(screen.queryByRole('link', { name: /View on/ })).toBeNull();
  });
});
