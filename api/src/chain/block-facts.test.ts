import type { Hex } from '@tallystone/core/escrow/abi-words';
import { describe, expect, test } from 'vitest';
import { blockFacts, ChainContradiction } from './block-facts.ts';
import type { ChainEvent, ChainLog } from './escrow-chain.ts';

const escrow: Hex = `0x${'e'.repeat(40)}`;
const bettor: Hex = `0x${'b'.repeat(40)}`;
const stranger: Hex = `0x${'5'.repeat(40)}`;
const marketId: Hex = `0x${'1'.repeat(32)}`;
const betId = (n: number): Hex => `0x${String(n).padStart(64, '0')}`;

/** Logs of one block as a node gives them; each list is a transaction. */
function aBlock(...transactions: ChainEvent[][]): ChainLog[] {
  let logIndex = 0;
  return transactions.flatMap((events, place) =>
    events.map((event) => ({
      ...event,
      block: 7n,
      blockHash: `0x${'7'.repeat(64)}` as const,
      txHash: `0x${String(place + 1).padStart(64, '0')}` as const,
      logIndex: logIndex++,
    })),
  );
}

const transfer = (from: Hex, to: Hex, value: bigint): ChainEvent => ({
  name: 'Transfer',
  args: { from, to, value },
});
const placed = (n: number, stake: bigint): ChainEvent => ({
  name: 'BetPlaced',
  args: { betId: betId(n), marketId, bettor, outcome: 0, stake, payout: 2n * stake },
});
const paid = (n: number, amount: bigint): ChainEvent => ({
  name: 'BetPaid',
  args: { betId: betId(n), marketId, bettor, amount },
});

describe('incoming money', () => {
  test('is the stake of the bet in its transaction', () => {
    const { placed: bets, deposits } = blockFacts(
      aBlock([transfer(bettor, escrow, 5n), placed(1, 5n)]),
      escrow,
    );
    expect(bets.map(({ args }) => args.betId)).toEqual([betId(1)]);
    expect(deposits).toEqual([]);
  });

  test('is a deposit of the house if no bet in its transaction explains it', () => {
    const { placed: bets, deposits } = blockFacts(
      aBlock([
        transfer(bettor, escrow, 5n),
        placed(1, 5n),
        transfer(stranger, escrow, 5n),
        transfer(bettor, escrow, 5n),
        placed(2, 5n),
      ]),
      escrow,
    );
    expect(bets).toHaveLength(2);
    expect(deposits.map(({ log, amount }) => [log.logIndex, amount])).toEqual([[2, 5n]]);
  });

  test('is not the stake of a bet in another transaction', () => {
    const block = aBlock([transfer(bettor, escrow, 5n)], [placed(1, 5n)]);
    expect(() => blockFacts(block, escrow)).toThrow(ChainContradiction);
  });

  test.each([
    ['less than the stake', transfer(bettor, escrow, 4n)],
    ['another account', transfer(stranger, escrow, 5n)],
    ['the escrow itself', transfer(escrow, bettor, 5n)],
  ])('of %s does not pay for a bet', (_, move) => {
    expect(() => blockFacts(aBlock([move, placed(1, 5n)]), escrow)).toThrow(
      'speaks of USDC that did not move',
    );
  });

  test('one transfer pays for only one bet', () => {
    const block = aBlock([transfer(bettor, escrow, 5n), placed(1, 5n), placed(2, 5n)]);
    expect(() => blockFacts(block, escrow)).toThrow(ChainContradiction);
  });
});

describe('outgoing money', () => {
  test('is explained by its event, before or after the transfer', () => {
    const { outflows } = blockFacts(
      aBlock(
        [transfer(escrow, bettor, 9n), paid(1, 9n)],
        [{ name: 'HouseWithdrew', args: { to: stranger, amount: 3n } }, transfer(escrow, stranger, 3n)],
        [transfer(escrow, bettor, 2n), { name: 'SetAsideClaimed', args: { bettor, amount: 2n } }],
        [
          { name: 'BetCashedOut', args: { betId: betId(4), marketId, amount: 4n } },
          transfer(escrow, bettor, 4n),
        ],
      ),
      escrow,
    );
    expect(outflows.map(({ log, amount }) => [log.name, amount])).toEqual([
      ['BetPaid', 9n],
      ['HouseWithdrew', 3n],
      ['SetAsideClaimed', 2n],
      ['BetCashedOut', 4n],
    ]);
  });

  test('without an event is a contradiction', () => {
    expect(() => blockFacts(aBlock([transfer(escrow, stranger, 1n)]), escrow)).toThrow('no event says why');
  });

  test('an event without a transfer is a contradiction too', () => {
    expect(() => blockFacts(aBlock([paid(1, 9n)]), escrow)).toThrow(ChainContradiction);
    expect(() => blockFacts(aBlock([transfer(escrow, bettor, 8n), paid(1, 9n)]), escrow)).toThrow(
      ChainContradiction,
    );
  });
});

test('transfers of zero, which anyone can make the token log, are ignored', () => {
  const facts = blockFacts(aBlock([transfer(escrow, stranger, 0n), transfer(stranger, escrow, 0n)]), escrow);
  expect(facts).toEqual({ placed: [], deposits: [], outflows: [], markets: [] });
});

test.each([
  ['nothing', stranger, 0n],
  ['to the escrow itself', escrow, 3n],
])('a withdrawal of %s is ignored, but not the rest of its transaction', (_, to, amount) => {
  const facts = blockFacts(
    aBlock([
      transfer(escrow, to, amount),
      { name: 'HouseWithdrew', args: { to, amount } },
      transfer(escrow, bettor, 9n),
      paid(1, 9n),
    ]),
    escrow,
  );
  expect(facts.outflows.map(({ log }) => log.name)).toEqual(['BetPaid']);
  expect(facts.deposits).toEqual([]);
});

test('a payout that is set aside stays in the escrow', () => {
  const facts = blockFacts(
    aBlock([{ name: 'PayoutSetAside', args: { betId: betId(1), marketId, bettor, amount: 9n } }]),
    escrow,
  );
  expect(facts.outflows).toEqual([]);
});

test('events of markets keep the order of the logs', () => {
  const { markets } = blockFacts(
    aBlock([
      { name: 'ResultObjected', args: { marketId, result: 1, reasonHash: betId(1) } },
      { name: 'MarketVoided', args: { marketId, owed: 0n } },
    ]),
    escrow,
  );
  expect(markets.map(({ name }) => name)).toEqual(['ResultObjected', 'MarketVoided']);
});
