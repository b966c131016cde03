import { describe, expect, test } from 'vitest';
import { type Course, EARLY_SECONDS, PUT_OFF, planGame } from './course.ts';
import { driftOdds } from './drift-odds.ts';
import { FIXTURE, type FixtureCondition } from './fixture.ts';
import { priceGame, pricePlayers } from './offer-game.ts';
import { type Market, marketOf, OFFERED_SPORTS } from './offered.ts';
import { playersOf } from './players.ts';
import { isOnPlayers } from './players-condition.ts';
import { seasonIds } from './season-ids.ts';
import { StandInFeed } from './stand-in-feed.ts';
import { type Pair, winnersOf } from './winners-of.ts';

const BEGAN = Date.parse('2026-11-21T12:00:00.900Z');
const after = (seconds: number) => BEGAN + seconds * 1_000;

function play({ number = 0, drift = false } = {}) {
  return new StandInFeed({ season: { number, beganAt: new Date(BEGAN) }, drift });
}

/** The conditions of all games. */
function conditionsIn(feed: StandInFeed) {
  return [...feed.games.keys()].flatMap((gameId) => feed.conditionsOf(gameId));
}

function statesOf(feed: StandInFeed) {
  const counts: Record<string, number> = {};
  for (const game of feed.games.values()) counts[game.state] = (counts[game.state] ?? 0) + 1;
  return counts;
}

describe('the ids of a season', () => {
  test('are those of the fixture in season 0', () => {
    const feed = play();
    expect([...feed.games.keys()]).toEqual(FIXTURE.games.map((game) => game.gameId));
    const offered = conditionsIn(feed).map((each) => each.conditionId);
    expect(offered).toEqual(expect.arrayContaining(FIXTURE.conditions.map((each) => each.conditionId)));
    expect(new Set(offered).size).toBe(offered.length);
  });

  test('are new in every later season, with the same length and form', () => {
    const seen = new Set<string>();
    for (const number of [0, 1, 2, 99]) {
      const feed = play({ number });
      for (const game of feed.games.values()) {
        expect(game.gameId).toMatch(/^1006\d{18}$/);
        expect(game.slug.endsWith(game.gameId)).toBe(true);
        seen.add(game.gameId);
      }
      for (const condition of conditionsIn(feed)) {
        expect(condition.conditionId).toMatch(/^[356]006\d{44}$/);
        expect(condition.conditionId.slice(4, 26)).toBe(condition.game.gameId);
        expect(feed.games.has(condition.game.gameId)).toBe(true);
      }
    }
    expect(seen.size).toBe(4 * FIXTURE.games.length);
  });

  test('of a condition contain that of its game', () => {
    const ids = seasonIds(3);
    expect(ids.condition('300610060000000000900000010000000000000005000000')).toBe(
      `3006${ids.game('1006000000000090000001')}0000000000000005000000`,
    );
  });
});

