import type { WireResultsQueue } from '@tallystone/core/http-api/settlement';
import {
  aRehearsal,
  aResolution,
  aVoidRehearsal,
  aWaitingMarket,
  OTHER,
  SELF,
} from '@tallystone/testkit/mock-api/a-resolution.ts';
import { anAdminMarket, createAdminMockServer } from '@tallystone/testkit/mock-api/admin-server.ts';
import { aTestSigner } from '@tallystone/testkit/page/signer.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { storedSession } from '../data/stored-session.ts';
import { WalletError } from '../wallet/wallet-error.ts';
import { MarketsTab } from './markets-tab.tsx';
import { RehearsalView } from './rehearsal-view.tsx';

const QUEUE = '/api/admin/results';
const RESOLVE = '/api/admin/markets/m_a/resolve';
const VOID = '/api/admin/markets/m_a/void';
const APPROVE = '/api/admin/markets/m_a/approve';
const UNDO = '/api/admin/markets/m_a/undo';

beforeEach(() => {
  // jsdom has no layout.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  storedSession.save({
    token: 'token',
    user: { publicKey: SELF, walletType: 'evm', kycLevel: 2, dailyStakeCap: 100, verified: true },
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function aTab({
  results = {},
  mode = 'demo',
}: {
  results?: Partial<WireResultsQueue>;
  mode?: 'demo' | 'live';
} = {}) {
  const server = createAdminMockServer({
    markets: [anAdminMarket({ id: 'm_a', title: 'Alpha', state: 'closed' })],
    results,
    mode,
  });
  vi.stubGlobal('fetch', server.fetch);
  const signer = aTestSigner(SELF);
  render(
    <QueryClientProvider client={createQueryClient()}>{signer.around(<MarketsTab />)}</QueryClientProvider>,
  );
  await waitFor(() => expect(server.timesAsked(QUEUE)).toBe(1));
  await waitFor(() => expect(screen.queryByText(/^Loading…/)).toBeNull());
  return { server, signer, user: userEvent.setup({ delay: null }) };
}
type Tab = Awaited<ReturnType<typeof aTab>>;

const panel = () => within(screen.getByRole('region', { name: 'Waiting for a result' }));
const dialog = () => within(screen.getByRole('dialog'));
const press = ({ user }: Tab, name: string | RegExp) => user.click(screen.getByRole('button', { name }));

/** The signature as it is sent. */
const SIGNED = { nonce: 'nonce1', signature: 'ab'.repeat(65) };
const REJECTED = 'Rejected in your wallet. Nothing was changed.';

const WAITS = { waiting: [aWaitingMarket({ id: 'm_a', title: 'Alpha' })] };

/** Opens Alpha's dialog and rehearses with an outcome and evidence. */
async function rehearsed(tab: Tab, { outcome = 'Yes', evidence = 'Final score 2:1' } = {}) {
  await press(tab, 'Resolve Alpha');
  await tab.user.click(dialog().getByRole('radio', { name: new RegExp(`^${outcome}`) }));
  await tab.user.click(dialog().getByRole('textbox', { name: 'Evidence' }));
  await tab.user.paste(evidence);
  await press(tab, 'Preview payouts');
  await screen.findByRole('heading', { name: `${outcome}: payouts` });
}

describe('a rehearsal', () => {
  const view = (given: Parameters<typeof aRehearsal>[0]) =>
    render(<RehearsalView rehearsal={aRehearsal(given)} />);

  test('names the combo selections that it decides, and the combos that lose', () => {
    view({
      comboLegs: 3,
      lostCombos: 1,
      ledger: [
        { account: 'Open combos', before: 60, after: 60 },
        { account: 'Bets in play that wait', before: 25, after: 25 },
      ],
    });
    screen.getByText('It decides 3 combo selections. 1 combo loses.');
    screen.getByRole('rowheader', { name: 'Open combos' });
    screen.getByRole('rowheader', { name: 'Bets in play that wait' });
  });

  test('says nothing about combos that lose if none does, or about combos without any', () => {
    view({ comboLegs: 1 });
    screen.getByText('It decides 1 combo selection.');
    cleanup();
    view({});
    expect(screen.queryByText(/combo/)).toBeNull();
  });
});

describe('the queue', () => {
  test('says how many combo selections wait for a market without bets', async () => {
    await aTab({
      results: { waiting: [aWaitingMarket({ id: 'm_a', title: 'Alpha', bets: 0, stakes: 0, comboLegs: 2 })] },
    });
    expect(panel().getByText(/0 bets, \$0\.00 staked\. 2 combo selections\. Result by/)).toBeDefined();
  });

  test("shows the contract's state of a result, and no payment before it is final", async () => {
    const until = '2026-11-21T12:30:00.000Z';
    const end = (id: number, given: Partial<Parameters<typeof aResolution>[0]>) =>
      aResolution({
        id,
        marketId: `m_${id}`,
        title: `Market ${id}`,
        stage: 'window',
        approvedAt: '2026-11-21T10:30:00.000Z',
        paysFrom: until,
        ...given,
      });
    await aTab({
      mode: 'live',
      results: {
        resolutions: [
          end(1, { chain: { state: 'betting', until } }),
          end(2, { chain: { state: 'proposing' } }),
          end(3, { chain: { state: 'window', until } }),
          end(4, { chain: { state: 'held', until } }),
          end(5, { stage: 'paying', chain: { state: 'finalising' } }),
        ],
      },
    });
    const rows = within(panel().getByRole('list', { name: 'Being paid out' })).getAllByRole('listitem');
    const said = rows.map((row) => row.textContent);
    expect(said[0]).toContain('The contract accepts a result from');
    expect(said[1]).toContain('Being sent to the contract.');
    expect(said[2]).toContain('Guardians can object, and you can undo it, until');
    expect(said[3]).toContain('A guardian must object with their wallet');
    expect(said[4]).toContain("It can't be stopped.");
    expect(rows[2]?.querySelector(`time[datetime="${until}"]`)).not.toBeNull();
    expect(said.join(' ')).not.toContain('bets settled');
  });

  test('shows the progress of payment once the result is final on the blockchain', async () => {
    await aTab({
      mode: 'live',
      results: {
        resolutions: [
          aResolution({ stage: 'paying', progress: { done: 1, bets: 3 }, chain: { state: 'final' } }),
        ],
      },
    });
    expect(panel().getByText('About 1 of 3 bets settled')).toBeDefined();
  });

  test('shows what the contract still has to pay, and payouts that USDC refused', async () => {
    await aTab({
      mode: 'live',
      results: {
        payouts: { bets: 3, amount: 45.5, stuck: 1, setAside: [{ wallet: OTHER, bets: 2, amount: 12.25 }] },
      },
    });
    expect(panel().getByText('$45.50 for 3 bets on the way.')).toBeDefined();
    expect(panel().getByText(/^Paying 1 bet failed/)).toBeDefined();
    const refused = within(panel().getByRole('list', { name: 'Rejected wallets' }));
    expect(refused.getByRole('listitem').textContent).toContain('$12.25 for 2 bets');
    expect(refused.getByTitle(OTHER)).toBeDefined();
  });

  test("doesn't mention payouts while there are none", async () => {
    await aTab({ mode: 'live', results: { payouts: { bets: 0, amount: 0, stuck: 0, setAside: [] } } });
    expect(panel().queryByText(/blockchain/)).toBeNull();
  });

  test('is one line while nothing waits', async () => {
    await aTab();
    expect(panel().getByText('Nothing waiting.')).toBeDefined();
    expect(panel().queryAllByRole('list')).toHaveLength(0);
  });

  test('shows odd markets first, then overdue ones, each with its sentence and possible acts', async () => {
    await aTab({
      results: {
        waiting: [
          aWaitingMarket({ id: 'm_1', title: 'Plain' }),
          aWaitingMarket({ id: 'm_2', title: 'Late', overdue: true, why: 'It closed 48 hours ago.' }),
          aWaitingMarket({ id: 'm_3', title: 'Odd', review: 'no-winner', why: 'The feed named no winner.' }),
          aWaitingMarket({
            id: 'm_4',
            title: 'Over',
            state: 'settled',
            review: 'corrected',
            settlesBy: '2026-11-24T09:00:00.000Z',
            why: 'The feed has changed its result.',
          }),
        ],
      },
    });
    const rows = within(panel().getByRole('list', { name: 'Markets without a result' })).getAllByRole(
      'listitem',
    );
    expect(rows.map((row) => row.querySelector('.font-semibold')?.textContent)).toEqual([
      'Odd',
      'Over',
      'Late',
      'Plain',
    ]);
    expect(rows[0]?.textContent).toContain('The feed named no winner.');
    expect(rows[2]?.textContent).toContain('Overdue');
    // A paid result can't be undone.
    expect(panel().queryByRole('button', { name: 'Void Over' })).toBeNull();
    expect(panel().getByRole('button', { name: 'Void Plain' })).toBeDefined();
  });

  test('shows five of many rows until "show all"', async () => {
    const tab = await aTab({
      results: { waiting: Array.from({ length: 7 }, (_, n) => aWaitingMarket({ id: `m_${n}` })) },
    });
    expect(panel().getAllByRole('listitem')).toHaveLength(5);
    await press(tab, 'Show all 7');
    expect(panel().getAllByRole('listitem')).toHaveLength(7);
  });

  test('is reread by the button and when the window gets focus', async () => {
    const tab = await aTab();
    await press(tab, 'Refresh');
    await waitFor(() => expect(tab.server.timesAsked(QUEUE)).toBe(2));
    fireEvent.focus(window);
    await waitFor(() => expect(tab.server.timesAsked(QUEUE)).toBe(3));
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(tab.server.timesAsked(QUEUE)).toBe(4));
  });

  test("shows an error if it can't be read, and keeps the previous data", async () => {
    const tab = await aTab({ results: WAITS });
    tab.server.refuse(QUEUE, { status: 503, code: 'too-busy', error: 'The server is too busy.' });
    await press(tab, 'Refresh');
    await screen.findByText(/Not updated.*The server is too busy\./);
    expect(panel().getByText('Alpha')).toBeDefined();
  });

  test('polls every two seconds while something is being paid, then stops', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const paying = aResolution({ stage: 'paying', progress: { done: 5000, bets: 20_000 } });
    const { server } = await aTab({ results: { resolutions: [paying] } });
    const bar = panel().getByRole('progressbar', { name: 'Payment of Alpha' });
    expect(bar.getAttribute('aria-valuenow')).toBe('5000');
    expect(panel().getByText('About 5,000 of 20,000 bets settled')).toBeDefined();
    const listed = server.timesAsked('/api/admin/markets');
    server.setResults({ resolutions: [{ ...paying, stage: 'paid', endedAt: '2026-11-21T11:00:00.000Z' }] });
    await vi.advanceTimersByTimeAsync(2100);
    await waitFor(() => expect(panel().queryByRole('progressbar')).toBeNull());
    expect(panel().getByText('Latest results (1)')).toBeDefined();
    // The table shows it as settled.
    await waitFor(() => expect(server.timesAsked('/api/admin/markets')).toBe(listed + 1));
    const asked = server.timesAsked(QUEUE);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.timesAsked(QUEUE)).toBe(asked);
  });

  test('shows evidence as text, and links only web addresses', async () => {
    await aTab({
      results: {
        resolutions: [
          aResolution({
            stage: 'paid',
            evidence: '<b>See</b> https://example.org/final. Not javascript:alert(1)',
          }),
        ],
      },
    });
    const links = panel().getAllByRole('link', { hidden: true });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.org/final']);
    expect(links[0]?.getAttribute('rel')).toContain('noopener');
    expect(panel().getByText(/<b>See<\/b>/)).toBeDefined();
  });
});

