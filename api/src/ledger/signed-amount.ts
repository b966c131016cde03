import { type SQL, sql } from 'drizzle-orm';

/** For the signed text of a cash-out: the amount in it, micro-USDC, or null if the text is about another bet or combo. */
export const signedAmountFor = (id: SQL, text: SQL): SQL => sql`case
  when starts_with(${text}, 'Cash out: ' || ${id} || ' for ')
    then substring(${text} from ' for ([0-9]+(?:[.][0-9]+)?) USDC$')::numeric * 1000000
  when starts_with(${text}, 'Cash out automatically: ' || ${id} || ' for at least ')
    then substring(${text} from ' for at least ([0-9]+(?:[.][0-9]+)?) USDC$')::numeric * 1000000 end`;

/** For a row of cash_outs: whether its bettor signed the least that is paid, and not exactly that. */
export const isOfMinimum = (cashOut: SQL): SQL =>
  sql`(${cashOut}.priced_market_id is not null or starts_with(${cashOut}.signed_text, 'Cash out automatically: '))`;