describe('the course of a season', () => {
  test('begins as in the fixture', () => {
    const feed = play();
    expect(feed.advance(after(0))).toEqual([]);
    expect(statesOf(feed)).toEqual({ Prematch: 30, Live: 6, Finished: 2, Canceled: 1, Stopped: 1 });
    const game = feed.games.get('1006000000000090000001');
    expect(game?.startsAt).toBe(Math.floor(BEGAN / 1_000 + 7_200));
  });

  test('plays each timed event once, when it is due', () => {
    const feed = play();
    expect(feed.advance(after(4.9))).toEqual([]);
    const [first, ...more] = feed.advance(after(5.1));
    expect(more).toEqual([]);
    expect(first?.kind === 'condition' && first.condition.outcomes.map((each) => each.odds)).toEqual([
      '1.7',
      '3.9',
      '4.6',
    ]);
    const changed = feed.advance(after(46)).flatMap((change) => {
      if (change.kind === 'game') return [change.game.gameId];
      if (change.kind !== 'condition') return [];
      const { conditionId, game } = change.condition;
      return feed.mainConditionOf(game.gameId)?.conditionId === conditionId ? [conditionId] : [];
    });
    const [second, ninth, thirtyFourth] = ['02', '09', '34'].map((end) => `10060000000000900000${end}`);
    const mains = ['09', '23', '34', '37'].map((end) => {
      return feed.mainConditionOf(`10060000000000900000${end}`)?.conditionId;
    });
    const [ninthMain, tennisMain, hockeyMain, boxingMain] = mains;
    // A finished game stops its conditions, and a canceled one cancels them.
    expect(changed).toEqual([
      ...[ninthMain, ninthMain, ninthMain, ninth, ninthMain, tennisMain, second],
      ...[thirtyFourth, hockeyMain, hockeyMain, boxingMain],
    ]);
    expect(feed.advance(after(46))).toEqual([]);
    expect(feed.condition('300610060000000000900000230000000000000005000100')).toMatchObject({
      state: 'Resolved',
      wonOutcomeIds: ['7048'],
    });
    expect(feed.games.get('1006000000000090000002')?.startsAt).toBe(Math.floor(BEGAN / 1_000 + 25_200));
    expect(feed.games.get('1006000000000090000034')?.state).toBe('Canceled');
  });

  test('is the same for a process that starts later', () => {
    const [early, late] = [play({ drift: true }), play({ drift: true })];
    for (let seconds = 0; seconds < 20_000; seconds += 7) {
      early.advance(after(seconds));
      // From here on its conditions are made and follow each change.
      if (seconds === 700) conditionsIn(early);
      if (seconds === 1_400) seconds = 18_200;
    }
    early.advance(after(20_000));
    late.advance(after(20_000));
    expect([...late.games.values()]).toEqual([...early.games.values()]);
    expect(conditionsIn(late)).toEqual(conditionsIn(early));
  });

  test('starts a game at its time, ends it, and then names the winner', () => {
    const feed = play();
    const id = '1006000000000090000001';
    const startsAt = (feed.games.get(id)?.startsAt ?? 0) * 1_000;
    feed.advance(startsAt - 1);
    expect(feed.games.get(id)?.state).toBe('Prematch');
    expect(feed.advance(startsAt)).toContainEqual({ kind: 'game', game: feed.games.get(id) });
    expect(feed.games.get(id)?.state).toBe('Live');
    const { course, lastsSeconds, resultAfterSeconds } = planOf(feed, id);
    expect(course).toBe('played');
    const endsAt = startsAt + lastsSeconds * 1_000;
    feed.advance(endsAt - 1);
    expect(feed.games.get(id)?.state).toBe('Live');
    feed.advance(endsAt);
    expect(feed.games.get(id)?.state).toBe('Finished');
    expect(feed.mainConditionOf(id)).toMatchObject({ state: 'Stopped', wonOutcomeIds: [] });
    feed.advance(endsAt + resultAfterSeconds * 1_000);
    const main = feed.mainConditionOf(id);
    expect(main?.state).toBe('Resolved');
    expect(main?.outcomes.map((outcome) => outcome.outcomeId)).toContain(main?.wonOutcomeIds[0]);
  });

  test('decides all conditions of a game by one score, the same in every process', () => {
    const [feed, other] = [play(), play()];
    conditionsIn(other);
    for (const each of [feed, other]) each.advance(after(14 * 86_400));
    expect(conditionsIn(other)).toEqual(conditionsIn(feed));
    const played = [...feed.games.values()].filter(
      ({ gameId, sport }) =>
        OFFERED_SPORTS.includes(sport.slug) &&
        feed.conditionsOf(gameId).length > 10 &&
        isPlayed(feed, gameId),
    );
    expect(played.length).toBeGreaterThan(15);
    for (const { gameId, sport } of played) {
      const ends = feed.conditionsOf(gameId).flatMap((condition) => {
        const market = marketOf(sport.slug, condition);
        return market === undefined ? [] : [{ condition, market }];
      });
      expect(scoresOf(ends).length).toBeGreaterThan(0);
    }
  });

  test('decides the players of a game by its score, each by himself', () => {
    let [scorers, absent] = [0, 0];
    for (let number = 0; number < 12; number++) {
      const feed = play({ number });
      feed.advance(after(14 * 86_400));
      for (const { gameId, participants } of feed.games.values()) {
        const conditions = feed.conditionsOf(gameId);
        const onPlayers = conditions.find(isOnPlayers);
        if (onPlayers === undefined) continue;
        const { state, wonOutcomeIds, outcomeStates = {} } = onPlayers;
        if (!isPlayed(feed, gameId)) {
          expect([state, wonOutcomeIds, outcomeStates]).toEqual(['Canceled', [], {}]);
          continue;
        }
        expect(state).toBe('Resolved');
        scorers += wonOutcomeIds.length;
        absent += Object.keys(outcomeStates).length;
        const [first] = scoresOf(
          conditions.flatMap((condition) => {
            const market = marketOf('football', condition);
            return market?.part === 'game' ? [{ condition, market }] : [];
          }),
        );
        // The offered lines tell small scores apart.
        for (const side of [0, 1] as const) {
          const own = playersOf({ participants }).filter((player) => player.side === side);
          const won = own.filter(({ outcomeId }) => wonOutcomeIds.includes(outcomeId)).length;
          if ((first?.[side] ?? 9) < 2) expect(won).toBeLessThanOrEqual(first?.[side] ?? 0);
        }
        const wire = feed.wire(onPlayers);
        expect(wire.outcomes.every((each) => /^(Won|Lost|Canceled)$/.test(each.state ?? ''))).toBe(true);
      }
    }
    expect(scorers).toBeGreaterThan(50);
    expect(absent).toBeGreaterThan(20);
  });

  test('stops all conditions of a game that ends, and cancels those that no score decides', () => {
    const feed = play();
    const id = '1006000000000090000006';
    feed.setGame(id, { state: 'Live' });
    feed.finishGame(id);
    const conditions = feed.conditionsOf(id);
    expect(conditions.length).toBeGreaterThan(30);
    expect(new Set(conditions.map(({ state }) => state))).toEqual(new Set(['Stopped']));
    feed.advance(after(14 * 86_400));
    const unknown = conditions.find(({ outcomes }) => outcomes[0]?.outcomeId === '999999001');
    expect(unknown).toMatchObject({ state: 'Canceled', wonOutcomeIds: [] });
    expect(conditions.filter(({ state }) => state === 'Resolved').length).toBeGreaterThan(30);
    const double = conditions.find(({ outcomes }) => outcomes.some(({ outcomeId }) => outcomeId === '38'));
    expect(double?.wonOutcomeIds).toHaveLength(2);
  });

  test('plays the score of a game whose winner was set', () => {
    for (const [winner, double] of [
      ['29', ['38', '39']],
      ['30', ['38', '40']],
      ['31', ['39', '40']],
    ] as const) {
      const feed = play();
      const id = '1006000000000090000006';
      feed.setGame(id, { state: 'Live' });
      feed.finishGame(id);
      const main = feed.mainConditionOf(id)?.conditionId ?? '';
      feed.setCondition(main, { state: 'Resolved', wonOutcomeIds: [winner] });
      feed.advance(after(14 * 86_400));
      const found = feed
        .conditionsOf(id)
        .find(({ outcomes }) => outcomes.some(({ outcomeId }) => outcomeId === '38'));
      expect(found?.wonOutcomeIds).toEqual(double);
    }
  });

  test('does not start a moved game at its old time', () => {
    const feed = play();
    const id = '1006000000000090000001';
    const startsAt = feed.games.get(id)?.startsAt ?? 0;
    feed.setGame(id, { startsAt: startsAt + 600 });
    feed.advance(startsAt * 1_000 + 1_000);
    expect(feed.games.get(id)?.state).toBe('Prematch');
    feed.advance((startsAt + 600) * 1_000);
    expect(feed.games.get(id)?.state).toBe('Live');
  });
});

