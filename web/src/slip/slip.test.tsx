import { theLimits } from '@tallystone/testkit/mock-api/a-bet.ts';
import { onAnEmptyPage } from '@tallystone/testkit/page/bet-dialog.tsx';
import { aSlipMarket, aSlipPage } from '@tallystone/testkit/page/slip-page.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addToSlip } from '../betting/kept-slip.ts';
import { limitsQuery, marketsQuery } from '../data/queries.ts';
import { COMBO_QUOTES } from './use-combo-quote.ts';

onAnEmptyPage();

const add = (place: number) =>
  addToSlip(
    { id: `m_${place}`, title: `Game ${place}`, gameId: `g_${place}` },
    { id: `o_${place}`, name: `Team ${place}` },
  );
beforeEach(() => {
  add(1);
  add(2);
});

const panel = () => within(screen.getByRole('dialog', { name: 'Slip' }));
const rowOf = (name: string) => {
  const row = panel().getByText(name).closest('li');
  if (row === null) throw new Error(`${name} has no row`);
  return within(row);
};
const place = (name: RegExp | string) => panel().getByRole<HTMLButtonElement>('button', { name });
const isReady = (name: RegExp | string) => waitFor(() => expect(place(name).disabled).toBe(false));

describe('the button', () => {
  test('counts what is on the slip, also what another tab adds, and goes with the last', async () => {
    await aSlipPage();
    await screen.findByRole('button', { name: 'Slip, 2 selections' });
    act(() => {
      add(3);
    });
    await screen.findByRole('button', { name: 'Slip, 3 selections' });
    act(() => {
      localStorage.removeItem('tallystone.slip');
      window.dispatchEvent(new StorageEvent('storage'));
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Slip/ })).toBeNull());
  });

  test('loses a selection whose market has ended, and the slip says so', async () => {
    const { user } = await aSlipPage({
      markets: [aSlipMarket(1, 2), aSlipMarket(2, 3, { state: 'closed' })],
    });
    await screen.findByRole('button', { name: 'Slip, 1 selection' });
    await user.click(screen.getByRole('button', { name: 'Slip, 1 selection' }));
    await screen.findByText('A selection left your slip', { selector: 'p' });
    expect(panel().getByText('Team 2 in Game 2')).toBeTruthy();
    expect(panel().queryByRole('button', { name: 'Remove Team 2 in Game 2' })).toBeNull();
  });

  test('loses a selection whose market is gone', async () => {
    await aSlipPage({ markets: [aSlipMarket(1, 2)] });
    await screen.findByRole('button', { name: 'Slip, 1 selection' });
  });
});

