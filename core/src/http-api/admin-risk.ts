import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { MARKET_GROUPS } from './market-group.ts';
import { categorySchema } from './markets.ts';

/**
 * The markets that figures are about. By game: `gameId` and `title`, with `inPlay` for the game after its start, or `marketId`
 * and `title` of a market of our own. By league: `league` and `subcategory`. By day: `day`. By market type: `group`. Markets of
 * our own have `category` in place of a league and a group.
 */
const riskGroupSchema = z.object({
  gameId: z.optional(z.string()),
  inPlay: z.optional(z.literal(true)),
  marketId: z.optional(z.string()),
  title: z.optional(z.string()),
  /** Its name with its country; empty if the feed names none. */
  league: z.optional(z.string()),
  subcategory: z.optional(z.string()),
  /** The UTC day on which betting ends, `yyyy-mm-dd`. */
  day: z.optional(z.string()),
  group: z.optional(z.enum(MARKET_GROUPS)),
  category: z.optional(categorySchema),
});
export type RiskGroup = z.infer<typeof riskGroupSchema>;

const exposureLineSchema = z.extend(riskGroupSchema, {
  /** The stakes of open bets, USDC. Pending live bets aren't among them. */
  openStakes: z.number(),
  /**
   * What the house loses at most, USDC: the sum of the worst case of each market, whichever outcomes win or if it is void, and
   * whichever pending bets stay.
   */
  worstCase: z.number(),
  /** Bets that haven't ended. */
  bets: z.number(),
  /** Unsettled markets with stakes. */
  markets: z.number(),
  /**
   * By game: the most that the house may still lose on all markets of the game together, after what those that ended lost, or on the
   * market of our own.
   */
  cap: z.optional(z.number()),
});
export type WireExposureLine = z.infer<typeof exposureLineSchema>;

/** Groups with the largest worst case first, at most 200, and how many were left out. */
const exposureGroupsSchema = z.object({ lines: z.array(exposureLineSchema), left: z.number() });

/** What the house has at risk now, in four groupings of the same markets. */
export const exposureSchema = z.object({
  game: exposureGroupsSchema,
  league: exposureGroupsSchema,
  day: exposureGroupsSchema,
  type: exposureGroupsSchema,
  /** All of these markets. */
  total: z.object({ openStakes: z.number(), worstCase: z.number(), bets: z.number(), markets: z.number() }),
  /**
   * The open combos, which are on several games and in none of the groups: their stakes, what the house has added to them, which
   * it loses if all of them win, their number, and the budget. All are held in the account of the combos.
   */
  combos: z.object({ openStakes: z.number(), worstCase: z.number(), bets: z.number(), cap: z.number() }),
});
export type WireExposure = z.infer<typeof exposureSchema>;

const marginFigures = {
  /** The stakes of the bets, USDC. */
  turnover: z.number(),
  /** What the house kept: stakes minus what was paid, USDC. */
  kept: z.number(),
  bets: z.number(),
  /**
   * What the odds promised to keep, USDC, by the feed's odds when each bet was placed; of the bets for which these are stored, and
   * their stakes and number. The other bets are those on markets of our own.
   */
  promised: z.number(),
  promisedTurnover: z.number(),
  promisedBets: z.number(),
  /** The standard error of `kept / turnover`, a share of 1, with each game as one observation; null for a single one. */
  standardError: z.nullable(z.number()),
};

const marginLineSchema = z.extend(riskGroupSchema, marginFigures);

/** Groups with the largest turnover first, at most 200, and how many were left out. */
const marginGroupsSchema = z.object({ lines: z.array(marginLineSchema), left: z.number() });

const marginsSchema = z.object({
  /** The first and last UTC day. */
  from: z.string(),
  to: z.string(),
  game: marginGroupsSchema,
  league: marginGroupsSchema,
  day: marginGroupsSchema,
  type: marginGroupsSchema,
  /** All of these markets, and the combos that ended, which are in none of the groups. */
  total: z.object(marginFigures),
  combos: z.object(marginFigures),
  /** Bets and combos whose stakes were returned. They are in no figure. */
  refunded: z.number(),
});
export type WireMargins = z.infer<typeof marginsSchema>;

export const riskEndpoints = {
  getMargins: {
    method: 'GET',
    path: '/api/admin/margins',
    access: 'admin',
    summary:
      'Returns, by game, league, day and market type, what the odds promised the house and what it kept on the markets and combos that ended on some days. Without days: the last 30.',
    query: z.strictObject({
      /** First and last UTC day as `yyyy-mm-dd`, both included; `start` is the day of the first bet. At most 366 days. */
      from: z.optional(z.string().check(z.maxLength(10))),
      to: z.optional(z.string().check(z.maxLength(10))),
    }),
    response: marginsSchema,
  },
} as const satisfies Record<string, Endpoint>;
