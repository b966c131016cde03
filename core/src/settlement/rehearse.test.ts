import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { betFresh, freshBooks, orders } from '@tallystone/testkit/rules/books.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeBalances } from '../ledger/balance.ts';
import { betEntry } from '../ledger/bet-entry.ts';
import { faucetGrantEntry } from '../ledger/faucet-grant-entry.ts';
import { marketOpenEntry } from '../ledger/market-open-entry.ts';
import { marketRemainderEntry } from '../ledger/market-remainder-entry.ts';
import { settlementEntry } from '../ledger/settlement-entry.ts';
import { CENT, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { payoutOf } from '../odds/payout.ts';
import { type EndingMarket, type Rehearsal, rehearsalHash, rehearse } from './rehearse.ts';
import type { MarketResult } from './result.ts';
import { settleBet } from './settle-bet.ts';

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);
const isVoid: MarketResult = { kind: 'void' };
const won = (...outcomeIds: string[]): MarketResult => ({ kind: 'won', outcomeIds });

/** 2 bets on yes, 1 on no, none on the draw. A bet of 5 was cashed out for 10. */
const market: EndingMarket = {
  marketId: 'm_x',
  version: 4,
  winners: 1,
  open: [
    { outcomeId: 'o_yes', bets: 2, stakes: usd(100), payouts: usd(180) },
    { outcomeId: 'o_no', bets: 1, stakes: usd(40), payouts: usd(110) },
    { outcomeId: 'o_draw', bets: 0, stakes: usd(0), payouts: usd(0) },
  ],
  escrow: usd(1_135),
  funded: usd(1_000),
};

/** A double chance: 3 bets on the first outcome, 2 on the second. A bet of 10 was cashed out for 40. */
const double: EndingMarket = {
  marketId: 'm_x',
  version: 4,
  winners: 2,
  open: [
    { outcomeId: 'o_1x', bets: 3, stakes: usd(110), payouts: usd(150) },
    { outcomeId: 'o_12', bets: 2, stakes: usd(90), payouts: usd(135) },
    { outcomeId: 'o_x2', bets: 0, stakes: usd(0), payouts: usd(0) },
  ],
  escrow: usd(1_170),
  funded: usd(1_000),
};

describe('settleBet', () => {
  const bet = { outcomeId: 'o_yes', stake: usd(10), payout: usd(19) };

  test.each([
    ['won', won('o_yes'), 19],
    ['lost', won('o_no'), 0],
    ['won', won('o_yes', 'o_no'), 19],
    ['won', won('o_draw', 'o_yes'), 19],
    ['lost', won('o_no', 'o_draw'), 0],
    ['void', isVoid, 10],
  ] as const)('%s', (result, of, paid) => {
    expect(settleBet(bet, of)).toEqual({ result, paid: usd(paid) });
  });
});

