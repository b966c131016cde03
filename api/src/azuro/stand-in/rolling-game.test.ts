import { describe, expect, test } from 'vitest';
import { isModernCondition } from '../is-modern-condition.ts';
import { parseScore } from '../parse-score.ts';
import { LIVE_MARKETS } from './live-markets.ts';
import { wireScore } from './live-score.ts';
import type { LiveScript } from './live-script.ts';
import { playersOf } from './players.ts';
import { isOnPlayers } from './players-condition.ts';
import { RollingGame, rollingSpeakerOf } from './rolling-game.ts';
import { wireCondition } from './wire-condition.ts';

const KICK_OFF = Date.parse('2026-11-21T12:00:00Z') / 1000;
/** Moments are played half of this later, because sums with Unix seconds round; so this earlier is before them. */
const MOMENT = 0.001;

function aGame(place: number, { second = -360, isAbandoned = false } = {}) {
  const plan = {
    gameId: `10060000000020${String(place).padStart(8, '0')}`,
    names: ['FC Home', 'CF Away'] as const,
    startsAt: KICK_OFF,
    turnover: '100.00',
    key: `test:${place}`,
    isAbandoned,
  };
  return new RollingGame(plan, KICK_OFF + second);
}

/** Plays a game to a second after its kick-off. */
const play = (game: RollingGame, second: number) => game.playTo(KICK_OFF + second + MOMENT / 2);
const statesOf = (game: RollingGame) => game.conditions.map(({ state }) => state);
/** The condition in which each outcome is decided by itself. */
function onPlayers({ conditions }: RollingGame) {
  const found = conditions.filter(isOnPlayers);
  if (found[0] === undefined || found.length > 1) throw new Error('expected one condition on players');
  return found[0];
}
/** The condition on the score. */
function onScore({ conditions }: RollingGame) {
  const found = conditions.filter(({ category }) => category === 'correct_score');
  if (found[0] === undefined || found.length > 1) throw new Error('expected one condition on the score');
  return found[0];
}
const games = (count: number) => Array.from({ length: count }, (_, place) => aGame(place));

/** The first game with such an episode that no half's end is near. */
function findEpisode(kind: LiveScript['episodes'][number]['kind']) {
  for (const game of games(100)) {
    const { episodes, firstEnds, endsAt } = game.script;
    const episode = episodes.find(
      (each) => each.kind === kind && each.reopensAt < endsAt && Math.abs(each.stopsAt - firstEnds) > 20,
    );
    if (episode !== undefined) return { game, episode };
  }
  throw new Error(`expected a game with a ${kind}`);
}

/** The outcomes that win at this score, by the dictionary. */
function winnersBy([home, away]: readonly [number, number]): string[][] {
  const goals = home + away;
  const overs = [
    ['147', '148'],
    ['21', '22'],
    ['23', '24'],
    ['25', '26'],
    ['27', '28'],
  ].map(([over = '', under = ''], line) => [goals > line ? over : under]);
  const [result = '', doubles = []] = [
    ['29', ['38', '39']] as const,
    ['30', ['38', '40']] as const,
    ['31', ['39', '40']] as const,
  ][home > away ? 0 : home === away ? 1 : 2] ?? [''];
  return [
    [result],
    [...doubles],
    [home > 0 && away > 0 ? '1' : '2'],
    ...overs,
    [goals % 2 === 1 ? '174' : '173'],
    [home > 3 || away > 3 ? '810017' : String(810_001 + 4 * home + away)],
  ];
}

