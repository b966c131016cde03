import type { WireMarket } from '@tallystone/core/http-api/markets';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { aDoubleChance, aPlayerMarket } from '@tallystone/testkit/mock-api/a-game.ts';
import { aHistory, anActivity, aRisk } from '@tallystone/testkit/mock-api/a-history.ts';
import { aMarket, anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { drawnCharts } from '@tallystone/testkit/page/drawn-charts.ts';
import { aMarketPage } from '@tallystone/testkit/page/market-page.tsx';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { marketsQuery } from '../data/queries.ts';

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
  drawnCharts.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page of a market', () => {
  test('shows the question, the end and the volume, and sets the title', async () => {
    await aMarketPage({ markets: [aMarket({ endsInMinutes: 26 * 60 + 1, tags: ['Harbour'] })] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Will it rain?' })).toBeTruthy();
    expect(screen.getByText('At noon, at the harbour.')).toBeTruthy();
    expect(screen.getByText('UPCOMING')).toBeTruthy();
    expect(screen.getByText('Practice')).toBeTruthy();
    expect(screen.getByText('1.23K USDT')).toBeTruthy();
    expect(screen.getByText(/^Starts \w{3} \d{2}, \d{4} \d{2}:\d{2}$/)).toBeTruthy();
    expect(screen.getByText('1d 2h')).toBeTruthy();
    expect(screen.getByText('0% margin')).toBeTruthy();
    expect(
      within(screen.getByRole('list', { name: 'Tags of Will it rain?' })).getByText('Harbour'),
    ).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Will it rain? · Tallystone'));
  });

  test("links back to the market's category in the list", async () => {
    await aMarketPage({ markets: [aMarket({ category: 'politics' })] });
    const back = await screen.findByRole('link', { name: /^All markets/ });
    expect(back.getAttribute('href')).toBe('/?category=politics');
  });

  test('opens the bet dialog for an outcome, like the card, and returns focus', async () => {
    const { user } = await aMarketPage();
    const outcomes = await part('Outcomes');
    const yes = outcomes.getByRole('button', {
      name: /^Yes 1\.83 54\.2% chance .*bet on Yes in Will it rain\?$/,
    });
    await user.click(yes);
    expect(await screen.findByRole('dialog', { name: 'Will it rain?' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(yes));
  });

  test('shows all of thirty outcomes', async () => {
    const outcomes = Array.from({ length: 30 }, (_, place) =>
      anOutcome({ id: `o_${place}`, name: `Rider ${place + 1}`, probability: 30 - place }),
    );
    await aMarketPage({ markets: [aMarket({ outcomes })] });
    expect((await part('Outcomes')).getAllByRole('button', { name: /bet on/ })).toHaveLength(30);
  });

  test.each([false, true])(
    'lists outcomes without odds last, with the form beside it: %s',
    async (hasForm) => {
      if (hasForm)
        vi.stubGlobal('matchMedia', () => ({
          matches: true,
          addEventListener() {},
          removeEventListener() {},
        }));
      const outcomes = ['0:0', '1:0', '1:1', '2:1'].map((name, place) =>
        anOutcome({
          id: `o_${place}`,
          name,
          ...(place < 2 && { odds: null, maxAtOdds: null, probability: 0 }),
        }),
      );
      await aMarketPage({ markets: [aMarket({ outcomes })] });
      const buttons = (await part('Outcomes')).getAllByRole('button', { name: /bet on/ });
      expect(buttons.map(({ textContent }) => textContent?.split(' ')[0])).toEqual([
        '1:1',
        '2:1',
        '0:0',
        '1:0',
      ]);
    },
  );

  test('shows the two likeliest outcomes at the bottom of a phone, and keeps them when odds change', async () => {
    const outcomes = [
      anOutcome({ id: 'o_a', name: 'A', probability: 10 }),
      anOutcome({ id: 'o_b', name: 'B', probability: 50 }),
      anOutcome({ id: 'o_c', name: 'C', probability: 40 }),
    ];
    const market = aMarket({ outcomes });
    const { hear } = await aMarketPage({ markets: [market] });
    const names = () =>
      within(screen.getByRole('region', { name: 'Quick bets' }))
        .getAllByRole('button')
        .map((button) => button.textContent?.[0]);
    await screen.findByRole('heading', { level: 1 });
    expect(names()).toEqual(['B', 'C']);
    hear({
      ...market,
      version: 2,
      outcomes: outcomes.map((each) => ({ ...each, probability: each.id === 'o_a' ? 90 : 5 })),
    });
    expect(await (await part('Outcomes')).findByText('90.0% chance')).toBeTruthy();
    expect(names()).toEqual(['B', 'C']);
  });

  test('focuses the heading after following a link', async () => {
    const { server } = await aMarketPage({ before: ({ fail }) => fail('/api/markets/m_one', 0) });
    expect(server.asked).toContain('/api/markets/m_one');
    // The list has the market, so its own answer isn't awaited.
    await screen.findByRole('heading', { level: 1 });
    cleanup();
    const main = document.createElement('div');
    main.id = 'main';
    main.tabIndex = -1;
    document.body.append(main);
    main.focus();
    await aMarketPage();
    const heading = await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    main.remove();
  });
});

/** As on a screen where the form has room beside the chart. */
const onAWideScreen = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));

describe('the form beside the chart, on a wide screen', () => {
  const amount = () => screen.findByLabelText<HTMLInputElement>('Amount (USDC)');
  const choice = (name: RegExp) => screen.getByRole('button', { name });

  test('offline it takes the focus itself, because it scrolls and nothing in it can be pressed', async () => {
    onAWideScreen();
    const { user } = await aMarketPage();
    await amount();
    expect(screen.queryByRole('group', { name: 'Outcomes' })).toBeNull();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    const panel = await screen.findByRole('group', { name: 'Outcomes' });
    while (document.activeElement !== panel) {
      await user.tab();
      if (document.activeElement === document.body) expect.fail('no stop of Tab is the panel');
    }
  });

  test('is for the first outcome with odds, and choosing another one keeps the amount', async () => {
    onAWideScreen();
    const { user } = await aMarketPage();
    expect(await screen.findByRole('region', { name: 'Bet on Yes' })).toBeTruthy();
    await user.type(await amount(), '25');
    expect(choice(/^Yes/).getAttribute('aria-pressed')).toBe('true');
    await user.click(choice(/^No/));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('region', { name: 'Bet on No' })).toBeTruthy();
    expect(choice(/^No/).getAttribute('aria-pressed')).toBe('true');
    expect((await amount()).value).toBe('25');
    expect(document.activeElement).toBe(await amount());
    expect(screen.queryByRole('region', { name: 'Quick bets' })).toBeNull();
  });

  test('does not take the focus when the page opens', async () => {
    onAWideScreen();
    await aMarketPage();
    expect(document.activeElement).not.toBe(await amount());
  });

  test('is in view with many outcomes too, of which four are shown at first', async () => {
    onAWideScreen();
    const outcomes = Array.from({ length: 30 }, (_, place) =>
      anOutcome({ id: `o_${place}`, name: `Rider ${place + 1}` }),
    );
    const { user } = await aMarketPage({ markets: [aMarket({ outcomes })] });
    await amount();
    const riders = () => screen.getAllByRole('button', { name: /bet on Rider/ });
    expect(riders()).toHaveLength(4);
    await user.click(screen.getByRole('button', { name: 'Show 26 more' }));
    expect(riders()).toHaveLength(30);
  });

  test('is absent once betting has ended', async () => {
    onAWideScreen();
    await aMarketPage({ markets: [aMarket({ state: 'closed', endsInMinutes: -1 })] });
    await part('Outcomes');
    expect(screen.queryByLabelText('Amount (USDC)')).toBeNull();
  });

  test('comes before the rules, and the house exposure comes last', async () => {
    onAWideScreen();
    await aMarketPage();
    await amount();
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.slice(0, 5)).toEqual([
      'Chances over time',
      'Outcomes',
      'Rules',
      'Activity',
      'House exposure',
    ]);
  });
});