describe('rehearse', () => {
  test.each<[string, MarketResult, { paidBets: number; paid: number; toPool: number; houseResult: number }]>([
    ['yes', won('o_yes'), { paidBets: 2, paid: 180, toPool: 955, houseResult: -45 }],
    ['no', won('o_no'), { paidBets: 1, paid: 110, toPool: 1_025, houseResult: 25 }],
    ['the draw', won('o_draw'), { paidBets: 0, paid: 0, toPool: 1_135, houseResult: 135 }],
    ['a void', isVoid, { paidBets: 3, paid: 140, toPool: 995, houseResult: -5 }],
  ])('%s', (_, result, { paidBets, paid, toPool, houseResult }) => {
    expect(rehearse(market, result)).toEqual({
      marketId: 'm_x',
      version: 4,
      result,
      bets: 3,
      paidBets,
      paid: usd(paid),
      escrow: usd(1_135),
      toPool: usd(toPool),
      houseResult: usd(houseResult),
    });
  });

  test('of a market without bets returns everything to the pool', () => {
    const open = market.open.map((each) => ({ ...each, bets: 0, stakes: usd(0), payouts: usd(0) }));
    expect(rehearse({ ...market, open, escrow: usd(1_000) }, isVoid)).toMatchObject({
      paid: 0n,
      toPool: usd(1_000),
      houseResult: 0n,
    });
  });

  test.each<[string, EndingMarket, string[]]>([
    ['another market’s outcome', market, ['o_other']],
    ['no winner', market, []],
    ['two winners where one wins', market, ['o_yes', 'o_no']],
    ['one winner twice where one wins', market, ['o_yes', 'o_yes']],
    ['a winner and another market’s', market, ['o_yes', 'o_other']],
    ['one winner where two win', double, ['o_12']],
    ['one winner twice where two win', double, ['o_12', 'o_12']],
    ['three winners where two win', double, ['o_1x', 'o_12', 'o_x2']],
    ['a winner and another market’s where two win', double, ['o_1x', 'o_other']],
    ['two winners and another market’s', double, ['o_1x', 'o_12', 'o_other']],
  ])('throws for %s', (_, ending, outcomeIds) => {
    expect(() => rehearse(ending, won(...outcomeIds))).toThrow(
      new RangeError(
        `market m_x ends with ${ending.winners} of its outcomes, not with ${outcomeIds.join(', ')}`,
      ),
    );
  });

  test.each<[string, MarketResult, { paidBets: number; paid: number; toPool: number; houseResult: number }]>([
    ['the home side', won('o_1x', 'o_12'), { paidBets: 5, paid: 285, toPool: 885, houseResult: -115 }],
    ['the draw', won('o_1x', 'o_x2'), { paidBets: 3, paid: 150, toPool: 1_020, houseResult: 20 }],
    ['the other side', won('o_12', 'o_x2'), { paidBets: 2, paid: 135, toPool: 1_035, houseResult: 35 }],
    ['a void', isVoid, { paidBets: 5, paid: 200, toPool: 970, houseResult: -30 }],
  ])('of a double chance pays both winners: %s', (_, result, { paidBets, paid, toPool, houseResult }) => {
    expect(rehearse(double, result)).toEqual({
      marketId: 'm_x',
      version: 4,
      result,
      bets: 5,
      paidBets,
      paid: usd(paid),
      escrow: usd(1_170),
      toPool: usd(toPool),
      houseResult: usd(houseResult),
    });
  });

  test('names the winners in the market’s order, in whichever they are given', () => {
    const [given, turned] = [won('o_12', 'o_x2'), won('o_x2', 'o_12')].map((each) => rehearse(double, each));
    expect(turned).toEqual(given);
    expect(turned?.result).toEqual(won('o_12', 'o_x2'));
  });

  test('throws if the escrow can pay each winner but not both', () => {
    const held = (escrow: MicroUsdc) => rehearse({ ...double, escrow }, won('o_1x', 'o_12'));
    expect(held(usd(285)).toPool).toBe(0n);
    expect(() => held(microUsdc(usd(285) - 1n))).toThrow('holds 284999999 micro-USDC and owes 285000000');
  });

  test('throws if the escrow can’t pay everyone, but may pay its last micro-USDC', () => {
    const held = (escrow: MicroUsdc) => rehearse({ ...market, escrow }, won('o_yes'));
    expect(held(usd(180)).toPool).toBe(0n);
    expect(() => held(microUsdc(usd(180) - 1n))).toThrow('holds 179999999 micro-USDC and owes 180000000');
    expect(() => rehearse({ ...market, escrow: usd(139.99) }, isVoid)).toThrow(RangeError);
  });

  test('agrees with settling bet by bet, and the books add up to the same', () => {
    let paidBets = 0;
    fc.assert(
      fc.property(
        freshBooks,
        fc.array(fc.record({ order: orders, user: fc.nat(3) }), { maxLength: 20 }),
        fc.nat(6),
        (fresh, plan, ending) => {
          let book = fresh;
          const bets: { userId: string; outcomeId: string; stake: MicroUsdc; payout: MicroUsdc }[] = [];
          for (const { order, user } of plan) {
            const bet = betFresh(book, order);
            if (bet === null) continue;
            book = bet.after;
            bets.push({
              userId: `u${user}`,
              outcomeId: String(bet.outcome),
              stake: bet.stake,
              payout: payoutOf(bet),
            });
          }
          const marketId = 'm';
          const result = ending < book.openReturns.length ? won(String(ending)) : isVoid;
          const escrow = microUsdc(book.lossBudget + book.received);
          const sumOf = (of: typeof bets, what: 'stake' | 'payout') =>
            microUsdc(of.reduce((sum, bet) => sum + bet[what], 0n));
          const open = book.openReturns.map((_, outcome) => {
            const on = bets.filter(({ outcomeId }) => outcomeId === String(outcome));
            return {
              outcomeId: String(outcome),
              bets: on.length,
              stakes: sumOf(on, 'stake'),
              payouts: sumOf(on, 'payout'),
            };
          });
          const rehearsal = rehearse(
            { marketId, version: 1, winners: 1, open, escrow, funded: book.lossBudget },
            result,
          );

          const payments = bets
            .map((bet) => ({ userId: bet.userId, amount: settleBet(bet, result).paid }))
            .filter(({ amount }) => amount > 0n);
          expect(rehearsal.paidBets).toBe(payments.length);
          expect(rehearsal.paid).toBe(payments.reduce((sum, { amount }) => sum + amount, 0n));
          expect(rehearsal.bets).toBe(bets.length);
          expect(rehearsal.paid + rehearsal.toPool).toBe(rehearsal.escrow);
          paidBets += payments.length;

          const before = [
            marketOpenEntry({ marketId, amount: book.lossBudget }),
            ...['u0', 'u1', 'u2', 'u3'].map((userId) => faucetGrantEntry({ userId, amount: usd(1e9) })),
            ...bets.map(({ userId, stake }) => betEntry({ userId, marketId, stake })),
          ];
          const after = computeBalances([
            ...before,
            ...(payments.length === 0 ? [] : [settlementEntry({ marketId, payments })]),
            ...(rehearsal.toPool === 0n
              ? []
              : [marketRemainderEntry({ marketId, amount: rehearsal.toPool })]),
          ]);
          expect(computeBalances(before).get('escrow:m')).toBe(escrow);
          expect(after.get('escrow:m')).toBe(0n);
          expect(after.get('pool')).toBe(rehearsal.houseResult);
          expect([...after.values()].reduce((sum, each) => sum + each, 0n)).toBe(0n);
        },
      ),
      runs(300),
    );
    expect(paidBets).toBeGreaterThan(300);
  });
});

