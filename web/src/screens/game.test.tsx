import { aDoubleChance, aGame, aGameMarket, aPlayerMarket } from '@tallystone/testkit/mock-api/a-game.ts';
import { aMarket, anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { aGamePage } from '@tallystone/testkit/page/game-page.tsx';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SEARCH_FIELD_ID } from '../finding/search-field-id.ts';
// Loaded already, so no test waits for it.
import '../stream/keep-stream.ts';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('compliance-accepted', 'true');
  // jsdom has no layout.
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
  // The page announced the lost connection, so it announces the return.
  vi.restoreAllMocks();
  fireEvent(window, new Event('online'));
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const groups = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const questions = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const outcome = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
/** A page whose stream is live and whose game has been read for the last time. */
async function aLivePage(given: Parameters<typeof aGamePage>[0] = {}) {
  const page = aGamePage(given);
  await screen.findByText('Live');
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(page.queryClient.isFetching()).toBe(0));
  page.server.asked.length = 0;
  return page;
}

describe('the page of a game', () => {
  test('shows the title, the league, the start with the time left, and the state', async () => {
    const startsAt = new Date(Date.now() + (26 * 60 + 1) * 60_000).toISOString();
    aGamePage({ game: aGame({ startsAt }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Arsenal vs Chelsea' })).toBeTruthy();
    expect(screen.getByText('Premier League, England')).toBeTruthy();
    expect(screen.getByText('UPCOMING')).toBeTruthy();
    expect(screen.getByText(/^Starts \w{3} \d{2}, \d{4} \d{2}:\d{2}$/)).toBeTruthy();
    expect(screen.getByText('1d 2h')).toBeTruthy();
    expect(screen.getByText('7 markets', { selector: 'span' })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Arsenal vs Chelsea · Tallystone'));
  });

  test.each([
    ['Live', 'LIVE'],
    ['Finished', 'ENDED'],
    ['Canceled', 'CANCELED'],
    ['Stopped', 'PAUSED'],
  ])('says of a game in the state %s that it is %s', async (state, badge) => {
    aGamePage({ game: aGame({ state }) });
    expect(await screen.findByText(badge)).toBeTruthy();
  });

  test('says when a started game began, instead of a time left', async () => {
    aGamePage({ game: aGame({ startsAt: new Date(Date.now() - 60_000).toISOString() }) });
    expect(await screen.findByText(/^Started /)).toBeTruthy();
    expect(screen.getByText('LIVE')).toBeTruthy();
    expect(screen.queryByText('until it starts')).toBeNull();
  });

  test('has the markets by group, and the lines of a question in one table', async () => {
    aGamePage();
    await screen.findByRole('heading', { level: 1 });
    expect(groups()).toEqual(['Result', 'Totals', 'Both teams score', 'Parts of the game']);
    expect(questions()).toEqual([
      'Winner',
      'Double chance',
      'Total goals',
      'Both teams to score',
      'First goal in the first half',
    ]);
    const table = within(screen.getByRole('table', { name: 'Total goals' }));
    const rows = table.getAllByRole('row').map((row) => within(row).queryByRole('rowheader')?.textContent);
    expect(rows).toEqual([undefined, 'Total goals 1.5', 'Total goals 2.5', 'Total goals 3.5']);
    expect(table.getAllByRole('button')).toHaveLength(6);
    expect(table.getByRole('link', { name: 'Total goals 2.5' }).getAttribute('href')).toBe(
      '/market/m_total_25',
    );
    expect(screen.getByRole('link', { name: 'Winner' }).getAttribute('href')).toBe('/market/m_main');
  });

  test('filters by group', async () => {
    const { user } = aGamePage();
    const chips = within(await screen.findByRole('group', { name: 'Groups of markets' }));
    expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All',
      'Result',
      'Totals',
      'Both teams score',
      'Parts of the game',
    ]);
    await user.click(chips.getByRole('button', { name: 'Totals' }));
    expect(groups()).toEqual(['Totals']);
    expect(chips.getByRole('button', { name: 'Totals' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(chips.getByRole('button', { name: 'All' }));
    expect(groups()).toHaveLength(4);
  });

  test('searches names and outcomes, and shows only the lines that match', async () => {
    const { user } = aGamePage();
    const field = await screen.findByRole('searchbox', { name: 'Search the markets of this game' });
    await user.type(field, 'over 2.5');
    expect(groups()).toEqual(['Totals']);
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('link', { name: 'Total goals 2.5' })).toBeTruthy();
    await user.clear(field);
    await user.type(field, 'CHELSEA');
    expect(questions()).toEqual(['Winner', 'Double chance']);
    await user.keyboard('{Escape}');
    expect(groups()).toHaveLength(4);
  });

  test("has the page's key for searching", async () => {
    aGamePage();
    const field = await screen.findByRole('searchbox');
    expect(field.id).toBe(SEARCH_FIELD_ID);
  });

  test('says that nothing matches a search, and shows all again', async () => {
    const { user } = aGamePage();
    await user.type(await screen.findByRole('searchbox'), 'corners');
    expect(screen.getByText('No market of this game matches.')).toBeTruthy();
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(groups()).toHaveLength(4);
  });

  test('opens the bet dialog for an outcome of a side market, takes its current odds, and returns the focus', async () => {
    const { user, server } = await aLivePage();
    const over = outcome(/bet on Over 2\.5 in/);
    await user.click(over);
    const dialog = await screen.findByRole('dialog', { name: 'Arsenal vs Chelsea: Total goals 2.5' });
    expect(dialog.textContent).toContain('Over 2.5, odds 1.83');
    act(() => server.reprice('m_total_25', [1.91, 1.75]));
    await waitFor(() => expect(dialog.textContent).toContain('Over 2.5, odds 1.91'));
    expect(server.asked).not.toContain('/api/markets/m_total_25');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(over));
  });

  test('says of a market that takes no bets why, and of the others nothing', async () => {
    const markets = aGame().markets.map((market) =>
      market.id === 'm_both'
        ? { ...market, state: 'suspended' as const, suspension: 'feed-stopped' as const }
        : market,
    );
    aGamePage({ game: aGame({ markets }) });
    const both = within(await screen.findByRole('article', { name: 'Both teams to score' }));
    expect(both.getByText(/^Betting is paused while odds are set\./)).toBeTruthy();
    expect(both.getAllByRole<HTMLButtonElement>('button').every(({ disabled }) => disabled)).toBe(true);
    expect(screen.getAllByText(/^Betting is paused/)).toHaveLength(1);
    await waitFor(() => expect(outcome(/bet on Over 2\.5 in/).disabled).toBe(false));
  });

  test('says once why no market takes bets, if the reason is the same', async () => {
    const markets = aGame().markets.map((market) => ({
      ...market,
      state: 'suspended' as const,
      suspension: 'game-started' as const,
    }));
    aGamePage({ game: aGame({ markets }) });
    expect(await screen.findAllByText('The game has started, so betting has closed.')).toHaveLength(1);
  });

  test('shows the winner of a settled market', async () => {
    const markets = aGame().markets.map((market) =>
      market.id === 'm_total_25'
        ? { ...market, state: 'settled' as const, wonOutcomeId: 'm_total_25_over' }
        : market,
    );
    aGamePage({ game: aGame({ markets }) });
    expect(await screen.findByText('Over 2.5 won. All bets are paid.')).toBeTruthy();
  });

  test('says of a double chance that two of its outcomes win, and of other markets nothing', async () => {
    aGamePage();
    const double = within(await screen.findByRole('article', { name: 'Double chance' }));
    expect(double.getByText('2 of the 3 outcomes win.')).toBeTruthy();
    expect(screen.getAllByText(/outcomes win/)).toHaveLength(1);
  });

  test('says the same once above the lines of a question', async () => {
    const markets = [1, 2].map((line) => aDoubleChance({ id: `m_${line}`, line }));
    aGamePage({ game: aGame({ markets }) });
    const double = within(await screen.findByRole('article', { name: 'Double chance' }));
    expect(double.getAllByRole('rowheader')).toHaveLength(2);
    expect(double.getAllByText('2 of the 3 outcomes win.')).toHaveLength(1);
  });

  test('says in the bet dialog too that two outcomes win, with the title for screen readers', async () => {
    const { user } = await aLivePage();
    await user.click(outcome(/bet on Arsenal or Draw in/));
    const dialog = await screen.findByRole('dialog', { name: 'Arsenal vs Chelsea: Double chance' });
    const about = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(about?.textContent).toBe('Arsenal or Draw, odds 1.20, 80.0% chance2 of the 3 outcomes win.');
    await user.keyboard('{Escape}');
    await user.click(outcome(/bet on Over 2\.5 in/));
    const other = await screen.findByRole('dialog', { name: 'Arsenal vs Chelsea: Total goals 2.5' });
    expect(other.textContent).not.toContain('outcomes win');
  });

  test('has a table only for lines whose outcomes fit side by side', async () => {
    const four = ['0', '1', '2', '3 or more'].map((name) => ({
      ...aGameMarket().outcomes[0],
      id: `o_${name}`,
      name,
    }));
    const markets = [1, 2].map((line) =>
      aGameMarket({ id: `m_${line}`, name: 'Corners', line, outcomes: four as never }),
    );
    aGamePage({ game: aGame({ markets }) });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('table')).toBeNull();
    expect(questions()).toEqual(['Corners 1', 'Corners 2']);
  });

  test('shows outcomes that can still win first, where they are in rows', async () => {
    const names = ['0:0', '1:0', '1:1', '2:1', 'Other'];
    const scores = names.map((name, place) =>
      anOutcome({
        id: `o_${place}`,
        name,
        ...(place < 2 && { odds: null, maxAtOdds: null, probability: 0 }),
      }),
    );
    const score = aGameMarket({ id: 'm_score', group: 'correct-score', name: 'Score', outcomes: scores });
    const winner = { ...aGame().markets[0], outcomes: scores.slice(0, 3) };
    aGamePage({ game: aGame({ markets: [score, winner as typeof score] }) });
    const shown = async (name: string) =>
      within(await screen.findByRole('article', { name }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent?.split(' ')[0]);
    expect(await shown('Score')).toEqual(['1:1', '2:1', 'Other', '0:0', '1:0']);
    expect(await shown('Winner')).toEqual(['0:0', '1:0', '1:1']);
  });

  test('says of an unknown game that there is no such page', async () => {
    aGamePage({ at: '/game/g_other' });
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
  });

  test('shows an error if the game cannot be read, and reads it again on request', async () => {
    const { behind, user } = aGamePage({
      game: null,
      before: (server) => server.fail('/api/games/g_1'),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The game could not be loaded');
    behind.recover('/api/games/g_1');
    behind.setGame(aGame());
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Arsenal vs Chelsea' })).toBeTruthy();
  });

  test('says that it is loading', async () => {
    aGamePage({ game: null, before: (server) => server.fail('/api/games/g_1', 0) });
    expect((await screen.findByText('Loading game')).getAttribute('role')).toBe('status');
  });
});

describe('the players of a game', () => {
  const SUSPENDED = { state: 'suspended', suspension: 'feed-stopped' } as const;
  const ada = aPlayerMarket('Ada Example');
  const bo = aPlayerMarket('Bo Specimen', { outcomes: [{ odds: 5.2 } as never] });
  const withPlayers = (...players: ReturnType<typeof aPlayerMarket>[]) =>
    aGame({ markets: [...aGame().markets, ...players] });
  const card = async () => within(await screen.findByRole('article', { name: 'Anytime goalscorer' }));
  const items = async () =>
    (await card()).getAllByRole('listitem').map((item) => ({ item, text: item.textContent ?? '' }));

  test('are one question with a button for each, the odds, and a link to the market of each', async () => {
    aGamePage({ game: withPlayers(ada, bo) });
    const players = await card();
    expect(groups()).toContain('Players');
    expect(questions().filter((name) => name === 'Anytime goalscorer')).toHaveLength(1);
    expect(players.getAllByRole('button').map((button) => button.textContent)).toEqual([
      expect.stringMatching(/^Ada Example 3\.50/),
      expect.stringMatching(/^Bo Specimen 5\.20/),
    ]);
    expect(players.queryByText('No')).toBeNull();
    expect(players.getByRole('link', { name: 'Market of Bo Specimen' }).getAttribute('href')).toBe(
      '/market/m_bo_specimen',
    );
  });

  test('begin with the ten likeliest, in an order that new odds leave as it is', async () => {
    const eleven = Array.from({ length: 11 }, (_, place) =>
      aPlayerMarket(`Player ${'ABCDEFGHIJK'[place]}`, { outcomes: [{ probability: 10 + place } as never] }),
    );
    const { server, user } = await aLivePage({ game: withPlayers(...eleven) });
    const names = async () => (await items()).map(({ text }) => text.slice(7, 8)).join('');
    expect(await names()).toBe('KJIHGFEDCB');
    act(() => server.reprice('m_player_b', [1.1]));
    await waitFor(() => expect(outcome(/^Player B/).textContent).toContain('1.10'));
    expect(await names()).toBe('KJIHGFEDCB');
    const players = await card();
    await user.click(players.getByRole('button', { name: 'Show all 11 outcomes of Anytime goalscorer' }));
    expect(await names()).toBe('KJIHGFEDCBA');
    await user.click(players.getByRole('button', { name: /^Show fewer/ }));
    expect(await names()).toBe('KJIHGFEDCB');
  });

  test('put those who have won first', async () => {
    const won = { ...bo, state: 'settled', wonOutcomeId: 'm_bo_specimen_yes' } as typeof bo;
    aGamePage({ game: withPlayers(ada, won) });
    expect((await items()).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Bo Specimen Won/),
      expect.stringMatching(/^Ada Example/),
    ]);
  });

  test('are one list also if there is only one', async () => {
    aGamePage({ game: withPlayers(ada) });
    expect((await card()).getAllByRole('button')).toHaveLength(1);
  });

  test('are found by their group and by name, and the name is marked', async () => {
    const { user } = aGamePage({ game: withPlayers(ada, bo) });
    await user.click(await screen.findByRole('button', { name: 'Players' }));
    expect(groups()).toEqual(['Players']);
    await user.type(screen.getByRole('searchbox'), 'specimen');
    const found = await items();
    expect(found).toHaveLength(1);
    expect(found[0]?.item.querySelector('mark')?.textContent).toBe('Specimen');
  });

  test('open the bet dialog with the odds of one, which says what cannot be done with such a bet', async () => {
    const { user } = await aLivePage({ game: withPlayers(ada, bo) });
    await user.click(outcome(/^Bo Specimen 5\.20/));
    const dialog = await screen.findByRole('dialog', {
      name: 'Arsenal vs Chelsea: Anytime goalscorer: Bo Specimen',
    });
    expect(dialog.textContent).toContain('Bo Specimen, odds 5.20');
    expect(dialog.textContent).toContain("Bets can't be cashed out or be part of a combo.");
  });

  test('go to the slip while the odds do', async () => {
    const { user } = await aLivePage({ game: withPlayers(ada, bo) });
    await user.click(screen.getByRole('button', { name: 'Odds add to the slip' }));
    await user.click(outcome(/^Bo Specimen 5\.20/));
    expect(outcome(/^Bo Specimen 5\.20/).getAttribute('aria-pressed')).toBe('true');
    expect(outcome(/^Ada Example 3\.50/).getAttribute('aria-pressed')).toBe('false');
  });

  test('say once why none takes bets, and each its own reason otherwise', async () => {
    aGamePage({ game: withPlayers({ ...ada, ...SUSPENDED }, { ...bo, ...SUSPENDED }) });
    expect((await card()).getAllByText(/^Betting is paused/)).toHaveLength(1);
    expect((await items()).map(({ text }) => /paused/.test(text))).toEqual([false, false]);
    cleanup();
    aGamePage({ game: withPlayers({ ...ada, ...SUSPENDED }, bo) });
    await card();
    await waitFor(() => expect(outcome(/^Bo Specimen/).disabled).toBe(false));
    expect((await items()).map(({ text }) => /paused/.test(text))).toEqual([true, false]);
  });

  test('have their results, whatever the others still wait for', async () => {
    const [cy, di] = ['Cy Sample', 'Di Pattern'].map((name) => aPlayerMarket(name));
    const players = [
      { ...ada, state: 'settled', wonOutcomeId: 'm_ada_example_yes' },
      { ...bo, state: 'settled', wonOutcomeId: 'm_bo_specimen_no' },
      { ...cy, state: 'void' },
      { ...di, ...SUSPENDED },
    ] as ReturnType<typeof aPlayerMarket>[];
    aGamePage({ game: withPlayers(...players) });
    expect((await items()).map(({ text }) => text)).toEqual([
      'Ada Example WonMarket of Ada Example',
      'Bo Specimen LostMarket of Bo Specimen',
      'Cy Sample RefundedMarket of Cy Sample',
      expect.stringMatching(/^Di Pattern 3\.50/),
    ]);
    expect((await card()).getAllByText(/^Betting is paused/)).toHaveLength(1);
    expect(screen.queryByText(/No won/)).toBeNull();
  });

  test('who all lost make no common sentence about a winner called No', async () => {
    const lost = [ada, bo].map((market) => ({
      ...market,
      state: 'settled' as const,
      wonOutcomeId: `${market.id}_no`,
    }));
    aGamePage({ game: aGame({ markets: lost }) });
    expect(await screen.findByText('Market settled. All bets are paid.')).toBeTruthy();
    expect(screen.queryByText(/No won/)).toBeNull();
  });

  test('follow the stream, in odds and results', async () => {
    const { server } = await aLivePage({ game: withPlayers(ada, bo) });
    act(() => server.reprice('m_ada_example', [4.4]));
    await waitFor(() => expect(outcome(/^Ada Example/).textContent).toContain('4.40'));
    act(() => server.change('m_ada_example', { state: 'settled', wonOutcomeId: 'm_ada_example_yes' }));
    await waitFor(async () => expect((await items())[0]?.text).toMatch(/^Ada Example Won/));
  });
});

describe('a game with a stream', () => {
  test('follows the prices of all its markets in place, without requests', async () => {
    const { server } = await aLivePage();
    expect(server.openings.map(({ game }) => game)).toEqual(['g_1']);
    act(() => server.reprice('m_total_25', [1.91, 1.75]));
    await waitFor(() => expect(outcome(/bet on Over 2\.5 in/).textContent).toContain('1.91'));
    expect(server.asked).toEqual([]);
  });

  test('is read again when a market ends, and shows its winner', async () => {
    const { server } = await aLivePage();
    act(() => server.change('m_both', { state: 'settled', wonOutcomeId: 'm_both_over' }));
    expect(await screen.findByText('Yes won. All bets are paid.')).toBeTruthy();
    await waitFor(() => expect(server.asked).toEqual(['/api/games/g_1']));
  });

  test('shows both winners of a double chance', async () => {
    const { server } = await aLivePage();
    act(() => server.change('m_double', { state: 'settled', wonOutcomeId: 'o_1x', alsoWonIds: ['o_12'] }));
    const sentence = 'Arsenal or Draw, Arsenal or Chelsea won. All bets are paid.';
    expect(await screen.findByText(sentence)).toBeTruthy();
    await waitFor(() => expect(server.asked).toEqual(['/api/games/g_1']));
    // The answer has both of them too.
    await waitFor(() => expect(screen.getByText(sentence)).toBeTruthy());
  });

  test('shows a market that it gets later, after one reading', async () => {
    const { server } = await aLivePage();
    const later = aGameMarket({ id: 'm_later', group: 'odd-even', name: 'Odd or even goals' });
    act(() => {
      server.addGame(aGame({ markets: [...aGame().markets, later] }));
      server.change('m_later', {});
    });
    expect(await screen.findByRole('heading', { name: 'Odd or even goals' })).toBeTruthy();
    expect(server.asked).toEqual(['/api/games/g_1']);
  });

  test("isn't read again after news of another game's side market", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server } = await aLivePage();
    const ofOther = aGameMarket({ id: 'm_other', gameId: 'g_2' });
    server.addGame(aGame({ id: 'g_2', title: 'Lyon vs Lille', markets: [ofOther] }));
    act(() => {
      server.change('m_other', { state: 'settled', wonOutcomeId: 'm_other_over' });
      server.reprice('m_total_25', [1.91, 1.75]);
    });
    await waitFor(() => expect(outcome(/bet on Over 2\.5 in/).textContent).toContain('1.91'));
    // Longer than the pause between two readings.
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(server.asked).toEqual([]);
  });

  test('is read again after a snapshot', async () => {
    const { server } = await aLivePage();
    act(() => server.notice());
    await waitFor(() => expect(server.asked).toContain('/api/games/g_1'));
  });

  test('takes prices of another database server, whose versions are lower', async () => {
    const game = aGame();
    const markets = game.markets.map((market) => ({ ...market, version: 9 }));
    const { server } = await aLivePage({ game: { ...game, markets } });
    act(() => {
      server.replaceDatabase([], { isNoticed: false });
      server.addGame(game);
      server.reprice('m_total_25', [2.22, 1.5]);
      server.notice();
    });
    await waitFor(() => expect(outcome(/bet on Over 2\.5 in/).textContent).toContain('2.22'));
  });

  test('is read again while only the stream is refused and its prices have become old', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server } = aGamePage();
    server.refuse({ status: 503 });
    await screen.findByRole('heading', { level: 1 });
    const before = server.asked.length;
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(server.asked.slice(before)).toEqual(['/api/games/g_1']);
    await waitFor(() => expect(outcome(/bet on Over 2\.5 in/).disabled).toBe(false));
  });

  test('continues from the last event when a game is opened later, and when another one is', async () => {
    const { server } = aGamePage({ at: '/' });
    server.addGame(aGame({ id: 'g_2', title: 'Lyon vs Lille', markets: [] }));
    await waitFor(() => expect(server.readers()).toBe(1));
    expect(server.openings.map(({ game }) => game)).toEqual([undefined]);
    act(() => window.history.pushState(null, '', '/game/g_1'));
    await waitFor(() => expect(server.openings).toHaveLength(2));
    expect(server.openings[1]).toMatchObject({ game: 'g_1', lastEventId: '100' });
    act(() => window.history.pushState(null, '', '/game/g_2'));
    await waitFor(() => expect(server.openings).toHaveLength(3));
    expect(server.openings[2]).toMatchObject({ game: 'g_2', lastEventId: '100' });
    expect(server.readers()).toBe(1);
  });

  test('keeps the connection when the page of the game is left and opened again', async () => {
    const { server } = await aLivePage();
    act(() => window.history.pushState(null, '', '/'));
    act(() => window.history.pushState(null, '', '/game/g_1'));
    await screen.findByRole('heading', { level: 1 });
    // Read again, because news may have been missed meanwhile.
    await waitFor(() => expect(server.asked).toEqual(['/api/games/g_1']));
    expect(server.openings).toHaveLength(1);
  });
});

