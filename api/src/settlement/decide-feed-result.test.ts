import type { MarketResult } from '@tallystone/core/settlement/result';
import { describe, expect, test } from 'vitest';
import type { FeedResult, OutcomeState } from '../azuro/azuro-feed.ts';
import {
  type AwaitedMarket,
  confirmFeedResult,
  decideFeedResult,
  type FeedDecision,
} from './decide-feed-result.ts';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-21T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);

const market: AwaitedMarket = {
  gameId: '1006',
  winners: 1,
  ofOutcome: null,
  conditionId: '3006',
  outcomes: [
    { id: 'o_home', azuroId: '29', name: 'Home' },
    { id: 'o_draw', azuroId: '30', name: 'Draw' },
    { id: 'o_away', azuroId: '31', name: 'Away' },
  ],
  isClosed: true,
  closesAt: hoursAgo(3),
  startsAt: hoursAgo(3),
  stoppedAt: null,
};

type ConditionState = FeedResult['conditions'][number]['state'];
type GameState = NonNullable<FeedResult['game']>['state'];

function says(
  condition: ConditionState | null,
  {
    won = [],
    game = 'Finished',
    startsAt = market.startsAt,
    outcomes = [],
  }: {
    won?: string[];
    game?: GameState | null;
    startsAt?: Date | null;
    /** States of Home, Draw and Away. */
    outcomes?: OutcomeState[];
  } = {},
): FeedResult {
  return {
    gameId: '1006',
    askedAt: now,
    game: game === null ? null : { state: game, startsAt, raw: {} },
    conditions: [
      { id: '3007', state: 'Resolved', wonOutcomeIds: ['31'], outcomes: [], raw: {} },
      ...(condition === null
        ? []
        : [
            {
              id: '3006',
              state: condition,
              wonOutcomeIds: won,
              outcomes: outcomes.map((state, k) => ({ id: `${29 + k}`, state })),
              raw: {},
            },
          ]),
    ],
  };
}

const propose = (result: { kind: 'void' } | { kind: 'won'; outcomeIds: string[] }, evidence: string) => ({
  kind: 'propose' as const,
  result,
  evidence: `The feed says that ${evidence}, read at 2026-11-21T12:00:00.000Z.`,
});
const wait: FeedDecision = { kind: 'wait' };
const drawWon = propose(
  { kind: 'won', outcomeIds: ['o_draw'] },
  'condition 3006 is resolved and Draw has won',
);
const drawWonByOutcomes = propose(
  { kind: 'won', outcomeIds: ['o_draw'] },
  'condition 3006 is decided by its outcomes and Draw has won',
);
const outcomesVoid = propose({ kind: 'void' }, 'condition 3006 has only canceled outcomes');
const conditionVoid = propose({ kind: 'void' }, 'condition 3006 is canceled');
const gameVoid = propose({ kind: 'void' }, 'game 1006 is canceled');
const review = (reason: Extract<FeedDecision, { kind: 'review' }>['reason']) => ({
  kind: 'review' as const,
  reason,
});

