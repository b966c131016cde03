import { MARKET_GROUPS } from '@tallystone/core/http-api/market-group';
import { aFakeFeed, oddsOf } from '@tallystone/testkit/feed/fake-feed.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedCondition } from './azuro-feed.ts';
import { chooseMainMarket } from './main-market.ts';
import { offerMarkets } from './offered-markets.ts';
import { loadOutcomeNames, type OutcomeNames } from './outcome-names.ts';

const ALL = {
  groups: new Set(MARKET_GROUPS),
  known: new Set<string>(),
  taken: new Set<string>(),
  several: true,
};

let names: OutcomeNames;
beforeAll(async () => {
  names = await loadOutcomeNames();
});

/** What a game with a winner market and these conditions offers besides it. */
function offer(
  ...given: { odds: Readonly<Record<string, string>>; condition?: Partial<FeedCondition> }[]
): ReturnType<typeof offerMarkets> {
  const feed = aFakeFeed();
  const game = feed.add({ participants: ['Home', 'Away'] });
  for (const { odds, condition } of given) feed.addCondition(game.id, odds, condition);
  const offered = { game, conditions: [...feed.conditions.values()], names };
  return offerMarkets(offered, chooseMainMarket(offered), ALL);
}

const reasonsOf = (...given: Parameters<typeof offer>) =>
  offer(...given).dropped.map(({ marketName, reason }) => [marketName, reason]);

/** The dictionary's outcomes of a market on a line, such as `idsOf('4-1-1', 2.5)`. */
function idsOf(marketKey: string, line: number | null): string[] {
  const found: string[] = [];
  for (let id = 1; id < 17_400; id++) {
    const known = names.of(String(id));
    if (known?.marketKey === marketKey && Math.abs(known.line ?? 0) === Math.abs(line ?? 0))
      found.push(String(id));
  }
  return found;
}

const priced = (ids: readonly string[], ...odds: string[]) =>
  Object.fromEntries(ids.map((id, place) => [id, odds[place] ?? '2']));

