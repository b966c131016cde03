-- History is only ever inserted. Corrections are new entries, never edits, whoever asks.
CREATE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are history and are never changed or deleted', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER entries_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
--> statement-breakpoint
CREATE TRIGGER postings_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
--> statement-breakpoint
CREATE TRIGGER bets_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON bets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
