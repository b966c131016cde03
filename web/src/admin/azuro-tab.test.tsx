import type { WireAzuroData, WireGame, WireImportResult } from '@tallystone/core/http-api/azuro';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { dismissToast } from '../ui/toast-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import { connectionOf } from './azuro-connection.tsx';
import { addGames, MOST_GAMES, NO_GAMES } from './azuro-selection.ts';
import { AzuroTab } from './azuro-tab.tsx';

beforeEach(() => {
  // jsdom has no layout: every box has the list's maximum height, every row its estimated height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(384);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(78);
  Element.prototype.scrollTo = () => {};
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
  dismissToast();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

function aGame(given: Partial<WireGame> & { id: string }): WireGame {
  return {
    title: `Game ${given.id}`,
    sport: { name: 'Football', sportId: '33' },
    league: { name: 'Premier League', isTopLeague: true },
    country: { name: 'England' },
    status: 'Active',
    state: 'Prematch',
    startsAt: inHours(5),
    turnover: 0,
    conditions: [{ conditionId: 'c', state: 'Active', marketName: 'Winner' }],
    imported: false,
    ...given,
  };
}

function aFeed(games: WireGame[], given: Partial<WireAzuroData> = {}): WireAzuroData {
  return {
    total: games.length,
    games,
    sports: [...new Set(games.map(({ sport }) => sport.name))].sort(),
    upcoming: games.length,
    live: 0,
    source: 'demo-feed',
    syncedAt: new Date().toISOString(),
    stale: false,
    dropped: 0,
    drops: [],
    ...given,
  };
}

const three = () => [
  aGame({
    id: 'a',
    title: 'Ajax - Feyenoord',
    league: { name: 'Eredivisie', isTopLeague: true },
    startsAt: inHours(1),
  }),
  aGame({
    id: 'b',
    title: 'Bulls - Lakers',
    sport: { name: 'Basketball', sportId: '31' },
    startsAt: inHours(2),
  }),
  aGame({ id: 'c', title: 'Celtic - Rangers', status: 'Stopped', startsAt: inHours(3) }),
];

/** The tab with a mock server. */
function aTab(feed: WireAzuroData) {
  const server = {
    feed,
    answer: { imported: 0, skipped: 0, message: '', results: [] } as Partial<WireImportResult>,
    failing: null as null | { status: number; error: string },
    imports: [] as string[][],
    asked: [] as string[],
  };
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    server.asked.push(`${method} ${path}`);
    if (server.failing && method === 'POST') {
      return Response.json(
        { error: server.failing.error, code: 'x', requestId: 'r' },
        { status: server.failing.status },
      );
    }
    if (path === '/api/admin/import-azuro-bulk') {
      server.imports.push(JSON.parse(String(body)).gameIds);
      return Response.json(server.answer);
    }
    if (path === '/api/admin/sync-azuro') return Response.json({ syncedAt: inHours(0), games: 3 });
    return Response.json(server.feed);
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AzuroTab />
      <Toaster />
    </QueryClientProvider>,
  );
  return { server, user: userEvent.setup() };
}

const gameNames = () =>
  screen.getAllByRole('checkbox').map((box) => box.closest('label')?.querySelector('span span')?.textContent);
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const importButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Import \(\d+\)$/ });
const toastTitled = (title: string) => screen.findByText(title, { selector: '.toast-title' });

