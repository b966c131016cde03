import { createHash } from 'node:crypto';
import type { FeedEnd, GameState } from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import { NotUnderstood, parseId, parseList, parseObject, parseStart, parseWord } from './feed-value.ts';
import { CONDITION_STATES, MOST_OUTCOMES, OUTCOME_STATES, parseWonOutcomeIds } from './parse-condition.ts';
import { parseEach } from './parse-each.ts';
import { GAME_STATES } from './parse-game.ts';

/** Of JSON. More is kept as its beginning and its hash. */
export const LONGEST_RAW = 32 * 1024;
const BEGINNING = 1000;
const DEEPEST_RAW = 16;

export interface ParsedEnd extends FeedEnd {
  readonly gameId: string;
}

export interface ParsedGame {
  readonly id: string;
  readonly state: GameState;
  /** Null when it makes no sense: how the game ended stands without it. */
  readonly startsAt: Date | null;
  readonly raw: unknown;
}

/**
 * Reads of a condition what its result is decided by, and nothing that could make it fail besides.
 *
 * @throws NotUnderstood when any of that makes no sense: money is paid by it
 */
export function parseEnd(value: unknown): ParsedEnd {
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

/** Their states alone. An answer that leaves the outcomes out says nothing by them. */
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

/** The same of a game. */
export function parseGameEnd(value: unknown, now: Date): ParsedGame {
  const game = parseObject(value, 'it');
  return {
    id: parseId(game.gameId ?? game.id, 'its id'),
    state: parseWord(game.state, GAME_STATES, 'its state'),
    startsAt: startOrNull(game.startsAt, now),
    raw: boundRaw(value),
  };
}

function startOrNull(value: unknown, now: Date): Date | null {
  try {
    return parseStart(value, now);
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    return null;
  }
}

/** As `parseEach`; of an element that the list has twice, and not alike, neither can be believed. */
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

/** JSON as it came, as far as a database keeps it: not too long, not too deep, without NULs and halves of pairs. */
export function boundRaw(value: unknown): unknown {
  if (!isShallow(value, DEEPEST_RAW)) return { leftOut: 'it is nested too deeply' };
  // Both are written as escapes in JSON; an escaped backslash before them makes them ordinary text.
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
