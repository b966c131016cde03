import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIRST_DELAYS } from '../in-play/delay.ts';
import { MICRO, microUsdc } from '../money/micro-usdc.ts';
import { IMPORT_ALL } from './import-settings.ts';
import { CAP_SETTINGS, everyGroupCap } from './market-caps.ts';
import {
  type AmountSetting,
  checkSettings,
  DELAY_SETTINGS,
  type DelaySetting,
  raisedAmounts,
  type Settings,
} from './settings.ts';

const usdc = (amount: number) => microUsdc(BigInt(Math.round(amount * Number(MICRO))));

const someSettings = (parts: Partial<Settings> = {}): Settings => ({
  autoImport: false,
  futuresTrading: false,
  ...IMPORT_ALL,
  realTimePrices: true,
  inPlay: true,
  ...FIRST_DELAYS,
  liquidityBudget: usdc(10_000),
  marketCap: usdc(5_000),
  ...everyGroupCap(usdc(500)),
  gameCap: usdc(10_000),
  gameCapInPlay: usdc(10_000),
  comboBudget: usdc(50_000),
  stakeCapLevel0: usdc(100),
  stakeCapLevel1: usdc(1_000),
  stakeCapLevel2: usdc(10_000),
  ...parts,
});

const sentences = (settings: Settings) =>
  Object.fromEntries(Object.entries(checkSettings(settings)).map(([name, { sentence }]) => [name, sentence]));

describe('checkSettings', () => {
  test.each<[string, Partial<Settings>]>([
    ['the usual ones', {}],
    [
      'the least of each',
      {
        liquidityBudget: usdc(1_000),
        marketCap: usdc(100),
        ...everyGroupCap(usdc(10)),
        gameCap: usdc(100),
        gameCapInPlay: usdc(100),
        inPlayDelaySoccer: 5,
        inPlayDelayBasketball: 5,
        inPlayDelayTennis: 5,
        inPlayDelayOther: 5,
        stakeCapLevel0: usdc(0),
        stakeCapLevel1: usdc(0),
        stakeCapLevel2: usdc(0),
      },
    ],
    [
      'the most of each',
      {
        liquidityBudget: usdc(1_000_000),
        marketCap: usdc(1_000_000),
        ...everyGroupCap(usdc(1_000_000)),
        gameCap: usdc(1_000_000),
        gameCapInPlay: usdc(1_000_000),
        inPlayDelaySoccer: 60,
        inPlayDelayBasketball: 60,
        inPlayDelayTennis: 60,
        inPlayDelayOther: 60,
        stakeCapLevel0: usdc(1_000_000),
        stakeCapLevel1: usdc(1_000_000),
        stakeCapLevel2: usdc(1_000_000),
      },
    ],
  ])('finds nothing wrong with %s', (_, parts) => {
    expect(checkSettings(someSettings(parts))).toEqual({});
  });

  test.each<[AmountSetting, number, string]>([
    ['liquidityBudget', 999.99, 'between 1,000.00 and 1,000,000.00'],
    ['liquidityBudget', 1_000_000.01, 'between 1,000.00 and 1,000,000.00'],
    ['liquidityBudget', 2_000.001, 'between 1,000.00 and 1,000,000.00'],
    ['marketCap', 99.99, 'between 100.00 and 1,000,000.00'],
    ...Object.values(CAP_SETTINGS).flatMap((name): [AmountSetting, number, string][] => [
      [name, 9.99, 'between 10.00 and 1,000,000.00'],
      [name, 1_000_000.01, 'between 10.00 and 1,000,000.00'],
      [name, 20.001, 'between 10.00 and 1,000,000.00'],
    ]),
    ['gameCap', 1_000_000.01, 'between 100.00 and 1,000,000.00'],
    ['gameCapInPlay', 99.99, 'between 100.00 and 1,000,000.00'],
    ['gameCapInPlay', 1_000_000.01, 'between 100.00 and 1,000,000.00'],
    ['stakeCapLevel0', -0.01, 'between 0.00 and 1,000,000.00'],
    ['stakeCapLevel1', 1_000_000.01, 'between 0.00 and 1,000,000.00'],
    ['stakeCapLevel2', 0.001, 'between 0.00 and 1,000,000.00'],
  ])('refuses %s %s and names the range', (name, amount, range) => {
    expect(sentences(someSettings({ [name]: usdc(amount) }))).toEqual({
      [name]: `Enter an amount ${range} USDC.`,
    });
  });

  const delayRange = 'Enter a whole number of seconds from 5 to 60.';

  test.each<[DelaySetting, number]>([
    ['inPlayDelaySoccer', 4],
    ['inPlayDelayBasketball', 61],
    ['inPlayDelayTennis', 8.5],
    ['inPlayDelayOther', -8],
    ['inPlayDelaySoccer', Number.NaN],
    ['inPlayDelayTennis', Number.POSITIVE_INFINITY],
  ])('refuses %s of %d s', (name, seconds) => {
    expect(sentences(someSettings({ [name]: seconds }))).toEqual({ [name]: delayRange });
  });

  test('takes exactly the whole seconds from 5 to 60 as each delay', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DELAY_SETTINGS),
        fc.oneof(fc.integer({ min: -70, max: 130 }), fc.double({ min: 0, max: 70 })),
        (name, seconds) => {
          const isTaken = Array.from({ length: 56 }, (_, i) => 5 + i).includes(seconds);
          expect(sentences(someSettings({ [name]: seconds }))).toEqual(isTaken ? {} : { [name]: delayRange });
        },
      ),
      runs(300),
    );
  });

  test('reports each wrong delay by its own field', () => {
    expect(
      Object.keys(
        sentences(someSettings(Object.fromEntries(DELAY_SETTINGS.map((name) => [name, 0])))),
      ).sort(),
    ).toEqual([...DELAY_SETTINGS].sort());
  });

  test('requires a game’s cap to be at least a market’s', () => {
    const settings = someSettings({ marketCap: usdc(5_000.01), gameCap: usdc(5_000) });
    expect(sentences(settings)).toEqual({
      gameCap: "A game's cap can't be below the cap of one of its markets.",
    });
  });

  test('reports one problem per field', () => {
    expect(sentences(someSettings({ gameCap: usdc(1) })).gameCap).toContain('Enter an amount');
  });
});

describe('raisedAmounts', () => {
  test('returns exactly the raised amounts', () => {
    const before = someSettings();
    const after = someSettings({
      autoImport: true,
      marketCap: usdc(5_000.01),
      gameCap: usdc(9_000),
      stakeCapLevel2: usdc(20_000),
    });
    expect(raisedAmounts({ before, after })).toEqual(['marketCap', 'stakeCapLevel2']);
    expect(raisedAmounts({ before, after: before })).toEqual([]);
  });

  test.each(Object.values(CAP_SETTINGS))('counts the cap of one group: %s', (name) => {
    const before = someSettings();
    const after = { ...someSettings(everyGroupCap(usdc(499.99))), [name]: usdc(500.01) };
    expect(raisedAmounts({ before, after })).toEqual([name]);
  });

  test('counts the cap of a game in play, and no delay', () => {
    const before = someSettings();
    const after = someSettings({ gameCapInPlay: usdc(10_000.01), inPlayDelaySoccer: 60 });
    expect(raisedAmounts({ before, after })).toEqual(['gameCapInPlay']);
  });
});
