-- A bet that was decided without locks is stored only if its bettor's account is unchanged. So whatever limits a bettor has to
-- change the account, too. A trigger, because servers of 0.1.0 beside this version change limits as well.
-- safe beside 0.1.0: only a new trigger calls it.
CREATE FUNCTION change_account_with_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts SET changed_in = pg_current_xact_id() WHERE kind = 'user' AND user_id = NEW.user_id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- safe beside 0.1.0: it locks that account before it changes limits.
CREATE TRIGGER user_limits_change_accounts AFTER INSERT OR UPDATE ON user_limits
  FOR EACH ROW EXECUTE FUNCTION change_account_with_limits();
