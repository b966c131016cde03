import type { Reader } from './database.ts';
import type { AcknowledgedBet } from './house-market.ts';

/** What was acknowledged about one market of our market maker. */
export interface MarketFacts {
  readonly marketId: string;
  readonly bets: readonly AcknowledgedBet[];
  /** Bets that were sold, and for how much in micro-USDC. */
  readonly sold: ReadonlyMap<string, bigint>;
  /** Proposed ends of the market that were acknowledged: the outcome, or null for a void. */
  readonly proposed: readonly (string | null)[];
}

/** The state of a market, and every difference between its books and what was acknowledged. */
export interface MarketVerdict {
  readonly state: string;
  readonly wonOutcomeId: string | null;
  /** A sentence each. */
  readonly problems: readonly string[];
}

/**
 * Compares the books of a market with what was acknowledged: each bet has ended once or is open, and every micro-USDC
 * that came or went is explained. Written from the rules in docs/design, not from the product.
 */
export async function judgeMarket({ rows }: Reader, facts: MarketFacts): Promise<MarketVerdict> {
  const { marketId, bets, sold } = facts;
  const [market] = await rows(
    `select state, won_outcome_id, also_won::text, funded::text from markets where id = '${marketId}'`,
  );
  const state = market?.state ?? 'gone';
  const wonOutcomeId = market?.won_outcome_id ?? null;
  const alsoWon = market?.also_won ?? '{}';
  const hasEnded = state === 'settled' || state === 'void';
  const funded = BigInt(market?.funded ?? 0);

  const ends = new Map<string, string>();
  const moves = new Map<string, { count: number; sum: bigint }>();
  const move = (name: string, amount: bigint, count = 1) => {
    const so = moves.get(name) ?? { count: 0, sum: 0n };
    moves.set(name, { count: so.count + count, sum: so.sum + amount });
  };
  let left = funded;
  const paid = new Map<string, bigint>();
  for (const { id, bettor, outcomeId, stake, payout } of bets) {
    const { address } = bettor.wallet;
    move(`bet of ${address}`, stake);
    left += stake;
    const price = sold.get(id);
    if (price !== undefined) {
      ends.set(id, `cash-out ${price}`);
      move(`cash-out of ${address}`, -price);
      left -= price;
    } else if (hasEnded && (state === 'void' || outcomeId === wonOutcomeId)) {
      const amount = state === 'void' ? stake : payout;
      ends.set(id, `${state === 'void' ? 'refund' : 'payout'} ${amount}`);
      paid.set(address, (paid.get(address) ?? 0n) + amount);
      left -= amount;
    }
  }
  move('market-open of pool', funded);
  for (const [address, amount] of paid) move(`settlement of ${address}`, -amount);
  if (hasEnded && left > 0n) move('market-remainder of pool', -left);

  const problems = [
    ...(alsoWon === '{}' ? [] : [`a market of the market maker has one winner, not also ${alsoWon}`]),
    ...differences(
      'end of bet',
      ends,
      await rows(`
        select bet_id as name, kind || ' ' || amount as value from bet_endings where market_id = '${marketId}'`),
    ),
    ...differences(
      'bet',
      new Map(bets.map((bet) => [bet.id, `${bet.bettor.wallet.address} ${bet.stake} ${bet.payout}`])),
      await rows(`
        select b.id as name, concat_ws(' ', u.address, b.stake, b.payout) as value
        from bets b join users u on u.id = b.user_id where b.market_id = '${marketId}'`),
    ),
    ...differences(
      'signed cash-out of',
      new Map([...sold].map(([id]) => [id, '1'])),
      await rows(`
        select c.bet_id as name, count(*)::text as value from cash_outs c join bets b on b.id = c.bet_id
        where b.market_id = '${marketId}' group by c.bet_id`),
    ),
    ...differences(
      'postings:',
      new Map([...moves].map(([name, { count, sum }]) => [name, `${count} of ${sum}`])),
      await rows(`
        select e.kind || ' of ' || coalesce(u.address, o.kind) as name,
          count(*) || ' of ' || sum(case when p.to_account = s.id then p.amount else -p.amount end) as value
        from accounts s join postings p on s.id in (p.from_account, p.to_account)
        join accounts o on o.id = case when p.to_account = s.id then p.from_account else p.to_account end
        left join users u on u.id = o.user_id join entries e on e.id = p.entry_id
        where s.market_id = '${marketId}' group by 1`),
    ),
    ...differences(
      'escrow of',
      new Map([[marketId, String(hasEnded ? 0n : left)]]),
      await rows(`select market_id as name, balance as value from accounts where market_id = '${marketId}'`),
    ),
    ...(await judgeResolutions({ rows }, facts, { state, wonOutcomeId })),
  ];
  return { state, wonOutcomeId, problems };
}

/** At most one end is paid, as proposed; the others were withdrawn; and none exists that wasn't acknowledged. */
async function judgeResolutions(
  { rows }: Pick<Reader, 'rows'>,
  { marketId, proposed }: MarketFacts,
  { state, wonOutcomeId }: { state: string; wonOutcomeId: string | null },
): Promise<string[]> {
  const found = await rows(
    `select outcome_id, ended_as from resolutions where market_id = '${marketId}' order by id`,
  );
  const problems: string[] = [];
  const asked = proposed.map(String).sort().join();
  const recorded = found.map(({ outcome_id }) => String(outcome_id)).sort();
  if (recorded.join() !== asked)
    problems.push(`resolutions ${recorded} are recorded, acknowledged were ${asked}`);
  const paid = found.filter(({ ended_as }) => ended_as === 'paid');
  const hasEnded = state === 'settled' || state === 'void';
  if (paid.length !== (hasEnded ? 1 : 0))
    problems.push(`${paid.length} ends are paid of a market that is ${state}`);
  if (hasEnded && (paid[0]?.outcome_id ?? null) !== wonOutcomeId) {
    problems.push(`the end that is paid is for ${paid[0]?.outcome_id}, the market's for ${wonOutcomeId}`);
  }
  return problems;
}

/** @returns a sentence for each name whose value isn't the expected one, or that occurs twice */
function differences(
  what: string,
  due: ReadonlyMap<string, string>,
  found: readonly Record<string, string | null>[],
): string[] {
  const problems: string[] = [];
  const left = new Map(due);
  for (const { name, value } of found) {
    const expected = left.get(name ?? '');
    if (expected !== value) problems.push(`${what} ${name} is ${value}, due was ${expected ?? 'none'}`);
    left.delete(name ?? '');
  }
  for (const [name, value] of left) problems.push(`${what} ${name} is missing, due was ${value}`);
  return problems;
}