/** Whether a game has a winner; some are canceled or annulled. */
function isPlayed(feed: StandInFeed, gameId: string): boolean {
  return feed.mainConditionOf(gameId)?.state === 'Resolved';
}

/** Scores of the main part of a game at which its conditions on that part end as they did. */
function scoresOf(ends: readonly { condition: FixtureCondition; market: Market }[]): Pair[] {
  const part = ends[0]?.market.part;
  const own = ends.filter(({ condition, market }) => market.part === part && condition.state !== 'Active');
  const scores: Pair[] = Array.from({ length: 200 * 200 }, (_, i) => [Math.floor(i / 200), i % 200]);
  return scores.filter((score) =>
    own.every(({ condition, market }) => {
      const winners = (winnersOf(market, score) ?? []).map((place) => market.outcomeIds[place]);
      return winners.join() === condition.wonOutcomeIds.join();
    }),
  );
}

/** The course of a game of season 0. */
function planOf(feed: StandInFeed, gameId: string) {
  const sport = feed.games.get(gameId)?.sport.slug ?? '';
  return planGame(`0:${feed.mainConditionOf(gameId)?.conditionId}`, sport);
}

describe('of many games', () => {
  const SECONDS = 1_000;
  function aGameThat(course: Course) {
    const feed = play();
    const id = feed.addGames(300, BEGAN).find((each) => planOf(feed, each).course === course);
    const game = feed.games.get(id ?? '');
    if (game === undefined) throw new Error(`expected a game that is ${course}`);
    return { feed, game, startsAt: game.startsAt, main: feed.mainConditionOf(game.gameId) };
  }

  test('most are played, all within hours, and some go another way', () => {
    const feed = play();
    const plans = feed.addGames(2_000, BEGAN).map((id) => planOf(feed, id));
    for (const course of ['canceled', 'put-off', 'early', 'annulled'] as const) {
      const share = plans.filter((plan) => plan.course === course).length / plans.length;
      expect(share).toBeGreaterThan(0.03);
      expect(share).toBeLessThan(0.07);
    }
    for (const { lastsSeconds, resultAfterSeconds } of plans) {
      expect(lastsSeconds).toBeLessThan(5 * 3_600);
      expect(resultAfterSeconds).toBeGreaterThanOrEqual(120);
      expect(resultAfterSeconds).toBeLessThanOrEqual(420);
    }
    expect(new Set(plans.map((plan) => plan.lastsSeconds)).size).toBeGreaterThan(500);
  });

  test('a canceled game never begins, and its conditions get no result', () => {
    const { feed, game, startsAt } = aGameThat('canceled');
    feed.advance(startsAt * SECONDS - 1);
    expect(game.state).toBe('Prematch');
    const changes = feed.advance(startsAt * SECONDS + 50_000 * SECONDS);
    expect(changes).toContainEqual({ kind: 'game', game });
    expect(game.state).toBe('Canceled');
    for (const condition of feed.conditionsOf(game.gameId)) {
      expect(condition).toMatchObject({ state: 'Canceled', wonOutcomeIds: [] });
    }
  });

  test('a postponed game is announced before, and played later', () => {
    const { feed, game, startsAt } = aGameThat('put-off');
    feed.advance((startsAt - PUT_OFF.saidBeforeSeconds) * SECONDS - 1);
    expect(game.startsAt).toBe(startsAt);
    feed.advance(startsAt * SECONDS);
    expect(game).toMatchObject({ state: 'Prematch', startsAt: startsAt + PUT_OFF.bySeconds });
    feed.advance(game.startsAt * SECONDS);
    expect(game).toMatchObject({ state: 'Live', startsAt: startsAt + PUT_OFF.bySeconds });
  });

  test('a game that began early shows it when it goes Live', () => {
    const { feed, game, startsAt, main } = aGameThat('early');
    feed.advance(startsAt * SECONDS - 1);
    expect(game).toMatchObject({ state: 'Prematch', startsAt });
    feed.advance(startsAt * SECONDS);
    expect(game).toMatchObject({ state: 'Live', startsAt: startsAt - EARLY_SECONDS });
    feed.advance((startsAt + 5 * 3_600) * SECONDS);
    expect([game.state, main?.state]).toEqual(['Finished', 'Resolved']);
  });

  test('an annulled game is played without a winner', () => {
    const { feed, game, startsAt, main } = aGameThat('annulled');
    feed.advance((startsAt + 5 * 3_600) * SECONDS);
    expect(game.state).toBe('Finished');
    expect(main).toMatchObject({ state: 'Canceled', wonOutcomeIds: [] });
  });

  test('a game moved by a control call is played', () => {
    const { feed, game, startsAt, main } = aGameThat('canceled');
    feed.setGame(game.gameId, { startsAt: startsAt - 3_600 });
    feed.advance((startsAt + 5 * 3_600) * SECONDS);
    expect([game.state, main?.state]).toEqual(['Finished', 'Resolved']);
  });
});

