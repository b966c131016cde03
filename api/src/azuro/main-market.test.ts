import { microOdds } from '@tallystone/core/money/micro-usdc';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedCondition, FeedGame } from './azuro-feed.ts';
import { createDropLog } from './drop-log.ts';
import { chooseMainMarket, type MainMarket } from './main-market.ts';
import { loadOutcomeNames, type OutcomeNames } from './outcome-names.ts';
import { parseCondition } from './parse-condition.ts';
import { parseGame } from './parse-game.ts';
import { FIXTURE } from './stand-in/fixture.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const drops = createDropLog(() => NOW);
let names: OutcomeNames;
beforeAll(async () => {
  names = await loadOutcomeNames();
});

const GAMES = FIXTURE.games.map(({ startsInSeconds, ...game }) =>
  parseGame({ ...game, startsAt: String(NOW.getTime() / 1000 + startsInSeconds) }, { now: NOW, drops }),
);
const CONDITIONS = FIXTURE.conditions.map((each) => parseCondition(each, drops));

/** The game with this beginning of its title, and its conditions. */
function play(title: string): { game: FeedGame; conditions: FeedCondition[] } {
  const game = GAMES.find((each) => each.title.startsWith(title));
  if (game === undefined) throw new Error(`no game ${title}`);
  return { game, conditions: CONDITIONS.filter(({ gameId }) => gameId === game.id) };
}

const choose = (given: { game: FeedGame; conditions: readonly FeedCondition[] }): MainMarket =>
  chooseMainMarket({ ...given, names });

/** A choice in one line. */
function line(main: MainMarket): string {
  return main.kind === 'skipped'
    ? main.reason
    : `${main.marketKey}: ${main.outcomes.map(({ name, odds }) => `${name} ${Number(odds) / 1e6}`).join(', ')}`;
}

/** The conditions of a game, with its main one changed. */
function withMain(title: string, change: (main: FeedCondition) => FeedCondition): string {
  const { game, conditions } = play(title);
  const chosen = choose({ game, conditions });
  const main = chosen.kind === 'chosen' ? chosen.condition : undefined;
  return line(choose({ game, conditions: conditions.map((each) => (each === main ? change(each) : each)) }));
}

const withOdds = (odds: readonly (number | null)[]) => (condition: FeedCondition) => ({
  ...condition,
  outcomes: condition.outcomes.map((outcome, k) => {
    const each = odds[k] ?? null;
    return { ...outcome, odds: each === null ? null : microOdds(BigInt(Math.round(each * 1e6))) };
  }),
});

