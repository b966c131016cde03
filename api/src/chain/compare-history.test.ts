import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { expect, test } from 'vitest';
import { compareHistory } from './compare-history.ts';
import { describeDifference, describeEvents } from './describe-difference.ts';
import type { ChainLog } from './escrow-chain.ts';
import { findOtherMoney, moneyOf } from './money-of.ts';

const ESCROW: Hex = `0x${'e'.repeat(40)}`;
const BETTOR: Hex = `0x${'b'.repeat(40)}`;
const idOf = (prefix: 'm_' | 'b_', digit: string) => `${prefix}${digit.repeat(20)}`;
const market = (digit: string) => chainIdOf(idOf('m_', digit));
const hash = (digit: string): Hex => `0x${digit.repeat(64)}`;

/** Default place of an event; tests override parts of it. */
const at = (block: bigint, txHash: Hex, logIndex = 0) => ({ block, blockHash: hash('0'), txHash, logIndex });

const deposit = (value: bigint, place: ReturnType<typeof at>): ChainLog => ({
  name: 'Transfer',
  args: { from: BETTOR, to: ESCROW, value },
  ...place,
});
const paid = (bet: string, amount: bigint, place: ReturnType<typeof at>): ChainLog => ({
  name: 'BetPaid',
  args: { betId: chainIdOf(idOf('b_', bet)), marketId: market('a'), bettor: BETTOR, amount },
  ...place,
});
const sent = (value: bigint, place: ReturnType<typeof at>): ChainLog => ({
  name: 'Transfer',
  args: { from: ESCROW, to: BETTOR, value },
  ...place,
});
const limits = (id: string, maxOdds: bigint, place: ReturnType<typeof at>): ChainLog => ({
  name: 'MarketLimitsChanged',
  args: { marketId: market(id), maxHouseLoss: 1n, maxOdds },
  ...place,
});
const voided = (id: string, place: ReturnType<typeof at>): ChainLog => ({
  name: 'MarketVoided',
  args: { marketId: market(id), owed: 0n },
  ...place,
});
const compare = (kept: readonly ChainLog[], now: readonly ChainLog[]) =>
  compareHistory(
    kept.map((log) => ({ log })),
    now,
  );

test('independent events are the same in any order, with new ones between them, and each counts once', () => {
  const [one, two] = [deposit(5n, at(1n, hash('1'))), deposit(5n, at(2n, hash('2')))];
  const again = deposit(5n, at(9n, hash('2')));
  const between = deposit(5n, at(8n, hash('3')));
  const twice = deposit(5n, at(9n, hash('2'), 1));
  const compared = compare([one, two], [again, between, { ...one, block: 9n }, twice]);
  expect(compared).toMatchObject({ kind: 'same', added: [between, twice] });
  if (compared.kind !== 'same') return expect.unreachable();
  expect(compared.moves.map(({ kept, now }) => [kept.log.block, now.block])).toEqual([
    [1n, 9n],
    [2n, 9n],
  ]);
});

test('events about the state of a market must keep their order, independent of other markets', () => {
  const [low, high] = [limits('a', 2n, at(1n, hash('1'))), limits('a', 9n, at(2n, hash('2')))];
  const other = limits('c', 3n, at(1n, hash('3')));
  expect(compare([low, other, high], [other, low, high])).toMatchObject({ kind: 'same' });
  expect(compare([low, high], [high, low])).toMatchObject({ kind: 'differs', outOfOrder: [high, low] });
  // A new event before the last booked one would be applied after it.
  expect(compare([high], [low, high])).toMatchObject({ kind: 'differs', outOfOrder: [low, high] });
  expect(compare([low], [low, high])).toMatchObject({ kind: 'same', added: [high] });
});

test('gone, changed and new events are listed with their amounts and the difference of the balance', () => {
  const kept = [
    deposit(5_000_000n, at(1n, hash('1'))),
    sent(8_000_000n, at(2n, hash('2'))),
    paid('d', 8_000_000n, at(2n, hash('2'), 1)),
  ];
  const now = [
    sent(7_000_000n, at(3n, hash('2'))),
    paid('d', 7_000_000n, at(3n, hash('2'), 1)),
    deposit(1_000_000n, at(4n, hash('4'))),
  ];
  const compared = compare(kept, now);
  if (compared.kind === 'same') return expect.unreachable();
  const payout = (amount: string, block: number) =>
    `the payout of ${amount} USDC for the bet ${idOf('b_', 'd')} to ${BETTOR}, in ${hash('2')} of block ${block}`;
  expect(describeDifference(compared, { was: moneyOf(kept, ESCROW), is: moneyOf(now, ESCROW) })).toEqual([
    `Gone: a deposit of 5.00 USDC from ${BETTOR}, in ${hash('1')} of block 1. The books count it to the house's pool; the contract does not hold it.`,
    `Changed: ${payout('8.00', 2)} is now: ${payout('7.00', 3)}. The books count on the first.`,
    `New: a deposit of 1.00 USDC from ${BETTOR}, in ${hash('4')} of block 4. The books do not know it.`,
    'By these events the contract holds 3.00 USDC less than the books say.',
  ]);
});