describe('a game that offers every line', () => {
  test('has the same conditions and some more, which follow the main one and are decided with it', () => {
    const feed = play();
    const game = [...feed.games.values()].find(({ title }) => title === 'Riverside Rovers - Ashford Town');
    if (game === undefined) throw new Error('expected the game');
    const before = [...feed.conditionsOf(game.gameId)];
    const added = feed.offerEveryLine(game.gameId);
    const all = feed.conditionsOf(game.gameId);
    expect(all.slice(0, before.length)).toEqual(before);
    expect(added).toEqual(all.slice(before.length).map((condition) => ({ kind: 'condition', condition })));
    expect(all.length).toBeGreaterThan(42);
    const keys = all.map((condition) => marketOf(game.sport.slug, condition));
    expect(new Set(keys).size).toBe(all.length);
    expect(feed.offerEveryLine(game.gameId)).toEqual([]);

    const [main] = all;
    const oddsOf = ({ conditionId }: FixtureCondition) =>
      feed.condition(conditionId)?.outcomes.map(({ odds }) => odds);
    const last = all.at(-1);
    if (main === undefined || last === undefined) throw new Error('expected conditions');
    const odds = oddsOf(last);
    const [first, draw, second] = main.outcomes.map(({ outcomeId }) => outcomeId);
    feed.setOdds(main.conditionId, { [`${first}`]: '1.20', [`${draw}`]: '6.50', [`${second}`]: '12.00' });
    expect(oddsOf(last)).not.toEqual(odds);
    feed.setGame(game.gameId, { state: 'Live', startsAt: Math.floor(after(-43_200) / 1_000) });
    feed.advance(after(1));
    const open = feed
      .conditionsOf(game.gameId)
      .filter(({ state }) => !['Resolved', 'Canceled'].includes(state));
    expect(open).toEqual([]);
  });

  test('adds nothing to a game that is unknown, or over', () => {
    const feed = play();
    expect(feed.offerEveryLine('no game')).toEqual([]);
    const [over] = [...feed.games.values()].filter(({ state }) => state === 'Finished');
    if (over !== undefined) expect(feed.offerEveryLine(over.gameId)).toEqual([]);
  });
});