describe('a condition of the dictionary', () => {
  test.each<[string, string, string, number | null, string, string[]]>([
    ['4-1-1', 'total', 'Total Goals', 2.5, '2.5', ['Over 2.5', 'Under 2.5']],
    ['7-1-1-1', 'total', 'Home - Total Goals', 1.5, '1.5', ['Over 1.5', 'Under 1.5']],
    ['9-1-1', 'both-score', 'Both Teams To Score', null, '', ['Yes', 'No']],
    ['14-1-1', 'odd-even', 'Total Goals Odd/Even', null, '', ['Odd', 'Even']],
    ['1-50-1', 'period', '1st Half - Result', null, '', ['Home', 'Draw', 'Away']],
    ['4-50-1', 'period', '1st Half - Total Goals', 1.5, '1.5', ['Over 1.5', 'Under 1.5']],
    ['19-1-1', 'result', 'Draw no bet', null, '', ['Home', 'Away']],
  ])('%s becomes a market of the group %s', (key, group, name, line, lineText, outcomes) => {
    const ids = idsOf(key, line);
    const odds = ids.length === 3 ? ['2.7', '3', '2.9'] : ['1.9', '1.9'];
    const { others, dropped } = offer({ odds: priced(ids, ...odds) });
    expect(dropped).toEqual([]);
    expect(others).toMatchObject([
      { group, name, line, lineText, outcomes: outcomes.map((each) => ({ name: each })) },
    ]);
  });

  test('a handicap has the line of the home side with its sign, and each outcome its own', () => {
    const [one = '', two = ''] = idsOf('3-1-1', 1.5).filter((id) => {
      const known = names.of(id);
      return known?.line === (known?.side === 'H1' ? -1.5 : 1.5);
    });
    expect(offer({ odds: { [two]: '1.9', [one]: '1.95' } }).others).toMatchObject([
      {
        name: 'Handicap',
        line: -1.5,
        lineText: '-1.5',
        outcomes: [
          { name: 'Home (-1.5)', odds: oddsOf(names.of(one)?.side === 'H1' ? '1.95' : '1.9') },
          { name: 'Away (+1.5)' },
        ],
      },
    ]);
  });

  test.each([
    ['4-1-1', 3, true],
    ['4-1-1', 2.5, false],
    ['18-1-1', 2, false],
  ])('%s with the line %d says whether it may be met: %s', (key, line, says) => {
    const ids = idsOf(key, line).slice(0, key === '18-1-1' ? 3 : 2);
    const { others } = offer({
      odds: priced(ids, ...(ids.length === 3 ? ['2.7', '3', '2.9'] : ['1.9', '1.9'])),
    });
    expect(others.map(({ rule }) => rule.includes('exactly on the line'))).toEqual([says]);
  });

  test('its outcomes are in the order in which they are shown, whatever the order of the answer', () => {
    const [over = '', under = ''] = idsOf('4-1-1', 2.5);
    const inOrder = offer({ odds: priced([over, under], '1.8', '2') }).others;
    const reversed = offer({ odds: priced([under, over], '2', '1.8') }).others;
    expect(reversed[0]?.outcomes).toEqual(inOrder[0]?.outcomes);
  });

  test('two outcomes of which win has a price whose inverse sums to at least two', () => {
    const { others } = offer({ odds: { '40': '1.96', '38': '1.2', '39': '1.27' } });
    expect(others).toMatchObject([
      {
        group: 'result',
        name: 'Double Chance',
        line: null,
        winners: 2,
        outcomes: [{ name: 'Home or Draw' }, { name: 'Home or Away' }, { name: 'Away or Draw' }],
      },
    ]);
    expect(reasonsOf({ odds: { '38': '3', '39': '3', '40': '3' } })).toEqual([['Double Chance', 'bad_odds']]);
    expect(reasonsOf({ odds: { '38': '1.2', '39': '1.27' } })).toEqual([['Double Chance', 'bad_data']]);
  });

  test('two outcomes of which win is left out where only one may win', () => {
    const feed = aFakeFeed();
    const game = feed.add({ participants: ['Home', 'Away'] });
    feed.addCondition(game.id, { '38': '1.2', '39': '1.27', '40': '1.96' });
    const offered = { game, conditions: [...feed.conditions.values()], names };
    const { others, dropped } = offerMarkets(offered, chooseMainMarket(offered), { ...ALL, several: false });
    expect([others, dropped.map(({ reason }) => reason)]).toEqual([[], ['several_winners']]);
  });

  test('a quarter line is left out, because a bet on it may be half won', () => {
    const ids = idsOf('3-1-1', 0.25);
    expect(reasonsOf({ odds: priced(ids.slice(0, 2), '1.9', '1.9') })).toEqual([
      [expect.stringMatching(/^Handicap -?0\.25$/), 'quarter_line'],
    ]);
  });

  test('the same question is asked once, by the condition that the feed puts first', () => {
    const ids = idsOf('4-1-1', 2.5);
    const { others, dropped } = offer(
      { odds: priced(ids, '1.8', '2'), condition: { sort: 9 } },
      { odds: priced(ids, '1.7', '2.1'), condition: { sort: 3 } },
    );
    expect(others.map(({ outcomes }) => outcomes[0]?.odds)).toEqual([1_700_000n]);
    expect(dropped.map(({ reason }) => reason)).toEqual(['same_question']);
  });

  test('a second condition on who wins is left out', () => {
    expect(reasonsOf({ odds: { '29': '2', '30': '3.5', '31': '4' }, condition: { sort: 50 } })).toEqual([
      ['Full Time Result', 'same_question'],
    ]);
  });

  test.each<[string, Partial<FeedCondition>]>([
    ['not_active', { state: 'Stopped' }],
    ['not_active', { hidden: true }],
    ['not_active', { state: 'Resolved' }],
  ])('is left out as %s: %j', (reason, condition) => {
    expect(reasonsOf({ odds: { '1': '1.8', '2': '2' }, condition })).toEqual([
      ['Both Teams To Score', reason],
    ]);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['bad_odds', { '1': '3', '2': '3' }],
    ['bad_data', { '1': '1.8', '29': '2' }],
    ['bad_data', { '29': '1.8', '30': '2' }],
    ['unknown_market', { '999998': '1.8', '999999': '2' }],
    ['unknown_market', { '1': '1.8', '999999': '2' }],
  ])('is left out as %s: %j', (reason, odds) => {
    expect(reasonsOf({ odds }).map(([, why]) => why)).toEqual([reason]);
  });

  test('lines that differ make no market', () => {
    const [over = ''] = idsOf('4-1-1', 2.5);
    const [, under = ''] = idsOf('4-1-1', 3.5);
    expect(reasonsOf({ odds: { [over]: '1.8', [under]: '2' } }).map(([, why]) => why)).toEqual(['bad_data']);
  });

  test('only the sides of a game with two participants have names', () => {
    const feed = aFakeFeed();
    const game = feed.add({ participants: ['One', 'Two', 'Three'] });
    feed.addCondition(game.id, { '1': '1.8', '2': '2' });
    const offered = { game, conditions: [...feed.conditions.values()], names };
    const { dropped } = offerMarkets(offered, { kind: 'skipped', reason: 'bad_data' }, ALL);
    expect(dropped.map(({ reason }) => reason)).toEqual(['bad_data', 'bad_data']);
  });
});