describe('a combo', () => {
  test('shows the product of the odds, signs the minimum, and leaves the slip once placed', async () => {
    const { server, evm, user, open } = await aSlipPage();
    await open('Combo');
    await user.type(await panel().findByLabelText('Amount (USDC)'), '10');
    await panel().findByText('Place combo: 10 on o_1+o_2 at 5.86 odds');
    expect(panel().getByText('Odds', { selector: 'th' }).nextElementSibling?.textContent).toBe('6.00');
    expect(panel().getByText('Total return').nextElementSibling?.textContent).toBe('$60.00');
    await isReady('Place Combo');
    await user.click(place('Place Combo'));
    await panel().findByText('Combo placed');
    expect(server.sent).toHaveLength(1);
    expect(server.sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(server.sent[0]?.body).toEqual({
      publicKey: evm.address,
      legs: [
        { marketId: 'm_1', outcomeId: 'o_1' },
        { marketId: 'm_2', outcomeId: 'o_2' },
      ],
      amount: 10,
      odds: 5.86,
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
    });
    expect(localStorage.getItem('tallystone.slip')).toBeNull();
  });

  test('whose answer is lost is sent again with the same key and signature', async () => {
    const { server, evm, user, open } = await aSlipPage();
    await open('Combo');
    await user.type(await panel().findByLabelText('Amount (USDC)'), '10');
    await isReady('Place Combo');
    server.behave('losing-answers');
    await user.click(place('Place Combo'));
    await panel().findByText('No answer yet for your combo of $10.00:');
    server.behave('taking');
    const signed = evm.calls.filter((call) => call === 'personal_sign').length;
    await user.click(place('Send again'));
    await panel().findByText('Combo placed');
    expect(server.sent).toHaveLength(2);
    expect(server.sent[1]).toEqual(server.sent[0]);
    expect(server.combos.size).toBe(1);
    expect(evm.calls.filter((call) => call === 'personal_sign')).toHaveLength(signed);
  });

  test('without an answer outlasts its selections, and leaves those that changed', async () => {
    const { server, user, open } = await aSlipPage();
    await open('Combo');
    await user.type(await panel().findByLabelText('Amount (USDC)'), '10');
    await isReady('Place Combo');
    server.behave('losing-answers');
    await user.click(place('Place Combo'));
    await panel().findByText('No answer yet for your combo of $10.00:');
    expect(place('Remove all').disabled).toBe(true);
    await panel().findByText('Waiting for your earlier combo.');
    await user.click(panel().getByRole('tab', { name: 'Singles' }));
    for (const each of [1, 2])
      await user.click(panel().getByRole('button', { name: `Remove Team ${each} in Game ${each}` }));
    await user.click(panel().getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Slip, 0 selections' }));
    expect(panel().getByText('Team 2 in Game 2')).toBeTruthy();
    act(() => {
      addToSlip({ id: 'm_1', title: 'Game 1', gameId: 'g_1' }, { id: 'o_other', name: 'Other' });
      add(2);
    });
    server.behave('taking');
    await user.click(place('Send again'));
    await panel().findByText('Combo placed');
    expect(localStorage.getItem('tallystone.slip')).toContain('Other');
    expect(localStorage.getItem('tallystone.slip')).not.toContain('Team 2');
  });

  test('being signed shows its own text and selections after the slip has changed', async () => {
    const { evm, user, open } = await aSlipPage();
    await open('Combo');
    await user.type(await panel().findByLabelText('Amount (USDC)'), '10');
    await isReady('Place Combo');
    evm.mood('personal_sign', 'hanging');
    await user.click(place('Place Combo'));
    await panel().findByText('Place combo: 10 on o_1+o_2 at 5.86 odds');
    expect(place('Remove all').disabled).toBe(true);
    act(() => {
      localStorage.removeItem('tallystone.slip');
      window.dispatchEvent(new StorageEvent('storage'));
    });
    expect(panel().getByText('Place combo: 10 on o_1+o_2 at 5.86 odds')).toBeTruthy();
    expect(rowOf('Team 1').getByText('2.00')).toBeTruthy();
    expect(rowOf('Team 2').getByText('3.00')).toBeTruthy();
  });

  test('ignores the odds of a quote that was asked before a price moved', async () => {
    const { server, queryClient, open } = await aSlipPage();
    let release = () => {};
    const answer = new Promise<void>((resolve) => {
      release = resolve;
    });
    let answered = 0;
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      if (!String(input).includes('/api/combos/quote')) return server.fetch(input, init);
      await answer;
      answered += 1;
      return server.fetch(input, init);
    });
    server.quote({ odds: 6, maxStake: 20, capLeft: 62 });
    await open('Combo');
    server.show([aSlipMarket(1, 4, { version: 99 }), aSlipMarket(2, 3)]);
    await act(() => queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey }));
    const odds = () => panel().getByText('Odds', { selector: 'th' }).nextElementSibling?.textContent;
    await waitFor(() => expect(odds()).toBe('12.00'));
    release();
    await panel().findByText(/Largest stake now: \$20\.00\./, { selector: 'p.min-h-5.text-meta' });
    expect(answered).toBe(1);
    expect(odds()).toBe('12.00');
    expect(panel().queryByText(/^Odds are now/)).toBeNull();
  });

  test('that is refused says why, and the next attempt has another key', async () => {
    const { server, user, open } = await aSlipPage();
    await open('Combo');
    await user.type(await panel().findByLabelText('Amount (USDC)'), '10');
    await isReady('Place Combo');
    server.behave({ status: 409, body: { code: 'feed-stale', error: 'The odds are out of date.', leg: 1 } });
    await user.click(place('Place Combo'));
    await panel().findByText('The odds are out of date.');
    server.behave('taking');
    await isReady('Place Combo');
    await user.click(place('Place Combo'));
    await panel().findByText('Combo placed');
    expect(new Set(server.sent.map(({ key }) => key)).size).toBe(2);
  });

  test('marks the selection that the server names', async () => {
    const { server, open } = await aSlipPage();
    server.quote({
      odds: null,
      reason: 'Two selections have the same participant.',
      why: { code: 'combo-same-participant' },
      leg: 1,
    });
    await open('Combo');
    await waitFor(() => expect(rowOf('Team 2').getByText(/^Same participant/)).toBeTruthy());
    expect(rowOf('Team 1').queryByText(/^Same/)).toBeNull();
    expect(place('Place Combo').disabled).toBe(true);
  });

  describe('that cannot exist', () => {
    const figuresOf = (name: string) =>
      [...(panel().getByText(name, { selector: 'th' }).closest('tr')?.querySelectorAll('td') ?? [])].map(
        ({ textContent }) => textContent,
      );
    const hasNoPrice = () => {
      expect(figuresOf('Odds')).toEqual(['–', '–']);
      expect(figuresOf('Potential win')).toEqual(['–', '–']);
      expect(figuresOf('Total return')).toEqual(['–', '–']);
      expect(panel().queryByText(/^Place combo: /)).toBeNull();
    };

    test.each([
      ['names the selection', { leg: 1 }],
      ['names none', {}],
    ])('has no odds, no return and no text to sign once the server %s', async (_, leg) => {
      const { server, queryClient, user, open } = await aSlipPage();
      server.quote({ odds: null, reason: 'Not together.', ...leg });
      await open('Combo');
      await user.type(await panel().findByLabelText('Amount (USDC)'), '10');
      await panel().findAllByText('Not together.');
      hasNoPrice();
      // Until the server has looked again, a price that moved is no reason to show odds.
      server.show([aSlipMarket(1, 4, { version: 99 }), aSlipMarket(2, 3)]);
      await act(() => queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey }));
      await waitFor(() => expect(rowOf('Team 1').getByText('4.00')).toBeTruthy());
      hasNoPrice();
    });

    test('has them as soon as the server has odds again', async () => {
      const { server, queryClient, user, open } = await aSlipPage();
      server.quote({ odds: null, reason: 'Not together.' });
      await open('Combo');
      await user.type(await panel().findByLabelText('Amount (USDC)'), '10');
      await panel().findAllByText('Not together.');
      server.quote({ odds: 6, maxStake: 20, capLeft: 62 });
      await act(() => queryClient.invalidateQueries({ queryKey: [COMBO_QUOTES] }));
      await panel().findByText('Place combo: 10 on o_1+o_2 at 5.86 odds');
      expect(figuresOf('Total return')).toEqual(['$60.00', '$58.60']);
    });

    test('has none either if the page itself knows why', async () => {
      const { user, open } = await aSlipPage({
        connected: false,
        markets: [aSlipMarket(1, 2), aSlipMarket(2, 3, { gameId: 'g_1' })],
      });
      await open('Combo');
      await user.type(await panel().findByLabelText('Amount (USDC)'), '10');
      await waitFor(() => expect(rowOf('Team 2').getByText(/^Same game/)).toBeTruthy());
      hasNoPrice();
    });
  });

  test('says in its own words that the server refuses a player', async () => {
    const { server, open } = await aSlipPage();
    server.quote({ odds: null, reason: 'A long sentence.', why: { code: 'combo-one-sided' }, leg: 0 });
    await open('Combo');
    await waitFor(() =>
      expect(rowOf('Team 1').getByText('Singles only: its margin is not known.')).toBeTruthy(),
    );
    expect(panel().queryByText('A long sentence.')).toBeNull();
  });

  test('of one game, or with a market of our own or on a player, says so without asking the server', async () => {
    add(3);
    add(4);
    const { open } = await aSlipPage({
      connected: false,
      markets: [
        aSlipMarket(1, 2),
        aSlipMarket(2, 3, { gameId: 'g_1' }),
        aSlipMarket(3, 2, { source: 'practice' }),
        aSlipMarket(4, 2, { oneSided: true }),
      ],
    });
    await open('Combo');
    await waitFor(() => expect(rowOf('Team 2').getByText(/^Same game/)).toBeTruthy());
    expect(rowOf('Team 3').getByText('Singles only: bets move its price.')).toBeTruthy();
    expect(rowOf('Team 4').getByText('Singles only: its margin is not known.')).toBeTruthy();
    expect(place('Place Combo').disabled).toBe(true);
  });

  test('above the largest stake is blocked with that stake', async () => {
    const { server, user, open } = await aSlipPage();
    server.quote({ odds: 6, maxStake: 20, capLeft: 62 });
    await open('Combo');
    await user.type(await panel().findByLabelText('Amount (USDC)'), '30');
    await waitFor(() => expect(panel().getAllByText(/Largest stake now: \$20\.00\./)).toHaveLength(2));
    expect(place('Place Combo').disabled).toBe(true);
  });

  test('needs two selections', async () => {
    const { user, open } = await aSlipPage();
    await open('Combo');
    await user.click(panel().getByRole('button', { name: 'Remove Team 2 in Game 2' }));
    await panel().findByText(/^A combo needs at least 2 selections/);
    expect(panel().queryByRole('button', { name: 'Place Combo' })).toBeNull();
  });
});