describe('of the fixture', () => {
  test('28 of the 30 upcoming games have a main market, and the other two say why', () => {
    const ahead = GAMES.filter(({ state }) => state === 'Prematch').map((game) => ({
      title: game.title,
      main: choose({ game, conditions: CONDITIONS }),
    }));
    expect(ahead).toHaveLength(30);
    expect(ahead.filter(({ main }) => main.kind === 'chosen')).toHaveLength(28);
    expect(
      ahead.filter(({ main }) => main.kind === 'skipped').map(({ title, main }) => `${title}: ${line(main)}`),
    ).toEqual([
      'Deportivo Marina - CF Costa Brava: main_market_not_active',
      'Sporting Lumina - Belo Porto FC: no_conditions',
    ]);
    expect(drops.total).toBe(0);
  });

  test.each([
    ['Northbridge', '1-1-1: Northbridge United 1.84, Draw 3.68, Kingsport Athletic 4.34'],
    // Its outcomes come in reverse.
    ['Castleham', /^1-1-1: Castleham City [\d.]+, Draw [\d.]+, Port Elwood [\d.]+$/],
    // A side outcome has odds of 1.
    ['Real Valdoro', /^1-1-1: Real Valdoro/],
    // One of its conditions has outcomes that the dictionary does not know.
    ['Internazionale', /^1-1-1: Internazionale Lagos [\d.]+, Draw [\d.]+, Virtus Portalba [\d.]+$/],
    ['FC Rheinstadt', /^1-1-1: FC Rheinstadt/],
    ['Maple Blades', /^19-76-1: Maple Blades [\d.]+, Aurora Kodiaks [\d.]+$/],
    // Hockey without a winner after overtime.
    ['HC Tatra', /^1-1-1: HC Tatra [\d.]+, Draw [\d.]+, HK Baltika [\d.]+$/],
    // League and country come without ids.
    ['Lulea Lynx', /^19-76-1: Lulea Lynx/],
    ['Candidate A', '9001_1: Candidate A 1.84, Candidate B 2'],
    ['Union Nordhavn', 'main_market_not_active'],
    ['Dynamo Karpaty', 'main_market_not_active'],
    ['Kyoto Cranes', 'main_market_not_active'],
    ['Pavel Horak', 'main_market_not_active'],
  ])('%s is read right', (title, expected) => {
    expect(line(choose(play(title)))).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });

  test('a hidden, stopped copy of the condition is not chosen', () => {
    const main = choose(play('FC Rheinstadt'));
    expect(main).toMatchObject({ kind: 'chosen', condition: { state: 'Active', hidden: false } });
  });

  test('the order of conditions and outcomes in the answer changes nothing', () => {
    for (const game of GAMES) {
      const straight = choose({ game, conditions: CONDITIONS });
      const reversed = choose({
        game,
        conditions: [...CONDITIONS]
          .reverse()
          .map((condition) => ({ ...condition, outcomes: [...condition.outcomes].reverse() })),
      });
      expect(line(reversed)).toBe(line(straight));
    }
  });

  test('the market has the rule of the dictionary', () => {
    expect(choose(play('Northbridge'))).toMatchObject({
      marketName: 'Full Time Result',
      rule:
        'You predict the result of a match at the end of regular play. ' +
        'Bets can be placed by either selecting a Team 1 Win, a Draw or a Team 2 Win',
    });
    expect(choose(play('Candidate A'))).toMatchObject({ marketName: 'Election winner', rule: '' });
  });
});

describe('a price', () => {
  test.each([
    ['at the edge of fair', [3, 3, 3], /^1-1-1/],
    ['at half of fair', [1.5, 1.5, 1.5], /^1-1-1/],
    ['below half of fair', [1.49, 1.5, 1.5], /^bad_odds$/],
    ['that lets a bettor on every outcome win', [3, 3, 3.01], /^bad_odds$/],
    ['that lacks one', [1.9, null, 4], /^bad_odds$/],
  ])('%s', (_, odds, expected) => {
    expect(withMain('Northbridge', withOdds(odds))).toMatch(expected);
  });
});

describe('what is not understood', () => {
  test('a condition with half of the outcomes is skipped', () => {
    expect(withMain('Northbridge', (main) => ({ ...main, outcomes: main.outcomes.slice(0, 2) }))).toBe(
      'bad_data',
    );
  });

  test('a condition with an outcome of another market is skipped', () => {
    expect(
      withMain('Northbridge', (main) => ({
        ...main,
        outcomes: main.outcomes.map((outcome, k) => (k === 1 ? { ...outcome, id: '38' } : outcome)),
      })),
    ).toBe('no_main_market');
  });

  test('a condition with outcomes of two winner markets is skipped', () => {
    expect(
      withMain('Harlem Hawks', (main) => ({
        ...main,
        // The second side of the winner in tennis.
        outcomes: main.outcomes.map((outcome, k) => (k === 1 ? { ...outcome, id: '7048' } : outcome)),
      })),
    ).toBe('no_main_market');
  });

  test('a hidden condition is not chosen, even if it is open', () => {
    expect(withMain('Northbridge', (main) => ({ ...main, hidden: true }))).toBe('main_market_not_active');
  });

  test("a handicap in the dictionary's winner market of baseball is not chosen", () => {
    const { game, conditions } = play('Harlem Hawks');
    const [main] = conditions;
    if (main === undefined) throw new Error('expected conditions');
    const handicap = {
      ...main,
      outcomes: main.outcomes.map((outcome, k) => ({ ...outcome, id: k === 0 ? '17345' : '17346' })),
    };
    expect(names.of('17345')?.marketKey).toBe('19-76-83');
    expect(line(choose({ game, conditions: [handicap] }))).toBe('no_main_market');
  });

  test.each([
    ['no one', []],
    ['one', ['Northbridge United']],
    ['three', ['A', 'B', 'C']],
    ['the same twice', ['Rovers', 'rovers']],
    ['one called like the draw', ['Draw', 'Kingsport Athletic']],
  ])('%s who plays', (_, participants) => {
    const { game, conditions } = play('Northbridge');
    expect(line(choose({ game: { ...game, participants }, conditions }))).toBe('bad_data');
  });

  test('conditions of other games are ignored', () => {
    const { game } = play('Northbridge');
    expect(line(choose({ game, conditions: play('Castleham').conditions }))).toBe('no_conditions');
  });
});