describe("the page of a game's market", () => {
  test('follows the game if the list does not have the market, and links to the game', async () => {
    const { server } = aGamePage({ at: '/market/m_total_25' });
    const link = await screen.findByRole('link', { name: 'All markets of this game' });
    expect(link.getAttribute('href')).toBe('/game/g_1');
    // The watchlist is a part of the list.
    expect(screen.queryByRole('button', { name: /^Watch/ })).toBeNull();
    await waitFor(() => expect(server.openings.at(-1)?.game).toBe('g_1'));
    await screen.findByText('Live');
    act(() => server.reprice('m_total_25', [1.91, 1.75]));
    await waitFor(() => expect(screen.getAllByText('1.91').length).toBeGreaterThan(0));
  });

  test('is read once more when the game is followed, because the stream may have been ahead', async () => {
    const { server } = aGamePage({ at: '/market/m_total_25', listed: [aMarket()] });
    await waitFor(() => expect(server.openings.at(-1)).toMatchObject({ game: 'g_1' }));
    await waitFor(() => {
      expect(server.asked.filter((path) => path === '/api/markets/m_total_25')).toHaveLength(2);
    });
  });

  test('follows only the list if that has the market', async () => {
    const main = aMarket({ id: 'm_listed', title: 'Lyon vs Lille', gameId: 'g_2', more: 3 });
    const { server } = aGamePage({ at: '/market/m_listed', listed: [main] });
    await screen.findByRole('heading', { level: 1, name: 'Lyon vs Lille' });
    await screen.findByText('Live');
    expect(screen.getByRole('button', { name: /^Watch/ })).toBeTruthy();
    expect(server.openings.map(({ game }) => game)).toEqual([undefined]);
  });

  test('can be watched and follows only the list after it has left that', async () => {
    const main = aMarket({ id: 'm_listed', title: 'Lyon vs Lille', gameId: 'g_2', more: 3 });
    const { server } = aGamePage({ at: '/market/m_listed', listed: [main] });
    await screen.findByRole('heading', { level: 1, name: 'Lyon vs Lille' });
    await screen.findByText('Live');
    act(() => server.change('m_listed', { state: 'closed' }, { isListed: false }));
    await screen.findByText('Betting has closed. Open bets await the result.');
    act(() => server.change('m_listed', { state: 'settled', wonOutcomeId: 'o_no' }, { isListed: false }));
    await screen.findByText('No won. All bets are paid.');
    expect(screen.getByRole('button', { name: /^Watch/ })).toBeTruthy();
    expect(server.openings.map(({ game }) => game)).toEqual([undefined]);
  });
});
