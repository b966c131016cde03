import type { OpenBet } from '@tallystone/core/betting/decide-cash-out';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { Book } from '@tallystone/core/odds/book';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { epochAfter, pinned, pinnedEpoch } from '../db/epochs.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { col, rows } from '../db/rows.ts';
import { makeMinutesAgain, takeFromMinutes } from '../ledger/count-minutes.ts';
import { signedAmountFor, signedAmountForPart } from '../ledger/signed-amount.ts';
import { payoutLeft, stakeLeft, withSold } from '../ledger/sold-parts.ts';
import { announcingMarketChange, marketChangesAnnounced } from '../markets/market-changes.ts';
import { recordPrice } from '../markets/record-price.ts';
import { hasBetEnded, withBetEnd } from './bet-end.ts';

/** What a cash-out needs to know of a user's bet: stake and payout are those that were not sold in parts. */
export interface OwnBet extends OpenBet {
  readonly id: string;
  readonly marketId: string;
  /** Null unless it was cashed out. */
  readonly cashedOut: {
    readonly amount: MicroUsdc;
    /** What its bettor had signed: less than was paid, if that was a minimum and the market gave more. */
    readonly asked: MicroUsdc;
    readonly endedAt: Date;
  } | null;
}

/**
 * A bet of a user and the database's clock, in whole milliseconds; null if the user has no such bet. A separate statement
 * after a transaction's locks sees facts that can no longer change.
 */
export async function getOwnBet(
  db: Db,
  { betId, userId }: { betId: string; userId: string },
): Promise<{ bet: OwnBet; now: Date } | null> {
  const [row] = await rows(
    db,
    {
      now: col.date,
      marketId: col.text,
      outcomeId: col.text,
      stake: col.usdc,
      payout: col.usdc,
      placedAt: col.date,
      hasEnded: col.bool,
      soldFor: col.usdc.orNull,
      askedFor: col.usdc.orNull,
      soldAt: col.date.orNull,
    },
    sql`${KEPT_PLAN}
      select date_trunc('milliseconds', clock_timestamp()) as now, b.market_id, b.outcome_id, ${stakeLeft} as stake,
        ${payoutLeft} as payout, b.placed_at, ${hasBetEnded} as has_ended,
        case when e.kind = 'cash-out' then e.amount end as sold_for,
        ${signedAmountFor(sql`b.id`, sql`c.signed_text`)}::bigint as asked_for,
        case when e.kind = 'cash-out' then e.ended_at end as sold_at
      from bets b
      join markets m on m.id = b.market_id
      ${withBetEnd}
      ${withSold}
      left join cash_outs c on c.bet_id = b.id
      where b.id = ${betId} and b.user_id = ${userId}`,
  );
  if (row === undefined) return null;
  const { now, soldFor, askedFor, soldAt, ...bet } = row;
  const cashedOut =
    soldFor === null || askedFor === null || soldAt === null
      ? null
      : { amount: soldFor, asked: askedFor, endedAt: soldAt };
  return { now, bet: { ...bet, id: betId, cashedOut } };
}

/** The value of `cash_outs.rule` for cash-outs that keep every cap whenever their game began. */
export const EVERY_START_RULE = 2;

/** What is sold of a bet: all that is open, or a part of it. */
interface Sold {
  /** With the stake and the payout that are sold. */
  readonly bet: OwnBet;
  readonly userId: string;
  readonly amount: MicroUsdc;
  readonly at: Date;
  readonly entryId: string;
  /** When the feed had last confirmed its odds; null for other markets. */
  readonly pricedAt: Date | null;
  /** The market in play whose odds these are; null if the game isn't being played. */
  readonly pricedBy: { readonly marketId: string; readonly version: number } | null;
  readonly signedText: string;
  /** Hex. */
  readonly signature: string;
  readonly signedHash: string;
  /** The book after the cash-out. */
  readonly bookAfter: Book;
  readonly version: number;
}

/**
 * Stores a cash-out of all that is open of a bet with the new state of its market and its price, in one statement, and announces
 * the change. Throws if the market has left the version that the cash-out was decided on.
 */
