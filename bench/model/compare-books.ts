import type { PlainBet } from './plain-books.ts';
import type { ReadBooks, ReadCombo, ReadEnding } from './read-books.ts';
import type { SeedRun } from './seed-run.ts';

/** A market whose close is at exactly this moment may be read on either side of it. */
const SAME_MOMENT_MS = 3000;

const RESULTS = { payout: 'won', refund: 'void', 'cash-out': 'cashed-out' } as const;

/** What was written since the last read, by what it belongs to. */
export interface News {
  readonly ofBet: ReadonlyMap<string, ReadEnding>;
  /** How much the pool gained, by market and by combo. */
  readonly ofPool: ReadonlyMap<string, bigint>;
  readonly combos: ReadonlyMap<string, ReadCombo>;
}

export function newsOf({ endings, poolMoves, combos }: ReadBooks): News {
  const ofBet = new Map<string, ReadEnding>();
  for (const ending of endings) {
    // The database has one row per bet and per part: two would be read only if it did not.
    if (ofBet.has(ending.betId)) throw new Error(`${ending.betId} ended twice`);
    ofBet.set(ending.betId, ending);
  }
  const ofPool = new Map<string, bigint>();
  for (const { of, change } of poolMoves) ofPool.set(of, (ofPool.get(of) ?? 0n) + change);
  return { ofBet, ofPool, combos: new Map(combos.map((combo) => [combo.id, combo])) };
}

/** Gives a seed the rows about its bets, markets and combos. @throws Difference */
export function takeOverNews(seed: SeedRun, { ofBet, ofPool, combos }: News): void {
  for (const [betId, { kind, amount }] of ofBet) {
    if (!seed.betsById.has(betId)) continue;
    if (seed.endings.has(betId)) throw seed.differs('end of a bet', `${betId} ended twice`, 'once');
    seed.endings.set(betId, { result: RESULTS[kind], paid: amount });
  }
  for (const { id } of seed.markets) seed.poolChange += ofPool.get(id) ?? 0n;
  for (const { id } of seed.combos.placed) {
    seed.poolChange += ofPool.get(id) ?? 0n;
    const read = combos.get(id);
    if (read !== undefined) seed.combos.takeOver(read);
  }
}

/**
 * Compares everything of a seed: funds, books and states of its markets, how its bets ended, and the pool.
 *
 * @returns how many figures were compared
 * @throws Difference
 */
export function compareBooks(seed: SeedRun, books: ReadBooks): number {
  const { model } = seed;
  let figures = 0;
  const same = (what: string, product: unknown, said: unknown) => {
    figures += 1;
    if (product !== said) throw seed.differs(what, product, said);
  };
  for (const market of seed.markets) {
    const read = books.markets.get(market.id);
    if (read === undefined) continue;
    const said = model.market({ id: market.id, now: books.now });
    if (Math.abs(market.closesAt - books.now) > SAME_MOMENT_MS)
      same(`state of ${market.id}`, read.state, said.state);
    same(`escrow of ${market.id}`, read.escrow, said.escrow);
    // What is owed and held is frozen when the payment begins, and means nothing any more.
    if (market.hasEnded) continue;
    same(`R of ${market.id}`, read.received, said.received);
    same(`S of ${market.id}`, read.openStakes, said.openStakes);
    same(`outcomes of ${market.id}`, read.owed.length, said.owed.length);
    for (const [place, owed] of read.owed.entries())
      same(`P ${place} of ${market.id}`, owed, said.owed[place]);
  }
  let bets = 0;
  for (const user of seed.users) {
    const balance = books.balances.get(user.id);
    same(`funds of ${user.id}`, balance, model.balance(user.id));
    if (balance !== undefined) seed.balances.set(user.id, balance);
    for (const [betId, said] of model.bets(user.id)) {
      const read = readBet(seed, betId);
      same(`result of ${betId}`, read.result, said.result);
      same(`payment of ${betId}`, read.paid, said.paid);
      bets += 1;
    }
  }
  same('bets and sold parts', seed.betsById.size, bets);
  compareCombos(seed, same);
  same('change of the pool', seed.poolChange, model.poolChange());
  return figures;
}

/** How each combo stands and each of its selections, and what is kept for those of each user. */
function compareCombos(
  { model, users, combos }: SeedRun,
  same: (what: string, product: unknown, said: unknown) => void,
): void {
  let count = 0;
  for (const user of users) {
    let [kept, byHouse] = [0n, 0n];
    for (const [comboId, said] of model.combos(user.id)) {
      const read = combos.read.get(comboId);
      same(`result of ${comboId}`, read?.result, said.result);
      same(`payment of ${comboId}`, read?.paid, said.paid);
      same(`selections of ${comboId}`, read?.legs.join(), said.legs.join());
      same(`bettor of ${comboId}`, read?.userId, user.id);
      kept += read?.kept ?? 0n;
      byHouse += read?.byHouse ?? 0n;
      count += 1;
    }
    const said = model.heldForCombos(user.id);
    same(`kept for combos of ${user.id}`, kept, said.kept);
    same(`added to combos of ${user.id}`, byHouse, said.byHouse);
  }
  same('combos', combos.placed.length, count);
}

/** A bet without its own end is lost once its market is paid. */
function readBet(seed: SeedRun, betId: string): PlainBet {
  const ending = seed.endings.get(betId);
  if (ending !== undefined) return ending;
  const hasEnded = seed.betsById.get(betId)?.market.hasEnded === true;
  return { result: hasEnded ? 'lost' : 'open', paid: 0n };
}
