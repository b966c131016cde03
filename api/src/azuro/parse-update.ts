import { CONDITION_STATES, type ConditionUpdate, GAME_STATES, type GameUpdate } from './azuro-feed.ts';
import {
  NotUnderstood,
  parseId,
  parseList,
  parseObject,
  parseOr,
  parseStart,
  parseWord,
} from './feed-value.ts';
import { isDecided } from './is-decided.ts';
import { isClosed, MOST_OUTCOMES } from './parse-condition.ts';
import { parseFeedOdds } from './parse-feed-odds.ts';

/**
 * Parses state and odds of a condition, from the socket or from the REST call for many conditions.
 *
 * @throws NotUnderstood if any part can't be parsed, even one outcome's odds: half an update would mix old odds with
 *   new ones. A condition that takes no bets may have bad odds, because a stop must get through.
 */
export function parseConditionUpdate(value: unknown): ConditionUpdate {
  const update = parseObject(value, 'it');
  const list = parseList(update.outcomes ?? [], 'outcomes');
  if (list.length > MOST_OUTCOMES) throw new NotUnderstood(`it has more than ${MOST_OUTCOMES} outcomes`);
  const sent = list.map((each) => parseObject(each, 'an outcome'));
  const state = parseWord(update.state, CONDITION_STATES, 'its state');
  const over = state === 'Active' && isOver(sent.map((outcome) => outcome.state));
  const outcomes = sent.flatMap((outcome): ConditionUpdate['outcomes'] => {
    const id = parseId(outcome.outcomeId, 'the id of an outcome');
    if (isDecided(outcome.state)) return [{ id, odds: null, isDecided: true }];
    if (isClosed(outcome)) return [{ id, odds: null }];
    const odds = outcome.currentOdds ?? outcome.odds;
    if (state === 'Active' && !over) return [{ id, odds: parseFeedOdds(odds) }];
    return parseOr(
      () => [{ id, odds: parseFeedOdds(odds) }],
      () => [],
    );
  });
  if (new Set(outcomes.map(({ id }) => id)).size < outcomes.length)
    throw new NotUnderstood('it has an outcome twice');
  const id = parseId(update.conditionId ?? update.id, 'its id');
  return { id, state, ...(over && { isOver: over }), outcomes };
}

/**
 * Whether the outcomes show that betting has ended although the condition is active: newer servers may send states
 * only on outcomes. One decided outcome ends betting for all of them, unless each is decided by itself.
 */
function isOver(states: readonly unknown[]): boolean {
  return states.some(isDecided) || (states.length >= 2 && states.every((state) => state === 'Stopped'));
}

/** Parses a game update of the socket. @throws NotUnderstood if any part can't be parsed */
export function parseGameUpdate(value: unknown, now: Date): GameUpdate {
  const update = parseObject(value, 'it');
  return {
    id: parseId(update.gameId ?? update.id, 'its id'),
    state: parseWord(update.state, GAME_STATES, 'its state'),
    startsAt: parseStart(update.startsAt, now),
    raw: value,
  };
}
