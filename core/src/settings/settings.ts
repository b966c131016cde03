import { DELAY_SECONDS, DELAYED_SPORTS, type DelayedSport, delaySetting } from '../in-play/delay.ts';
import { formatUsdc } from '../money/format-usdc.ts';
import { CENT, MICRO, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { usdcToNumber } from '../money/usdc-number.ts';
import { MIN_LOSS_BUDGET } from '../odds/lmsr.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';
import { SETTINGS } from '../sentences/settings.ts';
import { everyGroupCap } from './market-caps.ts';

/** The settings of the whole product. Amounts are micro-USDC in whole cents. */
export interface Settings {
  /** New games of top leagues are imported automatically. */
  readonly autoImport: boolean;
  /** Markets may end more than 30 days ahead. */
  readonly futuresTrading: boolean;
  /** Which markets of a game are imported besides those on its result: import-settings.ts. */
  readonly importTotals: boolean;
  readonly importHandicaps: boolean;
  readonly importBothScore: boolean;
  readonly importOddEven: boolean;
  readonly importCorrectScores: boolean;
  readonly importPlayers: boolean;
  readonly importPeriods: boolean;
  readonly importOthers: boolean;
  /** The odds of imported markets follow the feed. */
  readonly realTimePrices: boolean;
  /** Games whose markets the feed offers in play go in play when they start. */
  readonly inPlay: boolean;
  /** How long bets in play wait, in seconds: in-play/delay.ts. It applies to games that go in play from then on. */
  readonly inPlayDelaySoccer: number;
  readonly inPlayDelayBasketball: number;
  readonly inPlayDelayTennis: number;
  readonly inPlayDelayOther: number;
  /** The most the house may lose on a new market of the market maker. */
  readonly liquidityBudget: MicroUsdc;
  /** The most the house may lose on a newly imported main market of a game. */
  readonly marketCap: MicroUsdc;
  /**
   * The most it may lose on each other newly imported market of a game, by its group: market-caps.ts. A game has dozens, and each
   * with a bet has its cap in escrow.
   */
  readonly resultsCap: MicroUsdc;
  readonly totalsCap: MicroUsdc;
  readonly handicapsCap: MicroUsdc;
  readonly bothScoreCap: MicroUsdc;
  readonly oddEvenCap: MicroUsdc;
  readonly correctScoresCap: MicroUsdc;
  readonly playersCap: MicroUsdc;
  readonly periodsCap: MicroUsdc;
  readonly othersCap: MicroUsdc;
  /** The most the house may lose on all markets of a newly imported game together. */
  readonly gameCap: MicroUsdc;
  /** The most it may lose on all markets of a game in play together, besides those from before its start. */
  readonly gameCapInPlay: MicroUsdc;
  /** The most the house may add to the stakes of all open combos together. One combo may use a hundredth of it. */
  readonly comboBudget: MicroUsdc;
  /** The most a user of the level may stake in a UTC day, unless the user has an own cap. */
  readonly stakeCapLevel0: MicroUsdc;
  readonly stakeCapLevel1: MicroUsdc;
  readonly stakeCapLevel2: MicroUsdc;
}

export type AmountSetting = {
  [K in keyof Settings]: Settings[K] extends bigint ? K : never;
}[keyof Settings];

/** The settings that are seconds. */
export type DelaySetting = `inPlayDelay${DelayedSport}`;
export const DELAY_SETTINGS: readonly DelaySetting[] = DELAYED_SPORTS.map(delaySetting);

/** The problem of a delay outside its range. */
export const delayProblem = (): Message =>
  sayOf(SETTINGS, 'delay-range', { min: DELAY_SECONDS.min, max: DELAY_SECONDS.max });

const MILLION = microUsdc(1_000_000n * MICRO);

/** The range of each amount, micro-USDC, inclusive. */
export const SETTING_RANGES: Readonly<Record<AmountSetting, { min: MicroUsdc; max: MicroUsdc }>> = {
  liquidityBudget: { min: MIN_LOSS_BUDGET, max: MILLION },
  marketCap: { min: microUsdc(100n * MICRO), max: MILLION },
  ...everyGroupCap({ min: microUsdc(10n * MICRO), max: MILLION }),
  gameCap: { min: microUsdc(100n * MICRO), max: MILLION },
  gameCapInPlay: { min: microUsdc(100n * MICRO), max: MILLION },
  comboBudget: { min: microUsdc(0n), max: MILLION },
  stakeCapLevel0: { min: microUsdc(0n), max: MILLION },
  stakeCapLevel1: { min: microUsdc(0n), max: MILLION },
  stakeCapLevel2: { min: microUsdc(0n), max: MILLION },
};

/** An amount's range for people: USDC with commas between thousands. */
export function shownRange(name: AmountSetting): { min: string; max: string } {
  const { min, max } = SETTING_RANGES[name];
  return { min: withCommas(formatUsdc(min)), max: withCommas(formatUsdc(max)) };
}

function withCommas(text: string): string {
  return text.replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** The problem of an amount outside its range. */
export function rangeProblem(name: AmountSetting): Message {
  const { min, max } = SETTING_RANGES[name];
  return sayOf(SETTINGS, 'amount-range', { min: usdcToNumber(min), max: usdcToNumber(max) });
}

/**
 * The problem of each invalid setting; empty when all are valid.
 *
 * @see docs/design/fixed-values.md#markets
 */
export function checkSettings(settings: Settings): Partial<Record<keyof Settings, Message>> {
  const problems: Partial<Record<keyof Settings, Message>> = {};
  for (const [name, { min, max }] of Object.entries(SETTING_RANGES) as [
    AmountSetting,
    { min: MicroUsdc; max: MicroUsdc },
  ][]) {
    const amount = settings[name];
    if (amount < min || amount > max || amount % CENT !== 0n) problems[name] = rangeProblem(name);
  }
  for (const name of DELAY_SETTINGS) if (!isDelay(settings[name])) problems[name] = delayProblem();
  if (problems.gameCap === undefined && settings.gameCap < settings.marketCap)
    problems.gameCap = sayOf(SETTINGS, 'game-cap-below-market-cap');
  return problems;
}

const isDelay = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= DELAY_SECONDS.min && seconds <= DELAY_SECONDS.max;

/** The amounts that were raised: in live mode a raise needs two admins. */
export function raisedAmounts({ before, after }: { before: Settings; after: Settings }): AmountSetting[] {
  return (Object.keys(SETTING_RANGES) as AmountSetting[]).filter((name) => after[name] > before[name]);
}
