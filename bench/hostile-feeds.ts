import { gzipSync } from 'node:zlib';
import type { Spoil } from './feed-proxy.ts';

/** One way in which a feed is broken, wrong or malicious. */
export interface HostileFeed {
  readonly name: string;
  /** How its answers are changed; without it they are correct. */
  readonly spoil?: Spoil;
  /** What its socket sends about games and conditions that are followed. */
  readonly say?: (followed: Followed) => readonly string[];
  /** Takes many seconds, so a sample skips it. */
  readonly isSlow?: boolean;
}

interface Followed {
  readonly gameId: string;
  readonly conditionId: string;
  /** All outcomes of the condition. */
  readonly outcomeIds: readonly number[];
}

type Fields = Record<string, unknown>;

const MEGABYTE = 1024 * 1024;
const BIDI = '\u202egnp.exe\u2066\u200f';

// ---- what is spoiled

function fieldsOf(value: unknown): Fields {
  // The stand-in's answers are objects down to their strings.
  return value as Fields;
}

function listOf(json: unknown, name: string): Fields[] {
  const list = fieldsOf(json)[name];
  return Array.isArray(list) ? list.map(fieldsOf) : [];
}

/** Spoils every game, in lists and by id. */
const games =
  (change: (game: Fields, index: number) => unknown): Spoil =>
  ({ json }) => {
    const list = listOf(json, 'games');
    return JSON.stringify(
      list.length === 0 ? json : { ...fieldsOf(json), games: list.flatMap((game, i) => change(game, i)) },
    );
  };

/** Spoils every condition, of games and by id. */
const conditions =
  (change: (condition: Fields, index: number) => unknown): Spoil =>
  ({ json }) => {
    const list = listOf(json, 'conditions');
    return JSON.stringify(
      list.length === 0
        ? json
        : { ...fieldsOf(json), conditions: list.flatMap((each, i) => change(each, i)) },
    );
  };

const outcomes = (change: (outcome: Fields, index: number, all: Fields[]) => unknown): Spoil =>
  conditions((condition) => ({
    ...condition,
    outcomes: listOf(condition, 'outcomes').flatMap((each, i, all) => change(each, i, all)),
  }));

const odds = (value: (index: number, all: Fields[]) => unknown): Spoil =>
  outcomes((outcome, i, all) => ({ ...outcome, odds: value(i, all) }));

const start = (value: (startsAt: number) => unknown): Spoil =>
  games((game) => ({ ...game, startsAt: value(Number(game.startsAt)) }));

/** Every answer about conditions is this text. Those about games stay correct, so one try in two gets through. */
const text = (body: string | ((right: string) => string)): Spoil =>
  onConditions(({ json }) => (typeof body === 'string' ? body : body(JSON.stringify(json))));

/** Answers about conditions are handled differently. */
function onConditions(spoil: Spoil): Spoil {
  return (answer, response) =>
    answer.path.startsWith('condition') ? spoil(answer, response) : JSON.stringify(answer.json);
}

function onGames(spoil: Spoil): Spoil {
  return (answer, response) =>
    answer.path.startsWith('games') ? spoil(answer, response) : JSON.stringify(answer.json);
}

/** Sends a unit many times, until the reader disconnects. Never builds the whole answer in memory. */
function endless({ head, unit, times }: { head: string; unit: string; times: number }): Spoil {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(head);
    const perChunk = Math.max(1, Math.floor(MEGABYTE / unit.length));
    const chunk = unit.repeat(perChunk);
    let left = times;
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= perChunk;
        if (!response.write(chunk)) {
          response.once('drain', more);
          return;
        }
      }
      if (!response.destroyed) response.end();
    };
    more();
    return null;
  };
}

const answerWith =
  (status: number, headers: Record<string, string>, body: string | Buffer = ''): Spoil =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(body);
    return null;
  };

const condition = (
  { conditionId, gameId, outcomeIds }: Followed,
  change: Fields = {},
  currentOdds: (index: number) => unknown = (i) => String(2 + i),
) =>
  JSON.stringify({
    event: 'ConditionUpdated',
    data: {
      id: conditionId,
      gameId,
      state: 'Active',
      outcomes: outcomeIds.map((outcomeId, i) => ({
        outcomeId,
        title: null,
        currentOdds: currentOdds(i),
        turnover: '1',
      })),
      ...change,
    },
  });

