import { aMarket, anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { aList, onAnEmptyPage } from '@tallystone/testkit/page/market-list.tsx';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';

onAnEmptyPage();

const titles = () => screen.queryAllByRole('heading', { level: 4 }).map((heading) => heading.textContent);
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search markets' });
const view = (name: string | RegExp) =>
  within(screen.getByRole('navigation', { name: 'Across all categories' })).getByRole('link', { name });
const back = async () => {
  const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  act(() => window.history.back());
  await act(async () => void (await gone));
};

const rain = aMarket({
  id: 'm_rain',
  title: 'Will it rain?',
  tags: ['Weather'],
  volume: 5,
  endsInMinutes: 90,
});
const snow = aMarket({ id: 'm_snow', title: 'Any snow in São Paulo?', volume: 700, endsInMinutes: 3000 });
const vote = aMarket({
  id: 'm_vote',
  title: 'Who rains on the parade?',
  category: 'politics',
  outcomes: [anOutcome({ name: 'Nobody' })],
  volume: 90,
  endsInMinutes: 200,
});
const ALL = [rain, snow, vote];

describe('the search', () => {
  test('finds by every word, without case and accents, and marks what it found', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.type(field(), 'SAO any');
    expect(titles()).toEqual(['Any snow in São Paulo?']);
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Any', 'São']);
  });

  test('counts the matches in every category and in all', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.type(field(), 'rain');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Sports1',
      'Politics1',
      'Crypto0',
    ]);
    expect(view(/^All/).textContent).toBe('All2');
    expect(screen.getByText('1 of 2 markets')).toBeTruthy();
  });

  test('that finds nothing here links to the matches elsewhere', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.type(field(), 'parade');
    expect(await screen.findByRole('heading', { name: 'No market matches “parade”' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show it' }));
    expect(titles()).toEqual(['Who rains on the parade?']);
    expect(window.location.search).toBe('?q=parade&view=all');
  });

  test('that finds nothing anywhere can be cleared, which focuses the field', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.type(field(), 'locusts');
    await screen.findByRole('heading', { name: 'No market matches “locusts”' });
    expect(screen.queryByRole('button', { name: /^Show (it|all)/ })).toBeNull();
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear the search' })[0] ?? field());
    expect(titles()).toEqual(['Will it rain?', 'Any snow in São Paulo?']);
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe('');
  });

  test('is cleared by Esc', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.type(field(), 'snow');
    expect(titles()).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    expect(titles()).toHaveLength(2);
  });

  test('of ten thousand characters is cut, and says so', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    fireEvent.change(field(), { target: { value: `rain${'x'.repeat(10_000)}` } });
    expect(field().value).toHaveLength(100);
    expect(screen.getByText('Cut to 100 characters.')).toBeTruthy();
    fireEvent.change(field(), { target: { value: 'rain' } });
    expect(screen.queryByText(/^Cut to/)).toBeNull();
  });

  test('is in the URL once typing pauses, and one visit to the field is one step in the history', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    const before = window.history.length;
    await userEvent.type(field(), 'rai');
    await waitFor(() => expect(window.location.search).toBe('?q=rai'));
    await userEvent.type(field(), 'n');
    await waitFor(() => expect(window.location.search).toBe('?q=rain'));
    expect(window.history.length).toBe(before + 1);
    await back();
    expect(window.location.search).toBe('');
    expect(field().value).toBe('');
    expect(titles()).toHaveLength(2);
  });

  test('comes with a link', async () => {
    window.history.replaceState(null, '', '/?q=snow');
    aList(ALL);
    expect(await screen.findByRole('heading', { name: 'Any snow in São Paulo?' })).toBeTruthy();
    expect(field().value).toBe('snow');
    expect(titles()).toHaveLength(1);
  });
});

describe('the order', () => {
  test('is chosen, kept in the address, and undone by Back', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Biggest volume');
    expect(titles()).toEqual(['Any snow in São Paulo?', 'Will it rain?']);
    expect(window.location.search).toBe('?sort=volume');
    await back();
    expect(titles()).toEqual(['Will it rain?', 'Any snow in São Paulo?']);
  });

  test('that is chosen applies at once, even while the pointer is on the list', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    fireEvent.pointerEnter(screen.getByRole('list', { name: 'Markets: sports' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'A to Z');
    expect(titles()).toEqual(['Any snow in São Paulo?', 'Will it rain?']);
  });
});