describe('a link with a bet', () => {
  const field = () => screen.findByLabelText<HTMLInputElement>('Amount (USDC)');

  test('fills the form of a wide screen, and then leaves the address', async () => {
    onAWideScreen();
    await aMarketPage({ at: '/market/m_one?outcome=o_no&stake=25&range=1W' });
    expect(await screen.findByRole('region', { name: 'Bet on No' })).toBeTruthy();
    expect((await field()).value).toBe('25');
    expect(window.location.search).toBe('?range=1W');
  });

  test('opens the dialog on other screens, and signs nothing', async () => {
    const { server } = await aMarketPage({ at: '/market/m_one?outcome=o_no&stake=7.5' });
    expect(await screen.findByRole('dialog', { name: 'Will it rain?' })).toBeTruthy();
    expect((await field()).value).toBe('7.5');
    expect(server.asked.filter((path) => path.startsWith('/api/bets'))).toEqual([]);
  });

  test.each(['?outcome=o_gone&stake=25', '?stake=25', '?outcome=', '?outcome=%3Cscript%3E&stake=1e9'])(
    '%s opens the page alone',
    async (search) => {
      await aMarketPage({ at: `/market/m_one${search}` });
      await screen.findByRole('heading', { level: 1 });
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test.each(['abc', '-5', '0', '1.234', ''])('leaves out a stake of "%s"', async (stake) => {
    onAWideScreen();
    await aMarketPage({ at: `/market/m_one?outcome=o_no&stake=${stake}` });
    expect(await screen.findByRole('region', { name: 'Bet on No' })).toBeTruthy();
    expect((await field()).value).toBe('');
  });
});

describe('when there is no such market', () => {
  test.each(['/market/m_gone', '/market/..%2F..%2Fuser%2Fprofile', `/market/${'m'.repeat(65)}`])(
    '%s shows the not-found page, with a link back',
    async (at) => {
      const { server } = await aMarketPage({ at });
      expect(await screen.findByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Go to the markets' }).getAttribute('href')).toBe('/');
      expect(document.title).toBe('Page not found · Tallystone');
      expect(server.asked.filter((path) => path.includes('profile'))).toEqual([]);
    },
  );

  test('a market that is removed says so and takes no bets', async () => {
    const { server, queryClient } = await aMarketPage();
    await part('Outcomes');
    server.takeDown('m_one');
    await act(() => queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey }));
    expect(await screen.findByText('Market taken down. It had no bets.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Will it rain?' })).toBeTruthy();
    for (const button of (await part('Outcomes')).getAllByRole<HTMLButtonElement>('button')) {
      expect(button.disabled).toBe(true);
    }
  });
});