describe('the answer of the feed, and our decision', () => {
  test.each<[string, FeedResult | null, FeedDecision]>([
    ['one of ours has won', says('Resolved', { won: ['30'] }), drawWon],
    [
      'one of ours has won, and the feed says nothing about its game',
      says('Resolved', { won: ['30'], game: null }),
      drawWon,
    ],
    ['no outcome has won', says('Resolved'), review('no-winner')],
    ['one that is not ours has won', says('Resolved', { won: ['99'] }), review('unknown-winner')],
    ['two that are not ours have won', says('Resolved', { won: ['98', '99'] }), review('unknown-winner')],
    ['two of ours have won', says('Resolved', { won: ['29', '30'] }), review('several-winners')],
    ['one of ours and another have won', says('Resolved', { won: ['29', '99'] }), review('several-winners')],
    ['the condition is canceled', says('Canceled'), conditionVoid],
    ['the condition of a running game is canceled', says('Canceled', { game: 'Live' }), conditionVoid],
    ['the game is canceled, and its condition stopped', says('Stopped', { game: 'Canceled' }), gameVoid],
    ['the game is canceled, and its condition removed', says('Removed', { game: 'Canceled' }), gameVoid],
    ['the game is canceled, and its condition gone', says(null, { game: 'Canceled' }), gameVoid],
    ['an outcome won in a canceled game', says('Resolved', { won: ['30'], game: 'Canceled' }), wait],
    ['the game runs', says('Active', { game: 'Live' }), wait],
    ['the game is over, its result not known', says('Stopped'), wait],
    ['the game is over, its condition active', says('Active'), wait],
    ['the condition is removed', says('Removed'), wait],
    ['nothing of the condition', says(null), wait],
    ['nothing of the game', null, wait],
  ])('%s', (_name, said, decision) => {
    expect(decideFeedResult(market, said, now)).toEqual(decision);
  });
});

describe('the answer of the feed by outcomes, and our decision', () => {
  const drawByOutcomes: OutcomeState[] = ['Lost', 'Won', 'Lost'];
  const canceled: OutcomeState[] = ['Canceled', 'Canceled', 'Canceled'];
  test.each<[string, FeedResult, FeedDecision]>([
    ['one of ours has won', says('Stopped', { outcomes: drawByOutcomes }), drawWonByOutcomes],
    ['the condition says the same', says('Resolved', { won: ['30'], outcomes: drawByOutcomes }), drawWon],
    ['nothing has won', says('Stopped', { outcomes: ['Lost', 'Lost', 'Lost'] }), review('no-winner')],
    ['two have won', says('Stopped', { outcomes: ['Won', 'Won', 'Lost'] }), review('several-winners')],
    ['all are canceled', says('Stopped', { outcomes: canceled }), outcomesVoid],
    ['all are canceled, and so is the condition', says('Canceled', { outcomes: canceled }), conditionVoid],
    ['one is canceled', says('Stopped', { outcomes: ['Canceled', 'Won', 'Lost'] }), review('contradiction')],
    [
      'another has won than the condition says',
      says('Resolved', { won: ['29'], outcomes: drawByOutcomes }),
      review('contradiction'),
    ],
    [
      'one of ours has won a condition that is canceled',
      says('Canceled', { outcomes: drawByOutcomes }),
      review('contradiction'),
    ],
    ['some are decided', says('Resolved', { won: ['30'], outcomes: ['Stopped', 'Won', 'Lost'] }), wait],
    ['none is decided', says('Stopped', { outcomes: ['Stopped', 'Stopped', 'Stopped'] }), wait],
    [
      'one of ours has won a game that was canceled',
      says('Stopped', { outcomes: drawByOutcomes, game: 'Canceled' }),
      wait,
    ],
    [
      'some are decided of a game that was canceled',
      says('Stopped', { outcomes: ['Stopped', 'Canceled', 'Canceled'], game: 'Canceled' }),
      gameVoid,
    ],
  ])('%s', (_name, said, decision) => {
    expect(decideFeedResult(market, said, now)).toEqual(decision);
  });
});

describe('while betting goes on', () => {
  const open = { ...market, isClosed: false, closesAt: hoursAgo(-3), startsAt: hoursAgo(-3) };
  test.each<[string, FeedResult, FeedDecision]>([
    ['a winner waits for its end', says('Resolved', { won: ['30'] }), wait],
    ['so does a result without one', says('Resolved'), wait],
    ['so does one by outcomes', says('Active', { outcomes: ['Won', 'Lost', 'Lost'] }), wait],
    ['and a contradiction', says('Resolved', { won: ['30'], outcomes: ['Won', 'Lost', 'Lost'] }), wait],
    ['a cancellation does not', says('Canceled', { game: 'Prematch' }), conditionVoid],
    ['nor does that of the game', says('Active', { game: 'Canceled' }), gameVoid],
  ])('%s', (_name, said, decision) => {
    expect(decideFeedResult(open, said, now)).toEqual(decision);
  });
});

