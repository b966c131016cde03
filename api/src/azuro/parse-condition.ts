import { CONDITION_STATES, type ConditionState, type FeedCondition, type FeedOutcome } from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import {
  NotUnderstood,
  parseFlag,
  parseId,
  parseList,
  parseObject,
  parseOptionalText,
  parseOr,
  parseSort,
  parseWord,
} from './feed-value.ts';
import { parseFeedOdds } from './parse-feed-odds.ts';

/** Checked before the outcomes are parsed, because an answer may hold any number. */
export const MOST_OUTCOMES = 64;
const TITLE = 200;
const NAME = 100;
const WORD = 50;
const LINE = 20;

/**
 * Parses one condition of a REST answer.
 *
 * @throws NotUnderstood if it can't be parsed. Bad odds alone are noted and become null: the condition's state and
 *   winners are still valid, but it isn't imported.
 */
export function parseCondition(value: unknown, drops: DropLog): FeedCondition {
  const condition = parseObject(value, 'it');
  const game = parseObject(condition.game, 'its game');
  const id = parseId(condition.conditionId ?? condition.id, 'its id');
  const state = parseWord(condition.state, CONDITION_STATES, 'its state');
  const list = parseList(condition.outcomes, 'outcomes');
  if (list.length < 2 || list.length > MOST_OUTCOMES)
    throw new NotUnderstood(`it has ${list.length} outcomes, not 2 to ${MOST_OUTCOMES}`);
  const outcomes = list.map((each) =>
    parseOutcome(each, {
      state,
      note: (outcomeId, why) => drops.note(`odds on outcome ${outcomeId} of condition ${id}`, why),
    }),
  );
  if (new Set(outcomes.map((outcome) => outcome.id)).size < outcomes.length)
    throw new NotUnderstood('it has an outcome twice');
  const category = parseOptionalText(condition.category, { name: 'its category', most: WORD });
  return {
    id,
    gameId: parseId(game.gameId, 'the id of its game'),
    sportId: parseId(parseObject(game.sport, 'its sport').sportId, 'the id of its sport'),
    state,
    hidden: parseFlag(condition.hidden, 'hidden'),
    // Anything else must not open betting on a running game, and is no reason to lose the condition.
    isLiveEnabled: condition.isLiveEnabled === true,
    title: parseOptionalText(condition.title, { name: 'its title', most: TITLE }),
    category: category?.toLowerCase() ?? null,
    marketId: parseMarketId(condition.marketId, condition.marketVarietyId),
    sort: parseSort(condition.sort),
    outcomes,
    wonOutcomeIds: parseWonOutcomeIds(condition.wonOutcomeIds),
  };
}

function parseOutcome(
  value: unknown,
  { state, note }: { state: ConditionState; note: (outcomeId: string, why: string) => void },
): FeedOutcome {
  const outcome = parseObject(value, 'an outcome');
  const id = parseId(outcome.outcomeId, 'the id of an outcome');
  const title = parseOptionalText(outcome.title, { name: 'the title of an outcome', most: NAME });
  // A condition that takes no bets needs no odds.
  const hasNoOdds = isClosed(outcome) || (state !== 'Active' && isNothing(outcome.odds));
  const parseOdds = () =>
    parseOr(
      () => parseFeedOdds(outcome.odds),
      (why) => {
        note(id, why);
        return null;
      },
    );
  return {
    id,
    title,
    odds: hasNoOdds ? null : parseOdds(),
    sort: parseSort(outcome.sort),
    line: parseLine(outcome.point),
  };
}

/** Any value means a line, even one that we can't read, because a price on a line isn't one on the winner. */
function parseLine(point: unknown): string | null {
  if (point === undefined || point === null || point === '' || point === 'null') return null;
  return typeof point === 'string' || typeof point === 'number' ? String(point).slice(0, LINE) : '?';
}

/** Converts only text and numbers: converting a list or an object may throw, which would refuse the whole answer. */
function isNothing(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'number') return Number(value) === 0;
  return value === undefined || value === null;
}

/** Whether an outcome is closed. Newer servers open and close outcomes one by one. */
export function isClosed(outcome: Readonly<Record<string, unknown>>): boolean {
  return parseFlag(outcome.hidden, 'hidden') || (outcome.state ?? 'Active') !== 'Active';
}

function parseMarketId(marketId: unknown, varietyId: unknown): string | null {
  const market = parseOptionalText(marketId, { name: 'its market', most: WORD });
  const variety = parseOptionalText(varietyId, { name: 'its variety', most: WORD });
  return market === null ? null : `${market}_${variety ?? ''}`;
}

/** Payouts depend on it, so it is understood in full or not at all. */
export function parseWonOutcomeIds(value: unknown): string[] {
  const list = parseList(value ?? [], 'wonOutcomeIds');
  if (list.length > MOST_OUTCOMES) throw new NotUnderstood('too many outcomes have won');
  return list.map((each) => parseId(each, 'the id of an outcome that has won'));
}