describe('when it cannot be read', () => {
  test('it says so, and retries on request', async () => {
    const { server, user } = await aMarketPage({
      before: ({ fail }) => {
        fail('/api/markets');
        fail('/api/markets/m_one');
      },
    });
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('The market could not be loaded')).toBeTruthy();
    server.recover('/api/markets/m_one');
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Will it rain?' })).toBeTruthy();
  });

  test('it says that it is loading', async () => {
    await aMarketPage({
      before: ({ fail }) => {
        fail('/api/markets', 0);
        fail('/api/markets/m_one', 0);
      },
    });
    expect(screen.getByRole('status').textContent).toBe('Loading market');
  });

  test('offline it takes no bets and says why', async () => {
    await aMarketPage();
    await part('Outcomes');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    const outcomes = await part('Outcomes');
    expect(await outcomes.findByText('You are offline. Reconnect to bet.')).toBeTruthy();
    expect(outcomes.getAllByRole<HTMLButtonElement>('button')[0]?.disabled).toBe(true);
    expect(screen.queryByRole('region', { name: 'Quick bets' })).toBeNull();
  });

  test('a later failure keeps the data, and shows its age', async () => {
    const { server, queryClient } = await aMarketPage({ before: ({ delist }) => delist('m_one') });
    await part('Outcomes');
    server.fail('/api/markets/m_one');
    await act(() => queryClient.invalidateQueries({ queryKey: ['/api/markets', 'm_one'], exact: true }));
    expect(await screen.findByText(/^Not updated since \d\d:\d\d\.$/)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Will it rain?' })).toBeTruthy();
  });

  test('it is reread once the connection is back', async () => {
    const { server } = await aMarketPage();
    await part('Outcomes');
    await screen.findByText('House can lose at most');
    server.asked.length = 0;
    fireEvent(window, new Event('online'));
    await waitFor(() =>
      expect(server.asked).toEqual(
        expect.arrayContaining([
          '/api/markets/m_one',
          '/api/markets/m_one/risk',
          '/api/markets/m_one/activity',
          '/api/markets/m_one/history?range=1D',
        ]),
      ),
    );
  });
});

