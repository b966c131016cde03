CREATE TABLE "bet_minutes" (
	"market_id" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"net" bigint[] NOT NULL,
	"highest" bigint[] NOT NULL,
	CONSTRAINT "bet_minutes_market_id_minute_pk" PRIMARY KEY("market_id","minute")
);
--> statement-breakpoint
ALTER TABLE "cash_outs" ADD COLUMN "rule" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bet_minutes" ADD CONSTRAINT "bet_minutes_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_outs" ADD CONSTRAINT "cash_outs_rule" CHECK ("cash_outs"."rule" in (1, 2));--> statement-breakpoint
-- From here on by hand: no schema can say it.
CREATE FUNCTION bet_minute(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc('minute', at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
$$;--> statement-breakpoint
-- What the open bets of a minute are together. No row: there are none.
CREATE FUNCTION remake_bet_minute(of_market text, of_minute timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM bet_minutes n WHERE n.market_id = of_market AND n.minute = of_minute;
  INSERT INTO bet_minutes (market_id, minute, net, highest)
  SELECT of_market, of_minute, array_agg(k.net ORDER BY k.position), array_agg(k.highest ORDER BY k.position)
  FROM (
    SELECT r.position, sum(r.change)::bigint AS net, greatest(0, max(r.running))::bigint AS highest
    FROM (
      SELECT o.position, sum(c.change) AS change,
        sum(sum(c.change)) OVER (PARTITION BY o.position ORDER BY b.placed_at) AS running
      FROM bets b
      JOIN outcomes o ON o.market_id = b.market_id
      CROSS JOIN LATERAL (SELECT CASE WHEN o.id = b.outcome_id THEN b.payout ELSE 0 END - b.stake AS change) c
      -- Bet by bet from the index: the table of all ends of all bets is never read as a whole.
      LEFT JOIN LATERAL (
        SELECT true AS has_ended FROM bet_endings e WHERE e.bet_id = b.id AND e.market_version IS NOT NULL LIMIT 1
      ) e ON true
      WHERE b.market_id = of_market AND b.priced_at IS NOT NULL AND b.placed_at >= of_minute
        AND b.placed_at < of_minute + interval '1 minute' AND e.has_ended IS NULL
      GROUP BY o.position, b.placed_at
    ) r GROUP BY r.position
  ) k HAVING count(*) > 0;
END $$;--> statement-breakpoint
-- Whatever writes bets or their ends keeps the minutes right, so that none of them can forget to. All of it is under the
-- lock of the market.
CREATE FUNCTION add_to_bet_minutes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added record;
BEGIN
  FOR added IN
    SELECT m.market_id, bet_minute(m.placed_at) AS minute, min(m.placed_at) AS first, max(m.placed_at) AS last,
      count(*) AS bets
    FROM made m WHERE m.priced_at IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    -- Several moments, or bets of that moment or later are there: the clock went back, or stood.
    IF added.first < added.last OR added.bets < (
      SELECT count(*) FROM (
        SELECT FROM bets b
        WHERE b.market_id = added.market_id AND b.priced_at IS NOT NULL AND b.placed_at >= added.first
          AND b.placed_at < added.minute + interval '1 minute'
        LIMIT added.bets + 1
      ) b
    ) THEN
      PERFORM remake_bet_minute(added.market_id, added.minute);
    ELSE
      INSERT INTO bet_minutes AS kept (market_id, minute, net, highest)
      SELECT added.market_id, added.minute, array_agg(k.change ORDER BY k.position),
        array_agg(greatest(0, k.change) ORDER BY k.position)
      FROM (
        SELECT o.position, sum(CASE WHEN o.id = m.outcome_id THEN m.payout ELSE 0 END - m.stake)::bigint AS change
        FROM made m JOIN outcomes o ON o.market_id = m.market_id
        WHERE m.market_id = added.market_id AND m.priced_at IS NOT NULL AND m.placed_at = added.first
        GROUP BY o.position
      ) k
      ON CONFLICT (market_id, minute) DO UPDATE SET
        net = array(
          SELECT s.net + s.change FROM unnest(kept.net, excluded.net) WITH ORDINALITY AS s(net, change, place)
          ORDER BY s.place),
        highest = array(
          SELECT greatest(s.highest, s.net + s.change)
          FROM unnest(kept.highest, kept.net, excluded.net) WITH ORDINALITY AS s(highest, net, change, place)
          ORDER BY s.place);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER bets_add_to_minutes AFTER INSERT ON bets REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_bet_minutes();--> statement-breakpoint
CREATE FUNCTION take_from_bet_minutes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended record;
BEGIN
  -- The end of a market ends none of its bets before it.
  IF NOT EXISTS (SELECT FROM made WHERE market_version IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  FOR ended IN
    SELECT DISTINCT b.market_id, bet_minute(b.placed_at) AS minute
    FROM made m
    CROSS JOIN LATERAL (
      SELECT x.market_id, x.placed_at FROM bets x WHERE x.id = m.bet_id AND x.priced_at IS NOT NULL LIMIT 1
    ) b
    WHERE m.market_version IS NOT NULL ORDER BY 1, 2
  LOOP
    PERFORM remake_bet_minute(ended.market_id, ended.minute);
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER bet_endings_take_from_minutes AFTER INSERT ON bet_endings REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION take_from_bet_minutes();--> statement-breakpoint
SELECT remake_bet_minute(s.market_id, s.minute)
FROM (SELECT DISTINCT b.market_id, bet_minute(b.placed_at) AS minute FROM bets b WHERE b.priced_at IS NOT NULL) s;
