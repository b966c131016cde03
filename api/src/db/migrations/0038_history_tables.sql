-- Rows of these tables may move to tables of the schema `history`, which inherit from them. Only `move-history` sets this.
-- safe beside 0.1.0: it never deletes history.
CREATE OR REPLACE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('tallystone.moves_history', true) = 'on' AND TG_TABLE_NAME IN (
    'bet_endings', 'bets', 'cash_out_order_ends', 'cash_out_orders', 'cash_outs', 'combo_cash_outs', 'combo_endings', 'combo_legs',
    'combo_running_prices', 'combos', 'entries', 'feed_prices', 'live_bets', 'order_ends', 'orders', 'postings', 'sold_parts'
  ) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'rows of % are history and are never changed or deleted', TG_TABLE_NAME;
END $$;--> statement-breakpoint
-- What is inserted is of an entry of the same transaction, which no other table has yet.
-- safe beside 0.1.0: its entries are in this table, too.
CREATE OR REPLACE FUNCTION keep_to_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT entry_id AS id FROM made) m
    WHERE NOT EXISTS (SELECT FROM ONLY entries e WHERE e.id = m.id)
  ) THEN
    RAISE EXCEPTION 'rows of % are of an entry that does not exist', TG_TABLE_NAME
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