describe('two days later', () => {
  const at = (hours: number, change: Partial<AwaitedMarket> = {}) => ({
    ...market,
    closesAt: hoursAgo(hours),
    startsAt: hoursAgo(hours),
    ...change,
  });
  const about = (hours: number) => ({ startsAt: hoursAgo(hours) });
  const MOMENT = 1 / 3600;

  test.each<[string, AwaitedMarket, FeedResult | null, FeedDecision]>([
    ['without a word an admin looks', at(48), null, review('no-result')],
    ['not a moment before', at(48 - MOMENT), null, wait],
    ['no more is known', at(48), says('Stopped', about(48)), review('no-result')],
    ['not a moment before that', at(48 - MOMENT), says('Stopped', about(48 - MOMENT)), wait],
    ['the condition is gone', at(50), says(null, about(50)), review('no-result')],
    ['the game was put off', at(50), says('Active', about(20)), wait],
    ['we know that the game was put off', at(50, { startsAt: hoursAgo(20) }), null, wait],
    ['its start makes no sense', at(50), says('Active', { startsAt: null }), review('no-result')],
    ['a start before the close counts from the close', at(40), says('Active', about(60)), wait],
    ['the condition is removed', at(48), says('Removed', about(48)), review('removed')],
    ['not a moment before it', at(48 - MOMENT), says('Removed', about(48 - MOMENT)), wait],
    [
      'betting was stopped two days ago',
      at(3, { stoppedAt: hoursAgo(48) }),
      says('Removed'),
      review('removed'),
    ],
    ['it was stopped since', at(60, { stoppedAt: hoursAgo(1) }), says('Removed'), wait],
    ['a winner is a winner', at(300), says('Resolved', { won: ['30'] }), drawWon],
  ])('%s', (_name, awaited, said, decision) => {
    expect(decideFeedResult(awaited, said, now)).toEqual(decision);
  });
});

describe('a result that is read again', () => {
  test.each<[string | null, string, FeedResult | null, 'confirmed' | 'withdrawn' | 'unknown']>([
    ['o_draw', 'the same winner', says('Resolved', { won: ['30'] }), 'confirmed'],
    ['o_draw', 'the same by outcomes', says('Stopped', { outcomes: ['Lost', 'Won', 'Lost'] }), 'confirmed'],
    ['o_draw', 'another by outcomes', says('Stopped', { outcomes: ['Won', 'Lost', 'Lost'] }), 'withdrawn'],
    [
      'o_draw',
      'two things',
      says('Resolved', { won: ['30'], outcomes: ['Won', 'Lost', 'Lost'] }),
      'withdrawn',
    ],
    ['o_draw', 'another winner', says('Resolved', { won: ['29'] }), 'withdrawn'],
    ['o_draw', 'two winners', says('Resolved', { won: ['29', '30'] }), 'withdrawn'],
    ['o_draw', 'no winner', says('Resolved'), 'withdrawn'],
    ['o_draw', 'a stop', says('Stopped'), 'withdrawn'],
    ['o_draw', 'that it was removed', says('Removed'), 'withdrawn'],
    ['o_draw', 'a cancellation', says('Canceled'), 'withdrawn'],
    [
      'o_draw',
      'a cancellation of the game',
      says('Resolved', { won: ['30'], game: 'Canceled' }),
      'withdrawn',
    ],
    ['o_draw', 'nothing of it', says(null), 'unknown'],
    ['o_draw', 'nothing', null, 'unknown'],
    [null, 'that it is canceled', says('Canceled'), 'confirmed'],
    [null, 'that the game is canceled', says('Active', { game: 'Canceled' }), 'confirmed'],
    [null, 'that an outcome won', says('Resolved', { won: ['30'] }), 'withdrawn'],
    [null, 'that it goes on', says('Active', { game: 'Live' }), 'withdrawn'],
    [null, 'nothing', null, 'unknown'],
  ])('%s, and %s', (outcomeId, _name, said, confirmed) => {
    const result: MarketResult =
      outcomeId === null ? { kind: 'void' } : { kind: 'won', outcomeIds: [outcomeId] };
    expect(confirmFeedResult(market, result, said)).toBe(confirmed);
  });
});