describe('a modern condition', () => {
  const ID = '5006';
  const modern = (
    change: Partial<FeedCondition>,
    outcomes: readonly [title: string | null, line: string | null, odds?: string][],
  ) => ({
    odds: {},
    condition: {
      id: `${ID}1`,
      title: 'Total goals',
      category: 'total',
      outcomes: outcomes.map(([title, line, odds = '1.9'], place) => ({
        id: `${place}`,
        title,
        line,
        odds: oddsOf(odds),
        sort: place,
      })),
      ...change,
    },
  });

  test('brings its own titles and line', () => {
    const { others } = offer(
      modern({}, [
        ['Over', '2.5'],
        ['Under', '2.5'],
      ]),
    );
    expect(others).toMatchObject([
      {
        group: 'total',
        name: 'Total goals',
        line: 2.5,
        outcomes: [{ name: 'Over (2.5)' }, { name: 'Under (2.5)' }],
      },
    ]);
  });

  test('on the correct score has as many outcomes as the feed lists, up to thirty', () => {
    const scores = Array.from({ length: 30 }, (_, n): [string, null, string] => [
      `${n % 6}:${Math.floor(n / 6)}`,
      null,
      '25',
    ]);
    const { others, dropped } = offer(modern({ category: 'correct_score' }, scores));
    expect(dropped).toEqual([]);
    expect(others).toMatchObject([{ group: 'correct-score', winners: 1, line: null }]);
    expect(others[0]?.outcomes.map(({ name }) => name)).toEqual(scores.map(([title]) => title));
  });

  test('is a double chance with three outcomes and no line', () => {
    const ofLine = (line: string | null) =>
      modern({ category: 'double_chance' }, [
        ['A', line, '1.25'],
        ['B', line, '1.3'],
        ['C', line, '1.9'],
      ]);
    expect(offer(ofLine(null)).others).toMatchObject([{ group: 'result', winners: 2, line: null }]);
    expect(reasonsOf(ofLine('2.5')).map(([, why]) => why)).toEqual(['several_winners']);
  });

  test.each<[string, Partial<FeedCondition>, [string | null, string | null][]]>([
    [
      'unknown_market',
      { category: 'players', title: null },
      [
        ['A', null],
        ['B', null],
      ],
    ],
    [
      'several_winners',
      { category: 'double_chance' },
      [
        ['A', null],
        ['B', null],
      ],
    ],
    [
      'unknown_market',
      { category: null },
      [
        ['A', null],
        ['B', null],
      ],
    ],
    [
      'unknown_market',
      { category: 'new_one' },
      [
        ['A', null],
        ['B', null],
      ],
    ],
    [
      'unknown_market',
      { title: null },
      [
        ['A', null],
        ['B', null],
      ],
    ],
    [
      'bad_data',
      {},
      [
        ['A', null],
        ['a', null],
      ],
    ],
    [
      'bad_data',
      {},
      [
        ['A', null],
        [null, null],
      ],
    ],
    [
      'bad_data',
      {},
      [
        ['A', '?'],
        ['B', '?'],
      ],
    ],
    [
      'quarter_line',
      {},
      [
        ['A', '2.25'],
        ['B', '2.25'],
      ],
    ],
    [
      'bad_data',
      {},
      [
        ['Over', '2.5'],
        ['Under', '3.5'],
      ],
    ],
    [
      'bad_data',
      {},
      [
        ['Over', null],
        ['Under', '2.5'],
      ],
    ],
    [
      'bad_data',
      { category: 'handicap' },
      [
        ['Home', '-1'],
        ['Away', '-1'],
      ],
    ],
    ['too_many_outcomes', {}, Array.from({ length: 31 }, (_, n) => [`A${n}`, null])],
  ])('is left out as %s: %j %j', (reason, change, outcomes) => {
    expect(reasonsOf(modern(change, outcomes)).map(([, why]) => why)).toEqual([reason]);
  });
});