describe('in each state of a market', () => {
  const shown = async (given: Partial<WireMarket> & { endsInMinutes?: number }, listed = false) => {
    await aMarketPage({
      markets: [aMarket(given)],
      before: ({ delist }) => {
        if (!listed) delist('m_one');
      },
    });
    return part('Outcomes');
  };

  test.each([
    [{ state: 'suspended', suspension: 'admin' }, 'The operator paused betting. Open bets are not affected.'],
    [{ state: 'closed', endsInMinutes: -1 }, 'Betting has closed. Open bets await the result.'],
    [{ state: 'resolving' }, 'Being settled. Open bets still count.'],
    [{ state: 'settled', wonOutcomeId: 'o_yes' }, 'Yes won. All bets are paid.'],
    [{ state: 'void' }, 'Market voided, open stakes refunded.'],
  ] as const)('%j: no outcome can be bet on, and it says why', async (given, sentence) => {
    const outcomes = await shown(given, given.state === 'suspended');
    expect(outcomes.getByText(sentence)).toBeTruthy();
    for (const button of outcomes.getAllByRole<HTMLButtonElement>('button'))
      expect(button.disabled).toBe(true);
    expect(screen.queryByRole('region', { name: 'Quick bets' })).toBeNull();
  });

  test('a settled market shows its winner, and nothing is at risk', async () => {
    const outcomes = await shown({ state: 'settled', wonOutcomeId: 'o_yes', endsInMinutes: -60 });
    expect(outcomes.getByText('Yes won')).toBeTruthy();
    expect((await part('House exposure')).getByText('Nothing is at risk now.')).toBeTruthy();
    expect((await part('Chances over time')).getByText(/^Latest leader: Yes, 54\.2%/)).toBeTruthy();
  });

  test('a market that leaves the list is read on its own, with its result', async () => {
    const { server, queryClient } = await aMarketPage();
    await part('Outcomes');
    server.set(aMarket({ version: 5, state: 'settled', wonOutcomeId: 'o_no' }));
    server.delist('m_one');
    act(() => {
      queryClient.setQueryData(marketsQuery.queryKey, []);
    });
    expect(await (await part('Outcomes')).findByText('No won')).toBeTruthy();
  });

  test("an answer older than the stream's data changes nothing", async () => {
    const { server, hear, queryClient } = await aMarketPage();
    await part('Outcomes');
    hear(
      aMarket({ version: 9, outcomes: [anOutcome({ odds: 1.5 }), anOutcome({ id: 'o_no', name: 'No' })] }),
    );
    server.set(aMarket({ version: 8 }));
    await act(() => queryClient.invalidateQueries({ queryKey: ['/api/markets', 'm_one'], exact: true }));
    expect((await part('Outcomes')).getByText('1.50')).toBeTruthy();
  });
});

describe('a market in which two of three outcomes win', () => {
  const { winners, outcomes } = aDoubleChance();
  const double = (given: Partial<WireMarket> = {}) =>
    aMarket({ source: 'azuro', premium: false, winners, outcomes, ...given });
  const NOTE = '2 of the 3 outcomes win.';

  test('says so beside the heading of the outcomes', async () => {
    await aMarketPage({ markets: [double()] });
    expect((await part('Outcomes')).getByText(NOTE)).toBeTruthy();
  });

  test('says so once beside the form of a wide screen', async () => {
    onAWideScreen();
    await aMarketPage({ markets: [double()] });
    await screen.findByLabelText('Amount (USDC)');
    expect((await part('Outcomes')).getByText(NOTE)).toBeTruthy();
    expect(screen.getAllByText(NOTE)).toHaveLength(1);
  });

  test('shows both winners once it is settled, above the outcomes and in the activity', async () => {
    const end = { wonOutcomeId: 'o_2x', alsoWonIds: ['o_12'] };
    await aMarketPage({
      markets: [double({ state: 'settled', ...end })],
      before: ({ delist, setActivity }) => {
        delist('m_one');
        const { wonOutcomeId: outcomeId, alsoWonIds } = end;
        const at = '2026-11-22T10:00:00.000Z';
        setActivity(anActivity({ items: [{ id: '1', kind: 'settled', at, outcomeId, alsoWonIds }] }));
      },
    });
    const both = 'Arsenal or Chelsea, Draw or Chelsea won';
    const shown = await part('Outcomes');
    expect(shown.getByText(both)).toBeTruthy();
    expect(shown.getByText(`${both}. All bets are paid.`)).toBeTruthy();
    expect(await (await part('Activity')).findByText(both)).toBeTruthy();
  });

  test('has rules and house results that know of several winners', async () => {
    await aMarketPage({ markets: [double()] });
    expect(
      await screen.findByText(
        "If it doesn't name exactly 2 winners, or is silent for two days, an admin decides.",
      ),
    ).toBeTruthy();
    expect(
      await (await part('House exposure')).findByText(
        'More than one outcome wins, so the house result is that of the worst case.',
      ),
    ).toBeTruthy();
  });

  test('is the only kind of market that says any of this', async () => {
    await aMarketPage({ markets: [aMarket({ source: 'azuro', premium: false })] });
    expect(await screen.findByText(/^If it names no single winner,/)).toBeTruthy();
    await (await part('House exposure')).findByRole('table');
    expect(screen.queryByText(/outcomes? wins?/)).toBeNull();
  });
});

