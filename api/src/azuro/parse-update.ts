import type { ConditionUpdate, GameUpdate } from './azuro-feed.ts';
import { NotUnderstood, parseId, parseList, parseObject, parseStart, parseWord } from './feed-value.ts';
import { CONDITION_STATES, isClosed, MOST_OUTCOMES, OUTCOME_STATES } from './parse-condition.ts';
import { parseFeedOdds } from './parse-feed-odds.ts';
import { GAME_STATES } from './parse-game.ts';

/**
 * Reads state and odds of a condition, from the socket or from the REST call for many of them.
 *
 * @throws NotUnderstood when any of it makes no sense, a single one of its odds included: half an update would
 *   mix old odds with new ones. What takes no bets is not judged by its odds: a stop must get through.
 */
export function parseConditionUpdate(value: unknown): ConditionUpdate {
  const update = parseObject(value, 'it');
  const list = parseList(update.outcomes ?? [], 'outcomes');
  if (list.length > MOST_OUTCOMES) throw new NotUnderstood(`it has more than ${MOST_OUTCOMES} outcomes`);
  const sent = list.map((each) => parseObject(each, 'an outcome'));
  const said = parseWord(update.state, CONDITION_STATES, 'its state');
  const state = said === 'Active' && isOver(sent.map((outcome) => outcome.state)) ? 'Stopped' : said;
  const outcomes = sent.flatMap((outcome) => {
    const id = parseId(outcome.outcomeId, 'the id of an outcome');
    if (isClosed(outcome)) return [{ id, odds: null }];
    const odds = outcome.currentOdds ?? outcome.odds;
    if (state === 'Active') return [{ id, odds: parseFeedOdds(odds) }];
    return isOdds(odds) ? [{ id, odds: parseFeedOdds(odds) }] : [];
  });
  if (new Set(outcomes.map(({ id }) => id)).size < outcomes.length)
    throw new NotUnderstood('it has an outcome twice');
  return { id: parseId(update.conditionId ?? update.id, 'its id'), state, outcomes };
}

/**
 * Whether the outcomes say that betting has ended though the condition does not: newer servers may speak by outcomes
 * alone. One that is decided ends it for all of them.
 */
function isOver(states: readonly unknown[]): boolean {
  const known = states.map((state) => OUTCOME_STATES.find((each) => each === state) ?? null);
  return (
    known.some((state) => state === 'Won' || state === 'Lost' || state === 'Canceled') ||
    (known.length >= 2 && known.every((state) => state === 'Stopped'))
  );
}

function isOdds(value: unknown): boolean {
  try {
    parseFeedOdds(value);
    return true;
  } catch (error) {
    if (error instanceof NotUnderstood) return false;
    throw error;
  }
}

/** Reads what the socket says of a game. @throws NotUnderstood when any of it makes no sense */
export function parseGameUpdate(value: unknown, now: Date): GameUpdate {
  const update = parseObject(value, 'it');
  return {
    id: parseId(update.gameId ?? update.id, 'its id'),
    state: parseWord(update.state, GAME_STATES, 'its state'),
    startsAt: parseStart(update.startsAt, now),
    raw: value,
  };
}
