import { describe, expect, test } from 'vitest';
import { createMarketBoard, type PublishedMarket } from './market-board.ts';

const LATER = Date.parse('2026-11-23T00:00:00Z');
const NOW = new Date('2026-11-22T00:00:00Z');

const aPublished = (id: string, given: Partial<PublishedMarket> = {}): PublishedMarket => ({
  id,
  version: 1,
  changedIn: 90n,
  isListed: true,
  endsAt: LATER,
  json: `{"id":"${id}"}`,
  ...given,
});

const idsOf = (markets: readonly PublishedMarket[] | null) => markets?.map(({ id }) => id) ?? null;

describe('the board of one process', () => {
  test('knows nothing before it was filled', () => {
    const board = createMarketBoard();
    expect([board.position, board.since(0n), board.listed(NOW)]).toEqual([null, null, []]);
  });

  test('says which changed markets it has in another version, or not at all', () => {
    const board = createMarketBoard();
    board.fill([aPublished('a'), aPublished('b', { version: 7 })], 100n);
    const markets = [
      { id: 'a', version: 1, isOver: false },
      { id: 'b', version: 8, isOver: false },
      { id: 'c', version: 1, isOver: true },
    ];
    expect(board.missing({ markets })).toEqual(['b', 'c']);
  });

  test('tells each version once, however often it is found', () => {
    const board = createMarketBoard();
    board.fill([aPublished('a')], 100n);
    const changed = aPublished('a', { version: 2, changedIn: 100n });
    expect(board.take([changed], 100n)).toEqual([changed]);
    const { revision } = board;
    expect(board.take([changed], 105n)).toEqual([]);
    expect([board.position, board.revision]).toEqual([105n, revision]);
  });

  test('tells who comes back what changed from there on, whenever this process heard of it', () => {
    const board = createMarketBoard();
    board.fill([aPublished('a'), aPublished('b'), aPublished('c')], 100n);
    // One that began as number 101 still ran when the one with 104 was seen.
    board.take([aPublished('a', { version: 2, changedIn: 104n })], 101n);
    board.take([aPublished('b', { version: 2, changedIn: 101n })], 106n);
    expect(idsOf(board.since(100n))).toEqual(['a', 'b']);
    expect(idsOf(board.since(101n))).toEqual(['a', 'b']);
    expect(idsOf(board.since(102n))).toEqual(['a']);
    expect(idsOf(board.since(105n))).toEqual([]);
    expect(idsOf(board.since(106n))).toEqual([]);
  });

  test('does not know what happened before it began, nor what has not happened', () => {
    const board = createMarketBoard();
    board.fill([aPublished('a')], 100n);
    expect(board.since(99n)).toBeNull();
    expect(board.since(101n)).toBeNull();
  });

  test('remembers markets that have left the list for those who come back, the latest ones', () => {
    const board = createMarketBoard(2);
    board.fill([aPublished('a'), aPublished('b'), aPublished('c')], 100n);
    const gone = (id: string, changedIn: bigint) =>
      aPublished(id, { version: 2, changedIn, isListed: false });
    board.take([gone('a', 101n)], 102n);
    board.take([gone('b', 103n)], 104n);
    expect(idsOf(board.since(100n))).toEqual(['a', 'b']);
    board.take([gone('c', 105n)], 106n);
    // Of the first one nothing is known any more, so neither is what somebody from before it has missed.
    expect(board.since(101n)).toBeNull();
    expect(idsOf(board.since(102n))).toEqual(['b', 'c']);
  });

  test('forgets nothing of a market that is back on the list', () => {
    const board = createMarketBoard(1);
    board.fill([aPublished('a')], 100n);
    board.take([aPublished('a', { version: 2, changedIn: 101n, isListed: false })], 102n);
    board.take([aPublished('a', { version: 3, changedIn: 103n })], 104n);
    board.take([aPublished('b', { changedIn: 105n, isListed: false })], 106n);
    expect(idsOf(board.since(100n))).toEqual(['a', 'b']);
    expect(idsOf(board.listed(NOW))).toEqual(['a']);
  });

  test('lists a market until its end, though nobody changes it then', () => {
    const board = createMarketBoard();
    board.fill([aPublished('a', { endsAt: NOW.getTime() + 1 }), aPublished('b')], 100n);
    expect(idsOf(board.listed(NOW))).toEqual(['a', 'b']);
    expect(idsOf(board.listed(new Date(NOW.getTime() + 1)))).toEqual(['b']);
  });
});
