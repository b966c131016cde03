import { leastInPlay } from '@tallystone/core/betting/least-in-play';
import { type MicroOdds, type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { bookCashOutValue } from '@tallystone/core/odds/book';
import { chancesOf, type HouseRules, judged, oddsOf, openBook, shownAt } from './bet-in-play.ts';
import type { Random } from './random.ts';
import { type Change, GAME_MS, type RunningGame } from './running-game.ts';

/** Bettors of a running game who cash out: what they sign, whether they are paid, and what they give away for it. */

/** What each bet returns if it wins. */
const RETURN = microUsdc(100_000_000n);
/** Sums in USDC. */
interface Sales {
  asked: number;
  paid: number;
  /** What the bets were worth that were sold, by all that had happened when they were. */
  given: number;
  /** The same by the score that the feed knew then. */
  believed: number;
  /** What was paid for them: all that the market gave. */
  got: number;
}

export interface SalesOfGame {
  readonly informed: Sales;
  readonly uninformed: Sales;
  /** Sales of the informed on what they saw. */
  readonly seen: Sales;
}

interface Asked {
  readonly outcome: number;
  readonly amount: MicroUsdc;
  readonly at: number;
  readonly by: 'informed' | 'uninformed';
  readonly isOnChange: boolean;
}

const none = (): Sales => ({ asked: 0, paid: 0, given: 0, believed: 0, got: 0 });

/**
 * One game from its start to its end. Bets on the winner are sold at random moments, and by those who see a change before the feed
 * does whenever it makes a bet worth less.
 *
 * @param counts how many random sales each group makes, and how many bettors see the changes
 */
export function sellOnGame(
  random: Random,
  {
    game,
    changes,
    rules,
    counts,
  }: {
    game: RunningGame;
    changes: readonly Change[];
    rules: Pick<HouseRules, 'judge' | 'delay'>;
    counts: { readonly random: number; readonly bettors: number };
  },
): SalesOfGame {
  const tally: SalesOfGame = { informed: none(), uninformed: none(), seen: none() };
  const asked = [
    ...Array.from({ length: counts.random }, (_, at) =>
      askedAtRandom(random, game, at % 2 === 0 ? 'informed' : 'uninformed'),
    ).flat(),
    ...askedOnChanges(game, changes, counts.bettors),
  ];
  for (const sale of asked) {
    const accounts = sale.isOnChange ? [tally[sale.by], tally.seen] : [tally[sale.by]];
    for (const account of accounts) account.asked += 1;
    const decided = judged(sale, game, rules);
    if (decided === null) continue;
    const { outcome, amount, decidedAt: now } = decided;
    const { priced } = game.at(now);
    const believed = chancesOf('winner', priced.standing, priced.ms);
    const value = worthAt(oddsOf(believed), outcome);
    // The market gives less than was signed.
    if (value === null || value < amount) continue;
    const truly = chancesOf('winner', { ...game.scoreAt(now), doubtful: null }, now)[outcome] ?? 0;
    for (const account of accounts) {
      account.paid += 1;
      account.given += (Number(RETURN) / 1e6) * truly;
      account.believed += (Number(RETURN) / 1e6) * (believed[outcome] ?? 0);
      account.got += Number(value) / 1e6;
    }
  }
  return tally;
}

function askedAtRandom(random: Random, game: RunningGame, by: Asked['by']): Asked[] {
  const at = random.between(0, GAME_MS - 1);
  const outcome = random.between(0, 2);
  const value = worthAt(shownAt(game, 'winner', at), outcome);
  return value === null ? [] : [{ outcome, amount: leastInPlay(value), at, by, isOnChange: false }];
}

/** At once after a change, at the value from before it, each bet that the change makes worth less than that. */
function askedOnChanges(game: RunningGame, changes: readonly Change[], bettors: number): Asked[] {
  return changes.flatMap(({ at, seems }) => {
    const odds = shownAt(game, 'winner', at);
    const chances = chancesOf('winner', seems, at);
    return chances.flatMap((chance, outcome) => {
      const value = worthAt(odds, outcome);
      if (value === null || Number(value) <= Number(RETURN) * chance) return [];
      return Array.from({ length: bettors }, (_, bettor): Asked => {
        const amount = bettor % 2 === 0 ? value : leastInPlay(value);
        return { outcome, amount, at, by: 'informed', isOnChange: true };
      });
    });
  });
}

/** What core gives for a bet on an outcome at these odds. */
function worthAt(odds: readonly (MicroOdds | null)[], outcome: number): MicroUsdc | null {
  if (odds.length === 0) return null;
  return bookCashOutValue({ ...openBook('winner', RETURN), odds }, { outcome, payout: RETURN });
}