describe('invented games', () => {
  test('are added with their own conditions and future starts', () => {
    const feed = play({ number: 2 });
    const ids = feed.addGames(300, BEGAN);
    expect(new Set(ids).size).toBe(300);
    const conditions = new Set<string>();
    for (const id of ids) {
      expect(id).toMatch(/^1006\d{18}$/);
      expect(feed.games.get(id)?.startsAt).toBeGreaterThan(BEGAN / 1_000 + 86_399);
      for (const condition of feed.conditionsOf(id)) conditions.add(condition.conditionId);
    }
    expect(conditions.size).toBe(600);
    for (const id of conditions) expect(id).toMatch(/^3006\d{44}$/);
    expect(feed.games.size).toBe(340);
  });
});

const oddsOf = (condition: FixtureCondition | undefined) =>
  condition?.outcomes.map(({ odds }) => odds).join();

describe('drifting odds', () => {
  const odds = ['1.84', '3.68', '4.34'];
  const bookSum = (texts: string[]) => texts.reduce((sum, each) => sum + 1 / Number(each), 0);

  test('move by 1 or 2 %, keep the margin, and are the same in every process', () => {
    const seen = new Set<string>();
    for (let minute = 0; minute < 500; minute++) {
      const moved = driftOdds(odds, { key: '0:3006', minute });
      expect(moved).toEqual(driftOdds(odds, { key: '0:3006', minute }));
      seen.add(moved.join());
      for (const [i, each] of moved.entries()) {
        expect(each).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(Math.abs(Number(each) / Number(odds[i]) - 1)).toBeLessThan(0.045);
      }
      expect(Math.abs(bookSum(moved) - bookSum(odds))).toBeLessThan(0.006);
    }
    expect(seen.size).toBeGreaterThan(50);
  });

  test('never fall below 1.01, and odds that take no bets stay unchanged', () => {
    for (let minute = 0; minute < 200; minute++) {
      for (const each of driftOdds(['1.01', '17'], { key: 'a', minute })) {
        expect(Number(each)).toBeGreaterThanOrEqual(1.01);
      }
    }
    expect(driftOdds(['1', '1.5'], { key: 'a', minute: 7 })).toEqual(['1', '1.5']);
  });

  test('are those of upcoming games, first of the main condition and then of those that follow it', () => {
    const feed = play({ drift: true });
    feed.advance(after(47));
    const known = new Map(conditionsIn(feed).map((each) => [each.conditionId, oddsOf(each)]));
    const [mains, others] = [new Set<string>(), new Set<string>()];
    for (let seconds = 48; seconds < 400; seconds++) {
      let leading: string[] = [];
      for (const change of feed.advance(after(seconds))) {
        if (change.kind !== 'condition') continue;
        const { conditionId, game } = change.condition;
        expect(feed.games.get(game.gameId)?.state).toBe('Prematch');
        expect(oddsOf(change.condition)).not.toBe(known.get(conditionId));
        known.set(conditionId, oddsOf(change.condition));
        if (feed.mainConditionOf(game.gameId)?.conditionId === conditionId) {
          mains.add(conditionId);
          leading = [...leading, game.gameId];
        } else {
          others.add(conditionId);
          expect(leading).toContain(game.gameId);
        }
      }
    }
    expect(mains.size).toBeGreaterThan(20);
    expect(others.size).toBeGreaterThan(200);
  });

  test('follow the main condition once it is read, at most once a minute', () => {
    const feed = play({ drift: true });
    const id = '1006000000000090000003';
    const changes = new Map<string, number>();
    feed.advance(after(60));
    feed.conditionsOf(id);
    for (let seconds = 60; seconds < 660; seconds++) {
      for (const change of feed.advance(after(seconds))) {
        if (change.kind !== 'condition' || change.condition.game.gameId !== id) continue;
        const { conditionId } = change.condition;
        changes.set(conditionId, (changes.get(conditionId) ?? 0) + 1);
      }
    }
    expect(changes.size).toBeGreaterThan(15);
    // The rest of the first minute, nine whole ones, and the beginning of the last.
    for (const count of changes.values()) expect(count).toBeLessThanOrEqual(11);
    const main = feed.mainConditionOf(id);
    for (const condition of feed.conditionsOf(id).slice(1)) {
      const market = marketOf('football', condition);
      if (main === undefined || market === undefined) continue;
      const priced = priceGame('football', main, [market])?.get(market);
      const odds = market.outcomeIds.map(
        (each) => condition.outcomes.find(({ outcomeId }) => outcomeId === each)?.odds,
      );
      expect(odds).toEqual(priced);
    }
    const onPlayers = feed.conditionsOf(id).find(isOnPlayers);
    const game = feed.games.get(id);
    if (main === undefined || onPlayers === undefined || game === undefined)
      throw new Error('expected players');
    expect(changes.get(onPlayers.conditionId)).toBeGreaterThan(3);
    expect(onPlayers.outcomes.map(({ odds }) => odds)).toEqual(pricePlayers(main, playersOf(game)));
  });

  test('that were set follow no more, and odds that take no bets are left alone', () => {
    const feed = play();
    const [id, main] = ['1006000000000090000004', '300610060000000000900000040000000000000005000018'];
    const before = feed.conditionsOf(id).map(oddsOf);
    const set = feed.conditionsOf(id)[7]?.conditionId ?? '';
    feed.setOdds(
      set,
      Object.fromEntries(feed.condition(set)?.outcomes.map((each) => [each.outcomeId, '9']) ?? []),
    );
    const changes = feed.setOdds(main, { '29': '1.5', '30': '4.2', '31': '6.5' });
    expect(changes.length).toBeGreaterThan(30);
    expect(feed.condition(set)?.outcomes.map(({ odds }) => odds)).toEqual(['9', '9']);
    const unsound = feed
      .conditionsOf(id)
      .findIndex(({ outcomes }) => outcomes.some(({ odds }) => odds === '1'));
    expect(oddsOf(feed.conditionsOf(id)[unsound])).toBe(before[unsound]);
    // Odds that no model understands price nothing.
    expect(feed.setOdds(main, { '29': '1' })).toHaveLength(1);
  });

  test('stay where a control call sets them', () => {
    const feed = play({ drift: true });
    const id = '300610060000000000900000030000000000000005000012';
    feed.advance(after(50));
    feed.setOdds(id, { '29': '2', '30': '3', '31': '5' });
    const before = structuredClone(feed.condition(id));
    feed.advance(after(3_600));
    expect(feed.condition(id)).toEqual(before);
  });
});