describe('a market of which only one side has odds', () => {
  const { margin, oneSided, outcomes } = aPlayerMarket('Ada Example');
  const [YES, NO] = outcomes.map(({ id }) => id);
  const ofAda = (given: Partial<WireMarket> = {}) =>
    aMarket({ source: 'azuro', premium: false, margin: margin ?? null, oneSided: true, outcomes, ...given });
  const page = (given: Partial<WireMarket> = {}, before: Parameters<typeof aMarketPage>[0] = {}) =>
    aMarketPage({
      ...before,
      markets: [ofAda(given)],
      before: (server) => {
        server.setHistory(() =>
          aHistory({
            toS: Math.floor(Date.now() / 1000),
            outcomes: [
              { id: YES ?? '', probability: [20, 40, 28.6] },
              { id: NO ?? '', probability: [80, 60, 71.4] },
            ],
          }),
        );
        server.setRisk(
          aRisk({
            outcomes: [
              { id: YES ?? '', owed: 35, houseResult: -25, maxStake: 310, limitedBy: 'market-cap' },
              { id: NO ?? '', owed: 0, houseResult: 10, maxStake: 0, limitedBy: 'odds' },
            ],
          }),
        );
        before?.before?.(server);
      },
    });
  const NOTE =
    "Only this outcome has odds, which imply the chance, with an unknown margin included. Bets can't be cashed out or be part of a combo.";

  test('offers only that side, and says what the chance and a bet are', async () => {
    expect(oneSided).toBe(true);
    await page();
    const offered = await part('Outcomes');
    expect(offered.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Ada Example 3\.50 28\.6% chance/),
    ]);
    expect(offered.getByText(NOTE)).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Quick bets' })).getAllByRole('button')).toHaveLength(1);
    expect(screen.getByText('Margin not known')).toBeTruthy();
    expect(screen.queryByText(/^No$/)).toBeNull();
  });

  test('says so once beside the form of a wide screen', async () => {
    onAWideScreen();
    await page();
    await screen.findByLabelText('Amount (USDC)');
    expect(screen.getAllByText(NOTE)).toHaveLength(1);
    expect((await part('Outcomes')).getAllByRole('button')).toHaveLength(1);
  });

  test("has that side's line alone in its history", async () => {
    await page();
    const history = await part('Chances over time');
    expect(
      await history.findByText(/^Ada Example: 28\.6% \(20\.0% on .*\); range 20\.0% to 40\.0%\.$/),
    ).toBeTruthy();
    expect(history.getByText(/^Implied by the odds, margin included\./)).toBeTruthy();
    expect(history.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Ada Example 28.6%',
    ]);
  });

  test('names the other side by it in the house exposure', async () => {
    await page();
    const risk = await part('House exposure');
    const rows = (await risk.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'Ada Example$35.00loses $25.00$310.00House limit per market.',
      'Ada Example: no$0.00gains $10.00$0.00Never has odds.',
    ]);
  });

  test('has rules without a winner, a known margin or a cash-out', async () => {
    await page();
    const rules = await part('Rules');
    expect(
      await rules.findByText('If it contradicts itself, or says nothing for two days, an admin decides.'),
    ).toBeTruthy();
    expect(
      rules.getByText('Not possible: without odds on the other side, nothing says what a bet is worth.'),
    ).toBeTruthy();
    expect(rules.getByText(/with a margin that is not known, as only one side has odds\./)).toBeTruthy();
    expect(rules.getByText(/^The feed cancels this selection,/)).toBeTruthy();
    expect(rules.queryByText(/less 3%|From one minute/)).toBeNull();
  });

  test.each([
    ['won', 'Ada Example won'],
    ['lost', 'Ada Example lost'],
  ])('says once it is settled that it %s', async (end, words) => {
    const wonOutcomeId = end === 'won' ? YES : NO;
    await page(
      { state: 'settled', ...(wonOutcomeId && { wonOutcomeId }) },
      {
        before: ({ delist, setActivity }) => {
          delist('m_one');
          const at = '2026-11-22T10:00:00.000Z';
          setActivity(
            anActivity({
              items: [{ id: '1', kind: 'settled', at, ...(wonOutcomeId && { outcomeId: wonOutcomeId }) }],
            }),
          );
        },
      },
    );
    const shown = await part('Outcomes');
    expect(await shown.findByText(words)).toBeTruthy();
    expect(shown.getByText('Market settled. All bets are paid.')).toBeTruthy();
    expect(await (await part('Activity')).findByText(words)).toBeTruthy();
    expect(screen.queryByText(/No won/)).toBeNull();
  });
});

