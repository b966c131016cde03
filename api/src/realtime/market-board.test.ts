import { describe, expect, test } from 'vitest';
import { createMarketBoard, type PublishedMarket } from './market-board.ts';

const LATER = Date.parse('2026-11-23T00:00:00Z');
const NOW = new Date('2026-11-22T00:00:00Z');

const aPublished = (id: string, given: Partial<PublishedMarket> = {}): PublishedMarket => ({
  id,
  version: 1,
  changedAt: 90n,
  isListed: true,
  isShown: true,
  game: null,
  state: 'open',
  endsAt: LATER,
  json: `{"id":"${id}"}`,
  ...given,
});

const idsOf = (markets: readonly PublishedMarket[] | null) => markets?.map(({ id }) => id) ?? null;

describe('the board of one process', () => {
  test('is empty before it is filled', () => {
    const board = createMarketBoard();
    expect([board.position, board.since(0n), board.listed(NOW)]).toEqual([null, null, []]);
  });

  test('lists the changed markets that it has in another version or not at all', () => {
    const board = createMarketBoard();
    board.fill([aPublished('a'), aPublished('b', { version: 7 })], 100n);
    const markets = [
      { id: 'a', version: 1, isMain: true, isOver: false },
      { id: 'b', version: 8, isMain: true, isOver: false },
      { id: 'c', version: 1, isMain: true, isOver: true },
    ];
    expect(board.missing({ markets })).toEqual(['b', 'c']);
  });

  test('remembers for whom the news of a side market were', () => {
    const board = createMarketBoard();
    board.fill([], 100n);
    const side = (given: Partial<PublishedMarket>) =>
      aPublished('s', { isListed: false, game: 'g', ...given });
    const isForAll = (market: PublishedMarket, at: bigint) => board.take([market], at)[0]?.isForAll;
    expect(isForAll(side({ changedAt: 101n }), 102n)).toBe(true);
    expect(isForAll(side({ version: 2, changedAt: 103n }), 104n)).toBe(false);
    expect(isForAll(side({ version: 3, changedAt: 105n, state: 'suspended' }), 106n)).toBe(true);
    expect(isForAll(side({ version: 4, changedAt: 107n }), 108n)).toBe(true);
    expect(isForAll(side({ version: 5, changedAt: 109n }), 110n)).toBe(false);
    // Between suspension and reopening, after both, and a reader of the game.
    expect(idsOf(board.since(106n))).toEqual(['s']);
    expect(idsOf(board.since(108n))).toEqual([]);
    expect(idsOf(board.since(108n, 'g'))).toEqual(['s']);
  });

  test('publishes each version once, however often it is found', () => {
    const board = createMarketBoard();
    board.fill([aPublished('a')], 100n);
    const changed = aPublished('a', { version: 2, changedAt: 100n });
    expect(board.take([changed], 100n)).toEqual([{ ...changed, isForAll: true }]);
    const { revision } = board;
    expect(board.take([changed], 105n)).toEqual([]);
    expect([board.position, board.revision]).toEqual([105n, revision]);
  });

  test('gives a returning reader all changes since its position, whenever this process learned of them', () => {
    const board = createMarketBoard();
    board.fill([aPublished('a'), aPublished('b'), aPublished('c')], 100n);
    // Transaction 101 was still running when 104 was seen.
    board.take([aPublished('a', { version: 2, changedAt: 104n })], 101n);
    board.take([aPublished('b', { version: 2, changedAt: 101n })], 106n);
    expect(idsOf(board.since(100n))).toEqual(['a', 'b']);
    expect(idsOf(board.since(101n))).toEqual(['a', 'b']);
    expect(idsOf(board.since(102n))).toEqual(['a']);
    expect(idsOf(board.since(105n))).toEqual([]);
    expect(idsOf(board.since(106n))).toEqual([]);
  });

  test('does not know changes before its start or in the future', () => {
    const board = createMarketBoard();
    board.fill([aPublished('a')], 100n);
    expect(board.since(99n)).toBeNull();
    expect(board.since(101n)).toBeNull();
  });

  test('remembers the latest unlisted markets for returning readers', () => {
    const board = createMarketBoard(2);
    board.fill([aPublished('a'), aPublished('b'), aPublished('c')], 100n);
    const gone = (id: string, changedAt: bigint) =>
      aPublished(id, { version: 2, changedAt, isListed: false, isShown: false });
    board.take([gone('a', 101n)], 102n);
    board.take([gone('b', 103n)], 104n);
    expect(idsOf(board.since(100n))).toEqual(['a', 'b']);
    board.take([gone('c', 105n)], 106n);
    // The first one is forgotten, so changes since before it are unknown.
    expect(board.since(101n)).toBeNull();
    expect(idsOf(board.since(102n))).toEqual(['b', 'c']);
  });

  test('keeps a market that is back on the list', () => {
    const board = createMarketBoard(1);
    board.fill([aPublished('a')], 100n);
    board.take([aPublished('a', { version: 2, changedAt: 101n, isListed: false, isShown: false })], 102n);
    board.take([aPublished('a', { version: 3, changedAt: 103n })], 104n);
    board.take([aPublished('b', { changedAt: 105n, isListed: false, isShown: false })], 106n);
    expect(idsOf(board.since(100n))).toEqual(['a', 'b']);
    expect(idsOf(board.listed(NOW))).toEqual(['a']);
  });

  test('lists a market until its end, without a change', () => {
    const board = createMarketBoard();
    board.fill([aPublished('a', { endsAt: NOW.getTime() + 1 }), aPublished('b')], 100n);
    expect(idsOf(board.listed(NOW))).toEqual(['a', 'b']);
    expect(idsOf(board.listed(new Date(NOW.getTime() + 1)))).toEqual(['b']);
  });
});