describe.each(['5', '6'])('a modern condition, whose id begins with %s,', (first) => {
  const { game, conditions } = play('Candidate A');
  const [modern] = conditions;
  if (modern === undefined) throw new Error('expected the modern condition');
  const winner: FeedCondition = { ...modern, id: first + modern.id.slice(1), category: null };
  const other = (change: Partial<FeedCondition>): FeedCondition => ({
    ...winner,
    id: `${winner.id}9`,
    marketId: '9002_1',
    title: 'Other',
    ...change,
  });
  const third = {
    id: '700003',
    title: 'Candidate C',
    odds: winner.outcomes[0]?.odds ?? null,
    sort: 3,
    line: null,
  };

  test.each<[string, FeedCondition[], string | RegExp]>([
    [
      'is taken by its category, whatever its place',
      [other({ category: 'total', sort: 0 }), { ...winner, category: 'winner' }],
      /^9001_1/,
    ],
    ['of other categories alone is not taken', [{ ...winner, category: 'total' }], 'no_main_market'],
    ['without categories is the first by sort', [other({ sort: 0 }), winner], /^9002_1/],
    [
      'that is first and has too many outcomes leaves nothing',
      [other({ sort: 0, outcomes: [...winner.outcomes, third, { ...third, id: '700004' }] }), winner],
      'no_main_market',
    ],
    [
      'may have three outcomes',
      [{ ...winner, outcomes: [...winner.outcomes, { ...third, odds: null }] }],
      'bad_odds',
    ],
    [
      'that has a line is not on the winner, whatever it is called',
      [
        {
          ...winner,
          category: 'winner',
          outcomes: winner.outcomes.map((each) => ({ ...each, line: '2.5' })),
        },
      ],
      'no_main_market',
    ],
    [
      'that is first and has a line on one side leaves nothing',
      [
        other({
          sort: 0,
          outcomes: winner.outcomes.map((each, k) => ({ ...each, line: k === 1 ? '2.5' : null })),
        }),
        winner,
      ],
      'no_main_market',
    ],
    [
      'needs titles',
      [{ ...winner, outcomes: winner.outcomes.map((each) => ({ ...each, title: null })) }],
      'bad_data',
    ],
    [
      'that is stopped is not replaced by another market',
      [{ ...winner, state: 'Stopped' }, other({})],
      'main_market_not_active',
    ],
    [
      'that is stopped has a twin that is not',
      [{ ...winner, state: 'Stopped' }, other({ marketId: winner.marketId })],
      /^9001_1/,
    ],
  ])('%s', (_, given, expected) => {
    const result = line(choose({ game, conditions: given }));
    if (typeof expected === 'string') expect(result).toBe(expected);
    else expect(result).toMatch(expected);
  });
});

test('a condition whose id begins otherwise has the older form, whatever its title', () => {
  const { game, conditions } = play('Candidate A');
  const given = conditions.map((each) => ({ ...each, id: `4${each.id.slice(1)}` }));
  expect(line(choose({ game, conditions: given }))).toBe('no_main_market');
});

test('between both modern forms the category decides, not the first digit', () => {
  const { game, conditions } = play('Candidate A');
  expect(conditions.map(({ id, category, sort }) => [id[0], category, sort])).toEqual([
    ['5', 'winner', 1],
    ['6', 'total', 0],
  ]);
  expect(line(choose({ game, conditions }))).toBe('9001_1: Candidate A 1.84, Candidate B 2');
});