describe('who can lose what', () => {
  test("the house's cap and exposure, and for each outcome what it owes, how much more it takes, and why", async () => {
    await aMarketPage();
    const risk = await part('House exposure');
    expect(await risk.findByText('You can lose at most your stake.')).toBeTruthy();
    const figure = (name: string) => risk.getByText(name).closest('div')?.querySelector('dd')?.textContent;
    expect(figure('House can lose at most')).toBe('$10,000.00');
    expect(figure('Worst case now')).toBe('$512.50');
    expect(figure('In escrow for bets')).toBe('$11,234.00');
    expect(figure('House result if void')).toBe('breaks even');
    const rows = risk.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      'OutcomeOwed if it winsHouse resultLargest stake now',
      "Yes$1,746.50loses $512.50$38,123.45Chance can't exceed 99%.",
      "No$400.00gains $834.00$41,000.00Odds can't go below 1.01.",
    ]);
  });

  test.each([
    ['budget', 'Pool limit.'],
    ['market-cap', 'House limit per market.'],
    ['game-cap', 'House limit per game.'],
    ['closed', 'No bets now.'],
  ] as const)('a limit by %s is explained', async (limitedBy, sentence) => {
    const [first] = aRisk().outcomes;
    if (!first) throw new Error('the risk of tests has outcomes');
    await aMarketPage({
      markets: [aMarket({ source: 'azuro', premium: false })],
      before: ({ setRisk }) => setRisk(aRisk({ worstCase: 0, outcomes: [{ ...first, limitedBy }] })),
    });
    const risk = await part('House exposure');
    expect(await risk.findByText(sentence)).toBeTruthy();
    expect(risk.getByText('$0.00')).toBeTruthy();
  });

  test('an outcome without odds has no other limit', async () => {
    await aMarketPage({
      markets: [aMarket({ outcomes: [anOutcome(), anOutcome({ id: 'o_no', name: 'No', odds: null })] })],
    });
    expect(await (await part('House exposure')).findByText('No odds now.')).toBeTruthy();
  });

  test('more than six outcomes are shown on request', async () => {
    const outcomes = Array.from({ length: 9 }, (_, place) =>
      anOutcome({ id: `o_${place}`, name: `Rider ${place}` }),
    );
    const { user } = await aMarketPage({
      markets: [aMarket({ outcomes })],
      before: ({ setRisk }) =>
        setRisk(
          aRisk({
            outcomes: outcomes.map(({ id }) => ({
              id,
              owed: 0,
              houseResult: 0,
              maxStake: 1,
              limitedBy: 'probability',
            })),
          }),
        ),
    });
    const risk = await part('House exposure');
    const more = await risk.findByRole('button', { name: 'Show 3 more' });
    expect(risk.getAllByRole('row')).toHaveLength(7);
    await user.click(more);
    expect(risk.getAllByRole('row')).toHaveLength(10);
  });

  test('is reread when the market changes, at most once a second and only while visible', async () => {
    const { server, hear } = await aMarketPage();
    await (await part('House exposure')).findByText('$512.50');
    await (await part('Activity')).findByText('Market opened');
    const times = () => server.asked.filter((path) => path === '/api/markets/m_one/risk').length;
    const before = times();
    vi.useFakeTimers();
    for (let version = 2; version <= 6; version++) {
      hear(aMarket({ version }));
      await act(() => vi.advanceTimersByTimeAsync(100));
    }
    expect(times()).toBe(before + 1);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(times()).toBe(before + 2);

    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    hear(aMarket({ version: 7 }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(times()).toBe(before + 2);
    hidden.mockReturnValue(false);
    fireEvent(document, new Event('visibilitychange'));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(times()).toBe(before + 3);
    expect(server.asked.filter((path) => path === '/api/markets/m_one/activity').length).toBe(before + 3);
  });

  test("figures that can't be read can be retried", async () => {
    const { server, user } = await aMarketPage({ before: ({ fail }) => fail('/api/markets/m_one/risk') });
    const risk = await part('House exposure');
    expect(await risk.findByText('House exposure could not be loaded')).toBeTruthy();
    server.recover('/api/markets/m_one/risk');
    await user.click(risk.getByRole('button', { name: 'Try Again' }));
    expect(await risk.findByText('$512.50')).toBeTruthy();
  });
});