test('a season continues during a later one as it would alone', () => {
  const [first, second] = [0, 1].map((number) => ({ number, beganAt: new Date(after(number * 200_000)) }));
  if (first === undefined || second === undefined) throw new Error('expected two seasons');
  const alone = [first, second].map((season) => new StandInFeed({ season, drift: true }));
  const together = new StandInFeed({ season: second, earlier: [first], drift: true });
  for (const seconds of [200_000, 200_050, 300_000]) {
    for (const feed of [...alone, together]) feed.advance(after(seconds));
    expect([...together.games]).toEqual(alone.flatMap((feed) => [...feed.games]));
    expect(conditionsIn(together)).toEqual(alone.flatMap(conditionsIn));
  }
  expect(together.season).toEqual(second);
});

describe('a live game of a test', () => {
  function playLive() {
    const feed = play();
    feed.advance(after(0));
    const id = feed.addLiveGame({ startsAt: Math.floor(after(60) / 1_000) });
    return { feed, id, main: feed.mainConditionOf(id)?.conditionId ?? '' };
  }

  test('is priced and takes bets in play, unlike the games of the season', () => {
    const { feed, id } = playLive();
    expect(feed.game(id)).toMatchObject({ state: 'Prematch', sport: { sportId: '33' } });
    expect(feed.conditionsOf(id)).toHaveLength(11);
    const inPlay = conditionsIn(feed).filter(({ isLiveEnabled }) => isLiveEnabled);
    expect(inPlay).toEqual([...feed.conditionsOf(id)]);
    expect(inPlay.every(({ state, outcomes }) => state === 'Active' && Number(outcomes[0]?.odds) > 1)).toBe(
      true,
    );
  });

  test('goes on only by control calls, and each sets only what it names', () => {
    const { feed, id, main } = playLive();
    const others = structuredClone(feed.conditionsOf(id).slice(1));
    feed.advance(after(86_400));
    expect(feed.game(id)?.state).toBe('Prematch');
    feed.setGame(id, { state: 'Live', startsAt: Math.floor(after(86_400) / 1_000) });
    expect(feed.setOdds(main, { '29': '1.2' })).toHaveLength(1);
    expect(feed.setCondition(main, { state: 'Stopped' })).toHaveLength(1);
    feed.advance(after(3 * 86_400));
    expect(feed.game(id)?.state).toBe('Live');
    expect(feed.condition(main)).toMatchObject({ state: 'Stopped', outcomes: [{ odds: '1.2' }, {}, {}] });
    expect(feed.conditionsOf(id).slice(1)).toEqual(others);
  });

  test('has the score that was last set, and the status of its state', () => {
    const { feed, id } = playLive();
    const scoresIn = (changes: ReturnType<StandInFeed['setGame']>) =>
      changes.flatMap((each) => (each.kind === 'score' ? each.score : []));
    expect(scoresIn(feed.setGame(id, { state: 'Live' }))).toMatchObject([
      { gameId: id, status: 'In progress', goals: [0, 0], clock: '' },
    ]);
    expect(scoresIn(feed.setScore(id, [2, 1], "63'"))).toMatchObject([{ goals: [2, 1], period: '2nd half' }]);
    expect(scoresIn(feed.setScore(id, [2, 1], 'HT'))).toMatchObject([{ period: 'Half time' }]);
    expect(scoresIn(feed.finishGame(id))).toMatchObject([{ status: 'Finished', goals: [2, 1] }]);
    expect(scoresIn(feed.cancelGame(id))).toMatchObject([{ status: 'Suspended' }]);
    // Games of the season have no score.
    expect(feed.setScore('1006000000000090000001', [1, 0], "1'")).toEqual([]);
    expect(feed.setScore('x', [1, 0], "1'")).toEqual([]);
  });
});
