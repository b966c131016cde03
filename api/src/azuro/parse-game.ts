import { type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { type FeedGame, GAME_STATES } from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import {
  NotUnderstood,
  parseFlag,
  parseId,
  parseList,
  parseObject,
  parseOptionalText,
  parseOr,
  parseStart,
  parseText,
  parseWord,
} from './feed-value.ts';

const TITLE = 200;
const NAME = 100;
/** More than take part in any game with one main market. Checked before the elements are parsed. */
const MOST_PARTICIPANTS = 64;
/** Below a billion: far above what was ever staked on a game, and small enough for a JSON number. */
const AMOUNT = /^(\d{1,9})(?:\.(\d{1,40}))?$/;

/**
 * Parses one game of a REST answer.
 *
 * @throws NotUnderstood if it can't be parsed. Bad participants or a bad turnover are only noted and left out: the game
 *   can be shown without them, but it isn't imported without participants.
 */
export function parseGame(value: unknown, { now, drops }: { now: Date; drops: DropLog }): FeedGame {
  const game = parseObject(value, 'it');
  const id = parseId(game.gameId ?? game.id, 'its id');
  const sport = parseObject(game.sport, 'its sport');
  const league = parseObject(game.league ?? {}, 'its league');
  const country = parseObject(game.country ?? {}, 'its country');
  const orNote = <T>(part: string, parse: () => T, otherwise: T): T =>
    parseOr(parse, (why) => {
      drops.note(`${part} of game ${id}`, why);
      return otherwise;
    });
  return {
    id,
    title: parseText(game.title, { name: 'its title', most: TITLE }),
    state: parseWord(game.state, GAME_STATES, 'its state'),
    startsAt: parseStart(game.startsAt, now),
    sport: {
      id: parseId(sport.sportId, 'the id of its sport'),
      name: parseText(sport.name, { name: 'the name of its sport', most: NAME }),
    },
    league: {
      name: parseOptionalText(league.name, { name: 'the name of its league', most: NAME }) ?? '',
      isTopLeague: parseFlag(league.isTopLeague, 'isTopLeague'),
    },
    country: { name: parseOptionalText(country.name, { name: 'the name of its country', most: NAME }) ?? '' },
    turnover: orNote('turnover', () => parseTurnover(game.turnover), ZERO_USDC),
    participants: orNote('participants', () => parseParticipants(game.participants), []),
  };
}

/** An amount of tokens with any number of decimals, cut to micro. */
function parseTurnover(value: unknown): MicroUsdc {
  if (value === undefined || value === null) return ZERO_USDC;
  const match = typeof value === 'string' || typeof value === 'number' ? AMOUNT.exec(String(value)) : null;
  if (match === null) throw new NotUnderstood('it is not an amount');
  const [, whole = '0', decimals = ''] = match;
  return microUsdc(BigInt(whole + decimals.padEnd(6, '0').slice(0, 6)));
}

/** All of them or none: the first is home, the second away. */
function parseParticipants(value: unknown): string[] {
  const list = parseList(value ?? [], 'it');
  if (list.length > MOST_PARTICIPANTS) throw new NotUnderstood('there are too many');
  return list.map((each) =>
    parseText(parseObject(each, 'one of them').name, { name: 'the name of one of them', most: NAME }),
  );
}
