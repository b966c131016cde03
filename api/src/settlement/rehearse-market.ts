import { microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type Message, say } from '@tallystone/core/sentences/say';
import {
  type OpenOnOutcome,
  type Rehearsal,
  rehearsalHash,
  rehearse,
} from '@tallystone/core/settlement/rehearse';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { sql } from 'drizzle-orm';
import { rehearseLegs } from '../combos/resolve-legs.ts';
import type { Tx } from '../db/db.ts';
import { col, type Row, row, rows } from '../db/rows.ts';
import type { accounts } from '../db/schema/ledger.ts';
import { payoutLeft, stakeLeft, withSold } from '../ledger/sold-parts.ts';
import type { EndingMarketRow } from './ending-market.ts';
import { isPaidBy } from './settle-store.ts';
import type { StoredRehearsal } from './stored-rehearsal.ts';

/** A rehearsal, its hash, and what is stored and shown with it. */
export interface FullRehearsal {
  readonly rehearsal: Rehearsal;
  /** Hex. */
  readonly hash: string;
  readonly stored: StoredRehearsal;
}

/** Adding up a market of a million bets takes some seconds. */
const PATIENCE = sql`set local statement_timeout = '60s'`;
/** A winner with a lower probability was a surprise. */
const UNLIKELY = 0.05;

/**
 * Works out what a result would pay, from the open bets. The market has to be locked, or the transaction has to see the
 * same moment throughout.
 *
 * @param version the market's version at its first rehearsal, to repeat that one
 * @throws Error if the market's own sums differ from those of its bets: a broken invariant
 */
export async function rehearseMarket(
  tx: Tx,
  market: EndingMarketRow,
  result: MarketResult,
  version: number = market.version,
): Promise<FullRehearsal> {
  await tx.execute(PATIENCE);
  const facts = await loadFacts(tx, market, result);
  const open = openOf(market, facts);
  const { id: marketId, escrow, funded } = market;
  const { winners } = market;
  const rehearsal = rehearse({ marketId, version, winners, open, escrow, funded }, result);
  const [first, ...others] = winnersIn(market, result);
  const hash = rehearsalHash(rehearsal);
  const odd = odditiesOf(market, rehearsal, facts);
  return {
    rehearsal,
    hash,
    stored: {
      marketId,
      title: market.title,
      version,
      outcomeId: first?.id ?? null,
      alsoWonIds: others.length > 0 ? others.map(({ id }) => id) : undefined,
      outcomeName: first === undefined ? null : [first, ...others].map(({ name }) => name).join(', '),
      bets: rehearsal.bets,
      paidBets: rehearsal.paidBets,
      paid: rehearsal.paid.toString(),
      escrow: escrow.toString(),
      toPool: rehearsal.toPool.toString(),
      houseResult: rehearsal.houseResult.toString(),
      ...(await combosBy(tx, marketId, result)),
      largest: facts.largest,
      ledger: await ledgerAround(tx, rehearsal),
      odd: odd.map(({ sentence }) => sentence),
      oddReasons: odd.map(({ reason }) => reason),
    },
  };
}

/** What a result decides about combos. */
async function combosBy(
  tx: Tx,
  marketId: string,
  result: MarketResult,
): Promise<Pick<StoredRehearsal, 'comboLegs' | 'lostCombos'>> {
  const winners = result.kind === 'void' ? result.kind : result.outcomeIds;
  const results = await rehearseLegs(tx, { marketId, winners });
  // A combo has at most one selection of a market.
  const lost = results.filter((each) => each === 'lost').length;
  return { comboLegs: results.length || undefined, lostCombos: lost || undefined };
}

/** The outcomes that win by a result, in the market's order; none if it is void. */
function winnersIn({ outcomes }: EndingMarketRow, result: MarketResult): EndingMarketRow['outcomes'] {
  return result.kind === 'void' ? [] : outcomes.filter(({ id }) => result.outcomeIds.includes(id));
}

