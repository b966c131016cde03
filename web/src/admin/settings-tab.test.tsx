import type { WireAdminUser, WireAuditRow, WireSettings } from '@tallystone/core/http-api/admin';
import { FIRST_DELAYS } from '@tallystone/core/in-play/delay';
import { IMPORT_ALL } from '@tallystone/core/settings/import-settings';
import { everyGroupCap } from '@tallystone/core/settings/market-caps';
import { createMockDiscovery } from '@tallystone/testkit/wallets/mock-connector.ts';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callApi } from '../data/api-client.ts';
import { createQueryClient } from '../data/query-client.ts';
import { dismissToast } from '../ui/toast-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import { WalletProvider } from '../wallet/wallet-context.tsx';
import { createWalletSession } from '../wallet/wallet-session.ts';
import { auditChanges } from './audit-changes.ts';
import { AuditList } from './audit-list.tsx';
import { auditWords } from './audit-words.ts';
import { SettingsTab } from './settings-tab.tsx';
import { UsersList } from './users-list.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  dismissToast();
  vi.unstubAllGlobals();
});

const SETTINGS: WireSettings = {
  autoImport: false,
  futuresTrading: false,
  ...IMPORT_ALL,
  realTimePrices: true,
  inPlay: true,
  ...FIRST_DELAYS,
  gameCapInPlay: 10_000,
  liquidityBudget: 10_000,
  marketCap: 5000,
  ...everyGroupCap(500),
  gameCap: 10_000,
  comboBudget: 50_000,
  stakeCapLevel0: 100,
  stakeCapLevel1: 1000,
  stakeCapLevel2: 10_000,
};

function aUser(given: Partial<WireAdminUser> = {}): WireAdminUser {
  return {
    id: 'u_1',
    publicKey: '0x52908400098527886E0F7030069857D2E4169EE7',
    walletType: 'metamask',
    kycLevel: 0,
    isAdmin: false,
    isGuest: false,
    dailyStakeCap: 100,
    capIsOwn: false,
    balance: 1000,
    bets: 2,
    staked: 30.5,
    createdAt: '2026-11-20T10:00:00.000Z',
    ...given,
  };
}

function aRow(given: Partial<WireAuditRow> & { id: number }): WireAuditRow {
  return {
    at: '2026-11-21T12:00:00.000Z',
    actor: 'system',
    action: 'azuro.import',
    subject: 'azuro',
    before: null,
    after: null,
    reason: null,
    ...given,
  };
}

type Refusal = { status: number; error: string; fields?: Record<string, string> };

/** The tab with a server that saves changes, or refuses them. */
function aTab({
  users = [aUser()],
  audit = [aRow({ id: 1 })],
}: {
  users?: WireAdminUser[];
  audit?: WireAuditRow[];
} = {}) {
  const server = {
    settings: { ...SETTINGS },
    refusal: null as Refusal | null,
    /** Whether a second admin must approve changes. */
    waits: false,
    puts: [] as unknown[],
    changes: [] as { path: string; body: unknown }[],
    asked: [] as string[],
  };
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    server.asked.push(`${method} ${path}`);
    const url = new URL(path, 'http://localhost');
    if (method !== 'GET') {
      const sent = JSON.parse(String(body));
      if (server.refusal) {
        const { status, ...said } = server.refusal;
        return Response.json({ ...said, code: 'invalid-request', requestId: 'r' }, { status });
      }
      if (method === 'PUT') {
        server.puts.push(sent);
        if (server.waits) return Response.json({ ...server.settings, waits: { changeId: 'c_1' } });
        Object.assign(server.settings, sent);
        return Response.json(server.settings);
      }
      server.changes.push({ path, body: sent });
      return Response.json({ ...users[0], ...(server.waits && { waits: { changeId: 'c_1' } }) });
    }
    switch (url.pathname) {
      case '/api/admin/settings':
        return Response.json(server.settings);
      case '/api/admin/users': {
        const search = url.searchParams.get('search') ?? '';
        const all = url.searchParams.get('closing') !== 'beaten';
        return Response.json(
          users.filter(({ publicKey, closing }) => publicKey.includes(search) && (all || closing?.beats)),
        );
      }
      case '/api/admin/audit': {
        const before = Number(url.searchParams.get('before') ?? Number.POSITIVE_INFINITY);
        return Response.json(audit.filter(({ id }) => id < before).slice(0, 100));
      }
      default:
        return Response.json({ mode: 'demo' });
    }
  });
  const session = createWalletSession({
    discovery: createMockDiscovery([]),
    loadConfig: () => callApi('getConfig'),
    readSolBalance: async () => 0,
    log: () => {},
    reload: () => {},
    openPage: () => {},
    onPhone: false,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WalletProvider session={session}>
        <SettingsTab />
        <UsersList />
        <AuditList />
        <Toaster />
      </WalletProvider>
    </QueryClientProvider>,
  );
  return { server, user: userEvent.setup() };
}