describe('a game that is played fast', () => {
  test('is priced before its kick-off, and takes bets in play', () => {
    const game = aGame(0);
    expect(game.game).toMatchObject({ state: 'Prematch', league: { isTopLeague: false } });
    // One more is on the players. That and the one on the score aren't of the dictionary.
    const count = LIVE_MARKETS.length + 1;
    expect(game.conditions).toHaveLength(count);
    expect(new Set(game.conditions.map(({ conditionId }) => conditionId)).size).toBe(count);
    for (const condition of game.conditions) {
      expect(condition).toMatchObject({ state: 'Active', isLiveEnabled: true, isPrematchEnabled: true });
      expect(condition.conditionId).toMatch(/^[35]006\d{44}$/);
    }
    const modern = game.conditions.filter(({ conditionId }) => isModernCondition(conditionId));
    expect(modern).toEqual([onScore(game), onPlayers(game)]);
    expect(play(game, 0)).toContainEqual({ kind: 'game', game: expect.objectContaining({ state: 'Live' }) });
    expect(new Set(statesOf(game))).toEqual(new Set(['Active']));
  });

  test('stops for a goal, changes the score 1 to 2 s later, and opens again 3 to 6 s after that', () => {
    const { game, episode } = findEpisode('goal');
    const { stopsAt, scoresAt, reopensAt, side } = episode;
    play(game, stopsAt - MOMENT);
    const open = game.conditions.filter(({ state }) => state === 'Active');
    const odds = structuredClone(open.map(({ outcomes }) => outcomes));
    const before = game.score.goals;
    const stopped = play(game, stopsAt);
    expect(stopped.flatMap((each) => (each.kind === 'condition' ? each.condition : []))).toEqual(open);
    expect(open.every(({ state }) => state === 'Stopped')).toBe(true);
    expect(scoresAt - stopsAt).toBeGreaterThanOrEqual(1);
    expect(scoresAt - stopsAt).toBeLessThanOrEqual(2);
    play(game, scoresAt - MOMENT);
    expect(game.score.goals).toEqual(before);
    play(game, scoresAt);
    expect(game.score.goals[side]).toBe(before[side] + 1);
    expect(reopensAt - scoresAt).toBeGreaterThanOrEqual(3);
    expect(reopensAt - scoresAt).toBeLessThanOrEqual(6);
    play(game, reopensAt - MOMENT);
    expect(open.map(({ outcomes }) => outcomes)).toEqual(odds);
    expect(open.every(({ state }) => state === 'Stopped')).toBe(true);
    play(game, reopensAt);
    // What the goal has decided is resolved instead.
    expect(open.every(({ state }) => state === 'Active' || state === 'Resolved')).toBe(true);
    expect(game.conditions[0]?.state).toBe('Active');
    expect(game.conditions[0]?.outcomes).not.toEqual(odds[0]);
  });

  test('corrects the score after a review, and resolves nothing by the goal', () => {
    const { game, episode } = findEpisode('review');
    const { stopsAt, scoresAt, takenBackAt, reopensAt, side } = episode;
    play(game, stopsAt - MOMENT);
    const [before, states] = [game.score.goals, statesOf(game)];
    play(game, scoresAt);
    expect(game.score.goals[side]).toBe(before[side] + 1);
    play(game, takenBackAt - MOMENT);
    expect(game.score.goals[side]).toBe(before[side] + 1);
    expect(statesOf(game)).not.toContain('Active');
    play(game, takenBackAt);
    expect(game.score.goals).toEqual(before);
    play(game, reopensAt);
    expect(statesOf(game)).toEqual(states);
  });

  test('sometimes stops for 2 to 5 s without a goal', () => {
    const { game, episode } = findEpisode('scare');
    play(game, episode.stopsAt - MOMENT);
    const [score, states] = [game.score.goals, statesOf(game)];
    play(game, episode.stopsAt);
    expect(statesOf(game)).not.toContain('Active');
    play(game, episode.reopensAt);
    expect([game.score.goals, statesOf(game)]).toEqual([score, states]);
    expect(episode.reopensAt - episode.stopsAt).toBeGreaterThanOrEqual(2);
    expect(episode.reopensAt - episode.stopsAt).toBeLessThanOrEqual(5);
  });

  test('goes on taking bets at half time', () => {
    // None of its episodes reaches into the break.
    const game = games(20).find(({ script: { episodes, firstEnds } }) =>
      episodes.every(({ stopsAt, reopensAt }) => reopensAt < firstEnds || stopsAt > firstEnds),
    );
    if (game === undefined) throw new Error('expected a game with a quiet break');
    play(game, game.script.firstEnds);
    expect(game.conditions[0]?.state).toBe('Active');
    expect(game.score).toMatchObject({ clock: 'HT', period: 'Half time', status: 'In progress' });
  });

  test('ends with all conditions stopped, and names the winners 3 to 8 s later', () => {
    const game = aGame(4);
    const { endsAt, resolvesAt } = game.script;
    play(game, endsAt - MOMENT);
    expect(game.game.state).toBe('Live');
    play(game, endsAt);
    expect(game.game.state).toBe('Finished');
    expect(statesOf(game)).not.toContain('Active');
    expect(game.conditions[0]).toMatchObject({ state: 'Stopped', wonOutcomeIds: [] });
    expect(resolvesAt - endsAt).toBeGreaterThanOrEqual(3);
    expect(resolvesAt - endsAt).toBeLessThanOrEqual(8);
    play(game, resolvesAt);
    expect(new Set(statesOf(game))).toEqual(new Set(['Resolved']));
    expect(play(game, resolvesAt + 60)).toEqual([]);
  });

  test('that is abandoned ends without goals, and cancels all conditions', () => {
    const game = aGame(0, { isAbandoned: true });
    const { endsAt, fullTime } = game.script;
    play(game, endsAt - MOMENT);
    expect(game.conditions[0]?.state).toMatch(/Active|Stopped/);
    play(game, endsAt);
    expect(endsAt).toBeLessThan(fullTime);
    expect(game.game.state).toBe('Canceled');
    expect(game.score).toMatchObject({ goals: [0, 0], status: 'Suspended' });
    expect(new Set(statesOf(game))).toEqual(new Set(['Canceled']));
  });
});