/** What the market's open bets say about a result. */
const FACTS = {
  open: col.list(col.object({ outcomeId: col.text, bets: col.number, stakes: col.usdc, payouts: col.usdc })),
  largest: col.list(col.object({ wallet: col.text, betId: col.text, stake: col.text, paid: col.text })),
  /** The user who gets most, and how many users get something. */
  top: col.object({ wallet: col.text, paid: col.usdc }).orNull,
  paidUsers: col.number,
  /** Paid bets that came in the last minute before the close. */
  lastMinute: col.object({ bets: col.number, stakes: col.usdc }),
  /** Addresses of admins and guardians with open bets or combos. */
  insiders: col.list(col.text),
};
type Facts = Row<typeof FACTS>;

async function loadFacts(tx: Tx, { id, closesAt }: EndingMarketRow, result: MarketResult): Promise<Facts> {
  const isVoid = result.kind === 'void';
  return row(
    tx,
    FACTS,
    sql`
      with open as materialized (
        select b.id, b.user_id, b.outcome_id, ${stakeLeft} as stake, ${payoutLeft} as payout, b.placed_at
        from bets b ${withSold}
        -- A bet that ended before its market has made a version: reads only the ends of this market.
        where b.market_id = ${id} and not exists (
          select from bet_endings e
          where e.bet_id = b.id and e.market_id = ${id} and e.market_version is not null
        )
      ), paid as materialized (
        select o.id, o.user_id, o.placed_at, o.stake, ${isVoid ? sql`o.stake` : sql`o.payout`} as paid
        from open o
        where ${isPaidBy(result, sql`o.outcome_id`)}
      ), per_user as materialized (
        select user_id, sum(paid) as paid from paid group by user_id
      )
      select
        (
          select coalesce(json_agg(json_build_object(
            'outcomeId', g.outcome_id, 'bets', g.bets, 'stakes', g.stakes, 'payouts', g.payouts)), '[]')
          from (
            select outcome_id, count(*) as bets, sum(stake)::text as stakes, sum(payout)::text as payouts
            from open group by outcome_id
          ) g
        ) as open,
        (
          select coalesce(json_agg(json_build_object(
            'wallet', u.address, 'betId', p.id, 'stake', p.stake::text, 'paid', p.paid::text)
            order by p.paid desc, p.id), '[]')
          from (select * from paid order by paid desc, id limit 10) p join users u on u.id = p.user_id
        ) as largest,
        (
          select json_build_object('wallet', u.address, 'paid', t.paid::text)
          from (select * from per_user order by paid desc, user_id limit 1) t join users u on u.id = t.user_id
        ) as top,
        (select count(*)::int from per_user) as paid_users,
        (
          select json_build_object('bets', count(*), 'stakes', coalesce(sum(p.stake), 0)::text)
          from paid p where p.placed_at >= ${closesAt.toISOString()}::timestamptz - interval '1 minute'
        ) as last_minute,
        (
          select coalesce(json_agg(distinct u.address), '[]')
          from admin_grants g
          join users u on u.family = g.family and u.address_bytes = g.address_bytes and not u.guest
          where g.revoked_at is null and (exists (select from open o where o.user_id = u.id) or exists (
            select from combo_legs l join open_combos c on c.combo_id = l.combo_id
            where l.market_id = ${id} and l.result is null and c.user_id = u.id))
        ) as insiders`,
  );
}

/** What is open on each outcome by its bets. Throws unless the market's own sums are the same. */
function openOf(market: EndingMarketRow, { open }: Facts): OpenOnOutcome[] {
  const found = new Map(open.map((each) => [each.outcomeId, each]));
  const all = market.outcomes.map(({ id: outcomeId, openReturns }) => {
    const { bets = 0, stakes = ZERO_USDC, payouts = ZERO_USDC } = found.get(outcomeId) ?? {};
    if (payouts !== openReturns) {
      throw new Error(`outcome ${outcomeId} says that ${openReturns} are open, its bets ${payouts}`);
    }
    return { outcomeId, bets, stakes, payouts };
  });
  const stakes = all.reduce((sum, each) => sum + each.stakes, 0n);
  if (stakes !== market.openStakes) {
    throw new Error(`market ${market.id} says that ${market.openStakes} are staked, its bets ${stakes}`);
  }
  return all;
}

