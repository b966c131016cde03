import { createHash } from 'node:crypto';
import {
  CONDITION_STATES,
  type FeedEnd,
  type FeedResult,
  GAME_STATES,
  OUTCOME_STATES,
} from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import {
  NotUnderstood,
  parseId,
  parseList,
  parseObject,
  parseOr,
  parseStart,
  parseWord,
} from './feed-value.ts';
import { MOST_OUTCOMES, parseWonOutcomeIds } from './parse-condition.ts';
import { parseEach } from './parse-each.ts';

/** Characters of JSON. Anything longer is stored as its beginning and its hash. */
export const LONGEST_RAW = 32 * 1024;
const BEGINNING = 1000;
const DEEPEST_RAW = 16;

/**
 * Parses only the fields of a condition that decide its result, so no other field can make it fail.
 *
 * @throws NotUnderstood if any of those fields can't be parsed, because payouts depend on them
 */
export function parseEnd(value: unknown): FeedEnd & { readonly gameId: string } {
  const condition = parseObject(value, 'it');
  return {
    id: parseId(condition.conditionId ?? condition.id, 'its id'),
    gameId: parseId(parseObject(condition.game, 'its game').gameId, 'the id of its game'),
    state: parseWord(condition.state, CONDITION_STATES, 'its state'),
    wonOutcomeIds: [...new Set(parseWonOutcomeIds(condition.wonOutcomeIds))].sort(),
    outcomes: parseOutcomes(condition.outcomes),
    raw: boundRaw(value),
  };
}

/** Parses only their states. An answer may leave out the outcomes. */
function parseOutcomes(value: unknown): FeedEnd['outcomes'] {
  const list = parseList(value ?? [], 'outcomes');
  if (list.length > MOST_OUTCOMES) throw new NotUnderstood(`it has more than ${MOST_OUTCOMES} outcomes`);
  const outcomes = list.map((each) => {
    const { outcomeId, state } = parseObject(each, 'an outcome');
    return {
      id: parseId(outcomeId, 'the id of an outcome'),
      state: isAbsent(state) ? null : parseWord(state, OUTCOME_STATES, 'the state of an outcome'),
    };
  });
  if (new Set(outcomes.map(({ id }) => id)).size < outcomes.length)
    throw new NotUnderstood('it has an outcome twice');
  return outcomes.sort((a, b) => (a.id < b.id ? -1 : 1));
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** Parses only the fields of a game that decide its result. A start that can't be parsed is null. */
export function parseGameEnd(
  value: unknown,
  now: Date,
): NonNullable<FeedResult['game']> & { readonly id: string } {
  const game = parseObject(value, 'it');
  return {
    id: parseId(game.gameId ?? game.id, 'its id'),
    state: parseWord(game.state, GAME_STATES, 'its state'),
    startsAt: parseOr(
      () => parseStart(game.startsAt, now),
      () => null,
    ),
    raw: boundRaw(value),
  };
}

/** Like `parseEach`, but if a list has two differing elements with the same id, both are dropped. */
export function parseAgreed<T extends { readonly id: string; readonly raw: unknown }>(
  list: readonly unknown[],
  { what, parse, drops }: { what: string; parse: (element: unknown) => T; drops: DropLog },
): T[] {
  const meanings = new Map<string, Set<string>>();
  const parsed = parseEach(list, {
    what,
    parse(element) {
      const { raw, ...meaning } = parse(element);
      const known = meanings.get(meaning.id) ?? new Set();
      meanings.set(meaning.id, known.add(JSON.stringify(meaning)));
      return { ...meaning, raw } as T;
    },
    drops,
  });
  return parsed.filter(({ id }) => {
    const isAgreed = meanings.get(id)?.size === 1;
    if (!isAgreed) drops.note(`${what} ${id}`, 'the list says two things of it');
    return isAgreed;
  });
}

/** The JSON made fit for the database: limited in length and depth, without NULs and lone surrogates. */
export function boundRaw(value: unknown): unknown {
  if (!isShallow(value, DEEPEST_RAW)) return { leftOut: 'it is nested too deeply' };
  // Both appear as escapes in JSON; after an escaped backslash they are ordinary text.
  const text = JSON.stringify(value).replace(
    /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi,
    (_all, backslashes: string) => backslashes,
  );
  if (text.length <= LONGEST_RAW) return JSON.parse(text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { characters: text.length, sha256, begins: text.slice(0, BEGINNING).replace(/\p{Cs}/gu, '') };
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}
