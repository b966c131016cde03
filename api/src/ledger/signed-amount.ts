import { type SQL, sql } from 'drizzle-orm';

/** For the signed text of a cash-out: the amount in it, micro-USDC, or null if the text is about another bet or combo. */
export const signedAmountFor = (id: SQL, text: SQL): SQL => sql`case
  when starts_with(${text}, 'Cash out: ' || ${id} || ' for ')
    then substring(${text} from ' for ([0-9]+(?:[.][0-9]+)?) USDC$')::numeric * 1000000 end`;
