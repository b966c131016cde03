import { aStatementRow } from '@tallystone/testkit/mock-api/a-bet.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Statement } from './statement.tsx';
import { statementCsv } from './statement-csv.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const aPage = (given: Omit<Parameters<typeof anAccountPage>[0], 'children'> = {}) =>
  anAccountPage({ ...given, children: <Statement isPractice /> });

const rows = [
  aStatementRow({
    id: 3,
    kind: 'settlement',
    amount: 45.7599,
    balance: 1020.7599,
    betCount: 240,
    bets: [
      { betId: 'b_1', marketTitle: 'Cup final', outcomeName: 'Harbour City', amount: 40.7599 },
      { betId: 'b_2', marketTitle: 'Cup final', outcomeName: 'Harbour City', amount: 5 },
    ],
  }),
  aStatementRow({ id: 2, kind: 'bet', amount: -25, balance: 975 }),
  aStatementRow({ id: 1, kind: 'faucet-grant', amount: 1000, balance: 1000, bets: [], betCount: 0 }),
];

describe('the statement', () => {
  test('has every entry with its kind, its amount and the balance after it', async () => {
    await aPage({ statement: rows });
    const table = await screen.findByRole('table', { name: /Entries/ });
    const shown = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [
        row.querySelector('th span')?.textContent,
        ...Array.from(row.querySelectorAll('td'), (cell) => cell.textContent),
      ]);
    expect(shown).toEqual([
      ['Result paid', '+$45.7599', '$1,020.7599'],
      ['Stake', '-$25.00', '$975.00'],
      ['Practice money', '+$1,000.00', '$1,000.00'],
    ]);
  });

  test('says when the stake of a bet in play was held, and when the hold ended', async () => {
    const held = [
      aStatementRow({ id: 5, kind: 'bet', amount: -25, balance: 975 }),
      aStatementRow({ id: 4, kind: 'order-end', amount: 25, balance: 1000 }),
      aStatementRow({ id: 3, kind: 'order', amount: -25, balance: 975 }),
      aStatementRow({ id: 1, kind: 'faucet-grant', amount: 1000, balance: 1000, bets: [], betCount: 0 }),
    ];
    await aPage({ statement: held });
    const table = await screen.findByRole('table', { name: /Entries/ });
    const kinds = [...table.querySelectorAll('tbody th > span:first-child')];
    expect(kinds.map(({ textContent }) => textContent)).toEqual([
      'Stake',
      'Hold released',
      'Stake held',
      'Practice money',
    ]);
    expect(statementCsv(held)).toContain('"Stake held","-25","975"');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('adds up', async () => {
    await aPage({ statement: rows });
    const figure = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent;
    expect(await figure('At the start')).toBe('$0.00');
    expect(await figure('Money in')).toBe('+$1,045.7599');
    expect(await figure('Money out')).toBe('-$25.00');
    expect(await figure('Now')).toBe('$1,020.7599');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that does not add up says so', async () => {
    await aPage({ statement: [aStatementRow({ id: 2, amount: -1, balance: 5 }), aStatementRow({ id: 1 })] });
    expect((await screen.findByRole('alert')).textContent).toMatch(/don't match the balance/);
  });

  test('names the bet of an entry, and lists several bets on request', async () => {
    await aPage({ statement: rows });
    await screen.findByText('Harbour City: Harbour City v Northgate');
    const details = screen.getByText('240 bets').closest('details');
    if (details === null) throw new Error('expected something to open');
    expect(within(details).getAllByRole('listitem', { hidden: true }).at(-1)?.textContent).toBe(
      'and 238 more',
    );
  });

  test('names the selections of a combo', async () => {
    const combo = {
      betId: 'c_1',
      marketTitle: 'Ajax vs Porto',
      outcomeName: 'Ajax + Draw + Roma',
      selections: 3,
    };
    await aPage({
      statement: [
        aStatementRow({
          id: 3,
          kind: 'combo-end',
          amount: 40,
          balance: 1030,
          bets: [{ ...combo, amount: 40 }],
        }),
        aStatementRow({ id: 2, kind: 'combo', amount: -10, balance: 990, bets: [{ ...combo, amount: -10 }] }),
      ],
    });
    await screen.findByText('Combo paid');
    screen.getByText('Combo stake');
    expect(screen.getAllByText('Ajax + Draw + Roma: Ajax vs Porto and 2 more')).toHaveLength(2);
  });

  test.each([
    ['won', 'Combo paid'],
    ['void', 'Combo stake refunded'],
    ['cashed-out', 'Combo cash-out'],
  ] as const)('says what the end of a combo that is %s paid', async (result, words) => {
    const bet = { betId: 'c_1', marketTitle: 'Ajax vs Porto', outcomeName: 'Ajax + Draw', selections: 2 };
    const row = aStatementRow({
      id: 3,
      kind: 'combo-end',
      amount: 10,
      balance: 1030,
      bets: [{ ...bet, result, amount: 10 }],
    });
    await aPage({ statement: [row] });
    await screen.findByText(words);
    expect(statementCsv([row])).toContain(`"${words}"`);
  });

  test('loads more than the newest 100', async () => {
    const statement = Array.from({ length: 130 }, (_, index) =>
      aStatementRow({ id: 130 - index, amount: -1, balance: 1000 - (130 - index) }),
    );
    const { user, account } = await aPage({ statement });
    await user.click(await screen.findByRole('button', { name: 'Show older' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull());
    expect(screen.getAllByRole('row')).toHaveLength(131);
    expect(account.asked.filter((path) => path.includes('statement'))).toEqual([
      '/api/user/statement',
      '/api/user/statement?before=31',
    ]);
    expect(screen.getByText('At the start').nextElementSibling?.textContent).toBe('$1,000.00');
  });

  test('without entries says what the first one will be', async () => {
    await aPage();
    await screen.findByText(/No entries yet/);
  });

  test('that fails says that the money is unchanged, and tries again', async () => {
    const { user, account, connect } = await aPage({ statement: rows, connected: false });
    account.cutOff('/api/user/statement');
    await connect();
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    account.reconnect('/api/user/statement');
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    await screen.findByText('Result paid');
  });
});

test('the export has plain numbers', () => {
  expect(statementCsv(rows).split('\r\n').slice(0, 2)).toEqual([
    '"Entry","At (UTC)","What","Amount (USDC)","Balance after (USDC)","Bets","Bet ids (at most 20)"',
    '"3","2026-11-20T10:00:00.000Z","Result paid","45.7599","1020.7599","240","b_1 b_2"',
  ]);
});