describe('resolving', () => {
  test('rehearses, shows who is paid and that the books balance, and confirms by hash', async () => {
    const tab = await aTab({ results: WAITS });
    await press(tab, 'Resolve Alpha');
    expect(dialog().getByRole('radio', { name: /^Yes\s*2 open bets/ })).toBeDefined();
    await tab.user.keyboard('{Escape}');
    await rehearsed(tab);
    expect(tab.server.bodiesTo(RESOLVE)).toEqual([
      { outcomeId: 'yes', evidence: 'Final score 2:1', dryRun: true },
    ]);
    expect(dialog().getByText('2 of 3 open bets get $45.7599 in total.')).toBeDefined();
    expect(dialog().getByText('+$14.2401')).toBeDefined();
    expect(dialog().getByRole('row', { name: 'Total $0.00 $0.00' })).toBeDefined();
    expect(dialog().getByRole('row', { name: /^0x9a8F\.\.\.b04D \$20\.00 \$40\.50$/ })).toBeDefined();
    await press(tab, 'Confirm and pay');
    await screen.findByText('Alpha: Yes won');
    expect(tab.server.bodiesTo(RESOLVE)[1]).toEqual({
      outcomeId: 'yes',
      evidence: 'Final score 2:1',
      hash: 'hash-1',
      signed: SIGNED,
    });
    // A demo has no window for undoing it.
    expect(screen.getByText(/^\$45\.7599 for 2 bets, being paid now\.$/)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    // It moves from one list to the other.
    await panel().findByRole('list', { name: 'Being paid out' });
    expect(panel().queryByRole('button', { name: 'Resolve Alpha' })).toBeNull();
  });

  test('asks for the outcome and for evidence first', async () => {
    const tab = await aTab({ results: WAITS });
    await press(tab, 'Resolve Alpha');
    await press(tab, 'Preview payouts');
    expect(dialog().getByText('Choose the winning outcome.')).toBeDefined();
    expect(dialog().getByText('Add a link or a note.')).toBeDefined();
    expect(tab.server.timesAsked(RESOLVE)).toBe(0);
  });

  test("warns of oddities, of a loss, and of books that don't balance", async () => {
    const tab = await aTab({ results: WAITS });
    tab.server.rehearse(
      aRehearsal({
        houseResult: -12.5,
        odd: ['The winner was priced at 2.0% when betting closed.'],
        ledger: [{ account: 'Users', before: 1, after: 1 }],
      }),
    );
    await rehearsed(tab);
    expect(dialog().getByText('-$12.50')).toBeDefined();
    expect(dialog().getByRole('region', { name: 'Check this' }).textContent).toContain('priced at 2.0%');
    expect(dialog().getByRole('alert').textContent).toContain('The books do not add up to zero');
    const pay = dialog().getByRole('button', { name: 'Confirm and pay' });
    expect(pay).toHaveProperty('disabled', true);
  });

  test('keeps the input after a refusal and when the dialog is closed', async () => {
    const tab = await aTab({ results: WAITS });
    const error = 'The market is still open; nothing was changed.';
    tab.server.refuse(RESOLVE, { status: 409, code: 'wrong-state', error });
    await press(tab, 'Resolve Alpha');
    await tab.user.click(dialog().getByRole('radio', { name: /^No/ }));
    await tab.user.type(dialog().getByRole('textbox', { name: 'Evidence' }), 'Seen');
    await press(tab, 'Preview payouts');
    await dialog().findByText(error);
    await press(tab, 'Cancel');
    await press(tab, 'Resolve Alpha');
    expect(dialog().getByRole<HTMLTextAreaElement>('textbox').value).toBe('Seen');
    expect(dialog().getByRole<HTMLInputElement>('radio', { name: /^No/ }).checked).toBe(true);
  });

  test("shows the server's error for the evidence under its field", async () => {
    const tab = await aTab({ results: WAITS });
    const said = 'Links must begin with https:// or http://.';
    tab.server.refuse(RESOLVE, {
      status: 400,
      code: 'invalid-request',
      error: `${said} Nothing was changed.`,
      fields: { evidence: said },
    });
    await press(tab, 'Resolve Alpha');
    await tab.user.click(dialog().getByRole('radio', { name: /^Yes/ }));
    await tab.user.type(dialog().getByRole('textbox', { name: 'Evidence' }), 'ftp://x');
    await press(tab, 'Preview payouts');
    expect(await dialog().findByText(said)).toBeDefined();
    expect(dialog().getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  });

  test('shows what has changed since the rehearsal and asks again', async () => {
    const tab = await aTab({ results: WAITS });
    await rehearsed(tab);
    const rehearsal = aRehearsal({ bets: 4, paid: 50, toPool: 1010, hash: 'hash-2' });
    tab.server.refuse(RESOLVE, {
      status: 409,
      code: 'rehearsal-changed',
      error: 'This is no longer what would be paid.',
      rehearsal,
    });
    await press(tab, 'Confirm and pay');
    const changed = (await dialog().findByText('The figures have changed')).closest('[role="status"]');
    expect(changed?.textContent).toContain('Open bets: before 3 → after 4');
    expect(changed?.textContent).toContain('Paid to bettors: before $45.7599 → after $50.00');
    expect(changed?.textContent).not.toContain('House result');
    tab.server.recover(RESOLVE);
    await press(tab, 'Confirm and pay');
    await screen.findByText('Alpha: Yes won');
    expect(tab.server.bodiesTo(RESOLVE).at(-1)).toMatchObject({ hash: 'hash-2' });
  });

  test('is sent once, however often the button is pressed', async () => {
    const tab = await aTab({ results: WAITS });
    await rehearsed(tab);
    await tab.user.dblClick(screen.getByRole('button', { name: 'Confirm and pay' }));
    await screen.findByText('Alpha: Yes won');
    expect(tab.server.timesAsked(RESOLVE)).toBe(2);
  });

  test("doesn't say that nothing was done if no answer came", async () => {
    const tab = await aTab({ results: WAITS });
    await rehearsed(tab);
    const { fetch } = tab.server;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      if (String(call[0]).endsWith('/resolve')) throw new TypeError('Failed to fetch');
      return fetch(...call);
    });
    await press(tab, 'Confirm and pay');
    expect((await dialog().findByRole('alert')).textContent).toContain("We don't know if this was done");
  });

  test("can be started from a closed market's row too", async () => {
    const tab = await aTab();
    await press(tab, 'Actions for Alpha');
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Resolve',
      'Void',
    ]);
    await tab.user.click(screen.getByRole('menuitem', { name: 'Resolve' }));
    await screen.findByRole('heading', { name: 'Resolve this market' });
  });
});