export async function insertCashOut(tx: Tx, sold: Sold): Promise<void> {
  const { bet, amount, version, bookAfter } = sold;
  // Cash-outs do not move the odds of a feed.
  const more =
    bookAfter.kind === 'feed'
      ? takeFromMinutes(sql`select ${bet.id}::text as bet_id`)
      : sql`, pointed as (${recordPrice(pointOf(sold))})`;
  const written = await rows(
    tx,
    sql`${KEPT_PLAN}
      with ${pinned()}, ended as (
        insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at, market_version, epoch)
        values (${bet.id}, ${bet.marketId}, ${sold.userId}, 'cash-out', ${amount.toString()}::bigint,
          ${sold.entryId}::bigint, ${sold.at.toISOString()}::timestamptz, ${version + 1}, ${pinnedEpoch})
      ), signed as (
        insert into cash_outs (bet_id, signed_text, signature, signed_hash, priced_at, rule, priced_market_id, priced_version)
        values (${bet.id}, ${sold.signedText}, decode(${sold.signature}, 'hex'), decode(${sold.signedHash}, 'hex'),
          ${sold.pricedAt?.toISOString() ?? null}::timestamptz, ${EVERY_START_RULE}, ${sold.pricedBy?.marketId ?? null},
          ${sold.pricedBy?.version ?? null}::bigint)
      ), ${takenOff(sold)}${more}
      select ${announcingMarketChange(tx)} from moved`,
  );
  announced(tx, sold, written);
}

/**
 * Stores a sold part of a bet in the same way; the rest of the bet stays open. The minutes of its market follow in a statement of
 * their own, which sees the part.
 *
 * @param openStake the open stake of the bet before it, micro-USDC
 */
export async function insertSoldPart(tx: Tx, sold: Sold & { openStake: MicroUsdc }): Promise<void> {
  const { bet, amount, version, bookAfter } = sold;
  const isOfFeed = bookAfter.kind === 'feed';
  const more = isOfFeed ? sql`` : sql`, pointed as (${recordPrice(pointOf(sold))})`;
  const written = await rows(
    tx,
    sql`
      with ${pinned()}, sold as (
        insert into sold_parts (bet_id, open_stake, stake, payout, amount, market_id, user_id, entry_id, sold_at, market_version,
          signed_text, signature, signed_hash, priced_at, priced_market_id, priced_version, epoch)
        values (${bet.id}, ${sold.openStake.toString()}::bigint, ${bet.stake.toString()}::bigint,
          ${bet.payout.toString()}::bigint, ${amount.toString()}::bigint, ${bet.marketId}, ${sold.userId},
          ${sold.entryId}::bigint, ${sold.at.toISOString()}::timestamptz, ${version + 1}, ${sold.signedText},
          decode(${sold.signature}, 'hex'), decode(${sold.signedHash}, 'hex'),
          ${sold.pricedAt?.toISOString() ?? null}::timestamptz, ${sold.pricedBy?.marketId ?? null},
          ${sold.pricedBy?.version ?? null}::bigint, ${pinnedEpoch})
      ), ${takenOff(sold)}${more}
      select ${announcingMarketChange(tx)} from moved`,
  );
  announced(tx, sold, written);
  if (isOfFeed) {
    await tx.execute(sql`
      with changed as (select ${bet.id}::text as bet_id)${makeMinutesAgain(sql`select bet_id from changed`)}
      select`);
  }
}

const pointOf = ({ bet, version, at, bookAfter }: Sold) => ({
  ...{ marketId: bet.marketId, version: version + 1, at },
  book: bookAfter,
});

/** The parts of a statement that take what is sold off the books of its market. */
const takenOff = ({ bet, amount, version }: Sold): SQL => sql`owed as (
        update outcomes set open_returns = open_returns - ${bet.payout.toString()}::bigint
        where id = ${bet.outcomeId} and market_id = ${bet.marketId}
      ), moved as (
        update markets
        set received = received - ${amount.toString()}::bigint,
          open_stakes = open_stakes - ${bet.stake.toString()}::bigint, version = version + 1,
          epoch = ${epochAfter(sql`markets.epoch`)}
        where id = ${bet.marketId} and version = ${version}
        returning id
      )`;

function announced(tx: Tx, { bet: { marketId }, version }: Sold, written: readonly unknown[]): void {
  if (written.length !== 1) throw new Error(`market ${marketId} left version ${version} while it was locked`);
  marketChangesAnnounced(tx, [marketId]);
}

/** A sold part of a bet. */
export interface SoldPart {
  readonly stake: MicroUsdc;
  readonly amount: MicroUsdc;
  /** What its bettor had signed: less than was paid, if that was a minimum and the market gave more. */
  readonly asked: MicroUsdc;
  readonly soldAt: Date;
}

/** The part that was sold of a bet while it had this open stake, or null. */
export async function getSoldPart(
  db: Db,
  { betId, openStake }: { betId: string; openStake: MicroUsdc },
): Promise<SoldPart | null> {
  const [part] = await rows(
    db,
    { stake: col.usdc, amount: col.usdc, asked: col.usdc, soldAt: col.date },
    sql`
      select s.stake, s.amount, ${signedAmountForPart(sql`s`)}::bigint as asked, s.sold_at
      from sold_parts s where s.bet_id = ${betId} and s.open_stake = ${openStake.toString()}::bigint`,
  );
  return part ?? null;
}