describe('a market of which two outcomes win', () => {
  const two: AwaitedMarket = { ...market, winners: 2 };
  test.each<[string, FeedResult, readonly string[] | string]>([
    ['two of ours have won', says('Resolved', { won: ['31', '29'] }), ['o_home', 'o_away']],
    ['two have won by outcomes', says('Stopped', { outcomes: ['Lost', 'Won', 'Won'] }), ['o_draw', 'o_away']],
    ['one has won', says('Resolved', { won: ['29'] }), 'several-winners'],
    ['one has won by outcomes', says('Stopped', { outcomes: ['Won', 'Lost', 'Lost'] }), 'several-winners'],
    ['all have won', says('Resolved', { won: ['29', '30', '31'] }), 'several-winners'],
    ['none has won', says('Resolved'), 'no-winner'],
    ['one of ours and another have won', says('Resolved', { won: ['29', '99'] }), 'unknown-winner'],
    ['two that are not ours have won', says('Resolved', { won: ['98', '99'] }), 'unknown-winner'],
    [
      'one is canceled, the others won',
      says('Stopped', { outcomes: ['Canceled', 'Won', 'Won'] }),
      'contradiction',
    ],
  ])('%s', (_name, said, expected) => {
    expect(decideFeedResult(two, said, now)).toMatchObject(
      typeof expected === 'string'
        ? { kind: 'review', reason: expected }
        : { kind: 'propose', result: { kind: 'won', outcomeIds: expected } },
    );
  });

  test('the evidence names both', () => {
    expect(decideFeedResult(two, says('Resolved', { won: ['29', '30'] }), now)).toMatchObject({
      evidence: expect.stringContaining('Home, Draw have won, read at'),
    });
  });

  test('a result read again is confirmed by the same two only', () => {
    const result: MarketResult = { kind: 'won', outcomeIds: ['o_home', 'o_away'] };
    expect(confirmFeedResult(two, result, says('Resolved', { won: ['31', '29'] }))).toBe('confirmed');
    expect(confirmFeedResult(two, result, says('Resolved', { won: ['29', '30'] }))).toBe('withdrawn');
    expect(confirmFeedResult(two, result, says('Resolved', { won: ['29'] }))).toBe('withdrawn');
    expect(confirmFeedResult(two, { kind: 'void' }, says('Resolved', { won: ['29', '31'] }))).toBe(
      'withdrawn',
    );
  });
});

