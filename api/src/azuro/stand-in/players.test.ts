import { describe, expect, test } from 'vitest';
import { FIXTURE } from './fixture.ts';
import { nameClubs } from './name-clubs.ts';
import { playersOf } from './players.ts';

const gameOf = (names: readonly string[]) => ({ participants: names.map((name) => ({ name })) });
const PAIRS: (readonly string[])[] = [
  ...FIXTURE.games.map(({ participants }) => participants.map(({ name }) => name)),
  ...Array.from({ length: 400 }, (_, place) => nameClubs('players', place)),
];

describe('the players of a game', () => {
  test('are four of each side with eight different last names, the same each time', () => {
    const full = new Set<string>();
    for (const names of PAIRS) {
      const players = playersOf(gameOf(names));
      expect(playersOf(gameOf(names))).toEqual(players);
      expect(players.map(({ side }) => side)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
      expect(new Set(players.map(({ outcomeId }) => outcomeId)).size).toBe(8);
      expect(new Set(players.map(({ name }) => name.split(' ')[1])).size).toBe(8);
      for (const { name, outcomeId } of players) {
        expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
        expect(outcomeId).toMatch(/^8\d{5}$/);
        full.add(name);
      }
    }
    expect(full.size).toBeGreaterThan(150);
  });

  test('are those of the club in each of its games, unless both clubs have one with the same last name', () => {
    const known = new Map<string, string[]>();
    let [same, all] = [0, 0];
    for (const names of PAIRS.slice(FIXTURE.games.length)) {
      const players = playersOf(gameOf(names));
      for (const side of [0, 1]) {
        const own = players.filter((player) => player.side === side).map(({ name }) => name);
        const before = known.get(names[side] ?? '');
        known.set(names[side] ?? '', own);
        if (before === undefined) continue;
        all += 4;
        same += own.filter((name) => before.includes(name)).length;
      }
    }
    expect(all).toBeGreaterThan(2_000);
    expect(same / all).toBeGreaterThan(0.9);
  });

  test('leave a part of the goals to other players', () => {
    for (const names of PAIRS) {
      for (const side of [0, 1]) {
        const shares = playersOf(gameOf(names)).flatMap((player) =>
          player.side === side ? player.share : [],
        );
        expect(Math.min(...shares)).toBeGreaterThan(0.05);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThan(0.9);
      }
    }
  });
});