describe('the rules', () => {
  const rule = async (name: string) => {
    const rules = await part('Rules');
    // Parts that depend on the mode appear with the configuration.
    await rules.findByText('Cashing out');
    return rules.getByText(name).closest('div')?.querySelector('dd')?.textContent ?? '';
  };
  const COMMITMENT = 'ab'.repeat(32);
  const SEED = 'cd'.repeat(32);

  test('of a practice market show the draw, its commitment, and the seed once drawn', async () => {
    await aMarketPage({
      markets: [
        aMarket({ state: 'settled', wonOutcomeId: 'o_yes', draw: { commitment: COMMITMENT, seed: SEED } }),
      ],
    });
    expect(await rule('Who decides')).toContain('A draw by the starting chances.');
    const rules = await part('Rules');
    expect(await rules.findByText(COMMITMENT)).toBeTruthy();
    expect(rules.getByText(SEED)).toBeTruthy();
    expect(rules.getByRole('link', { name: 'Check a draw' }).getAttribute('href')).toBe(
      '/transparency#check',
    );
    expect(await rule('Cashing out')).toContain("at the market maker's price to undo the bet");
  });

  test('of a listed market are there at once, and have its commitment once it is read', async () => {
    const { server, queryClient } = await aMarketPage({
      markets: [aMarket({ draw: { commitment: COMMITMENT } })],
      before: ({ fail }) => fail('/api/markets/m_one'),
    });
    expect(await rule('Who decides')).toContain('SHA-256 of the seed…');
    server.recover('/api/markets/m_one');
    await act(() => queryClient.refetchQueries({ queryKey: ['/api/markets', 'm_one'], exact: true }));
    expect(await rule('Who decides')).toContain(`SHA-256 of the seed${COMMITMENT}`);
  });

  test('of a feed market show the feed, its condition, and the rule for late bets', async () => {
    await aMarketPage({
      markets: [aMarket({ source: 'azuro', premium: false, margin: 4.3, azuroMarketId: '1006000000000012' })],
      config: { feed: 'demo-feed' },
    });
    expect(await rule('Who decides')).toContain(
      "The game's result from the Demo feed, condition 1006000000000012.",
    );
    expect(await rule('Late bets')).toContain('placed after the real start of the game are refunded');
    expect(await rule('Voided if')).toContain('The game is canceled');
    expect(await rule('Cashing out')).toContain('less 3%');
    expect(await rule('Betting closes')).toContain('Or when the game starts, if earlier.');
  });

  test('of a custom market show the admin and the description', async () => {
    await aMarketPage({ markets: [aMarket({ source: 'custom' })] });
    expect(await rule('Who decides')).toBe('An admin, by the description above, with evidence.Paid at once.');
  });

  test('in live mode mention the second admin and the guardian, and no cash-out', async () => {
    await aMarketPage({ markets: [aMarket({ source: 'custom' })], config: { mode: 'live', feed: 'azuro' } });
    expect(await rule('Who decides')).toContain('A second admin must approve. A guardian has two hours');
    expect(await rule('Cashing out')).toBe('Not available now.');
  });
});

