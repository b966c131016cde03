import type { ScoreUpdate } from './azuro-feed.ts';
import { NotUnderstood, parseId, parseObject, parseOptionalText, parseOr } from './feed-value.ts';

const MOST_SCORED = 999;
const CLOCK = /^[\d:+']{1,12}$/;
const PERIOD = 24;
/** What counts in each sport, the most telling first: goals, points, sets. */
const COUNTED = ['goals', 'total', 'sets'] as const;

/** The feed's words for a period, in lower case, as people read them. */
const PERIODS: ReadonlyMap<string, string> = new Map([
  ['1h', '1st half'],
  ['1st half', '1st half'],
  ['first half', '1st half'],
  ['2h', '2nd half'],
  ['2nd half', '2nd half'],
  ['second half', '2nd half'],
  ['ht', 'Half time'],
  ['half time', 'Half time'],
  ['halftime', 'Half time'],
  ['ft', 'Full time'],
  ['full time', 'Full time'],
  ['overtime', 'Overtime'],
  ['ot', 'Overtime'],
  ['extra time', 'Extra time'],
  ['penalties', 'Penalties'],
  ...['1st', '2nd', '3rd', '4th'].flatMap((nth, i): [string, string][] => [
    [`q${i + 1}`, `${nth} quarter`],
    [`${nth} quarter`, `${nth} quarter`],
  ]),
  ...['1st', '2nd', '3rd', '4th', '5th'].flatMap((nth, i): [string, string][] => [
    [`s${i + 1}`, `${nth} set`],
    [`${nth} set`, `${nth} set`],
  ]),
]);

/**
 * Parses one game of a statistics message.
 *
 * @returns null if the feed has no score of the game
 * @throws NotUnderstood if the score can't be parsed. A clock or period that can't be parsed is empty.
 */
export function parseScore(value: unknown): ScoreUpdate | null {
  const game = parseObject(value, 'it');
  const id = parseScoreId(game);
  const board = objectOrNull(objectOrNull(game.live, 'its live part')?.scoreBoard, 'its score board');
  const counted = COUNTED.find((name) => !isNothing(board?.[name]));
  if (board === null || counted === undefined) return null;
  const { h, g } = parseObject(board[counted], 'its score');
  if (h === -1 || g === -1) return null;
  const period = parsePeriod(board.state);
  return {
    id,
    score: [parseScored(h), parseScored(g)],
    clock: parseClock(board.time, period),
    period,
    isRunning: objectOrNull(game.fixture, 'its fixture')?.status === 'In progress',
  };
}

/** The id of the game, which is checked before the rest is read. @throws NotUnderstood */
export function parseScoreId(value: unknown): string {
  return parseId(parseObject(value, 'it').id, 'its id');
}

function objectOrNull(value: unknown, name: string) {
  return isNothing(value) ? null : parseObject(value, name);
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

function parseScored(value: unknown): number {
  const isScore =
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MOST_SCORED;
  if (!isScore) throw new NotUnderstood('its score is not a number from 0 to 999');
  return value;
}

/** A minute gets its sign, and the time in a quarter the quarter. */
function parseClock(value: unknown, period: string): string {
  const time = typeof value === 'number' ? String(value) : value;
  if (period === 'Half time') return 'HT';
  if (typeof time !== 'string' || !CLOCK.test(time)) return '';
  if (/^\d{1,3}(?:\+\d{1,2})?$/.test(time)) return `${time}'`;
  return period.endsWith(' quarter') ? `Q${period.charAt(0)} ${time}` : time;
}

function parsePeriod(value: unknown): string {
  const text = parseOr(
    () => parseOptionalText(value, { name: 'its period', most: PERIOD }),
    () => null,
  );
  return text === null ? '' : (PERIODS.get(text.toLowerCase()) ?? text);
}
