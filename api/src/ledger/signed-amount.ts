import { type SQL, sql } from 'drizzle-orm';

/** For the signed text of a cash-out: the amount in it, micro-USDC, or null if the text is about another bet or combo. */
export const signedAmountFor = (id: SQL, text: SQL): SQL => sql`case
  when starts_with(${text}, 'Cash out: ' || ${id} || ' for ')
    then substring(${text} from ' for ([0-9]+(?:[.][0-9]+)?) USDC$')::numeric * 1000000
  when starts_with(${text}, 'Cash out automatically: ' || ${id} || ' for at least ')
    then substring(${text} from ' for at least ([0-9]+(?:[.][0-9]+)?) USDC$')::numeric * 1000000 end`;

/**
 * For a row of sold_parts: what its bettor signed as the amount, micro-USDC, or null if the text is about another bet, another
 * part or another open stake.
 */
export const signedAmountForPart = (part: SQL): SQL => {
  const number = (place: SQL) => sql`(signed.found)[${place}]::numeric * 1000000`;
  return sql`(
    select case when (signed.found)[1] = ${part}.bet_id and ${number(sql`2`)} = ${part}.stake
      and ${number(sql`3`)} = ${part}.open_stake then ${number(sql`4`)} end
    from (select regexp_match(${part}.signed_text,
      '^Cash out a part: (\\S+), ([0-9]+(?:[.][0-9]+)?) of ([0-9]+(?:[.][0-9]+)?) USDC, for ([0-9]+(?:[.][0-9]+)?) USDC$') as found) signed)`;
};

/** For a row of cash_outs: whether its bettor signed the least that is paid, and not exactly that. */
export const isOfMinimum = (cashOut: SQL): SQL =>
  sql`(${cashOut}.priced_market_id is not null or starts_with(${cashOut}.signed_text, 'Cash out automatically: '))`;

/** Selects the amount of the cash-out that waited and was paid, which may be less than was paid. @param which its order `o` */
export const filledOrder = (which: SQL): SQL => sql`
  select o.amount from cash_out_orders o join cash_out_order_ends d on d.order_id = o.id
  where ${which} and d.kind = 'filled' limit 1`;