const toggle = (name: string) => screen.findByRole('switch', { name });
const isOn = (element: HTMLElement) => element.getAttribute('aria-checked') === 'true';
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('a switch', () => {
  test('explains itself, and prices follow the feed by default', async () => {
    aTab();
    expect(isOn(await toggle('Auto-import Azuro markets'))).toBe(false);
    expect(isOn(await toggle('Enable futures trading'))).toBe(false);
    const prices = await toggle('Real-time price updates');
    expect(isOn(prices)).toBe(true);
    const description = document.getElementById(prices.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toContain('If off, betting on them stops after 10 minutes');
  });

  test('saves at once and says so', async () => {
    const { server, user } = aTab();
    await user.click(await toggle('Enable futures trading'));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(server.puts).toEqual([{ futuresTrading: true }]);
    expect(isOn(await toggle('Enable futures trading'))).toBe(true);
  });

  test("isn't queued while the browser is offline", async () => {
    const { server, user } = aTab();
    const futures = await toggle('Enable futures trading');
    onlineManager.setOnline(false);
    server.refusal = { status: 503, error: 'The server was not reached. No setting was changed.' };
    await user.click(futures);
    expect((await screen.findByText(/The server was not reached/)).textContent).toContain('Not saved.');
    expect(isOn(futures)).toBe(false);
    onlineManager.setOnline(true);
    expect(server.puts.length).toBeLessThan(2);
  });

  test("goes back if it can't be saved, and says why", async () => {
    const { server, user } = aTab();
    const prices = await toggle('Real-time price updates');
    server.refusal = { status: 503, error: 'The server is starting. No setting was changed.' };
    await user.click(prices);
    const alert = await screen.findByText(/The server is starting\. No setting was changed\./);
    expect(alert.textContent).toContain('Not saved.');
    expect(isOn(prices)).toBe(true);
    expect(screen.queryByText('Saved')).toBeNull();
  });
});

describe('an amount', () => {
  test('shows its range and is saved separately, as a number', async () => {
    const { server, user } = aTab();
    const field = await screen.findByLabelText('Main market cap (USDC)');
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toContain('100.00 to 1,000,000.00');
    await user.clear(field);
    await user.type(field, '$2,500.50{Enter}');
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(server.puts).toEqual([{ marketCap: 2500.5 }]);
    expect((field as HTMLInputElement).value).toBe('2500.50');
  });

  test('keeps its value while it waits for a second admin, and says where it waits', async () => {
    const { server, user } = aTab();
    server.waits = true;
    const field = await screen.findByLabelText('Main market cap (USDC)');
    await user.clear(field);
    await user.type(field, '9000{Enter}');
    expect((await screen.findByText(/waiting for a second admin/)).textContent).toContain('Not changed yet');
    expect(screen.getByRole('link', { name: 'Markets' }).getAttribute('href')).toBe('/admin');
    expect(screen.queryByText('Saved')).toBeNull();
    expect((field as HTMLInputElement).value).toBe('5000.00');
  });

  test('may have a decimal comma, and is sent once however often Save is clicked', async () => {
    const { server, user } = aTab();
    const field = await screen.findByLabelText('Main market cap (USDC)');
    await user.clear(field);
    await user.type(field, '2500,5');
    const save = screen.getByRole('button', { name: 'Save Main market cap' });
    fireEvent.click(save);
    fireEvent.click(save);
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(server.puts).toEqual([{ marketCap: 2500.5 }]);
  });

  test("shows the server's error for its field", async () => {
    const { server, user } = aTab();
    const field = await screen.findByLabelText('Game cap (USDC)');
    const sentence = "A game's cap can't be below the cap of one of its markets.";
    server.refusal = {
      status: 400,
      error: `${sentence} No setting was changed.`,
      fields: { gameCap: sentence },
    };
    await user.clear(field);
    await user.type(field, '200');
    await user.click(screen.getByRole('button', { name: 'Save Game cap' }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect((field as HTMLInputElement).value).toBe('200');
  });

  test("isn't sent if it is invalid", async () => {
    const { server, user } = aTab();
    const field = await screen.findByLabelText('Liquidity budget (USDC)');
    await user.clear(field);
    await user.type(field, '1.234{Enter}');
    expect(await screen.findByText(/^Enter an amount such as/)).toBeTruthy();
    expect(server.puts).toEqual([]);
  });

  test.each(['9999999999', '$9,999,999,999.00', '-5', '-0,01'])(
    "isn't sent if it is out of range, and shows the range: %s",
    async (typed) => {
      const { server, user } = aTab();
      const field = await screen.findByLabelText('Liquidity budget (USDC)');
      await user.clear(field);
      await user.type(field, `${typed}{Enter}`);
      expect(await screen.findByText('Enter an amount between 1,000.00 and 1,000,000.00 USDC.')).toBeTruthy();
      expect(screen.queryByText(/two decimals/)).toBeNull();
      expect(server.puts).toEqual([]);
    },
  );

  test("can't be saved while unchanged", async () => {
    aTab();
    await screen.findByLabelText('Liquidity budget (USDC)');
    for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: /^Save / })) {
      expect(button.disabled).toBe(true);
    }
  });
});