describe('resolving a market in which two outcomes win', () => {
  const OUTCOMES = ['1X', '12', '2X'].map((name) => ({ id: `o_${name}`, name, bets: 1 }));
  const TWO_WIN = {
    waiting: [aWaitingMarket({ id: 'm_a', title: 'Alpha', winners: 2, outcomes: OUTCOMES })],
  };
  const choose = (tab: Tab, name: string) =>
    tab.user.click(dialog().getByRole('checkbox', { name: new RegExp(`^${name}`) }));
  const chosen = () =>
    dialog()
      .getAllByRole<HTMLInputElement>('checkbox')
      .map(({ checked }) => checked);

  test("sends both in the market's order, and shows both in what is paid", async () => {
    const tab = await aTab({ results: TWO_WIN });
    tab.server.rehearse(aRehearsal({ outcomeId: 'o_1X', alsoWonIds: ['o_2X'], outcomeName: '1X, 2X' }));
    await press(tab, 'Resolve Alpha');
    expect(dialog().getByRole('group', { name: 'Which 2 outcomes won?' })).toBeDefined();
    await choose(tab, '2X');
    await choose(tab, '1X');
    await tab.user.type(dialog().getByRole('textbox', { name: 'Evidence' }), 'Final score 1:1');
    await press(tab, 'Preview payouts');
    await screen.findByRole('heading', { name: '1X, 2X: payouts' });
    await press(tab, 'Confirm and pay');
    await screen.findByText('Alpha: 1X, 2X won');
    const sent = { outcomeId: 'o_1X', alsoWonIds: ['o_2X'], evidence: 'Final score 1:1' };
    expect(tab.server.bodiesTo(RESOLVE)).toEqual([
      { ...sent, dryRun: true },
      { ...sent, hash: 'hash-1', signed: SIGNED },
    ]);
    const paid = within(await panel().findByRole('list', { name: 'Being paid out' }));
    expect(paid.getByText(/^1X, 2X won, /)).toBeDefined();
  });

  test('asks for exactly two, and sends nothing before', async () => {
    const tab = await aTab({ results: TWO_WIN });
    const said = 'Choose the 2 outcomes that won.';
    await press(tab, 'Resolve Alpha');
    await tab.user.type(dialog().getByRole('textbox', { name: 'Evidence' }), 'Final score 1:1');
    await press(tab, 'Preview payouts');
    expect(dialog().getByText(said)).toBeDefined();
    await choose(tab, '1X');
    expect(dialog().queryByText(said)).toBeNull();
    await press(tab, 'Preview payouts');
    expect(dialog().getByText(said)).toBeDefined();
    await choose(tab, '12');
    await choose(tab, '2X');
    expect(chosen()).toEqual([true, true, true]);
    await press(tab, 'Preview payouts');
    expect(dialog().getByText(said)).toBeDefined();
    expect(tab.server.timesAsked(RESOLVE)).toBe(0);
    await choose(tab, '12');
    expect(chosen()).toEqual([true, false, true]);
    await press(tab, 'Preview payouts');
    await screen.findByRole('heading', { name: /: payouts$/ });
    expect(tab.server.bodiesTo(RESOLVE)[0]).toMatchObject({ outcomeId: 'o_1X', alsoWonIds: ['o_2X'] });
  });

  test('keeps both when the dialog is closed', async () => {
    const tab = await aTab({ results: TWO_WIN });
    await press(tab, 'Resolve Alpha');
    await choose(tab, '12');
    await choose(tab, '2X');
    await press(tab, 'Cancel');
    await press(tab, 'Resolve Alpha');
    expect(chosen()).toEqual([false, true, true]);
  });

  test("shows the server's error for the other winners under the outcomes", async () => {
    const tab = await aTab({ results: TWO_WIN });
    const said = 'Exactly 2 outcomes win.';
    tab.server.refuse(RESOLVE, {
      status: 400,
      code: 'invalid-request',
      error: `${said} Nothing was changed.`,
      fields: { alsoWonIds: said },
    });
    await press(tab, 'Resolve Alpha');
    await choose(tab, '1X');
    await choose(tab, '12');
    await tab.user.type(dialog().getByRole('textbox', { name: 'Evidence' }), 'Seen');
    await press(tab, 'Preview payouts');
    const group = within(dialog().getByRole('group', { name: 'Which 2 outcomes won?' }));
    expect(await group.findByText(said)).toBeDefined();
  });
});