describe('lists over all categories', () => {
  test('closing soon', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.click(view('Closing soon'));
    expect(titles()).toEqual(['Will it rain?', 'Who rains on the parade?']);
    expect(view('Closing soon').getAttribute('aria-current')).toBe('true');
    expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-selected'))).not.toContain('true');
    expect(screen.getByRole('region', { name: 'Markets: closing soon' })).toBeTruthy();
  });

  test('biggest volume', async () => {
    window.history.replaceState(null, '', '/?view=biggest-volume');
    aList(ALL);
    await screen.findByText('Will it rain?');
    expect(titles()).toEqual(['Any snow in São Paulo?', 'Who rains on the parade?', 'Will it rain?']);
  });

  test('close when a tab is chosen, and Back opens them again', async () => {
    window.history.replaceState(null, '', '/?view=all');
    aList(ALL);
    await screen.findByText('Will it rain?');
    expect(titles()).toHaveLength(3);
    await userEvent.click(screen.getByRole('tab', { name: /Politics/ }));
    expect(titles()).toEqual(['Who rains on the parade?']);
    expect(window.location.search).toBe('?category=politics');
    await back();
    expect(titles()).toHaveLength(3);
  });

  test('stay open while the keyboard moves over the tabs', async () => {
    window.history.replaceState(null, '', '/?view=all');
    aList(ALL);
    await screen.findByText('Will it rain?');
    act(() => screen.getByRole('tab', { name: /Sports/ }).focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(titles()).toHaveLength(3);
    await userEvent.keyboard('{Enter}');
    expect(titles()).toEqual(['Who rains on the parade?']);
  });

  test('that are empty say why, and link back', async () => {
    window.history.replaceState(null, '', '/?view=closing-soon');
    aList([snow]);
    expect(await screen.findByText('No markets close in the next 24 hours.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show the categories' }));
    expect(titles()).toEqual(['Any snow in São Paulo?']);
  });
});

