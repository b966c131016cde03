CREATE TABLE "price_candles" (
	"market_id" text NOT NULL,
	"step" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"open" integer[] NOT NULL,
	"high" integer[] NOT NULL,
	"low" integer[] NOT NULL,
	"close" integer[] NOT NULL,
	"version" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "price_candles_market_id_step_starts_at_pk" PRIMARY KEY("market_id","step","starts_at"),
	CONSTRAINT "price_candles_step" CHECK ("price_candles"."step" in ('minute', 'hour', 'day'))
);
--> statement-breakpoint
CREATE TABLE "price_folds" (
	"market_id" text PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_points" (
	"market_id" text NOT NULL,
	"version" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"price" integer[] NOT NULL,
	CONSTRAINT "price_points_market_id_version_pk" PRIMARY KEY("market_id","version")
);
--> statement-breakpoint
ALTER TABLE "price_points" ADD CONSTRAINT "price_points_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_candles_age" ON "price_candles" USING btree ("step","starts_at") WHERE "price_candles"."step" <> 'day';--> statement-breakpoint
CREATE INDEX "bet_endings_sold" ON "bet_endings" USING btree ("market_id","market_version") WHERE "bet_endings"."kind" = 'cash-out';--> statement-breakpoint
-- A price that was is history. What is a day old, and in candles, may go.
CREATE FUNCTION keep_young_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM gone g LEFT JOIN price_folds f ON f.market_id = g.market_id
    WHERE g.at > clock_timestamp() - interval '1 day' OR f.version IS NULL OR g.version > f.version
  ) THEN
    RAISE EXCEPTION 'rows of % are kept for a day, and until they are in candles', TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER price_points_are_kept AFTER DELETE ON price_points REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION keep_young_prices();--> statement-breakpoint
CREATE TRIGGER price_points_are_history BEFORE UPDATE OR TRUNCATE ON price_points
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
CREATE TRIGGER price_candles_are_kept BEFORE TRUNCATE ON price_candles
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();--> statement-breakpoint
-- What the prices of markets from before were, from the bets and cash-outs that moved them: the last one of each minute.
-- The arithmetic is that of core/odds/lmsr.ts: x = ln p0 + P / b, b = 0.99 F / ln(1 / min p0), p = e^x / sum e^x.
INSERT INTO price_points (market_id, version, at, price)
WITH moves AS (
  SELECT b.market_id, b.outcome_id, b.market_version AS version, b.placed_at AS at, b.payout AS owed
  FROM bets b JOIN markets m ON m.id = b.market_id AND m.pricing = 'lmsr'
  UNION ALL
  SELECT e.market_id, b.outcome_id, e.market_version, e.ended_at, -b.payout
  FROM bet_endings e JOIN bets b ON b.id = e.bet_id JOIN markets m ON m.id = e.market_id AND m.pricing = 'lmsr'
  WHERE e.market_version IS NOT NULL
), minutes AS (
  SELECT market_id, date_trunc('minute', at, 'UTC') AS minute, max(version) AS version, max(at) AS at
  FROM moves GROUP BY 1, 2
), moved AS (
  SELECT market_id, date_trunc('minute', at, 'UTC') AS minute, outcome_id, sum(owed) AS owed
  FROM moves GROUP BY 1, 2, 3
), standing AS (
  SELECT n.market_id, n.version, n.at, o.position,
    ln(o.initial_probability) - (sum(coalesce(v.owed, 0)) OVER (PARTITION BY o.id ORDER BY n.version))::double precision
      / (0.99 * m.loss_budget) * ln(min(o.initial_probability) OVER (PARTITION BY n.market_id)) AS x
  FROM minutes n
  JOIN markets m ON m.id = n.market_id
  JOIN outcomes o ON o.market_id = n.market_id
  LEFT JOIN moved v ON v.market_id = n.market_id AND v.minute = n.minute AND v.outcome_id = o.id
), weighed AS (
  -- Beyond this the exponential is no number any more, and the probability nothing.
  SELECT market_id, version, at, position,
    exp(greatest(x - max(x) OVER (PARTITION BY market_id, version), -700)) AS weight
  FROM standing
), priced AS (
  SELECT market_id, version, at, position,
    round(1000000 * weight / sum(weight) OVER (PARTITION BY market_id, version))::integer AS millionths
  FROM weighed
)
SELECT market_id, version, at, array_agg(millionths ORDER BY position) FROM priced GROUP BY market_id, version, at;--> statement-breakpoint
-- And those of the feed: (1 / odds) over the sum of all, of each minute the last.
INSERT INTO price_points (market_id, version, at, price)
SELECT f.market_id, f.version, f.at, (
    SELECT array_agg(round(1000000 / s.odds / t.total)::integer ORDER BY s.position)
    FROM (SELECT (o.odds #>> '{}')::double precision AS odds, o.position
      FROM jsonb_array_elements(f.odds) WITH ORDINALITY AS o(odds, position)) s
    CROSS JOIN (SELECT sum(1 / (o.odds #>> '{}')::double precision) AS total
      FROM jsonb_array_elements(f.odds) AS o(odds)) t
  )
FROM (
  SELECT DISTINCT ON (market_id, date_trunc('minute', at, 'UTC')) market_id, version, at, odds
  FROM feed_prices WHERE version > 1
  ORDER BY market_id, date_trunc('minute', at, 'UTC'), version DESC
) f;