describe('of two hundred games', () => {
  test('each condition ends as the final score says, and keeps a result that it had before', () => {
    let early = 0;
    for (const game of games(200)) {
      const known = new Map<string, readonly string[]>();
      const { endsAt, resolvesAt, episodes } = game.script;
      for (const second of [...episodes.map(({ reopensAt }) => reopensAt), endsAt, resolvesAt]) {
        play(game, second);
        for (const { conditionId, state, wonOutcomeIds } of game.conditions) {
          const earlier = known.get(conditionId);
          if (earlier !== undefined) expect([state, wonOutcomeIds]).toEqual(['Resolved', earlier]);
          if (state === 'Resolved') known.set(conditionId, [...wonOutcomeIds]);
          if (state === 'Resolved' && second < endsAt) early += 1;
        }
      }
      const wins = game.conditions.slice(0, -1).map(({ wonOutcomeIds }) => wonOutcomeIds);
      expect(wins).toEqual(winnersBy(game.score.goals));
      const scored = episodes.filter(({ kind }) => kind === 'goal');
      expect(game.score.goals).toEqual(
        [0, 1].map((side) => scored.filter((each) => each.side === side).length),
      );
    }
    expect(early).toBeGreaterThan(200);
  });

  test('there are 2.7 goals a game, and one in six is taken back', () => {
    const kinds = games(200).flatMap(({ script }) => script.episodes.map(({ kind }) => kind));
    const [goals, reviews] = ['goal', 'review'].map((kind) => kinds.filter((each) => each === kind).length);
    expect((goals ?? 0) / 200).toBeGreaterThan(2.3);
    expect((goals ?? 0) / 200).toBeLessThan(3);
    expect((reviews ?? 0) / ((goals ?? 0) + (reviews ?? 0))).toBeGreaterThan(0.1);
    expect((reviews ?? 0) / ((goals ?? 0) + (reviews ?? 0))).toBeLessThan(0.24);
  });

  test('no two stops overlap, and all are in the play', () => {
    for (const { script } of games(200)) {
      const { episodes, firstEnds, secondBegins, endsAt } = script;
      for (const [i, { stopsAt, scoresAt, kind }] of episodes.entries()) {
        expect(stopsAt).toBeGreaterThan(episodes[i - 1]?.reopensAt ?? 0);
        const at = kind === 'scare' ? stopsAt : scoresAt;
        expect(at < firstEnds || (at > secondBegins && at < endsAt)).toBe(true);
      }
    }
  });

  test('prices have sound odds and a margin each second, and move every few seconds', () => {
    let [moves, seconds] = [0, 0];
    const unsound: string[] = [];
    for (const game of games(20)) {
      for (let second = -20; second < game.script.endsAt; second++) {
        const odds = game.conditions[0]?.outcomes.map((each) => each.odds).join();
        play(game, second);
        for (const { outcomes } of game.conditions.slice(0, -1)) {
          // A score that has passed takes no bets.
          const open = outcomes.filter(({ odds, title }) => title === null || odds !== '1');
          const inverse = open.map((each) => 1 / Number(each.odds));
          const winners = outcomes[0]?.outcomeId === '38' ? 2 : 1;
          const sum = inverse.reduce((all, each) => all + each, 0) / winners;
          const isSound =
            sum >= 1.02 && sum <= 1.12 && inverse.every((each) => each >= 0.001 && each < 0.9901);
          if (!isSound) unsound.push(outcomes.map((each) => each.odds).join());
        }
        if (game.conditions[0]?.state !== 'Active' || second < 0) continue;
        seconds += 1;
        if (odds !== game.conditions[0].outcomes.map((each) => each.odds).join()) moves += 1;
      }
    }
    expect(unsound).toEqual([]);
    expect(moves / seconds).toBeGreaterThan(0.3);
  });
});