describe('recent activity', () => {
  test('shows events, newest first, without names', async () => {
    await aMarketPage();
    const activity = await part('Activity');
    await activity.findByText('Market opened');
    expect(activity.getAllByRole('listitem').map((item) => item.firstChild?.textContent)).toEqual([
      'Bet on No cashed out for $9.50',
      '$25.00 on Yes at 1.85',
      'Market opened',
    ]);
  });

  test('marks the bets of simulated traders', async () => {
    const bet = {
      kind: 'bet' as const,
      at: '2026-11-22T10:00:00.000Z',
      outcomeId: 'o_yes',
      amount: 5,
      odds: 1.85,
    };
    await aMarketPage({
      before: ({ setActivity }) =>
        setActivity(
          anActivity({
            items: [
              { ...bet, id: '2', simulated: true },
              { ...bet, id: '1' },
            ],
          }),
        ),
    });
    const activity = await part('Activity');
    await activity.findByText('Simulated');
    expect(activity.getAllByRole('listitem').map((item) => item.firstChild?.textContent)).toEqual([
      '$5.00 on Yes at 1.85Simulated',
      '$5.00 on Yes at 1.85',
    ]);
  });

  test('knows each kind of end', async () => {
    const at = '2026-11-22T10:00:00.000Z';
    await aMarketPage({
      before: ({ setActivity }) =>
        setActivity(
          anActivity({
            items: [
              { id: '4', kind: 'void', at },
              { id: '3', kind: 'settled', at, outcomeId: 'o_yes' },
              { id: '2', kind: 'settled', at },
              { id: '1', kind: 'closed', at },
            ],
          }),
        ),
    });
    const activity = await part('Activity');
    await activity.findByText('Betting ended');
    expect(activity.getAllByRole('listitem').map((item) => item.firstChild?.textContent)).toEqual([
      'Market voided, open stakes refunded',
      'Yes won',
      'Market settled',
      'Betting ended',
    ]);
  });

  test('is short at first', async () => {
    const items = Array.from({ length: 50 }, (_, place) => ({
      id: String(place),
      kind: 'bet' as const,
      at: '2026-11-22T10:00:00.000Z',
      outcomeId: 'o_yes',
      amount: place + 1,
      odds: 1.85,
    }));
    const { user } = await aMarketPage({ before: ({ setActivity }) => setActivity({ items }) });
    const activity = await part('Activity');
    const more = await activity.findByRole('button', { name: 'Show 42 more' });
    expect(activity.getAllByRole('listitem')).toHaveLength(8);
    await user.click(more);
    expect(activity.getAllByRole('listitem')).toHaveLength(50);
  });
});

describe("the user's bets", () => {
  const bets = [
    aBet({ id: 'b_1', marketId: 'm_one', outcomeName: 'Yes', amount: 25 }),
    aBet({
      id: 'b_2',
      marketId: 'm_one',
      outcomeName: 'No',
      amount: 5,
      status: 'settled',
      result: 'cashed-out',
      paid: 4,
    }),
    aBet({ id: 'b_3', marketId: 'm_other', amount: 99 }),
  ];

  test('on this market are listed, open ones with cash-out', async () => {
    await aMarketPage({ bets, connected: true });
    const own = await part('Your bets');
    const rows = own.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('$25.00 on Yes at 1.85');
    expect(rows[0]).toContain('Pays $46.25 if it wins');
    expect(rows[1]).toContain('Paid $4.00');
    expect(own.getAllByRole('button', { name: /^Cash out/ })).toHaveLength(1);
    expect(own.getAllByRole('button', { name: /^Receipt/ })).toHaveLength(2);
  });

  test('have no cash-out where only one side has odds, and say so', async () => {
    const { outcomes } = aPlayerMarket('Ada Example');
    const market = aMarket({ source: 'azuro', premium: false, margin: null, oneSided: true, outcomes });
    await aMarketPage({ markets: [market], bets, connected: true });
    const own = await part('Your bets');
    expect(own.getAllByText('No cash-out')).toHaveLength(1);
    expect(own.queryByRole('button', { name: /^Cash out/ })).toBeNull();
  });

  test("aren't shown without a sign-in", async () => {
    await aMarketPage({ bets });
    await part('Activity');
    expect(screen.queryByRole('region', { name: 'Your bets' })).toBeNull();
  });
});

describe('related markets', () => {
  test('link to their pages', async () => {
    await aMarketPage({
      markets: [
        aMarket(),
        aMarket({ id: 'm_snow', title: 'Will it snow?' }),
        aMarket({ id: 'm_coin', title: 'First coin', category: 'crypto' }),
      ],
    });
    const related = await part('Related markets');
    const link = related.getByRole('link', { name: 'Will it snow?' });
    expect(link.getAttribute('href')).toBe('/market/m_snow');
    expect(related.getAllByRole('link')).toHaveLength(1);
    expect(related.getByText('Yes 54.2%')).toBeTruthy();
  });

  test('are absent if there are none', async () => {
    await aMarketPage();
    await part('Activity');
    expect(screen.queryByRole('region', { name: 'Related markets' })).toBeNull();
  });
});

test('history without changes is one sentence and a flat line', async () => {
  await aMarketPage({
    before: ({ setHistory }) =>
      setHistory(() => {
        const toS = Math.floor(Date.now() / 1000);
        return aHistory({
          toS,
          from: new Date(toS * 1000).toISOString(),
          at: [toS],
          outcomes: [
            { id: 'o_yes', probability: [50] },
            { id: 'o_no', probability: [50] },
          ],
        });
      }),
  });
  const history = await part('Chances over time');
  expect(await history.findByText('2 outcomes tied at 50.0%.')).toBeTruthy();
});
