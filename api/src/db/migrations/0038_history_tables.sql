-- Rows of history may move to the tables of `history`, which their table still shows. Only `move-history` sets this.
-- safe beside 0.1.0: it never deletes history.
CREATE OR REPLACE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('tallystone.moves_history', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'rows of % are history and are never changed or deleted', TG_TABLE_NAME;
END $$;