describe('the score of a game that is played fast', () => {
  const titles = [
    ...['0:0', '0:1', '0:2', '0:3', '1:0', '1:1', '1:2', '1:3'],
    ...['2:0', '2:1', '2:2', '2:3', '3:0', '3:1', '3:2', '3:3', 'Any other score'],
  ];
  const oddsOf = (game: RollingGame) => onScore(game).outcomes.map(({ odds }) => odds);

  test('is one of seventeen, each with bets while it can come', () => {
    let others = 0;
    for (const game of games(60)) {
      expect(onScore(game)).toMatchObject({ title: 'Correct score', isLiveEnabled: true });
      expect(onScore(game).outcomes.map(({ title }) => title)).toEqual(titles);
      expect(oddsOf(game)).not.toContain('1');
      for (const { kind, reopensAt } of game.script.episodes) {
        if (kind !== 'goal' || reopensAt > game.script.endsAt) continue;
        play(game, reopensAt);
        const [home, away] = game.score.goals;
        const isOther = home > 3 || away > 3;
        if (isOther) others += 1;
        expect(onScore(game).state).toBe(isOther ? 'Resolved' : 'Active');
        if (isOther) {
          expect(onScore(game).wonOutcomeIds).toEqual([onScore(game).outcomes.at(-1)?.outcomeId]);
          continue;
        }
        const open = onScore(game).outcomes.flatMap(({ title, odds }) => (odds === '1' ? [] : title));
        const coming = titles.filter((title) => {
          const [h = 9, a = 9] = title.split(':').map(Number);
          return title === 'Any other score' || (h >= home && a >= away);
        });
        expect(open).toEqual(coming);
      }
    }
    expect(others).toBeGreaterThan(3);
  });

  test('comes as often as its odds before the kick-off say', () => {
    const counts = titles.map(() => ({ expected: 0, variance: 0, came: 0 }));
    for (const game of games(1_500)) {
      // Moments before the kick-off the prices don't move.
      play(game, -1);
      const inverse = oddsOf(game).map((odds) => 1 / Number(odds));
      const sum = inverse.reduce((all, each) => all + each, 0);
      play(game, game.script.resolvesAt);
      const { outcomes, wonOutcomeIds } = onScore(game);
      for (const [i, count] of counts.entries()) {
        const chance = (inverse[i] ?? 0) / sum;
        count.expected += chance;
        count.variance += chance * (1 - chance);
        if (wonOutcomeIds.includes(outcomes[i]?.outcomeId ?? '')) count.came += 1;
      }
    }
    expect(counts.reduce((all, { came }) => all + came, 0)).toBe(1_500);
    for (const [i, { expected, variance, came }] of counts.entries()) {
      expect(Math.abs(came - expected) / Math.sqrt(variance), titles[i]).toBeLessThan(3.5);
    }
  });
});