describe('the last 24 hours', () => {
  const line = (from: number) => ({ outcomeId: 'o_yes', points: [from, 500] });
  const days = [
    { id: 'm_rain', line: line(520), volume24h: 20 },
    { id: 'm_vote', line: line(700), volume24h: 9.5 },
  ];

  test('order the markets with bets by their stakes, which the cards show', async () => {
    window.history.replaceState(null, '', '/?view=trending');
    aList(ALL, days);
    await screen.findByText('Will it rain?');
    expect(titles()).toEqual(['Will it rain?', 'Who rains on the parade?']);
    expect(screen.getByText('20.0 USDT in 24 h')).toBeTruthy();
    expect(screen.getByText('2 markets. By stakes in the last 24 hours.')).toBeTruthy();
  });

  test('order the markets that moved by how far', async () => {
    aList(ALL, days);
    await screen.findByText('Will it rain?');
    await userEvent.click(view('Biggest movers'));
    expect(window.location.search).toBe('?view=biggest-movers');
    expect(titles()).toEqual(['Who rains on the parade?', 'Will it rain?']);
    expect(screen.queryByText(/USDT in 24 h/)).toBeNull();
  });

  test.each([
    ['trending', 'No open market took a bet in the last 24 hours.'],
    ['biggest-movers', 'No open market moved in the last 24 hours.'],
  ])('without any, the list %s says so', async (name, sentence) => {
    window.history.replaceState(null, '', `/?view=${name}`);
    aList(ALL);
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test('that cannot be read are reported, and only where a list needs them', async () => {
    aList(ALL, 'down');
    await screen.findByText('Will it rain?');
    await userEvent.click(view('Trending'));
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy();
    await userEvent.click(view(/^All/));
    expect(titles()).toHaveLength(3);
  });

  test("don't move a card while the pointer is on the list", async () => {
    window.history.replaceState(null, '', '/?view=trending');
    const { renewDays } = aList(ALL, days);
    await screen.findByText('20.0 USDT in 24 h');
    const list = screen.getByRole('list', { name: 'Markets: trending' });
    fireEvent.pointerEnter(list);
    await renewDays([
      { id: 'm_rain', volume24h: 5 },
      { id: 'm_vote', volume24h: 30 },
    ]);
    expect(await screen.findByText('30.0 USDT in 24 h')).toBeTruthy();
    expect(titles()).toEqual(['Will it rain?', 'Who rains on the parade?']);
    fireEvent.pointerLeave(list);
    expect(titles()).toEqual(['Who rains on the parade?', 'Will it rain?']);
  });
});

describe('the filters', () => {
  const england = aMarket({ id: 'm_en', title: 'Derby', league: 'Premier League, England' });
  const spain = aMarket({ id: 'm_es', title: 'Clásico', league: 'LaLiga, Spain' });
  const set = aMarket({ id: 'm_set', title: 'First set', subcategory: 'tennis' });
  const coin = aMarket({ id: 'm_coin', title: 'Coin', category: 'crypto', subcategory: 'bitcoin' });
  const markets = [set, england, spain, coin];
  const toggle = () => screen.getByRole('button', { name: 'Filters' });
  const row = () => screen.findByRole('navigation', { name: 'Subcategories' });
  const chip = async (name: string) => within(await row()).getByRole('link', { name });
  const league = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'League' });

  test('offer what the list has, with counts, the most frequent first', async () => {
    aList(markets);
    await screen.findByText('Derby');
    expect(toggle().getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(toggle());
    const links = within(await row()).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['All 3', 'Soccer (FIFA) 2', 'Tennis 1']);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['true', null, null]);
    expect([...league().options].map((option) => option.text)).toEqual([
      'All leagues',
      'Premier League, England (1)',
      'LaLiga, Spain (1)',
    ]);
  });

  test('are absent from a list without a choice', async () => {
    aList([england, coin]);
    await screen.findByText('Derby');
    expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
    await userEvent.click(view(/^All/));
    expect(toggle()).toBeTruthy();
  });

  test('narrow the list, and count what is left', async () => {
    aList(markets);
    await screen.findByText('Derby');
    await userEvent.click(toggle());
    await userEvent.click(await chip('Soccer (FIFA) 2'));
    expect(window.location.search).toBe('?subcategory=soccer');
    expect(titles()).toEqual(['Derby', 'Clásico']);
    expect(screen.getByText('2 of 3 markets')).toBeTruthy();
    await userEvent.selectOptions(league(), 'LaLiga, Spain (1)');
    expect(titles()).toEqual(['Clásico']);
    expect(window.location.search).toBe('?subcategory=soccer&league=LaLiga%2C+Spain');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Sports3',
      'Politics0',
      'Crypto1',
    ]);
    await userEvent.click(await chip('Tennis 1'));
    expect(window.location.search).toBe('?subcategory=tennis');
    expect(titles()).toEqual(['First set']);
    await back();
    expect(titles()).toEqual(['Clásico']);
  });

  test('stay in view while one that came with a link is given up', async () => {
    window.history.replaceState(null, '', '/?subcategory=tennis');
    aList(markets);
    await userEvent.click(await chip('All 3'));
    expect(window.location.search).toBe('');
    expect(titles()).toHaveLength(3);
    expect(document.activeElement).toBe(await chip('All 3'));
  });

  test('are given up when they are closed', async () => {
    window.history.replaceState(null, '', '/?subcategory=tennis');
    aList(markets);
    await row();
    await userEvent.click(toggle());
    expect(window.location.search).toBe('');
    expect(screen.queryByRole('navigation', { name: 'Subcategories' })).toBeNull();
  });

  test('are left with the category', async () => {
    window.history.replaceState(null, '', '/?subcategory=soccer&league=LaLiga%2C+Spain');
    aList(markets);
    await screen.findByText('Clásico');
    await userEvent.click(screen.getByRole('tab', { name: /Crypto/ }));
    expect(window.location.search).toBe('?category=crypto');
    expect(titles()).toEqual(['Coin']);
  });

  test('that no market fits can be cleared', async () => {
    window.history.replaceState(null, '', '/?subcategory=curling&league=Cup');
    aList(markets);
    expect(await screen.findByText('No open market fits these filters.')).toBeTruthy();
    expect((await chip('curling 0')).getAttribute('aria-current')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(window.location.search).toBe('');
    expect(titles()).toHaveLength(3);
  });

  test('combine with the search', async () => {
    window.history.replaceState(null, '', '/?subcategory=soccer&q=set');
    aList(markets);
    expect(await screen.findByRole('heading', { name: 'No market matches “set”' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(titles()).toEqual(['First set']);
  });
});

test('another category is a step that Back undoes', async () => {
  aList(ALL);
  await screen.findByText('Will it rain?');
  await userEvent.click(screen.getByRole('tab', { name: /Politics/ }));
  expect(titles()).toEqual(['Who rains on the parade?']);
  await back();
  expect(titles()).toEqual(['Will it rain?', 'Any snow in São Paulo?']);
  expect(screen.getByRole('tab', { name: /Sports/ }).getAttribute('aria-selected')).toBe('true');
});

describe('the watchlist', () => {
  const star = (title: string) => screen.getByRole('button', { name: `Watch ${title}` });
  const only = () => screen.getByRole('button', { name: /^Watchlist/ });

  test('takes markets by their star, keeps them, and lists them alone', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    expect(star('Will it rain?').getAttribute('aria-pressed')).toBe('false');
    await userEvent.click(star('Will it rain?'));
    expect(star('Will it rain?').getAttribute('aria-pressed')).toBe('true');
    expect(JSON.parse(localStorage.getItem('tallystone.watchlist') ?? '')).toEqual([
      { id: 'm_rain', title: 'Will it rain?' },
    ]);
    await userEvent.click(only());
    expect(only().getAttribute('aria-pressed')).toBe('true');
    expect(titles()).toEqual(['Will it rain?']);
    expect(window.location.search).toBe('?watchlist=only');
    await back();
    expect(titles()).toHaveLength(2);
  });

  test('removes a market by the same star', async () => {
    localStorage.setItem('tallystone.watchlist', '[{"id":"m_rain","title":"Will it rain?"}]');
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.click(star('Will it rain?'));
    expect(localStorage.getItem('tallystone.watchlist')).toBeNull();
    expect(star('Will it rain?').getAttribute('aria-pressed')).toBe('false');
  });

  test('that is empty says how to fill it', async () => {
    window.history.replaceState(null, '', '/?watchlist=only');
    aList(ALL);
    expect(await screen.findByRole('heading', { name: 'Your watchlist is empty' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all markets' }));
    expect(titles()).toHaveLength(2);
  });

  test('follows what another tab does', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    localStorage.setItem('tallystone.watchlist', '[{"id":"m_snow","title":"Any snow in São Paulo?"}]');
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    expect(star('Any snow in São Paulo?').getAttribute('aria-pressed')).toBe('true');
    expect(only().textContent).toBe('Watchlist1');
  });

  test('says that ended markets have been removed', async () => {
    localStorage.setItem(
      'tallystone.watchlist',
      '[{"id":"m_over","title":"Who won?"},{"id":"m_rain","title":"Will it rain?"}]',
    );
    aList(ALL);
    await screen.findByText('Will it rain?');
    expect(await screen.findByText(/^Closed and removed from your watchlist:/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Who won?' }).getAttribute('href')).toBe('/market/m_over');
    await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByText(/Closed and removed/)).toBeNull();
    expect(JSON.parse(localStorage.getItem('tallystone.watchlist') ?? '')).toEqual([
      { id: 'm_rain', title: 'Will it rain?' },
    ]);
  });

  test('that is full takes no more, and says so', async () => {
    const many = Array.from({ length: 100 }, (_, place) => ({ id: `m_${place}`, title: `Title ${place}` }));
    localStorage.setItem('tallystone.watchlist', JSON.stringify(many));
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.click(star('Will it rain?'));
    expect(await screen.findByText('Your watchlist is full')).toBeTruthy();
    expect(star('Will it rain?').getAttribute('aria-pressed')).toBe('false');
  });
});
