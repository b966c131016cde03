import { namePlayers } from './name-players.ts';
import { noise } from './noise.ts';
import type { ServedGame } from './stand-in-feed.ts';

/** A player who may score. */
export interface Player {
  readonly outcomeId: string;
  readonly name: string;
  /** 0: of the first club. */
  readonly side: 0 | 1;
  /** Of the goals of his side. Other players score the rest. */
  readonly share: number;
}

/** Above all outcomes of the fixture. The same in each game, like those of the dictionary. */
const FIRST_OUTCOME = 800_001;
/** Of the players of a club, on average. */
const SHARES = [0.3, 0.2, 0.13, 0.08] as const;
/** How far a player's share may be from the average of his place. */
const SPREAD = 0.2;

/** The players of a football game on whom bets are taken: four of each club, always the same. */
export function playersOf({ participants }: Pick<ServedGame, 'participants'>): Player[] {
  const [home, away] = participants;
  const clubs = [home?.name ?? '', away?.name ?? ''] as const;
  return namePlayers(clubs, SHARES.length).map((name, i) => {
    const side = i < SHARES.length ? 0 : 1;
    const place = i % SHARES.length;
    const wobble = 1 - SPREAD + 2 * SPREAD * noise(`player:${clubs[side]}:${place}:share`);
    return { outcomeId: String(FIRST_OUTCOME + i), name, side, share: (SHARES[place] ?? 0) * wobble };
  });
}