const game = ({ gameId }: Followed, change: Fields) =>
  JSON.stringify({ event: 'GameUpdated', data: { id: gameId, sportId: 33, state: 'Prematch', ...change } });

const soon = () => Math.floor(Date.now() / 1_000) + 86_400;

/** Some fifty of them. Unless stated otherwise, every element of every answer is spoiled. */
export const HOSTILE_FEEDS: readonly HostileFeed[] = [
  // Odds.
  { name: 'negative odds', spoil: odds(() => '-1.5') },
  { name: 'odds of NaN as text', spoil: odds(() => 'NaN') },
  { name: 'odds of Infinity as text', spoil: odds(() => 'Infinity') },
  { name: 'odds of 1e9', spoil: odds(() => '1e9') },
  { name: 'odds in hexadecimal', spoil: odds(() => '0x10') },
  { name: 'odds with a comma', spoil: odds(() => '1,85') },
  { name: 'odds that are objects', spoil: odds(() => ({ valueOf: 2 })) },
  {
    name: 'odds missing on the last outcome',
    spoil: odds((i, all) => (i < all.length - 1 ? '2' : undefined)),
  },
  {
    name: 'odds that pay a bettor who bets on all outcomes',
    spoil: odds((_, all) => String(2 * all.length)),
  },
  { name: 'odds a millionth above 1', spoil: odds(() => '1.000001') },
  { name: 'odds with a thousand digits', spoil: odds(() => '9'.repeat(1_000)) },
  // Outcomes.
  {
    name: 'outcome ids of another market',
    spoil: outcomes((outcome, i) => ({ ...outcome, outcomeId: String(7_055 + i) })),
  },
  { name: 'one outcome twice', spoil: outcomes((outcome, i) => (i === 0 ? [outcome, outcome] : outcome)) },
  { name: 'the first outcome left out', spoil: outcomes((outcome, i) => (i === 0 ? [] : outcome)) },
  { name: 'no outcomes', spoil: conditions((each) => ({ ...each, outcomes: [] })) },
  { name: 'outcomes that are a number', spoil: conditions((each) => ({ ...each, outcomes: 1e9 })) },
  {
    name: 'a billion outcomes',
    spoil: onConditions(
      endless({
        head: '{"conditions":[{"conditionId":"3","outcomes":[',
        unit: '{"outcomeId":"29","odds":"2"},',
        times: 1e9,
      }),
    ),
  },
  {
    name: 'ten thousand outcomes',
    spoil: conditions((each, i) =>
      i > 3
        ? []
        : { ...each, outcomes: Array.from({ length: 10_000 }, (_, k) => ({ outcomeId: `${k}`, odds: '2' })) },
    ),
  },
  {
    name: 'outcome ids that are texts',
    spoil: outcomes((each) => ({ ...each, outcomeId: "29'; drop table bets" })),
  },
  // Conditions.
  { name: 'unknown states', spoil: conditions((each) => ({ ...each, state: 'Open' })) },
  {
    name: 'unknown states of outcomes',
    spoil: outcomes((each) => ({ ...each, state: 'Suspended' })),
  },
  { name: 'conditions that are null', spoil: conditions(() => null) },
  {
    name: 'conditions of another environment',
    spoil: conditions((each) => ({
      ...each,
      conditionId: String(each.conditionId).replace(/^3006/, '3007'),
      game: { gameId: '1007000000000090000001', sport: { sportId: '33' } },
    })),
  },
  {
    name: 'ids that name a prototype',
    spoil: text((right) =>
      right.replaceAll(/"conditionId":"\d+"/g, '"conditionId":"__proto__","__proto__":{"state":"Active"}'),
    ),
  },
  // Games.
  { name: 'starts in 1970', spoil: start(() => '0') },
  { name: 'starts in the year 9999', spoil: start(() => '253402300799') },
  { name: 'starts in milliseconds', spoil: start((at) => String(at * 1_000)) },
  { name: 'starts that are dates', spoil: start((at) => new Date(at * 1_000).toISOString()) },
  { name: 'starts that are missing', spoil: start(() => undefined) },
  { name: 'unknown states of games', spoil: games((each) => ({ ...each, state: 'Paused' })) },
  { name: 'games that are texts', spoil: games(() => 'game') },
  {
    name: 'games of another environment',
    spoil: games((each) => ({
      ...each,
      id: `1007${String(each.gameId).slice(4)}`,
      gameId: `1007${String(each.gameId).slice(4)}`,
    })),
  },
  {
    name: 'every game twice, the second time a day later',
    spoil: games((each) => [each, { ...each, startsAt: String(Number(each.startsAt) + 86_400) }]),
  },
  {
    name: 'names of a megabyte',
    spoil: games((each, i) => (i > 5 ? [] : { ...each, title: 'A'.repeat(MEGABYTE) })),
  },
  {
    name: 'scripts, reversed writing and control characters as names',
    spoil: games((each) => ({
      ...each,
      title: `<script>alert(1)</script>${BIDI}\u0000\u0007`,
      sport: { ...fieldsOf(each.sport), name: `${BIDI}<img src=x onerror=alert(1)>` },
      participants: [{ name: `${BIDI}` }, { name: '\u0000' }],
    })),
  },
  { name: 'games without a sport', spoil: games((each) => ({ ...each, sport: null })) },
  {
    name: 'negative turnovers, and a crowd that plays',
    spoil: games((each) => ({
      ...each,
      turnover: '-1',
      participants: Array.from({ length: 1_000 }, () => ({ name: 'A' })),
    })),
  },
  // Whole answers.
  {
    name: 'a page of HTML',
    spoil: text('<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>'),
  },
  { name: 'an empty answer', spoil: text('') },
  { name: 'null', spoil: text('null') },
  { name: 'half an answer', spoil: text((right) => right.slice(0, right.length / 2)) },
  { name: 'lists that are objects', spoil: text('{"conditions":{"length":1e9}}') },
  {
    name: 'a hundred thousand nested lists',
    spoil: text(`{"conditions":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  },
  {
    name: 'a hundred megabytes',
    spoil: onGames(endless({ head: '{"games":[', unit: '{"gameId":"1"},', times: 7e6 })),
  },
  {
    name: '64 megabytes of zeros, compressed',
    spoil: onConditions((answer, response) =>
      answerWith(
        200,
        { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        gzipSync(Buffer.alloc(64 * MEGABYTE)),
      )(answer, response),
    ),
  },
  { name: 'an error of the server', spoil: onConditions(answerWith(500, {}, 'oops')) },
  { name: 'a way to elsewhere', spoil: onGames(answerWith(302, { location: 'http://127.0.0.1:9/' })) },
  {
    name: 'connections broken off in mid-answer',
    spoil: onConditions((_, response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write('{"conditions":[', () => response.destroy());
      return null;
    }),
  },
  { name: 'silence', isSlow: true, spoil: onConditions(() => null) },
  // The socket.
  {
    name: 'rubbish on the socket',
    say: () => [
      'rubbish',
      'null',
      '[]',
      '{"event":7}',
      '['.repeat(100_000),
      '"',
      '{"event":"ConditionUpdated"}',
    ],
  },
  {
    name: 'lies on the socket',
    say: (followed) => [
      condition(followed, {}, () => '-3'),
      condition(followed, {}, () => '5'),
      condition(followed, {}, () => 'NaN'),
      condition(followed, { state: 'Won' }),
      condition(followed, { outcomes: [{ outcomeId: followed.outcomeIds[0], currentOdds: '9' }] }),
      condition({ ...followed, outcomeIds: followed.outcomeIds.map((each) => each + 1_000) }),
      condition({ ...followed, conditionId: followed.conditionId.replace(/^3006/, '3007') }),
      game(followed, { startsAt: 0 }),
      game(followed, { startsAt: soon() * 1_000 }),
      game(followed, { startsAt: 'soon' }),
      game(followed, { state: 'Won', startsAt: soon() }),
      game(
        { ...followed, gameId: `1007${followed.gameId.slice(4)}` },
        { state: 'Canceled', startsAt: soon() },
      ),
    ],
  },
];