/**
 * The accounts of the books by purpose, all kinds of them, or they wouldn't add up to zero. All but the first four are left out
 * while they are empty.
 */
const ACCOUNTS: Readonly<Record<(typeof accounts.kind.enumValues)[number] | 'own', string>> = {
  user: 'Users',
  own: 'Escrow of this market',
  escrow: 'Escrow of other markets',
  pool: 'House pool',
  combos: 'Open combos',
  orders: 'Bets in play that wait',
  fees: 'Fees',
  faucet: 'Faucet',
  outside: 'Outside',
};
const SHOWN_WHEN_EMPTY = 4;

/** All balances before and after the end, read by one statement so that they add up to zero despite concurrent changes. */
async function ledgerAround(tx: Tx, { marketId, paid, toPool, escrow }: Rehearsal) {
  const found = await rows(
    tx,
    { kind: col.text, balance: col.bigint },
    sql`
      select kind, sum(balance) as balance
      from (
        select case when market_id = ${marketId} then 'own' else kind end as kind, balance from accounts
        union all
        select 'pool', balance from pool_slices
      ) a
      group by kind`,
  );
  const before = new Map(found.map(({ kind, balance }) => [kind, balance]));
  const change: Readonly<Record<string, bigint>> = { user: paid, own: -escrow, pool: toPool };
  return Object.entries(ACCOUNTS).flatMap(([kind, account], place) => {
    const balance = before.get(kind) ?? 0n;
    if (balance === 0n && place >= SHOWN_WHEN_EMPTY) return [];
    return [{ account, before: balance.toString(), after: (balance + (change[kind] ?? 0n)).toString() }];
  });
}

/** What an admin should check twice before the result is paid. */
function odditiesOf(market: EndingMarketRow, rehearsal: Rehearsal, facts: Facts): Message[] {
  const { result, paid, houseResult } = rehearsal;
  const odd: Message[] = [];
  const isWon = result.kind === 'won';
  if (isWon) {
    if (market.hasLateBets) odd.push(say('odd-late-bets'));
    // The price does not move after betting has closed.
    for (const { name: outcome, probability: price } of winnersIn(market, result)) {
      if (price === null || price >= UNLIKELY) continue;
      const percent = (price * 100).toFixed(1);
      odd.push(
        market.winners === 1 ? say('odd-price', { percent }) : say('odd-price-of', { outcome, percent }),
      );
    }
    const { bets, stakes } = facts.lastMinute;
    if (bets > 0) {
      const amount = usdcToNumber(stakes);
      odd.push(
        bets === 1 ? say('odd-last-minute-one', { amount }) : say('odd-last-minute', { count: bets, amount }),
      );
    }
    if (facts.top !== null && facts.paidUsers > 1 && facts.top.paid * 2n > paid) {
      odd.push(
        say('odd-top', {
          who: facts.top.wallet,
          amount: usdcToNumber(facts.top.paid),
          all: usdcToNumber(paid),
        }),
      );
    }
    if (facts.paidUsers === 1) odd.push(say('odd-only', { who: facts.top?.wallet ?? '' }));
  }
  for (const wallet of facts.insiders) odd.push(say('odd-insider', { who: wallet }));
  // `started` is not odd: every game that is played ends its betting that way.
  const { feedHalt } = market;
  if (isWon && feedHalt !== null && feedHalt !== 'started') odd.push(say(`odd-${feedHalt}`));
  if (market.objections > 0) odd.push(say('odd-objection'));
  if (-houseResult * 2n > market.lossBudget) {
    odd.push(
      say('odd-cost', {
        lost: usdcToNumber(microUsdc(-houseResult)),
        budget: usdcToNumber(market.lossBudget),
      }),
    );
  }
  return odd;
}