describe('the markets of a game', () => {
  const GROUPS = [
    'Main market',
    'Other results',
    'Totals',
    'Handicaps',
    'Both teams to score',
    'Odd or even',
    'Correct score',
    'Players',
    'Parts of the game',
    'Others',
  ];
  /** The row of a group. */
  const row = async (group: string) => {
    const cap = await screen.findByLabelText(`${group} cap (USDC)`);
    const item = cap.closest('li');
    if (item === null) throw new Error(`expected the row of ${group}`);
    return within(item);
  };

  test('have a row for each group with its switch and its cap; results are always imported', async () => {
    aTab();
    for (const group of GROUPS) {
      const cells = await row(group);
      expect(cells.queryAllByRole('switch', { name: group })).toHaveLength(GROUPS.indexOf(group) < 2 ? 0 : 1);
      expect(cells.queryAllByText('Always')).toHaveLength(GROUPS.indexOf(group) < 2 ? 1 : 0);
      const cap = cells.getByLabelText<HTMLInputElement>(`${group} cap (USDC)`);
      expect(cap.value).toBe(group === 'Main market' ? '5000.00' : '500.00');
      const hint = document.getElementById(cap.getAttribute('aria-describedby') ?? '');
      expect(hint?.textContent).toBe(`${group === 'Main market' ? '100.00' : '10.00'} to 1,000,000.00.`);
    }
  });

  test.each([
    ['Other results', 'resultsCap'],
    ['Totals', 'totalsCap'],
    ['Handicaps', 'handicapsCap'],
    ['Both teams to score', 'bothScoreCap'],
    ['Odd or even', 'oddEvenCap'],
    ['Correct score', 'correctScoresCap'],
    ['Players', 'playersCap'],
    ['Parts of the game', 'periodsCap'],
    ['Others', 'othersCap'],
  ])('%s have a cap of their own, %s, which is saved alone', async (group, name) => {
    const { server, user } = aTab();
    const cells = await row(group);
    const cap = cells.getByLabelText(`${group} cap (USDC)`);
    await user.clear(cap);
    await user.type(cap, '250');
    await user.click(cells.getByRole('button', { name: `Save ${group} cap` }));
    expect(await cells.findByText('Saved')).toBeTruthy();
    expect(server.puts).toEqual([{ [name]: 250 }]);
  });

  test('a refused cap says why in its own row', async () => {
    const { server, user } = aTab();
    const cells = await row('Totals');
    const sentence = 'Enter an amount between 10.00 and 1,000,000.00 USDC.';
    server.refusal = {
      status: 400,
      error: `${sentence} No setting was changed.`,
      fields: { totalsCap: sentence },
    };
    const cap = cells.getByLabelText<HTMLInputElement>('Totals cap (USDC)');
    await user.clear(cap);
    await user.type(cap, '9.99{Enter}');
    expect(await cells.findByText(sentence)).toBeTruthy();
    expect(cap.getAttribute('aria-invalid')).toBe('true');
    expect(cap.value).toBe('9.99');
  });

  test('a group that is switched off keeps its cap', async () => {
    const { server, user } = aTab();
    const cells = await row('Handicaps');
    await user.click(cells.getByRole('switch', { name: 'Handicaps' }));
    expect(await cells.findByText('Saved')).toBeTruthy();
    expect(server.puts).toEqual([{ importHandicaps: false }]);
    expect(cells.getByLabelText<HTMLInputElement>('Handicaps cap (USDC)').value).toBe('500.00');
  });
});