test.each<[string, string | null, string]>([
  ['Over 2.5', '2.5', 'Over 2.5'],
  ['Over', '2.5', 'Over (2.5)'],
  ['Schalke 04', '4', 'Schalke 04 (4)'],
  ['Team (1.5)', '-1.5', 'Team (1.5) (-1.5)'],
  ['Team (-1.5)', '-1.5', 'Team (-1.5)'],
])('a modern outcome %s on the line %s is called %s', (title, line, name) => {
  const outcomes = [title, 'Other'].map((each, n) => ({
    id: `${n}`,
    title: each,
    line: n === 1 && line !== null ? String(-Number(line)) : line,
    odds: oddsOf('1.9'),
    sort: n,
  }));
  const condition = { id: '50061', title: 'Handicap', category: 'handicap', outcomes };
  expect(offer({ odds: {}, condition }).others[0]?.outcomes[0]?.name).toBe(name);
});

test('what a stored market asks is not asked again, even if its condition takes no bets now', () => {
  const feed = aFakeFeed();
  const game = feed.add({ participants: ['Home', 'Away'] });
  const stored = feed.addCondition(game.id, { '1': '1.8', '2': '2' }, { state: 'Stopped', sort: 9 });
  feed.addCondition(game.id, { '1': '1.7', '2': '2.1' }, { sort: 1 });
  const offered = { game, conditions: [...feed.conditions.values()], names };
  const { others, dropped } = offerMarkets(offered, chooseMainMarket(offered), {
    ...ALL,
    known: new Set([stored]),
  });
  expect(others).toEqual([]);
  expect(dropped.map(({ reason }) => reason)).toEqual(['same_question']);
});

test('markets come by group, name and line, whatever the order of the answer', () => {
  const conditions = [
    { odds: priced(idsOf('4-1-1', 3.5), '1.9', '1.9') },
    { odds: { '1': '1.8', '2': '2' } },
    { odds: priced(idsOf('4-1-1', 1.5), '1.9', '1.9') },
  ];
  const inOrder = ['Total Goals 1.5', 'Total Goals 3.5', 'Both Teams To Score '];
  const said = (given: typeof conditions) =>
    offer(...given).others.map(({ name, lineText }) => `${name} ${lineText}`);
  expect(said(conditions)).toEqual(inOrder);
  expect(said([...conditions].reverse())).toEqual(inOrder);
});

