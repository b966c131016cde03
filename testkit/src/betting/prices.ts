import type { Db } from '@tallystone/api/db/db.ts';
import { col, type Row, rows } from '@tallystone/api/db/rows.ts';
import { priceText } from '@tallystone/api/markets/record-price.ts';
import type { Millionths } from '@tallystone/core/markets/price-point';
import { sql } from 'drizzle-orm';

/** A price and its version and time. */
export interface TestPoint {
  readonly version: number;
  readonly at: Date;
  readonly price: Millionths;
}

const PRICE = col.list(col.number.orNull);
const CANDLE = {
  step: col.oneOf(['minute', 'hour', 'day']),
  starts_at: col.iso,
  open: PRICE,
  high: PRICE,
  low: PRICE,
  close: PRICE,
  version: col.whole,
  at: col.iso,
};
export type TestCandle = Omit<Row<typeof CANDLE>, 'open' | 'high' | 'low' | 'close'> &
  Readonly<Record<'open' | 'high' | 'low' | 'close', Millionths>>;

/** Stores price points as bets would have made them. */
export async function insertPoints(db: Db, marketId: string, points: readonly TestPoint[]): Promise<void> {
  const given = points.map(({ version, at, price }) => ({
    version,
    at: at.toISOString(),
    price: priceText(price),
  }));
  await db.execute(sql`
    insert into price_points (market_id, version, at, price)
    select ${marketId}, version, at, price::integer[]
    from json_to_recordset(${JSON.stringify(given)}::json) as p(version bigint, at timestamptz, price text)`);
}

export async function listPoints(db: Db, marketId: string): Promise<TestPoint[]> {
  return rows(
    db,
    { version: col.whole, at: col.date, price: col.list(col.number.orNull) },
    sql`
      select p.version::text, p.at, to_json(p.price) as price from price_points p
      -- Qualified, because the bare name would mean the selected text.
      where p.market_id = ${marketId} order by p.version`,
  );
}

/** Ordered by step and time. */
export async function listCandles(db: Db, marketId: string): Promise<TestCandle[]> {
  const candles = await rows(
    db,
    CANDLE,
    sql`
      select step, starts_at, to_json(open) as open, to_json(high) as high, to_json(low) as low,
        to_json(close) as close, version::text, at
      from price_candles where market_id = ${marketId}`,
  );
  return inOrder(candles);
}

const STEP_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Calculates the candles point by point in plain JavaScript, from the market's opening price. */
export function candlesByHand(points: readonly TestPoint[], opening: Millionths): TestCandle[] {
  const candles = new Map<string, TestCandle>();
  for (const step of ['minute', 'hour', 'day'] as const) {
    let held = opening;
    for (const { version, at, price } of points) {
      const starts_at = new Date(Math.floor(at.getTime() / STEP_MS[step]) * STEP_MS[step]).toISOString();
      const key = `${step} ${starts_at}`;
      const { open, high, low } = candles.get(key) ?? { open: held, high: held, low: held };
      candles.set(key, {
        step,
        starts_at,
        open,
        high: each(high, price, Math.max),
        low: each(low, price, Math.min),
        close: price,
        version,
        at: at.toISOString(),
      });
      held = price;
    }
  }
  return inOrder([...candles.values()]);
}

/** Per outcome; if one has no price, the other counts. */
function each(a: Millionths, b: Millionths, choose: (a: number, b: number) => number): Millionths {
  return a.map((left, place) => {
    const right = b[place] ?? null;
    return left === null || right === null ? (left ?? right) : choose(left, right);
  });
}

function inOrder(candles: readonly TestCandle[]): TestCandle[] {
  const keyOf = ({ step, starts_at }: TestCandle) => `${step} ${starts_at}`;
  return [...candles].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