test('a booked deposit that a new bet now explains is reported as other money', () => {
  const place = at(1n, hash('1'));
  const placed: ChainLog = {
    name: 'BetPlaced',
    args: {
      betId: chainIdOf(idOf('b_', 'd')),
      marketId: market('a'),
      bettor: BETTOR,
      outcome: 0,
      stake: 5_000_000n,
      payout: 9_500_000n,
    },
    ...at(2n, hash('1'), 1),
  };
  const kept = [deposit(5_000_000n, place), deposit(1_000_000n, at(1n, hash('2')))];
  const now = [
    deposit(5_000_000n, at(2n, hash('1'))),
    placed,
    deposit(1_000_000n, at(3n, hash('2'))),
    deposit(2_000_000n, at(3n, hash('3'))),
  ];
  const compared = compare(kept, now);
  if (compared.kind !== 'same') return expect.unreachable();
  const changed = findOtherMoney(compared.moves, { was: moneyOf(kept, ESCROW), is: moneyOf(now, ESCROW) });
  expect(changed).toEqual([{ was: kept[0], is: now[0] }]);
  const difference = { kind: 'differs', gone: [], changed, added: compared.added, outOfOrder: null } as const;
  expect(describeDifference(difference, { was: moneyOf(kept, ESCROW), is: moneyOf(now, ESCROW) })).toEqual([
    `Changed: a deposit of 5.00 USDC from ${BETTOR}, in ${hash('1')} of block 1 is now: part of another event of the same transaction, in ${hash('1')} of block 2. The books count on the first.`,
    expect.stringMatching(/^New: the bet .*, with a stake of 5\.00 USDC/),
    expect.stringMatching(/^New: a deposit of 2\.00 USDC/),
    'By these events the contract holds 2.00 USDC more than the books say.',
  ]);
});

test('new events are described without the other events of their transactions, such as transfers of payouts', () => {
  const now = [sent(8_000_000n, at(2n, hash('2'))), paid('d', 8_000_000n, at(2n, hash('2'), 1))];
  const { amounts } = moneyOf(now, ESCROW);
  expect(describeEvents(now.slice(1), amounts)).toEqual([
    expect.stringMatching(/^the payout of 8\.00 USDC for the bet /),
  ]);
  expect(describeEvents(now.slice(0, 1), amounts)).toEqual([]);
});

test('stakes on a market keep their order to its opening and its end, but not among themselves', () => {
  const end = voided('a', at(1n, hash('1')));
  const [one, two] = [paid('c', 1n, at(2n, hash('2'))), paid('d', 1n, at(3n, hash('3')))];
  expect(compare([end, one, two], [end, two, one])).toMatchObject({ kind: 'same' });
  expect(compare([one, two, end], [two, one, end])).toMatchObject({ kind: 'same' });
  expect(compare([end, one, two], [two, end, one])).toMatchObject({ outOfOrder: [two, end] });
  expect(compare([one, end, two], [two, one, end])).toMatchObject({ outOfOrder: [two, end] });
  expect(compare([one, end, two], [end, two, one])).toMatchObject({ outOfOrder: [end, one] });
});

test('new limits of a market may come before or after its stakes and its end', () => {
  const limit = limits('a', 2n, at(1n, hash('1')));
  const [bet, end] = [paid('c', 1n, at(2n, hash('2'))), voided('a', at(3n, hash('3')))];
  expect(compare([limit, bet, end], [bet, end, limit])).toMatchObject({ kind: 'same' });
  expect(compare([bet, end, limit], [limit, bet, end])).toMatchObject({ kind: 'same' });
});

test('a different order is described by what the books know', () => {
  const [low, high] = [limits('a', 2n, at(1n, hash('1'))), limits('a', 9n, at(2n, hash('2')))];
  const lastOf = (kept: readonly ChainLog[], now: readonly ChainLog[]) => {
    const compared = compare(kept, now);
    if (compared.kind === 'same') return expect.unreachable();
    return describeDifference(compared, { was: moneyOf(kept, ESCROW), is: moneyOf(now, ESCROW) }).at(-2);
  };
  const name = `MarketLimitsChanged of the market ${idOf('m_', 'a')}`;
  const both = `Another order: ${name} comes before ${name}, and one of them rests on the other.`;
  expect(lastOf([low, high], [high, low])).toBe(`${both} The books have them the other way round.`);
  expect(lastOf([high], [low, high])).toBe(`${both} The books do not know the first.`);
});