describe('the feed', () => {
  test('has its counts on three cards', async () => {
    aTab(aFeed(three(), { live: 6, upcoming: 30 }));
    const figure = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent;
    expect(await figure('Live Games')).toBe('6');
    expect(await figure('Sports Available')).toBe('2');
    expect(await figure('Upcoming Events')).toBe('30');
  });

  test('counts as connected only while its data is fresh', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
    expect(connectionOf({ syncedAt: at(0), stale: false }, now)).toEqual({
      connection: 'connected',
      sentence: 'Read just now.',
    });
    expect(connectionOf({ syncedAt: at(2), stale: false }, now)).toEqual({
      connection: 'connected',
      sentence: 'Read 2 minutes ago.',
    });
    expect(connectionOf({ syncedAt: at(2), stale: true }, now).connection).toBe('stale');
    expect(connectionOf({ syncedAt: at(30), stale: false }, now).connection).toBe('readEarlier');
    expect(connectionOf({ syncedAt: null, stale: true }, now).connection).toBe('notReadYet');
    const failed = { syncedAt: at(0), stale: false, problem: 'The feed did not answer.' };
    expect(connectionOf(failed, now).connection).toBe('notAnswering');
  });

  test('says next to Connected that it is the demo feed', async () => {
    aTab(aFeed(three()));
    expect(await screen.findByText('Connected')).toBeTruthy();
    expect(screen.getByText('Demo feed')).toBeTruthy();
  });

  test("isn't called a demo if it comes from Azuro", async () => {
    aTab(aFeed(three(), { source: 'azuro' }));
    expect(await screen.findByText('Connected')).toBeTruthy();
    expect(screen.queryByText('Demo feed')).toBeNull();
  });

  test("isn't called connected before the first read, and shows the error", async () => {
    aTab(aFeed([], { syncedAt: null, stale: true, problem: 'The feed did not answer in 8 seconds.' }));
    expect(await screen.findByText('Not read yet')).toBeTruthy();
    expect(screen.queryByText('Connected')).toBeNull();
    expect(screen.getAllByText('Unknown')).toHaveLength(3);
    expect(screen.getByText(/^The feed did not answer in 8 seconds\./)).toBeTruthy();
  });

  test('offers a refresh if it has no games', async () => {
    const { server, user } = aTab(aFeed([]));
    expect(await screen.findByText('No Azuro markets available')).toBeTruthy();
    server.feed = aFeed(three());
    await user.click(screen.getByRole('button', { name: 'Refresh Data' }));
    expect(await box('Ajax - Feyenoord')).toBeTruthy();
    expect(server.asked).toContain('POST /api/admin/sync-azuro');
  });

  test('is read by Sync Now, which shows the reason of a failure', async () => {
    const { server, user } = aTab(aFeed(three()));
    await user.click(await screen.findByRole('button', { name: 'Sync Now' }));
    await toastTitled('Feed updated');
    server.failing = { status: 502, error: 'The feed did not answer. The games stay as they were.' };
    await user.click(screen.getByRole('button', { name: 'Sync Now' }));
    await toastTitled('The feed could not be read');
    expect(screen.getByText('The feed did not answer. The games stay as they were.')).toBeTruthy();
  });

  test('lists the invalid parts of its answers', async () => {
    const drops = [{ at: inHours(0), what: 'game 77', why: 'its start is in 1970' }];
    const { user } = aTab(aFeed(three(), { dropped: 12, drops }));
    await user.click(await screen.findByText('12 feed items left out'));
    expect(screen.getByText('game 77').parentElement?.textContent).toContain('its start is in 1970');
  });

  test("shows an error if it can't be loaded, and loads on retry", async () => {
    const { server, user } = aTab(aFeed(three()));
    cleanup();
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: 'Not ready.', code: 'not-ready', requestId: 'r' }, { status: 503 }),
    );
    render(
      <QueryClientProvider client={createQueryClient()}>
        <AzuroTab />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('Azuro Protocol could not be loaded')).toBeTruthy();
    vi.stubGlobal('fetch', async () => Response.json(server.feed));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await box('Ajax - Feyenoord')).toBeTruthy();
  });
});

const SEVERAL_WINNERS =
  "More than one outcome can win: not opened in live mode, beside version 0.1.0, or if we don't know how many win.";

