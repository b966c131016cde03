import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { playSeason } from '../sportsbook/play-season.ts';
import { noSeasonTally, type SeasonTally } from '../sportsbook/season-tally.ts';

/**
 * Whole games, with everything that can happen on them at the same time: many markets of every kind, before the start and in play,
 * bets, cash-outs, parts, combos over several games, stops, starts that the feed corrects, results in any order and void markets. The
 * product's rules decide everything, and an independent count plays the same: every answer and every balance must be equal. After each
 * step it counts, bet by bet, what could be lost by any result and by any start.
 */

const SEED = 20261129;
/** Games overlap for so many steps, then all of them end. */
const SEASON = 2_000;

await prove('sportsbook-fuzz', async (proof) => {
  const steps = proof.sample ? 10_000 : 1_000_000;
  const tally = noSeasonTally();
  // Every season with a difference breaks off there, so a few say enough.
  for (let season = 0; tally.steps < steps && tally.differences < 20; season++) {
    playSeason(seededRandom(SEED + 31 * season), Math.min(SEASON, steps - tally.steps), tally);
    if (season % 50 === 49) proof.say(`${tally.steps} steps, ${tally.differences} differences`);
  }
  reportDifferences(proof, tally);
  reportCaps(proof, tally);
  reportCombos(proof, tally);
  reportEnds(proof, tally);
  reportHappenings(proof, tally);
});

function reportDifferences(proof: Proof, tally: SeasonTally): void {
  const { steps, games, largeGames, gamesInPlay, markets, answers, comparisons, nearCents } = tally;
  proof.row({
    what: `${steps} steps on ${games} games with ${markets} markets (${largeGames} games with twelve or more, ${gamesInPlay} with bets in play): decisions and payments of core against those of an independent count, ${answers} answers, and ${comparisons} times all balances`,
    bar: '0 differences',
    measured: `${tally.differences}${tally.firstDifference === undefined ? '' : `: ${tally.firstDifference}`}`,
    ok: tally.differences === 0 && answers > steps / 2 && comparisons > 0,
  });
  proof.row({
    what: 'cash-outs that were not asked for, because their value is within a millionth of a cent of a whole one, where doubles may round otherwise',
    bar: 'at most 1% of the cash-outs',
    measured: String(nearCents),
    ok: nearCents <= tally.sales / 100,
  });
}

function reportCaps(proof: Proof, tally: SeasonTally): void {
  const { problems, checks, gameChecks, depths } = tally;
  const first = tally.firstProblem === undefined ? '' : `: ${tally.firstProblem}`;
  proof.row({
    what: `what the house may lose on a market, and whether its escrow pays everyone, by every result and every start, counted bet by bet after each of ${checks} steps that changed a market (${tally.earlierIsWorse} times an earlier start was the worst)`,
    bar: 'never above its cap, everyone is paid',
    measured: `${problems.market} exceptions${first}; at most ${percent(tally.worstOfMarket)} of a cap`,
    ok: problems.market === 0 && checks >= tally.steps / 4 && tally.earlierIsWorse > 0,
  });
  proof.row({
    what: `the same for all markets of a game together, and with what its ended markets have lost unless its start was corrected after that, ${gameChecks} times (of the cash-outs, ${depths.minutes} needed the minutes of the game's bets, ${depths.bets} the bets of some, and ${tally.notCovered} were refused)`,
    bar: "never above the game's cap",
    measured: `${problems.game} times above it; at most ${percent(tally.worstOfGame)} of it`,
    ok: problems.game === 0 && gameChecks >= tally.steps / 4 && depths.bets > 0 && tally.notCovered > 0,
  });
  proof.row({
    what: 'the same with what the ended markets have lost if the start is corrected after that: their bets stay, and no bet was decided on that',
    bar: 'reported',
    measured: `${tally.aboveIfCorrected} times above it; at most ${percent(tally.worstIfCorrected)} of it`,
    ok: true,
  });
  proof.row({
    what: 'games that would be above their caps if late bets stayed that wait for their refund, while other markets of the game have refunded theirs',
    bar: 'reported',
    measured: `${tally.aboveMeanwhile} times`,
    ok: true,
  });
}

function reportCombos(proof: Proof, tally: SeasonTally): void {
  const { comboShares: shares, comboChecks, problems } = tally;
  proof.row({
    what: `combos after each of ${comboChecks} steps with them: their account has the full return of each, one uses at most 1% of the budget, one outcome and one user 5%; and all accounts add up to zero, to the micro-USDC`,
    bar: '0 exceptions',
    measured: `${problems.combos}; at most ${percent(shares.outcome)} on an outcome, ${percent(shares.user)} by a user, ${percent(shares.all)} in all`,
    ok: problems.combos === 0 && comboChecks > 0,
  });
}

function reportEnds(proof: Proof, tally: SeasonTally): void {
  proof.row({
    what: `${tally.seasons} seasons at their ends, when all games have ended: nothing is left in any escrow, for combos and for orders`,
    bar: 'all',
    measured: String(tally.closed),
    ok: tally.seasons > 0 && tally.closed === tally.seasons,
  });
}

/** Without enough of each, the other rows would mean little. */
function reportHappenings(proof: Proof, tally: SeasonTally): void {
  const { betsOn } = tally;
  const happened: readonly (readonly [what: string, count: number])[] = [
    ['bets with one winner of two', betsOn.oneOfTwo],
    ['bets with one winner of more', betsOn.oneOfMany],
    ['bets with several winners', betsOn.severalWinners],
    ['bets on one-sided markets', betsOn.oneSided],
    ['bets refused', tally.betsRefused],
    ['cash-outs', tally.sales],
    ['of them of a part', tally.parts],
    ['cash-outs refused', tally.salesRefused],
    ['bets in play filled', tally.ordersFilled],
    ['failed after their delay', tally.ordersFailed],
    ['refused at once', tally.ordersRefused],
    ['cash-outs in play paid', tally.salesInPlayPaid],
    ['failed after theirs', tally.salesInPlayFailed],
    ['combos', tally.combos],
    ['refused', tally.combosRefused],
    ['combos sold', tally.combosSold],
    ['ended by results', tally.combosEnded],
    ['void legs', tally.voidLegs],
    ['late legs', tally.lateLegs],
    ['corrected starts', tally.corrections],
    ['late bets refunded', tally.lateBets],
    ['markets ended', tally.ends],
    ['of them void', tally.voids],
  ];
  const least = tally.steps / 2_000;
  proof.row({
    what: `what happened in the ${tally.steps} steps (and ${tally.falseStarts} starts that the feed took back)`,
    bar: 'each at least once in 2,000 steps',
    measured: happened.map(([what, count]) => `${what} ${count}`).join(', '),
    ok: tally.falseStarts > 0 && happened.every(([, count]) => count >= least),
  });
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)}%`;
}
