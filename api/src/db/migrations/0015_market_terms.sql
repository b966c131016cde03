-- What each market said when it was opened. Its leaf is sealed with the entry that puts its budget into escrow; see
-- markets/market-terms.ts.
CREATE TABLE "market_terms" (
	"market_id" text PRIMARY KEY NOT NULL,
	"terms" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "market_terms" ADD CONSTRAINT "market_terms_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Markets that have no budget in escrow yet get their leaf with it. The others were sealed without one.
INSERT INTO market_terms (market_id, terms)
SELECT m.id, json_build_object('market', m.id, 'title', m.title, 'description', m.description, 'category', m.category,
    'subcategory', m.subcategory, 'source', m.source, 'pricing', m.pricing, 'fillRule', m.fill_rule, 'condition', m.azuro_condition_id,
    'game', m.game_id, 'lossBudget', m.loss_budget::text, 'outcomes', (
      SELECT json_agg(json_build_object('id', o.id, 'name', o.name, 'feedId', o.azuro_outcome_id,
        'initialProbability', o.initial_probability) ORDER BY o.position)
      FROM outcomes o WHERE o.market_id = m.id),
    'closesAt', (extract(epoch FROM m.closes_at) * 1000)::bigint)::text
FROM markets m
WHERE NOT EXISTS (SELECT FROM accounts a JOIN postings p ON p.to_account = a.id WHERE a.market_id = m.id);--> statement-breakpoint
CREATE TRIGGER market_terms_are_history BEFORE UPDATE OR DELETE OR TRUNCATE ON market_terms
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
