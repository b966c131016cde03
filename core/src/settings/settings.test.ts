import { describe, expect, test } from 'vitest';
import { MICRO, microUsdc } from '../money/micro-usdc.ts';
import { IMPORT_ALL } from './import-settings.ts';
import { type AmountSetting, checkSettings, raisedAmounts, type Settings } from './settings.ts';

const usdc = (amount: number) => microUsdc(BigInt(Math.round(amount * Number(MICRO))));

const someSettings = (parts: Partial<Settings> = {}): Settings => ({
  autoImport: false,
  futuresTrading: false,
  ...IMPORT_ALL,
  realTimePrices: true,
  liquidityBudget: usdc(10_000),
  marketCap: usdc(5_000),
  sideMarketCap: usdc(500),
  gameCap: usdc(10_000),
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
        gameCap: usdc(100),
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
        gameCap: usdc(1_000_000),
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
    ['gameCap', 1_000_000.01, 'between 100.00 and 1,000,000.00'],
    ['stakeCapLevel0', -0.01, 'between 0.00 and 1,000,000.00'],
    ['stakeCapLevel1', 1_000_000.01, 'between 0.00 and 1,000,000.00'],
    ['stakeCapLevel2', 0.001, 'between 0.00 and 1,000,000.00'],
  ])('refuses %s %s and names the range', (name, amount, range) => {
    expect(sentences(someSettings({ [name]: usdc(amount) }))).toEqual({
      [name]: `Enter an amount ${range} USDC.`,
    });
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
});