describe('evidence', () => {
  test.each([
    ['ftp://files.example/x', 'Links must begin with https:// or http://.'],
    ['https://official.example@evil.example/', 'Remove the user name or password from the link.'],
    ['Yes \u202ewon', /^The evidence contains invisible characters/],
    ['x'.repeat(2001), 'Keep the evidence to 2000 characters.'],
  ])('like %j is refused before the rehearsal', async (text, sentence) => {
    const tab = await aTab({ results: WAITS });
    await press(tab, 'Resolve Alpha');
    await tab.user.click(dialog().getByRole('radio', { name: /^Yes/ }));
    fireEvent.change(dialog().getByRole('textbox', { name: 'Evidence' }), { target: { value: text } });
    await press(tab, 'Preview payouts');
    expect(dialog().getByText(sentence)).toBeDefined();
    expect(tab.server.timesAsked(RESOLVE)).toBe(0);
  });
});

describe('when the server stops answering', () => {
  test('the result is in the queue at once, and the queue is polled every two seconds until it answers', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const tab = await aTab({ results: WAITS });
    await rehearsed(tab);
    const down = { status: 503, code: 'too-busy', error: 'The server is too busy.' };
    tab.server.refuse(QUEUE, down);
    tab.server.refuse('/api/admin/markets', down);
    await press(tab, 'Confirm and pay');
    await screen.findByText('Alpha: Yes won');
    await panel().findByText(/Not updated/);
    expect(panel().queryByRole('button', { name: 'Resolve Alpha' })).toBeNull();
    tab.server.recover(QUEUE);
    tab.server.recover('/api/admin/markets');
    tab.server.setResults({ resolutions: [aResolution({ stage: 'paid' })] });
    const listed = tab.server.timesAsked('/api/admin/markets');
    await vi.advanceTimersByTimeAsync(2100);
    await waitFor(() => expect(panel().queryByText(/could not be updated/)).toBeNull());
    expect(panel().getByText('Latest results (1)')).toBeDefined();
    await waitFor(() => expect(tab.server.timesAsked('/api/admin/markets')).toBeGreaterThan(listed));
  });

  test('after an act without an answer the queue and the markets are reread', async () => {
    const tab = await aTab({ results: WAITS });
    await rehearsed(tab);
    const { fetch } = tab.server;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      if (String(call[0]).endsWith('/resolve')) throw new TypeError('Failed to fetch');
      return fetch(...call);
    });
    const listed = tab.server.timesAsked('/api/admin/markets');
    const asked = tab.server.timesAsked(QUEUE);
    await press(tab, 'Confirm and pay');
    await waitFor(() => expect(tab.server.timesAsked(QUEUE)).toBeGreaterThan(asked));
    await waitFor(() => expect(tab.server.timesAsked('/api/admin/markets')).toBeGreaterThan(listed));
  });
});