describe('the list', () => {
  test("shows a game's title, start and number of markets", async () => {
    aTab(aFeed([aGame({ id: 'a', title: 'Ajax - Feyenoord', startsAt: '2099-05-06T12:30:00.000Z' })]));
    const row = (await box('Ajax - Feyenoord')).closest('label');
    for (const text of ['Football', 'Active', 'Premier League', '1 market']) {
      expect(row?.textContent).toContain(text);
    }
    expect(row?.querySelector('time')?.title).toBe('2099-05-06 12:30 UTC');
  });

  test('says how many markets an import would open, and on demand which it would leave out and why', async () => {
    const conditions: WireGame['conditions'] = [
      { conditionId: 'c1', state: 'Active', marketName: 'Winner', group: 'result' },
      { conditionId: 'c2', state: 'Active', marketName: 'Total goals', group: 'total' },
      { conditionId: 'c3', state: 'Active', marketName: 'Double chance', dropped: 'several_winners' },
      { conditionId: 'c4', state: 'Stopped', marketName: 'Corners', dropped: 'not_active' },
      { conditionId: 'c5', state: 'Stopped', marketName: 'Cards', dropped: 'not_active' },
      { conditionId: 'c6', state: 'Active', marketName: 'Goalscorer', group: 'players', markets: 8 },
    ];
    const { server, user } = aTab(aFeed([aGame({ id: 'a', title: 'Ajax - Feyenoord', conditions })]));
    expect(await screen.findByText('10 of 13 markets')).toBeTruthy();
    const summary = screen.getByText(/^3 markets can't be imported/);
    expect(summary.textContent).toBe("3 markets can't be imported of Ajax - Feyenoord");
    const details = summary.closest('details');
    expect(details?.open).toBe(false);
    await user.click(summary);
    expect(details?.open).toBe(true);
    const reasons = within(details as HTMLElement).getAllByRole('listitem');
    expect(reasons.map(({ textContent }) => textContent)).toEqual([
      `${SEVERAL_WINNERS} (1) Double chance`,
      'Stopped by the feed. (2) Corners, Cards',
    ]);
    // Reading the reasons doesn't choose the game.
    expect((await box('Ajax - Feyenoord')).checked).toBe(false);
    expect(server.imports).toEqual([]);
  });

  test('is in a focusable box of at most 24rem', async () => {
    aTab(aFeed(three()));
    const list = await screen.findByRole('region', { name: 'Feed games' });
    expect(list.className).toContain('max-h-[24rem]');
    expect(list.tabIndex).toBe(0);
  });

  test('renders only the rows in view', async () => {
    aTab(aFeed(Array.from({ length: 2000 }, (_, index) => aGame({ id: `g${index}` }))));
    await screen.findByText('2,000 games');
    expect(screen.getAllByRole('checkbox').length).toBeLessThan(30);
  });

  test('marks imported and running games and disables them', async () => {
    aTab(
      aFeed([
        aGame({ id: 'a', title: 'Ours', imported: true }),
        aGame({ id: 'b', title: 'Running', state: 'Live' }),
        aGame({ id: 'c', title: 'Begun', startsAt: inHours(-1) }),
      ]),
    );
    expect((await box('Ours')).disabled).toBe(true);
    expect((await box('Running')).disabled).toBe(true);
    expect((await box('Begun')).disabled).toBe(true);
    expect(screen.getByText('imported')).toBeTruthy();
    expect(screen.getAllByText('already started')).toHaveLength(2);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Select all 0 filtered' }).disabled).toBe(
      true,
    );
  });

  test('filters by title and league, ignoring case, and Reset clears it', async () => {
    const { user } = aTab(aFeed(three()));
    await box('Ajax - Feyenoord');
    const search = screen.getByLabelText('Search Games');
    await user.type(search, 'EREDIV');
    await waitFor(() => expect(gameNames()).toEqual(['Ajax - Feyenoord']));
    await user.clear(search);
    await user.type(search, 'rangers');
    await waitFor(() => expect(gameNames()).toEqual(['Celtic - Rangers']));
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(gameNames()).toHaveLength(3));
  });

  test('filters by sport and by status', async () => {
    const { user } = aTab(aFeed(three()));
    await box('Ajax - Feyenoord');
    const choose = (label: string, option: string) =>
      user.selectOptions(screen.getByLabelText(label), option);
    await choose('Status', 'Active Only');
    await waitFor(() => expect(gameNames()).toEqual(['Ajax - Feyenoord', 'Bulls - Lakers']));
    await choose('Sport', 'Basketball');
    await waitFor(() => expect(gameNames()).toEqual(['Bulls - Lakers']));
    await choose('Status', 'All');
    expect(gameNames()).toEqual(['Bulls - Lakers']);
  });

  test('offers all games if none match', async () => {
    const { user } = aTab(aFeed(three()));
    await box('Ajax - Feyenoord');
    await user.type(screen.getByLabelText('Search Games'), 'nobody');
    await user.click(await screen.findByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(gameNames()).toHaveLength(3));
  });

  test('moves focus with the arrow keys', async () => {
    const { user } = aTab(aFeed(three()));
    (await box('Ajax - Feyenoord')).focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(async () => expect(document.activeElement).toBe(await box('Bulls - Lakers')));
    await user.keyboard(' ');
    expect((await box('Bulls - Lakers')).checked).toBe(true);
  });
});

