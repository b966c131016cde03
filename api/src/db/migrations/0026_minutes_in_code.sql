-- The statements that write bets and their ends now count the minutes themselves (ledger/count-minutes.ts): engines that keep their
-- tables on several machines have no triggers that see all rows of a statement. Servers of 0.1.0 need the triggers, so where they may
-- run, the triggers stay, count for both versions, and the code counts nothing. A later migration drops them there, and makes the
-- function true in the same transaction.
-- safe beside 0.1.0: a database with accounts keeps all that it has. Only one that 0.1.0 never used loses the triggers.
DO $do$
BEGIN
  IF EXISTS (SELECT FROM accounts) THEN
    CREATE FUNCTION code_counts_minutes() RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT false $$;
    RETURN;
  END IF;
  CREATE FUNCTION code_counts_minutes() RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT true $$;
  DROP TRIGGER bets_add_to_minutes ON bets;
  DROP TRIGGER bet_endings_take_from_minutes ON bet_endings;
  DROP FUNCTION add_to_bet_minutes, take_from_bet_minutes, remake_bet_minute, bet_minute;
END $do$;