describe('the delay of bets in play', () => {
  test('is a whole number of seconds in its range, saved separately', async () => {
    const { server, user } = aTab();
    const field = await screen.findByLabelText<HTMLInputElement>('Soccer (seconds)');
    expect(field.value).toBe('8');
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toBe('5 to 60.');
    await user.clear(field);
    await user.type(field, '12{Enter}');
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(server.puts).toEqual([{ inPlayDelaySoccer: 12 }]);
  });

  test.each(['4', '61', '7.5', '-8', '600000000000000000000'])(
    "isn't sent out of range: %s",
    async (typed) => {
      const { server, user } = aTab();
      const field = await screen.findByLabelText('Other sports (seconds)');
      await user.clear(field);
      await user.type(field, `${typed}{Enter}`);
      expect(await screen.findByText('Enter a whole number of seconds from 5 to 60.')).toBeTruthy();
      expect(server.puts).toEqual([]);
    },
  );

  test.each(['soon', '8 s', ' '])("isn't sent if it is no number: %j", async (typed) => {
    const { server, user } = aTab();
    const field = await screen.findByLabelText('Tennis (seconds)');
    await user.clear(field);
    await user.type(field, typed);
    await user.click(screen.getByRole('button', { name: 'Save Tennis' }));
    expect(await screen.findByText('Enter a number of seconds such as 8.')).toBeTruthy();
    expect(server.puts).toEqual([]);
  });

  test('and betting in play itself have a switch, an explanation and a cap', async () => {
    const { server, user } = aTab();
    const inPlay = await toggle('Betting in play');
    const description = document.getElementById(inPlay.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toContain('Each bet waits before it is decided.');
    await user.click(inPlay);
    await waitFor(() => expect(server.puts).toEqual([{ inPlay: false }]));
    const cap = await screen.findByLabelText('Game cap in play (USDC)');
    await user.clear(cap);
    await user.type(cap, '2000{Enter}');
    await waitFor(() => expect(server.puts).toEqual([{ inPlay: false }, { gameCapInPlay: 2000 }]));
  });
});

describe('the audit', () => {
  test('shows who changed what, from what, to what, when and why', async () => {
    aTab({
      audit: [
        aRow({
          id: 7,
          actor: '0x1AAA16B6EAE4b9959F5450d4210df1116f2Eb4f3',
          action: 'settings.change',
          subject: 'settings',
          before: { marketCap: 5000, autoImport: false },
          after: { marketCap: 4000, autoImport: true },
          reason: 'Quieter weekend',
        }),
      ],
    });
    const audit = await section('Audit');
    const row = (await audit.findByText('Changed settings')).closest('li');
    expect(row?.querySelector('details')?.textContent).toContain('settings.change settings');
    expect(row?.textContent).toContain('0x1AAA...b4f3');
    expect(row?.querySelector('time')?.title).toBe('2026-11-21 12:00 UTC');
    expect(row?.textContent).toContain('marketCap: before 5000 →  after 4000');
    expect(row?.textContent).toContain('autoImport: before off →  after on');
    expect(row?.textContent).toContain('Reason: Quieter weekend');
  });

  test.each([
    ['market.create', 'm_1', 1, 'Created Ana vs Klara'],
    ['markets.disable', '4 markets', 4, 'Disabled Ana vs Klara and 3 more'],
    ['markets.import-csv', '2 markets', 2, 'Imported Ana vs Klara and 1 more from a CSV'],
    ['azuro.import', 'azuro', 1, 'Imported Ana vs Klara from Azuro'],
    ['azuro.import', 'azuro', 0, 'Requested Azuro games'],
    ['markets.delete', '2 markets', 0, 'Deleted 2 markets'],
    ['data.export', 'bets', 0, 'Exported the bets'],
    ['admin.grant', '0x1AAA16B6EAE4b9959F5450d4210df1116f2Eb4f3', 0, 'Made 0x1AAA...b4f3 admin'],
    ['market.propose', 'm_1', 1, 'Proposed result: Ana vs Klara'],
    ['market.approve', 'm_1', 1, 'Approved result: Ana vs Klara'],
    ['market.undo', 'm_1', 1, 'Undid result: Ana vs Klara'],
    ['market.object', 'm_1', 1, 'Objected to result: Ana vs Klara'],
    ['market.void', 'm_1', 1, 'Proposed void: Ana vs Klara'],
    ['market.settled', 'm_1', 1, 'Paid out Ana vs Klara'],
    ['market.voided', 'm_1', 1, 'Refunded all stakes: Ana vs Klara'],
    ['market.review', 'm_1', 1, 'Flagged Ana vs Klara'],
    ['market.late-start', 'm_1', 1, 'Learned game start: Ana vs Klara'],
    ['market.refund-late-bets', 'm_1', 1, 'Refunded late bets: Ana vs Klara'],
    ['markets.close', '1 market', 1, 'Closed Ana vs Klara'],
    ['change.propose', 'c_1', 0, 'Proposed a change'],
    ['limits.break', '0x52908400098527886E0F7030069857D2E4169EE7', 0, '0x5290...9EE7 started a break'],
    ['guardian.grant', '0x52908400098527886E0F7030069857D2E4169EE7', 0, 'Made 0x5290...9EE7 guardian'],
    ['chain.alert', 'disagreement', 0, 'Stopped betting after a blockchain alert'],
    ['chain.alert-ended', 'disagreement', 0, 'Reopened betting after a blockchain alert'],
    ['chain.rejoin', 'blocks after 7', 0, 'Followed the blockchain again after replaced blocks'],
    ['acts.sign', 'acts', 0, 'Long breaks and approvals are now signed'],
    ['acts.sign', 'markets', 0, 'Objections, closing and deletion are now signed'],
    ['later.action', 'thing', 0, 'later.action thing'],
  ])('describes %s %s with %d markets as: %s', (action, subject, count, words) => {
    const first = [{ id: 'm_1', title: 'Ana vs Klara' }];
    expect(auditWords({ action, subject, ...(count > 0 && { markets: { count, first } }) })).toBe(words);
  });

  test("has the markets' ids in the details", async () => {
    aTab({
      audit: [
        aRow({
          id: 7,
          action: 'markets.disable',
          subject: '4 markets',
          after: { disabled: ['m_1', 'm_2'] },
          markets: { count: 4, first: [{ id: 'm_1', title: 'Ana vs Klara' }] },
        }),
      ],
    });
    const audit = await section('Audit');
    const row = (await audit.findByText('Disabled Ana vs Klara and 3 more')).closest('li');
    const details = row?.querySelector('details');
    expect(details?.textContent).toContain('markets.disable 4 markets');
    expect(details?.textContent).toContain('m_1, m_2');
    expect(details?.open).toBe(false);
  });

  test('loads a hundred rows at a time', async () => {
    const rows = Array.from({ length: 130 }, (_, index) =>
      aRow({ id: 130 - index, action: 'data.export', subject: `s${130 - index}` }),
    );
    const { server, user } = aTab({ audit: rows });
    const audit = await section('Audit');
    await audit.findByText('Exported the s31');
    expect(audit.queryByText('Exported the s30')).toBeNull();
    await user.click(audit.getByRole('button', { name: 'Show older' }));
    expect(await audit.findByText('Exported the s1')).toBeTruthy();
    expect(server.asked).toContain('GET /api/admin/audit?before=31');
    expect(audit.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  test('cuts very long values and says so', () => {
    const [change] = auditChanges({
      before: null,
      after: { imported: Array.from({ length: 200 }, () => 'm_1') },
    });
    expect(change?.after?.length).toBeLessThan(340);
    expect(change?.after).toMatch(/… \(998 characters\)$/);
  });

  test("shows values that aren't objects unchanged", () => {
    expect(auditChanges({ before: 1, after: 'two' })).toEqual([{ name: '', before: '1', after: 'two' }]);
    expect(auditChanges({ before: null, after: null })).toEqual([]);
    expect(auditChanges({ before: { cap: 5, skipped: {} }, after: { cap: null } })).toEqual([
      { name: 'cap', before: '5', after: 'none' },
      { name: 'skipped', before: 'none', after: null },
    ]);
  });
});

describe('the users', () => {
  test('are listed with level, cap and bets, and can be searched by address', async () => {
    const other = aUser({
      id: 'u_2',
      publicKey: '0xde709f2102306220921060314715629080e2fb77',
      capIsOwn: true,
    });
    const { server, user } = aTab({ users: [aUser(), other] });
    const users = await section('Users');
    const row = (await users.findByText('0x5290...9EE7')).closest('li');
    for (const text of ['Level 0', 'Daily stake cap $100.00', 'Balance $1,000.00', '2 bets, $30.50 staked']) {
      expect(row?.textContent).toContain(text);
    }
    await user.type(users.getByLabelText('Search by address'), 'de709{Enter}');
    await waitFor(() => expect(users.queryByText('0x5290...9EE7')).toBeNull());
    expect(users.getByText('0xde70...fb77').closest('li')?.textContent).toContain('(custom)');
    expect(server.asked).toContain('GET /api/admin/users?search=de709');
  });

  test('who beat the closing price have a mark and the figures, and can be shown alone', async () => {
    const edge = { bets: 34, games: 21, mean: 0.0213, standardError: 0.0081, beats: true };
    const { server, user } = aTab({
      users: [
        aUser({ closing: edge }),
        aUser({
          ...{ id: 'u_2', publicKey: '0xde709f2102306220921060314715629080e2fb77' },
          closing: { bets: 20, games: 1, mean: -0.05, standardError: null, beats: false },
        }),
      ],
    });
    const users = await section('Users');
    const row = (await users.findByText('0x5290...9EE7')).closest('li');
    expect(row?.textContent).toContain('Beats the closing price');
    expect(row?.textContent).toContain('Against closing price +2.1%, error 0.8%, 34 bets on 21 games');
    const other = users.getByText('0xde70...fb77').closest('li');
    expect(other?.textContent).not.toContain('Beats the closing price');
    expect(other?.textContent).toContain('Against closing price -5.0%, 20 bets on 1 game');
    const alone = users.getByRole('button', { name: 'Beats the closing price' });
    await user.click(alone);
    await waitFor(() => expect(users.queryByText('0xde70...fb77')).toBeNull());
    expect(users.getByText('0x5290...9EE7')).toBeTruthy();
    expect(alone.getAttribute('aria-pressed')).toBe('true');
    expect(users.getByText(/two standard errors, over 20 bets or more/)).toBeTruthy();
    expect(server.asked).toContain('GET /api/admin/users?closing=beaten');
  });

  test('who beat the closing price may be none', async () => {
    const { user } = aTab();
    const users = await section('Users');
    await user.click(await users.findByRole('button', { name: 'Beats the closing price' }));
    expect(await users.findByText('No user found who beats the closing price.')).toBeTruthy();
  });

  test('stay unchanged while a change waits for a second admin, and the page says where', async () => {
    const { server, user } = aTab();
    server.waits = true;
    await user.click(await screen.findByRole('button', { name: 'Change 0x5290...9EE7' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Change level and cap' }));
    await user.selectOptions(dialog.getByLabelText('Level'), '1');
    await user.type(dialog.getByLabelText('Reason'), 'Passport seen');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Waiting for a second admin')).toBeTruthy();
    expect(screen.getByText(/stays the same until another admin approves/)).toBeTruthy();
    expect(screen.queryByText('User changed')).toBeNull();
  });

  test('are changed only with a reason', async () => {
    const { server, user } = aTab();
    await user.click(await screen.findByRole('button', { name: 'Change 0x5290...9EE7' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Change level and cap' }));
    await user.selectOptions(dialog.getByLabelText('Level'), '1');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Give a reason of at least 3 characters.')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Reason'));
    expect(server.changes).toEqual([]);

    await user.type(dialog.getByLabelText('Reason'), 'Passport seen');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('User changed')).toBeTruthy();
    expect(server.changes).toEqual([
      { path: '/api/admin/users/u_1', body: { kycLevel: 1, reason: 'Passport seen' } },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change 0x5290...9EE7' }));
  });

  test('get their own cap, and lose it again', async () => {
    const { server, user } = aTab({ users: [aUser({ capIsOwn: true, dailyStakeCap: 50 })] });
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Change 0x5290...9EE7' }));
      return within(screen.getByRole('dialog'));
    };
    let dialog = await open();
    await user.clear(dialog.getByLabelText('Daily stake cap (USDC)'));
    await user.type(dialog.getByLabelText('Daily stake cap (USDC)'), '75.5');
    await user.type(dialog.getByLabelText('Reason'), 'Asked for it');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    dialog = await open();
    await user.click(dialog.getByRole('checkbox', { name: /Custom daily stake cap/ }));
    await user.type(dialog.getByLabelText('Reason'), 'Over');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.changes).toHaveLength(2));
    expect(server.changes.map(({ body }) => body)).toEqual([
      { dailyStakeCap: '75.50', reason: 'Asked for it' },
      { dailyStakeCap: null, reason: 'Over' },
    ]);
  });

  test('keep the dialog open after a failed change, with the reason', async () => {
    const { server, user } = aTab();
    server.refusal = { status: 409, error: 'Raising a cap needs a second admin. Nothing was changed.' };
    await user.click(await screen.findByRole('button', { name: 'Change 0x5290...9EE7' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('checkbox'));
    await user.type(dialog.getByLabelText('Reason'), 'Big spender');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Raising a cap needs a second admin. Nothing was changed.')).toBeTruthy();
  });
});