describe('a market on one outcome that is decided by itself', () => {
  const player: AwaitedMarket = {
    ...market,
    ofOutcome: '29',
    outcomes: [
      { id: 'o_scores', azuroId: '29', name: 'Ana' },
      { id: 'o_no', azuroId: '', name: 'No' },
    ],
  };
  const scored = propose({ kind: 'won', outcomeIds: ['o_scores'] }, 'outcome 29 of condition 3006 has won');
  const didNot = propose({ kind: 'won', outcomeIds: ['o_no'] }, 'outcome 29 of condition 3006 has lost');
  const isOut = propose({ kind: 'void' }, 'outcome 29 of condition 3006 is canceled');
  const isOff = propose({ kind: 'void' }, 'condition 3006 is canceled');

  test.each<[string, FeedResult | null, FeedDecision]>([
    ['it has won', says('Active', { outcomes: ['Won', 'Active', 'Lost'] }), scored],
    ['it has won beside another', says('Stopped', { outcomes: ['Won', 'Won', 'Won'] }), scored],
    ['it is named beside another', says('Resolved', { won: ['29', '30'] }), scored],
    ['it has lost', says('Stopped', { outcomes: ['Lost', 'Stopped', 'Stopped'] }), didNot],
    ['all have lost', says('Resolved', { outcomes: ['Lost', 'Lost', 'Lost'] }), didNot],
    ['another is named', says('Resolved', { won: ['30'] }), didNot],
    ['it alone is canceled', says('Active', { outcomes: ['Canceled', 'Active', 'Won'] }), isOut],
    ['it and its condition are canceled', says('Canceled', { outcomes: ['Canceled', 'Canceled'] }), isOff],
    ['its condition is canceled', says('Canceled'), isOff],
    ['its game is canceled', says('Stopped', { game: 'Canceled' }), gameVoid],
    ['its game is canceled, and its condition removed', says('Removed', { game: 'Canceled' }), gameVoid],
    ['its game is canceled, and its condition gone', says(null, { game: 'Canceled' }), gameVoid],
    [
      'its game is canceled, and so is it',
      says('Stopped', { game: 'Canceled', outcomes: ['Canceled', 'Won'] }),
      isOut,
    ],
    ['it has won in a canceled game', says('Stopped', { game: 'Canceled', outcomes: ['Won'] }), wait],
    ['it has lost in a canceled game', says('Stopped', { game: 'Canceled', outcomes: ['Lost'] }), wait],
    ['another is named in a canceled game', says('Resolved', { game: 'Canceled', won: ['30'] }), wait],
    // As in any market: over without a winner is a result, too.
    ['its condition is over in a canceled game', says('Resolved', { game: 'Canceled' }), wait],
    ['its condition is over and names no winner', says('Resolved'), review('no-winner')],
    [
      'it has won, and another is named',
      says('Resolved', { won: ['30'], outcomes: ['Won'] }),
      review('contradiction'),
    ],
    [
      'it is named, and has lost',
      says('Resolved', { won: ['29'], outcomes: ['Lost'] }),
      review('contradiction'),
    ],
    [
      'it is named, and canceled',
      says('Resolved', { won: ['29'], outcomes: ['Canceled'] }),
      review('contradiction'),
    ],
    ['it has won a canceled condition', says('Canceled', { outcomes: ['Won'] }), review('contradiction')],
    [
      'it has won a canceled condition of a canceled game',
      says('Canceled', { game: 'Canceled', outcomes: ['Won'] }),
      review('contradiction'),
    ],
    ['others are decided', says('Active', { outcomes: ['Active', 'Won', 'Lost'] }), wait],
    [
      'others are decided, and the condition is over',
      says('Resolved', { outcomes: ['Stopped', 'Won'] }),
      wait,
    ],
    ['its condition is removed', says('Removed'), wait],
    ['nothing of the condition', says(null), wait],
    ['nothing of the game', null, wait],
  ])('%s', (_name, said, decision) => {
    expect(decideFeedResult(player, said, now)).toEqual(decision);
  });

  test.each<[string, FeedResult, FeedDecision]>([
    ['a goal waits for the end of betting', says('Active', { outcomes: ['Won'] }), wait],
    ['so does a contradiction', says('Canceled', { outcomes: ['Won'] }), wait],
    ['and a result without a winner', says('Resolved'), wait],
    ['that it is canceled does not', says('Active', { outcomes: ['Canceled'], game: 'Prematch' }), isOut],
  ])('while betting goes on %s', (_name, said, decision) => {
    expect(decideFeedResult({ ...player, isClosed: false, closesAt: hoursAgo(-3) }, said, now)).toEqual(
      decision,
    );
  });

  test.each<[string, FeedResult | null, FeedDecision]>([
    ['nothing of it', says('Resolved', { won: ['30'], outcomes: ['Stopped', 'Won'] }), review('no-result')],
    ['that its condition is removed', says('Removed'), review('removed')],
    ['nothing', null, review('no-result')],
    [
      'that it won a canceled game',
      says('Stopped', { game: 'Canceled', outcomes: ['Won'] }),
      review('no-result'),
    ],
  ])('an admin looks if the feed says %s for two days', (_name, said, decision) => {
    const startsAt = hoursAgo(48);
    const answer = said?.game ? { ...said, game: { ...said.game, startsAt } } : said;
    expect(decideFeedResult({ ...player, closesAt: startsAt, startsAt }, answer, now)).toEqual(decision);
  });

  test('a market that lacks the outcome, or has nothing else, is for an admin', () => {
    const [first, second] = player.outcomes;
    const won = says('Stopped', { outcomes: ['Won'] });
    const lost = says('Stopped', { outcomes: ['Lost'] });
    const only = (outcome: typeof first) => ({ ...player, outcomes: outcome === undefined ? [] : [outcome] });
    expect(decideFeedResult(only(second), won, now)).toEqual(review('unknown-winner'));
    expect(decideFeedResult(only(first), lost, now)).toEqual(review('unknown-winner'));
    // Nor is a side paid as the other one whose id isn't known.
    const altered = {
      ...player,
      outcomes: [{ id: 'o_scores', azuroId: '30', name: 'Ana' }, ...player.outcomes.slice(1)],
    };
    for (const said of [won, lost])
      expect(decideFeedResult(altered, said, now)).toEqual(review('unknown-winner'));
  });

  test.each<['o_scores' | 'o_no' | null, string, FeedResult | null, ReturnType<typeof confirmFeedResult>]>([
    ['o_scores', 'the same', says('Stopped', { outcomes: ['Won', 'Lost', 'Stopped'] }), 'confirmed'],
    ['o_scores', 'the same by its condition', says('Resolved', { won: ['29', '31'] }), 'confirmed'],
    // The feed took the goal back.
    ['o_scores', 'that the game goes on', says('Active', { outcomes: ['Active', 'Won'] }), 'withdrawn'],
    ['o_scores', 'that betting is stopped', says('Active', { outcomes: ['Stopped'] }), 'withdrawn'],
    [
      'o_scores',
      'that it has lost',
      says('Resolved', { won: ['30'], outcomes: ['Lost', 'Won'] }),
      'withdrawn',
    ],
    ['o_scores', 'that it is canceled', says('Active', { outcomes: ['Canceled'] }), 'withdrawn'],
    ['o_scores', 'two things', says('Resolved', { won: ['30'], outcomes: ['Won'] }), 'withdrawn'],
    [
      'o_scores',
      'that its game is canceled',
      says('Stopped', { game: 'Canceled', outcomes: ['Won'] }),
      'withdrawn',
    ],
    ['o_scores', 'that no outcome has won', says('Resolved'), 'withdrawn'],
    ['o_scores', 'nothing of it', says(null), 'unknown'],
    ['o_scores', 'nothing', null, 'unknown'],
    ['o_no', 'the same', says('Stopped', { outcomes: ['Lost'] }), 'confirmed'],
    ['o_no', 'that it scored after all', says('Stopped', { outcomes: ['Won'] }), 'withdrawn'],
    ['o_no', 'nothing of it any more', says('Stopped', { outcomes: ['Stopped'] }), 'withdrawn'],
    [null, 'that it is canceled', says('Stopped', { outcomes: ['Canceled'] }), 'confirmed'],
    [null, 'that its game is canceled', says('Stopped', { game: 'Canceled' }), 'confirmed'],
    [null, 'that it plays', says('Active', { outcomes: ['Active'] }), 'withdrawn'],
    [null, 'that it scored', says('Active', { outcomes: ['Won'] }), 'withdrawn'],
    [null, 'nothing', null, 'unknown'],
  ])('%s, and read again the feed says %s', (outcomeId, _name, said, confirmed) => {
    const result: MarketResult =
      outcomeId === null ? { kind: 'void' } : { kind: 'won', outcomeIds: [outcomeId] };
    expect(confirmFeedResult(player, result, said)).toBe(confirmed);
  });
});