describe('singles', () => {
  test('are placed one after the other, each signed, and leave the slip', async () => {
    const { server, evm, user, open } = await aSlipPage();
    await open('Singles');
    await user.type(panel().getByLabelText('Same stake for all (USDC)'), '5');
    await panel().findByText('Place bet: 5 on o_1 at 1.98 odds');
    await panel().findByText('Place bet: 5 on o_2 at 2.98 odds');
    expect(rowOf('Team 1').getByText('Returns $10.00, at least $9.90')).toBeTruthy();
    const figures = [...(panel().getByText('If all win').closest('tr')?.cells ?? [])];
    expect(figures.map(({ textContent }) => textContent)).toEqual(['If all win', '$25.00', '$24.80']);
    evm.calls.length = 0;
    await isReady('Place 2 bets');
    await user.click(place('Place 2 bets'));
    await panel().findByText('2 bets placed.');
    expect(server.bets.map(({ outcomeId, amount }) => [outcomeId, amount])).toEqual([
      ['o_1', 5],
      ['o_2', 5],
    ]);
    expect(evm.calls.filter((call) => call === 'personal_sign')).toHaveLength(2);
    expect(localStorage.getItem('tallystone.slip')).toBeNull();
  });

  test('that are refused stay with the reason, and the others are placed', async () => {
    const { server, user, open } = await aSlipPage();
    server.refuseBet('o_1', { code: 'market-closed', error: 'Betting on this market has closed.' });
    await open('Singles');
    await user.type(panel().getByLabelText('Same stake for all (USDC)'), '5');
    await isReady('Place 2 bets');
    await user.click(place('Place 2 bets'));
    await panel().findByText('1 bet placed.');
    expect(rowOf('Team 1').getByText('Not placed. Betting on this market has closed.')).toBeTruthy();
    expect(panel().queryByText('Team 2')).toBeNull();
  });

  test('together above the balance are blocked before the first signature', async () => {
    const { queryClient, user, open } = await aSlipPage();
    await open('Singles');
    await user.type(panel().getByLabelText('Same stake for all (USDC)'), '5');
    await isReady('Place 2 bets');
    act(() => {
      queryClient.setQueryData(limitsQuery.queryKey, theLimits({ balance: 8 }));
    });
    await waitFor(() => expect(place('Place 2 bets').disabled).toBe(true));
    expect(panel().getByText(/\$8\.00/, { selector: '#bet-button-reason' })).toBeTruthy();
  });

  test('stop when the wallet rejects one', async () => {
    const { server, evm, user, open } = await aSlipPage();
    await open('Singles');
    await user.type(panel().getByLabelText('Same stake for all (USDC)'), '5');
    await isReady('Place 2 bets');
    evm.mood('personal_sign', 'refusing');
    await user.click(place('Place 2 bets'));
    await rowOf('Team 1').findByText(/^Not placed/);
    await isReady('Place 2 bets');
    expect(server.bets).toEqual([]);
    expect(rowOf('Team 2').queryByText(/^Not placed/)).toBeNull();
  });
});