test("a second admin sees how the market ended, and can't confirm", async () => {
  const tab = await aTab({ results: WAITS });
  await rehearsed(tab);
  tab.server.refuse(RESOLVE, {
    status: 409,
    code: 'wrong-state',
    error: 'The market is settled and everyone was paid, so nothing can be changed.',
  });
  tab.server.setResults({
    waiting: [],
    resolutions: [aResolution({ stage: 'paid', outcomeId: 'no', outcomeName: 'No', proposedBy: OTHER })],
  });
  await press(tab, 'Confirm and pay');
  const alert = await dialog().findByRole('alert');
  await waitFor(() =>
    expect(dialog().getByRole('alert').textContent).toContain('Another admin was first: No won.'),
  );
  expect(alert).toBeDefined();
  expect(dialog().queryByRole('button', { name: 'Confirm and pay' })).toBeNull();
  await tab.user.click(dialog().getByText('Close', { selector: 'button' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('voiding', () => {
  test('asks for a reason, rehearses, and returns stakes by hash', async () => {
    const tab = await aTab({ results: WAITS });
    await press(tab, 'Void Alpha');
    await press(tab, 'Preview payouts');
    expect(dialog().getByText('Give a reason.')).toBeDefined();
    await tab.user.type(dialog().getByRole('textbox', { name: 'Reason' }), 'The game was abandoned');
    await press(tab, 'Preview payouts');
    await dialog().findByText('All 3 open bets are refunded, $60.00 in total.');
    await press(tab, 'Confirm and pay');
    await screen.findByText('Alpha is void');
    expect(tab.server.bodiesTo(VOID)).toEqual([
      { reason: 'The game was abandoned', dryRun: true },
      { reason: 'The game was abandoned', hash: aVoidRehearsal().hash, signed: SIGNED },
    ]);
  });
});

describe('in live mode', () => {
  test('a proposal goes to a second admin, and its proposer can only take it back', async () => {
    const tab = await aTab({ results: WAITS, mode: 'live' });
    await rehearsed(tab);
    await press(tab, 'Propose');
    await screen.findByText('Proposed for Alpha: Yes won');
    await panel().findByRole('list', { name: 'Waiting for a second admin' });
    expect(panel().getByText('Another admin must approve your proposal.')).toBeDefined();
    expect(panel().queryByRole('button', { name: /Review|Approve/ })).toBeNull();
    await press(tab, 'Withdraw: Alpha');
    await press(tab, 'Withdraw');
    expect(dialog().getByText(/Give a reason of at least 3 characters/)).toBeDefined();
    await tab.user.type(dialog().getByRole('textbox', { name: 'Reason' }), 'Wrong outcome');
    await press(tab, 'Withdraw');
    await screen.findByText('Alpha: result undone');
    expect(tab.server.bodiesTo(UNDO)).toEqual([{ reason: 'Wrong outcome' }]);
  });

  test("another admin's proposal is approved by the hash shown", async () => {
    const tab = await aTab({ results: { resolutions: [aResolution()] }, mode: 'live' });
    await press(tab, 'Review: Alpha');
    expect(dialog().getByRole('link').getAttribute('href')).toBe('https://example.org/final');
    expect(dialog().getByText(/2 of 3 open bets get/)).toBeDefined();
    await press(tab, 'Approve');
    await waitFor(() => expect(tab.server.bodiesTo(APPROVE)).toEqual([{ hash: 'hash-1', signed: SIGNED }]));
    await panel().findByRole('list', { name: 'Being paid out' });
  });

  test("a proposal can't be approved while the books don't add up", async () => {
    const rehearsal = aRehearsal({ ledger: [{ account: 'Users', before: 1, after: 1 }] });
    const tab = await aTab({ results: { resolutions: [aResolution({ rehearsal })] }, mode: 'live' });
    await press(tab, 'Review: Alpha');
    expect(dialog().getByRole('alert').textContent).toContain('The books do not add up to zero');
    expect(dialog().getByRole('button', { name: 'Approve' })).toHaveProperty('disabled', true);
  });

  test('shows what the wallet signs, and the wallet is asked for exactly that', async () => {
    const tab = await aTab({ results: { resolutions: [aResolution()] }, mode: 'live' });
    await press(tab, 'Review: Alpha');
    const shown = dialog().getByText(/^Act: Approve the end of a market/).textContent ?? '';
    expect(shown).toContain('Market: "Alpha" (m_a)\nResult: "Yes" wins\nPaid to bettors: 45.7599 USDC');
    await press(tab, 'Approve');
    await panel().findByRole('list', { name: 'Being paid out' });
    const [[text] = ['']] = tab.signer.signMessage.mock.calls;
    expect(text).toContain(`\n\n${shown}\n\nNonce: nonce1\n`);
    expect(text.split('\n').slice(0, 2)).toEqual([
      'tallystone.example wants you to sign what cannot be undone, with your account:',
      SELF,
    ]);
  });

  test.each(['a demo', 'live mode'])('in %s nothing is sent if the wallet refuses to sign', async (where) => {
    const isDemo = where === 'a demo';
    const tab = isDemo
      ? await aTab({ results: WAITS })
      : await aTab({ results: { resolutions: [aResolution()] }, mode: 'live' });
    const [path, action] = isDemo ? [RESOLVE, 'Confirm and pay'] : [APPROVE, 'Approve'];
    if (isDemo) await rehearsed(tab);
    else await press(tab, 'Review: Alpha');
    tab.signer.signMessage.mockRejectedValueOnce(new WalletError('No', { code: 4001 }));
    await press(tab, action);
    expect((await dialog().findByRole('alert')).textContent).toBe(REJECTED);
    expect(tab.server.bodiesTo(path).filter(({ dryRun }) => dryRun !== true)).toEqual([]);
    await press(tab, action);
    await panel().findByRole('list', { name: 'Being paid out' });
  });

  test('a proposal in live mode, which can be undone, needs no signature', async () => {
    const tab = await aTab({ results: WAITS, mode: 'live' });
    await rehearsed(tab);
    expect(screen.queryByText('What your wallet signs')).toBeNull();
    await press(tab, 'Propose');
    await screen.findByText(/^Proposed for Alpha/);
    expect(tab.signer.signMessage).not.toHaveBeenCalled();
  });

  test('an approved result shows when it is paid, and can be undone until then', async () => {
    const approved = aResolution({
      stage: 'window',
      approvedBy: SELF,
      approvedAt: '2026-11-21T10:05:00.000Z',
      paysFrom: '2030-11-21T12:05:00.000Z',
    });
    const tab = await aTab({ results: { resolutions: [approved] }, mode: 'live' });
    expect(panel().getByText(/^Paid .* You can undo it until then\.$/)).toBeDefined();
    await press(tab, 'Undo: Alpha');
    await tab.user.type(dialog().getByRole('textbox', { name: 'Reason' }), 'Wrong game');
    const error = 'It is being paid already, so it cannot be undone; nothing was changed.';
    tab.server.refuse(UNDO, { status: 409, code: 'wrong-state', error });
    await press(tab, 'Undo result');
    await dialog().findByText(error);
    expect(dialog().getByRole<HTMLTextAreaElement>('textbox').value).toBe('Wrong game');
  });

  test('a refused approval shows why in its dialog', async () => {
    const tab = await aTab({ results: { resolutions: [aResolution()] }, mode: 'live' });
    const error = 'You have bets on this market, so another admin must approve it.';
    tab.server.refuse(APPROVE, { status: 403, code: 'forbidden', error });
    await press(tab, 'Review: Alpha');
    await press(tab, 'Approve');
    expect((await dialog().findByRole('alert')).textContent).toBe(error);
  });

  test("an admin approves or rejects others' changes, but not their own", async () => {
    const change = {
      id: 'c_1',
      kind: 'change-settings',
      summary: 'Raise the market cap to 5,000.00 USDC.',
      proposedBy: OTHER,
      proposedAt: '2026-11-21T10:00:00.000Z',
      expiresAt: '2026-11-24T10:00:00.000Z',
      payload: { marketCap: 5000 },
    } as const;
    const own = { ...change, id: 'c_2', summary: 'Own change.', proposedBy: SELF.toLowerCase() };
    const problem =
      'The settings already have these values. No setting was changed; reject the change to close it.';
    const moved = { ...change, id: 'c_3', summary: 'Late change.', problem };
    const tab = await aTab({ results: { changes: [change, own, moved] }, mode: 'live' });
    expect(panel().getByText(problem)).toBeTruthy();
    expect(panel().getAllByText(/^Expires Nov 24, .*\.$/)).toHaveLength(3);
    expect(panel().queryByRole('button', { name: 'Approve: Late change.' })).toBeNull();
    expect(panel().getByRole('button', { name: 'Reject: Late change.' })).toBeTruthy();
    expect(panel().queryByRole('button', { name: 'Approve: Own change.' })).toBeNull();
    await press(tab, `Approve: ${change.summary}`);
    expect(dialog().getByLabelText('Full change').textContent).toBe('marketCap: 5000');
    await press(tab, 'Approve');
    await screen.findByText('Change approved');
    expect(tab.server.bodiesTo('/api/admin/changes/c_1/approve')).toEqual([
      { seen: change.summary, signed: SIGNED },
    ]);
    expect(tab.signer.signMessage.mock.calls[0]?.[0]).toContain(
      'Act: Approve a change\nChange: c_1\nWhat: "Raise the market cap to 5,000.00 USDC."',
    );
    await press(tab, 'Withdraw: Own change.');
    await tab.user.type(dialog().getByRole('textbox'), 'Not needed');
    await press(tab, 'Reject');
    await screen.findByText('Change rejected');
    expect(tab.server.bodiesTo('/api/admin/changes/c_2/reject')).toEqual([{ reason: 'Not needed' }]);
  });
});

describe('closing now', () => {
  test('needs confirmation', async () => {
    const server = createAdminMockServer({ markets: [anAdminMarket({ id: 'm_o', title: 'Open one' })] });
    vi.stubGlobal('fetch', server.fetch);
    const signer = aTestSigner(SELF);
    render(
      <QueryClientProvider client={createQueryClient()}>{signer.around(<MarketsTab />)}</QueryClientProvider>,
    );
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole('button', { name: 'Actions for Open one' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Close now' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Close 1 market now?' }));
    expect(server.timesAsked('/api/admin/markets/bulk')).toBe(0);
    asked.getByText(/^Act: End the betting on a market now\s+Market: "Open one" \(m_o\)$/);
    signer.signMessage.mockRejectedValueOnce(new WalletError('No', { code: 4001 }));
    await user.click(asked.getByRole('button', { name: 'Close now' }));
    expect((await asked.findByRole('alert')).textContent).toBe(REJECTED);
    expect(server.timesAsked('/api/admin/markets/bulk')).toBe(0);
    await user.click(asked.getByRole('button', { name: 'Close now' }));
    await screen.findByText('Closed 1 market');
    expect(server.bodiesTo('/api/admin/markets/bulk')).toEqual([
      { ids: ['m_o'], action: 'close', signed: SIGNED },
    ]);
    expect(signer.signMessage.mock.calls[0]?.[0]).toContain(
      'Act: End the betting on a market now\nMarket: "Open one" (m_o)\n\nNonce: ',
    );
    // It can't be undone.
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});