describe('rehearsalHash', () => {
  test('is the SHA-256 of all of the rehearsal’s fields', () => {
    const rehearsal = rehearse(market, won('o_yes'));
    expect(rehearsalHash(rehearsal)).toMatch(/^[0-9a-f]{64}$/);
    expect(rehearsalHash({ ...rehearsal })).toBe(rehearsalHash(rehearsal));
  });

  test('of one winner and of a void is what it was before markets had several winners', () => {
    expect(rehearsalHash(rehearse(market, won('o_yes')))).toBe(
      'f02514d602e4ed35d4e5eeeb40bbb621d719da85ad6f5b47715426d728f64fe1',
    );
    expect(rehearsalHash(rehearse(market, isVoid))).toBe(
      'a73c933e2738c0ef39dff0536eb88d80b81c5fc99531dce2a45a598173436022',
    );
  });

  test('of two winners is the SHA-256 of both in order, and stays the same', () => {
    const rehearsal = rehearse(double, won('o_1x', 'o_12'));
    const text = 'm_x|4|o_1x+o_12|5|5|285000000|1170000000|885000000|-115000000';
    expect(rehearsalHash(rehearsal)).toBe(bytesToHex(sha256(utf8ToBytes(text))));
    const turned = { ...rehearsal, result: won('o_12', 'o_1x') };
    expect(rehearsalHash(turned)).not.toBe(rehearsalHash(rehearsal));
  });

  test('changes with each of its parts', () => {
    const rehearsal = rehearse(market, won('o_yes'));
    const others: Rehearsal[] = [
      { ...rehearsal, marketId: 'm_y' },
      { ...rehearsal, version: 5 },
      { ...rehearsal, result: won('o_no') },
      { ...rehearsal, result: won('o_yes', 'o_no') },
      { ...rehearsal, result: isVoid },
      { ...rehearsal, bets: 4 },
      { ...rehearsal, paidBets: 1 },
      { ...rehearsal, paid: microUsdc(rehearsal.paid + 1n) },
      { ...rehearsal, escrow: microUsdc(rehearsal.escrow + 1n) },
      { ...rehearsal, toPool: microUsdc(rehearsal.toPool + 1n) },
      { ...rehearsal, houseResult: microUsdc(rehearsal.houseResult + 1n) },
    ];
    const hashes = [rehearsal, ...others].map(rehearsalHash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test('separates its fields, so digits can’t move between them', () => {
    const rehearsal = rehearse(market, won('o_yes'));
    const hashes = [
      { ...rehearsal, bets: 11, paidBets: 1 },
      { ...rehearsal, bets: 1, paidBets: 11 },
    ].map(rehearsalHash);
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});