describe('the players of a game that is played fast', () => {
  /** The states and the odds of each player, as they are sent. */
  const saidOf = (game: RollingGame) =>
    wireCondition(onPlayers(game), 'both').outcomes.map(({ outcomeId, state, odds }) => ({
      outcomeId,
      state,
      odds,
    }));

  test('are offered in play, at odds that rise while they do not score', () => {
    const game = games(100).find(({ script }) => script.episodes.every(({ kind }) => kind !== 'goal'));
    if (game === undefined) throw new Error('expected a game without goals');
    const oddsAt = (second: number) => {
      play(game, second);
      return saidOf(game).map(({ odds }) => Number(odds));
    };
    const { firstEnds, endsAt } = game.script;
    const all = [-60, firstEnds / 2, firstEnds, (firstEnds + endsAt) / 2, endsAt - 1].map(oddsAt);
    for (const [i, odds] of all.entries()) {
      expect(odds).toHaveLength(8);
      for (const [j, each] of odds.entries()) {
        expect(each).toBeGreaterThan(all[i - 1]?.[j] ?? 1.01);
        expect(each).toBeLessThanOrEqual(1_000);
      }
    }
  });

  test('have won once their goal counts, while all others go on', () => {
    let seen = 0;
    for (const game of games(60)) {
      const { episodes, endsAt } = game.script;
      for (const { kind, stopsAt, scoresAt, reopensAt, side } of episodes) {
        if (kind !== 'goal' || reopensAt > endsAt) continue;
        play(game, stopsAt - MOMENT);
        const before = saidOf(game);
        play(game, scoresAt);
        expect(onPlayers(game).state).toBe('Stopped');
        play(game, reopensAt - MOMENT);
        const winners = (said: typeof before) => said.filter(({ state }) => state === 'Won');
        expect(winners(saidOf(game))).toEqual(winners(before));
        const changes = play(game, reopensAt);
        const [scorer, ...more] = winners(saidOf(game)).filter(({ outcomeId }) =>
          before.some((each) => each.outcomeId === outcomeId && each.state === 'Active'),
        );
        expect(more).toEqual([]);
        expect(onPlayers(game)).toMatchObject({ state: 'Active', wonOutcomeIds: [] });
        expect(changes).toContainEqual({ kind: 'condition', condition: onPlayers(game) });
        for (const { state, odds } of saidOf(game)) {
          expect(state).toMatch(/^(Won|Active)$/);
          if (state === 'Won') expect(odds).toBe('1');
          else expect(Number(odds)).toBeGreaterThan(1);
        }
        if (scorer === undefined) continue;
        seen += 1;
        const player = playersOf(game.game).find(({ outcomeId }) => outcomeId === scorer.outcomeId);
        expect(player?.side).toBe(side);
      }
    }
    expect(seen).toBeGreaterThan(40);
  });

  test('are all decided at the end, and keep a goal that counted', () => {
    let [scored, absent] = [0, 0];
    for (const game of games(200)) {
      const { endsAt, resolvesAt } = game.script;
      play(game, endsAt);
      expect(onPlayers(game)).toMatchObject({ state: 'Stopped', wonOutcomeIds: [] });
      const early = saidOf(game).filter(({ state }) => state === 'Won');
      play(game, resolvesAt);
      const said = saidOf(game);
      const idsOf = (state: string) => said.flatMap((each) => (each.state === state ? each.outcomeId : []));
      expect(idsOf('Won').length + idsOf('Lost').length + idsOf('Canceled').length).toBe(8);
      expect(onPlayers(game)).toMatchObject({ state: 'Resolved', wonOutcomeIds: idsOf('Won') });
      expect(idsOf('Won')).toEqual(expect.arrayContaining(early.map(({ outcomeId }) => outcomeId)));
      for (const side of [0, 1] as const) {
        const own = playersOf(game.game).filter((player) => player.side === side);
        const won = own.filter(({ outcomeId }) => idsOf('Won').includes(outcomeId)).length;
        expect(won).toBeLessThanOrEqual(game.score.goals[side]);
      }
      scored += idsOf('Won').length;
      absent += idsOf('Canceled').length;
    }
    // Of 2.7 goals a game, players on whom bets are taken score about 1.6, some of them twice.
    expect(scored / 200).toBeGreaterThan(1.1);
    expect(scored / 200).toBeLessThan(2);
    expect(absent / 1_600).toBeGreaterThan(0.07);
    expect(absent / 1_600).toBeLessThan(0.13);
  });

  test('are all canceled if the game is abandoned', () => {
    const game = aGame(0, { isAbandoned: true });
    play(game, game.script.endsAt);
    expect(onPlayers(game)).toMatchObject({ state: 'Canceled', wonOutcomeIds: [] });
    expect(new Set(saidOf(game).map(({ state }) => state))).toEqual(new Set(['Canceled']));
  });

  test('always have states of their own', () => {
    const speakers = new Set(games(100).map((game) => rollingSpeakerOf(onPlayers(game).conditionId)));
    expect(speakers).toEqual(new Set(['both', 'outcomes']));
  });

  test('score as often as their odds before the kick-off say', () => {
    let [expected, scored, variance] = [0, 0, 0];
    for (const game of games(1_500)) {
      // Moments before the kick-off the prices don't move.
      play(game, -1);
      const chances = saidOf(game).map(({ odds }) => 1 / (1.05 * Number(odds)));
      play(game, game.script.resolvesAt);
      for (const [i, { state }] of saidOf(game).entries()) {
        const chance = chances[i] ?? 0;
        if (state === 'Canceled') continue;
        expected += chance;
        variance += chance * (1 - chance);
        if (state === 'Won') scored += 1;
      }
    }
    expect(expected).toBeGreaterThan(1_500);
    expect(Math.abs(scored - expected) / Math.sqrt(variance)).toBeLessThan(3.5);
  });
});

