import type { ConditionState, FeedCondition, FeedOutcome, OutcomeState } from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import {
  NotUnderstood,
  parseFlag,
  parseId,
  parseList,
  parseObject,
  parseOptionalText,
  parseSort,
  parseWord,
} from './feed-value.ts';
import { parseFeedOdds } from './parse-feed-odds.ts';

export const CONDITION_STATES = [
  'Active',
  'Stopped',
  'Resolved',
  'Canceled',
  'Removed',
] as const satisfies readonly ConditionState[];

export const OUTCOME_STATES = [
  'Active',
  'Stopped',
  'Canceled',
  'Won',
  'Lost',
] as const satisfies readonly OutcomeState[];

/** Looked at before the outcomes are: an answer may claim any number of them. */
export const MOST_OUTCOMES = 64;
const TITLE = 200;
const NAME = 100;
const WORD = 50;

/**
 * Reads one condition of a REST answer.
 *
 * @throws NotUnderstood when it makes no sense. Odds that make none are only noted, and null: what the
 *   condition says of its state and of who has won stands without them, and it is not imported.
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
  return {
    id,
    title: parseOptionalText(outcome.title, { name: 'the title of an outcome', most: NAME }),
    odds: isClosed(outcome) ? null : parseOddsOrNote(outcome.odds, { state, note: (why) => note(id, why) }),
    sort: parseSort(outcome.sort),
    hasLine: ![undefined, null, '', 'null'].includes(outcome.point as string | null | undefined),
  };
}

function parseOddsOrNote(
  value: unknown,
  { state, note }: { state: ConditionState; note: (why: string) => void },
): FeedOutcome['odds'] {
  // What takes no bets needs no odds.
  if (state !== 'Active' && isNothing(value)) return null;
  try {
    return parseFeedOdds(value);
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    note(error.message);
    return null;
  }
}

/** Only of what can be odds: to take a list or an object for a number may fail, and would fail the whole answer. */
function isNothing(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'number') return Number(value) === 0;
  return value === undefined || value === null;
}

/** Newer servers open and close single outcomes. */
export function isClosed(outcome: Readonly<Record<string, unknown>>): boolean {
  return parseFlag(outcome.hidden, 'hidden') || (outcome.state ?? 'Active') !== 'Active';
}

function parseMarketId(marketId: unknown, varietyId: unknown): string | null {
  const market = parseOptionalText(marketId, { name: 'its market', most: WORD });
  const variety = parseOptionalText(varietyId, { name: 'its variety', most: WORD });
  return market === null ? null : `${market}_${variety ?? ''}`;
}

/** Money is paid by it: understood in full or not at all. */
export function parseWonOutcomeIds(value: unknown): string[] {
  const list = parseList(value ?? [], 'wonOutcomeIds');
  if (list.length > MOST_OUTCOMES) throw new NotUnderstood('too many outcomes have won');
  return list.map((each) => parseId(each, 'the id of an outcome that has won'));
}
