-- As in 0001: history is only ever inserted.
CREATE TRIGGER feed_prices_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON feed_prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
--> statement-breakpoint
CREATE TRIGGER audit_is_history BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
--> statement-breakpoint
INSERT INTO settings DEFAULT VALUES;