describe('choosing', () => {
  test('shows the count in the button, which is disabled without a selection', async () => {
    const { user } = aTab(aFeed(three()));
    await box('Ajax - Feyenoord');
    expect(importButton().textContent).toBe('Import (0)');
    expect(importButton().disabled).toBe(true);
    await user.click(await box('Ajax - Feyenoord'));
    expect(importButton().textContent).toBe('Import (1)');
    expect(importButton().disabled).toBe(false);
  });

  test('with Shift selects the range', async () => {
    const { user } = aTab(aFeed(three()));
    await user.click(await box('Ajax - Feyenoord'));
    await user.keyboard('{Shift>}');
    await user.click(await box('Celtic - Rangers'));
    await user.keyboard('{/Shift}');
    expect(importButton().textContent).toBe('Import (3)');
  });

  test('can select all filtered games, and keeps the selection when the filter changes', async () => {
    const { user } = aTab(aFeed(three()));
    await box('Ajax - Feyenoord');
    await user.type(screen.getByLabelText('Search Games'), 'premier');
    await user.click(await screen.findByRole('button', { name: 'Select all 2 filtered' }));
    await user.clear(screen.getByLabelText('Search Games'));
    await user.type(screen.getByLabelText('Search Games'), 'ajax');
    expect(await screen.findByText(/2 selected · 2 not shown/)).toBeTruthy();
    expect(importButton().textContent).toBe('Import (2)');
  });

  test('selects at most 500, and says so', async () => {
    const { user } = aTab(aFeed(Array.from({ length: 600 }, (_, index) => aGame({ id: `g${index}` }))));
    await user.click(await screen.findByRole('button', { name: 'Select all 600 filtered' }));
    expect(importButton().textContent).toBe('Import (500)');
    expect(screen.getByText(/at most 500 per import$/)).toBeTruthy();
    expect(screen.getByText(/100 did not fit$/)).toBeTruthy();
  });

  test('never selects more than one import allows', () => {
    const ids = Array.from({ length: 600 }, (_, index) => String(index));
    const full = addGames(NO_GAMES, ids);
    expect(full.ids.size).toBe(MOST_GAMES);
    expect(addGames(full, ['0', '599'])).toMatchObject({ refused: 1 });
  });
});

