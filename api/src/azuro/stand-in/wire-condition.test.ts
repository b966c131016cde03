import { expect, test } from 'vitest';
import { playersOf } from './players.ts';
import { makePlayersCondition } from './players-condition.ts';
import { SPEAKERS, type Speaker, wireCondition } from './wire-condition.ts';

const PLAYERS = playersOf({ participants: [{ name: 'FC Home' }, { name: 'CF Away' }] });
const [A, B, C] = PLAYERS.map(({ outcomeId }) => outcomeId) as [string, string, string];
const CONDITION = makePlayersCondition(PLAYERS, {
  odds: PLAYERS.map(() => '3'),
  game: { gameId: '1006000000000090000001', sport: { sportId: '33' } },
  sort: 40,
});
const ENDED = {
  ...CONDITION,
  state: 'Resolved',
  wonOutcomeIds: [A, B],
  outcomeStates: { [C]: 'Canceled' },
};

/** The state, the winners, and the states of the first four outcomes, as they are sent. */
function said(condition: typeof CONDITION, speaker: Speaker) {
  const { state, wonOutcomeIds, outcomes } = wireCondition(condition, speaker);
  return [state, wonOutcomeIds, outcomes.slice(0, 4).map((outcome) => outcome.state)];
}

test('a player who has scored, one who has not and one who did not play end otherwise', () => {
  const states = ['Won', 'Won', 'Canceled', 'Lost'];
  expect(said(ENDED, 'both')).toEqual(['Resolved', [A, B], states]);
  expect(said(ENDED, 'outcomes')).toEqual(['Stopped', undefined, states]);
  // The condition alone can't tell that a player didn't play.
  expect(said(ENDED, 'condition')).toEqual([
    'Resolved',
    [A, B],
    [undefined, undefined, undefined, undefined],
  ]);
});

test('a contradiction says something else of each player', () => {
  expect(said(ENDED, 'contradiction')).toEqual(['Resolved', [A, B], ['Lost', 'Lost', 'Won', 'Won']]);
  const none = { ...ENDED, wonOutcomeIds: [] };
  expect(said(none, 'contradiction')).toEqual(['Resolved', [], ['Won', 'Won', 'Won', 'Won']]);
  const canceled = { ...CONDITION, state: 'Canceled' };
  expect(said(canceled, 'contradiction')).toEqual(['Canceled', [], ['Won', 'Won', 'Won', 'Won']]);
});

test('a player who has scored has won although the condition goes on, and only outcomes say so', () => {
  const going = { ...CONDITION, outcomeStates: { [A]: 'Won' } };
  const states = ['Won', 'Active', 'Active', 'Active'];
  expect(said(going, 'both')).toEqual(['Active', [], states]);
  expect(said(going, 'outcomes')).toEqual(['Active', undefined, states]);
  expect(said(going, 'contradiction')).toEqual(['Active', [], states]);
  expect(said(going, 'condition')).toEqual(['Active', [], [undefined, undefined, undefined, undefined]]);
  expect(said({ ...going, state: 'Stopped' }, 'both')[2]).toEqual(['Won', 'Stopped', 'Stopped', 'Stopped']);
});

test('no speaker sends what only the stand-in has', () => {
  for (const speaker of SPEAKERS) expect(wireCondition(ENDED, speaker)).not.toHaveProperty('outcomeStates');
});