describe('a condition in which each outcome is decided by itself', () => {
  type Player = readonly [title: string | null, odds?: string | null, line?: string | null];
  const ID = '50067';

  /** Players by id from 10 on, in the order in which they are shown. */
  const onPlayers = (players: readonly Player[], change: Partial<FeedCondition> = {}) => ({
    odds: {},
    condition: {
      id: ID,
      title: 'Anytime goalscorer',
      category: 'players',
      outcomes: players.map(([title, odds = '3', line = null], place) => ({
        id: `${10 + place}`,
        title,
        line,
        odds: odds === null ? null : oddsOf(odds),
        sort: place,
      })),
      ...change,
    },
  });
  const many = (count: number): Player[] => Array.from({ length: count }, (_, n) => [`Player ${n}`]);

  /** What a game offers of these besides its winner. */
  function offerTo(choice: Partial<typeof ALL>, ...given: ReturnType<typeof onPlayers>[]) {
    const feed = aFakeFeed();
    const game = feed.add({ participants: ['Home', 'Away'] });
    for (const { condition } of given) feed.addCondition(game.id, {}, condition);
    const offered = { game, conditions: [...feed.conditions.values()], names };
    return offerMarkets(offered, chooseMainMarket(offered), { ...ALL, ...choice });
  }
  const namesOf = ({ others }: ReturnType<typeof offerTo>) => others.map(({ outcomes }) => outcomes[0]?.name);
  const dropsOf = ({ dropped }: ReturnType<typeof offerTo>) =>
    dropped.map(({ marketName, reason }) => [marketName, reason]);

  test('becomes one market for each of them, with a side that the feed does not price', () => {
    const { others, dropped } = offerTo(
      {},
      onPlayers([
        ['Ana', '2.5'],
        ['Berta', '8'],
      ]),
    );
    expect(dropped).toEqual([]);
    const shared = { group: 'players', name: 'Anytime goalscorer', line: null, lineText: '', winners: 1 };
    expect(others).toEqual(
      [
        ['10', 'Ana', '2.5'],
        ['11', 'Berta', '8'],
      ].map(([id = '', name = '', odds = '']) => ({
        ...shared,
        rule: expect.stringContaining('given back if the feed cancels this selection'),
        condition: expect.objectContaining({ id: ID }),
        ofOutcome: id,
        outcomes: [
          { id, name, odds: oddsOf(odds) },
          { id: null, name: 'No', odds: null },
        ],
      })),
    );
  });

  test.each(['players', 'participant_and_total', 'participant_and_yes_no'])(
    'as those of %s are',
    (category) => {
      expect(offerTo({}, onPlayers([['Ana'], ['Berta']], { category })).others).toHaveLength(2);
    },
  );

  test('has their lines in their names, and both sides of a line are markets', () => {
    const given = onPlayers([
      ['Ana Over', '1.9', '0.5'],
      ['Ana Under', '1.9', '0.5'],
      ['Ana Over', '2.9', '1.5'],
      ['Berta over 2', '3', '2'],
    ]);
    expect(namesOf(offerTo({}, given))).toEqual([
      'Ana Over (0.5)',
      'Ana Under (0.5)',
      'Ana Over (1.5)',
      'Berta over 2',
    ]);
  });

  test('leaves out who cannot be a market, by name, and offers the others', () => {
    const given = onPlayers([
      ['Ana'],
      ['Berta', null],
      ['Cleo', '3', '0.25'],
      ['Dora', '3', '?'],
      [null],
      ['Emma'],
      ['emma'],
      ['NO'],
    ]);
    const found = offerTo({}, given);
    expect(namesOf(found)).toEqual(['Ana']);
    expect(dropsOf(found)).toEqual([
      ['Anytime goalscorer: Berta', 'bad_odds'],
      ['Anytime goalscorer: Cleo (0.25)', 'quarter_line'],
      ['Anytime goalscorer: Dora (?)', 'bad_data'],
      ['Anytime goalscorer: 14', 'unknown_market'],
      ['Anytime goalscorer: Emma', 'bad_data'],
      ['Anytime goalscorer: emma', 'bad_data'],
      // Its other side would have the same name.
      ['Anytime goalscorer: NO', 'bad_data'],
    ]);
  });

  test.each<[string, Parameters<typeof onPlayers>, Partial<typeof ALL>]>([
    [
      'bad_odds',
      [
        [
          ['Ana', null],
          ['Berta', null],
        ],
      ],
      {},
    ],
    ['unknown_market', [[['Ana'], ['Berta']], { title: null }], {}],
    ['not_active', [[['Ana'], ['Berta']], { state: 'Stopped' }], {}],
    ['not_active', [[['Ana'], ['Berta']], { hidden: true }], {}],
    ['several_winners', [[['Ana'], ['Berta']]], { several: false }],
    ['not_chosen', [[['Ana'], ['Berta']]], { groups: new Set(['total'] as const) }],
    ['taken', [[['Ana'], ['Berta']]], { taken: new Set([ID]) }],
    ['too_many_outcomes', [many(61)], {}],
    // Its condition was one question when it was imported, so its outcomes can't be questions of their own.
    ['bad_data', [[['Ana'], ['Berta']]], { known: new Set([ID]) }],
  ])('is left out as a whole, and named once: %s', (reason, given, choice) => {
    const found = offerTo(choice, onPlayers(...given));
    const marketName = given[1]?.title === null ? 'Unknown market' : 'Anytime goalscorer';
    expect(dropsOf(found)).toEqual([[marketName, reason]]);
    expect(found.others).toEqual([]);
  });

  test('may have sixty of them, both squads of a game', () => {
    expect(offerTo({}, onPlayers(many(60))).others).toHaveLength(60);
  });

  test.each(['1.01', '1000'])('offers them at odds of %s', (odds) => {
    expect(offerTo({}, onPlayers([['Ana', odds]])).others).toHaveLength(1);
  });

  test('adds a player that comes later, and asks of the known ones no more, whatever they are called now', () => {
    const known = new Set([`${ID} 10`, `${ID} 11`]);
    const found = offerTo({ known }, onPlayers([['Ana'], ['Renamed'], ['Cleo'], ['Dora', null]]));
    expect(found.others.map(({ ofOutcome }) => ofOutcome)).toEqual(['12']);
    expect(dropsOf(found)).toEqual([['Anytime goalscorer: Dora', 'bad_odds']]);
    // One without odds now, and one that is gone.
    expect(offerTo({ known }, onPlayers([['Ana', null]]))).toEqual({ others: [], dropped: [] });
  });

  test('keeps the known ones of a condition that grows beyond sixty, and adds none', () => {
    const found = offerTo({ known: new Set([`${ID} 10`]) }, onPlayers(many(61)));
    expect([found.others, dropsOf(found)]).toEqual([[], [['Anytime goalscorer', 'too_many_outcomes']]]);
  });

  test('does not ask as a whole what its markets ask one by one', () => {
    const given = onPlayers(
      [
        ['Ana', '1.9'],
        ['Berta', '1.9'],
      ],
      { category: 'yes_no' },
    );
    expect(namesOf(offerTo({}, given))).toEqual(['Ana']);
    const found = offerTo({ known: new Set([`${ID} 10`]) }, given);
    expect([found.others, dropsOf(found)]).toEqual([[], [['Anytime goalscorer', 'bad_data']]]);
  });

  test('asks of a player once among the conditions of one market of the feed, first come by their order', () => {
    const of = (id: string, sort: number, players: Player[]) =>
      onPlayers(players, { id, sort, marketId: '77_1' });
    const first = of('50061', 1, [
      ['Ana', '2'],
      ['Berta', '3'],
    ]);
    const second = of('50062', 2, [
      ['Cleo', '4'],
      ['Ana', '5'],
    ]);
    const found = offerTo({}, second, first);
    expect(found).toEqual(offerTo({}, first, second));
    expect(found.others.map(({ condition, ofOutcome }) => [condition.id, ofOutcome])).toEqual([
      ['50061', '10'],
      ['50061', '11'],
      ['50062', '10'],
    ]);
    expect(dropsOf(found)).toEqual([['Anytime goalscorer: Ana', 'same_question']]);
    // Also if the first has a market already.
    const again = offerTo({ known: new Set(['50061 10', '50061 11']) }, first, second);
    expect([namesOf(again), dropsOf(again)]).toEqual([
      ['Cleo'],
      [['Anytime goalscorer: Ana', 'same_question']],
    ]);
  });

  test('is named without a line, which each outcome has by itself', () => {
    const given = onPlayers([
      ['Ana Over', '1.9', '0.5'],
      ['Ana Over', '1.9', '1.5'],
    ]);
    expect(dropsOf(offerTo({ several: false }, given))).toEqual([['Anytime goalscorer', 'several_winners']]);
  });

  test('does not depend on the order of the answer', () => {
    const given = onPlayers([['Ana'], ['Berta', null], ['Cleo'], ['cleo'], ['Dora']]);
    const { condition } = given;
    const turned = { ...given, condition: { ...condition, outcomes: condition.outcomes.toReversed() } };
    const plain = ({ others, dropped }: ReturnType<typeof offerTo>) => [
      others.map(({ condition: _, ...other }) => other),
      dropped.map(({ condition: _, ...each }) => each),
    ];
    expect(plain(offerTo({}, turned))).toEqual(plain(offerTo({}, given)));
  });
});