describe('the message of statistics', () => {
  test('is understood at each second of a game', () => {
    const game = aGame(7);
    const clocks = new Set<string>();
    for (let second = -10; second < game.script.endsAt + 10; second++) {
      play(game, second);
      const { goals, clock, period, status } = game.score;
      const parsed = parseScore(JSON.parse(JSON.stringify(wireScore(game.score))));
      expect(parsed).toEqual({
        id: game.game.gameId,
        score: goals,
        clock,
        period,
        isRunning: status === 'In progress',
      });
      clocks.add(clock);
    }
    const [minutes, added] = [46, 2];
    expect([...clocks].slice(0, 3)).toEqual(['', "1'", "2'"]);
    for (let minute = 1; minute <= 90; minute++) expect(clocks).toContain(`${minute}'`);
    expect(clocks).toContain(`${minutes - 1}+1'`);
    expect(clocks).toContain(`90+${added}'`);
    expect(clocks).toContain('HT');
  });

  test('is sent when the score, the status or the minute changes, and not otherwise', () => {
    const game = aGame(3, { second: 10 });
    const sent = Array.from({ length: 90 }, (_, i) => play(game, 10 + i / 4)).flat();
    const scores = sent.flatMap((each) => (each.kind === 'score' ? each.score : []));
    // 22 seconds are five minutes of the game.
    const texts = scores.map((each) => JSON.stringify(each));
    expect(new Set(texts).size).toBe(texts.length);
    expect(new Set(scores.map(({ clock }) => clock)).size).toBeGreaterThanOrEqual(4);
    expect(texts.length).toBeLessThanOrEqual(8);
  });

  test('has the whole board of football', () => {
    const { game } = findEpisode('goal');
    play(game, game.script.endsAt);
    const { goals, halves } = game.score;
    expect(wireScore(game.score)).toEqual({
      id: game.game.gameId,
      fixture: { status: 'Finished' },
      live: {
        scoreBoard: {
          time: game.score.clock,
          goals: { h: goals[0], g: goals[1] },
          half: { h: halves[0]?.[0], g: halves[0]?.[1] },
          half2: { h: halves[1]?.[0], g: halves[1]?.[1] },
          reds: { h: -1, g: -1 },
          yellows: { h: -1, g: -1 },
          corners: { h: -1, g: -1 },
          state: 'Full time',
        },
        stats: null,
      },
    });
    expect((halves[0]?.[0] ?? 0) + (halves[1]?.[0] ?? 0)).toBe(goals[0]);
  });
});
