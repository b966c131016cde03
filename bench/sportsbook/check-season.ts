import { Difference, type Game, inPlayId, marketIn, type Season } from './season.ts';
import type { SeasonTally } from './season-tally.ts';

/** What the step has changed: the markets, by what they may lose, and the balances. */
export function check(season: Season): void {
  const { tally, count } = season;
  for (const marketId of season.touched) {
    const { problems, worst, isEarlierWorse } = count.checkMarket(marketId);
    note(tally, 'market', problems);
    tally.checks += 1;
    if (isEarlierWorse) tally.earlierIsWorse += 1;
    const { lossBudget } = marketIn(season, marketId).book;
    tally.worstOfMarket = Math.max(tally.worstOfMarket, Number(worst) / Number(lossBudget));
    compare(season, `escrow:${marketId}`);
  }
  for (const account of ['pool', 'combos', 'orders']) compare(season, account);
  if (tally.steps % 64 === 0) compareAll(season);
}

/** What the game may lose, and its game in play. */
export function checkGames(season: Season, game: Game): void {
  const { tally, count } = season;
  for (const gameId of game.isInPlay ? [game.id, inPlayId(game)] : [game.id]) {
    const { problems, worst, cap, worstIfCorrected, isAboveMeanwhile } = count.checkGame(gameId);
    if (isAboveMeanwhile) tally.aboveMeanwhile += 1;
    note(tally, 'game', problems);
    tally.gameChecks += 1;
    if (worstIfCorrected > cap) tally.aboveIfCorrected += 1;
    tally.worstIfCorrected = Math.max(tally.worstIfCorrected, Number(worstIfCorrected) / Number(cap));
    tally.worstOfGame = Math.max(tally.worstOfGame, Number(worst) / Number(cap));
  }
}

/** What is held for combos and orders, how much of the budget is used, and whether all money is there. */
export function checkCombos({ tally, count, comboBudget }: Season): void {
  const { problems, ofUser, ofOutcome, all } = count.checkCombos();
  note(tally, 'combos', problems);
  tally.comboChecks += 1;
  const share = (amount: bigint) => Number(amount) / Number(comboBudget);
  tally.comboShares.user = Math.max(tally.comboShares.user, share(ofUser));
  tally.comboShares.outcome = Math.max(tally.comboShares.outcome, share(ofOutcome));
  tally.comboShares.all = Math.max(tally.comboShares.all, share(all));
}

function note(tally: SeasonTally, kind: keyof SeasonTally['problems'], problems: readonly string[]): void {
  tally.problems[kind] += problems.length;
  tally.firstProblem ??= problems[0];
}

/** @throws Difference if core has moved other money than the count */
function compare({ core, count }: Season, account: string): void {
  const [byCore, byCount] = [core.balances.get(account) ?? 0n, count.balances.get(account) ?? 0n];
  if (byCore !== byCount) throw new Difference(`${account}: core has ${byCore}, the count ${byCount}`);
}

/** @throws Difference likewise */
export function compareAll(season: Season): void {
  for (const account of new Set([...season.core.balances.keys(), ...season.count.balances.keys()]))
    compare(season, account);
  season.tally.comparisons += 1;
}