describe('importing', () => {
  test('is sent once however often it is clicked, and names skipped games', async () => {
    const { server, user } = aTab(aFeed(three()));
    await user.click(await box('Ajax - Feyenoord'));
    server.answer = {
      imported: 0,
      skipped: 1,
      message: '0 games imported, 1 skipped.',
      results: [{ gameId: 'a', reason: 'already_imported' }],
    };
    fireEvent.click(importButton());
    fireEvent.click(importButton());

    const result = within(await screen.findByRole('region', { name: 'Result by game' }));
    expect(result.getByText('Ajax - Feyenoord')).toBeTruthy();
    expect(server.imports).toEqual([['a']]);
  });

  test('sends the selection, shows the result with reasons, clears the selection and rereads the games', async () => {
    const { server, user } = aTab(aFeed(three()));
    await user.click(await box('Ajax - Feyenoord'));
    await user.click(await box('Bulls - Lakers'));
    server.answer = {
      imported: 1,
      skipped: 1,
      message: '1 game imported, 1 skipped.',
      results: [
        { gameId: 'a', title: 'Ajax - Feyenoord', marketId: 'm_1' },
        { gameId: 'b', title: 'Bulls - Lakers', reason: 'no_main_market' },
      ],
    };
    server.feed = aFeed(three().map((game) => ({ ...game, imported: game.id === 'a' })));
    await user.click(importButton());

    await toastTitled('Successfully imported 1 markets');
    expect(screen.getByText('1 markets were skipped')).toBeTruthy();
    expect(server.imports).toEqual([['a', 'b']]);
    const result = within(screen.getByRole('region', { name: 'Result by game' }));
    expect(result.getByText(/No market on the winner\./)).toBeTruthy();
    expect(result.getByText('Ajax - Feyenoord')).toBeTruthy();
    expect(importButton().textContent).toBe('Import (0)');
    await waitFor(async () => expect((await box('Ajax - Feyenoord')).disabled).toBe(true));
    expect(document.activeElement?.textContent).toContain('1 game imported, 1 skipped.');
    await user.click(
      within(screen.getByRole('region', { name: 'Games to import' })).getByRole('button', {
        name: 'Dismiss',
      }),
    );
    expect(screen.queryByText('1 game imported, 1 skipped.')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Games to import' }));
  });

  test('says how many markets of each group a game got, and what was left out and why', async () => {
    const { server, user } = aTab(aFeed(three()));
    server.answer = {
      imported: 7,
      skipped: 0,
      message: 'Imported 7 markets.',
      results: [
        {
          gameId: 'a',
          title: 'Ajax - Feyenoord',
          marketId: 'm_1',
          markets: [
            { group: 'result', count: 1 },
            { group: 'total', count: 6 },
            { group: 'players', count: 8 },
          ],
          dropped: [{ marketName: 'Double chance', reason: 'several_winners' }],
        },
      ],
    };
    await user.click(await box('Ajax - Feyenoord'));
    await user.click(importButton());
    await toastTitled('Successfully imported 7 markets');
    const result = within(screen.getByRole('region', { name: 'Result by game' }));
    const [game] = result.getAllByRole('listitem');
    expect(game?.textContent).toContain('Ajax - Feyenoord: Result 1, Totals 6, Players 8');
    await user.click(result.getByText(/^1 left out/));
    expect(result.getByText('Double chance', { exact: false }).textContent).toBe(
      `${SEVERAL_WINNERS} (1) Double chance`,
    );
  });

  test('mentions no skipped games if all were imported', async () => {
    const { server, user } = aTab(aFeed(three()));
    server.answer = { imported: 1, skipped: 0, message: '1 game imported.', results: [] };
    await user.click(await box('Ajax - Feyenoord'));
    await user.click(importButton());
    await toastTitled('Successfully imported 1 markets');
    expect(screen.queryByText(/markets were skipped/)).toBeNull();
  });

  test('is complete if the answer has no count', async () => {
    const { server, user } = aTab(aFeed(three()));
    server.answer = {};
    await user.click(await box('Ajax - Feyenoord'));
    await user.click(importButton());
    await toastTitled('Import Complete');
  });

  test('shows why it failed and keeps the selection', async () => {
    const { server, user } = aTab(aFeed(three()));
    server.failing = { status: 503, error: 'The server is starting. Nothing was imported.' };
    await user.click(await box('Ajax - Feyenoord'));
    await user.click(importButton());
    await toastTitled('Import Failed');
    // The toast disappears, the tab's text stays.
    dismissToast();
    const banner = await screen.findByText('Import Failed', { selector: '.banner p' });
    expect(banner.closest('[role=alert]')?.textContent).toContain(
      'The server is starting. Nothing was imported.',
    );
    expect(importButton().textContent).toBe('Import (1)');
    server.failing = null;
    await user.click(importButton());
    await waitFor(() => expect(screen.queryByText('Import Failed', { selector: '.banner p' })).toBeNull());
  });

  test('shows a default message if a failure has none', async () => {
    const { server, user } = aTab(aFeed(three()));
    server.failing = { status: 500, error: '' };
    fireEvent.click(await box('Ajax - Feyenoord'));
    await user.click(importButton());
    await toastTitled('Import Failed');
    expect(screen.getAllByText('Failed to import markets')).toHaveLength(2);
  });
});
