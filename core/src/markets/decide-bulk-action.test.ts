import { describe, expect, test } from 'vitest';
import type { BulkAction } from '../http-api/admin-markets.ts';
import { microUsdc } from '../money/micro-usdc.ts';
import { bulkMessage } from './bulk-message.ts';
import { type BulkChange, decideBulkAction, type ManagedMarket } from './decide-bulk-action.ts';

const now = new Date('2026-11-21T12:00:00Z');
const budget = microUsdc(5_000n);

const open: ManagedMarket = {
  state: 'open',
  pricing: 'lmsr',
  disabled: false,
  feedHalt: null,
  isArchived: false,
  hasBets: false,
  closesAt: new Date('2026-11-22T12:00:00Z'),
  lossBudget: budget,
  funded: budget,
};
const feed: ManagedMarket = { ...open, pricing: 'feed', funded: microUsdc(0n) };
const archived: ManagedMarket = { ...open, isArchived: true, funded: microUsdc(0n) };
const closed: ManagedMarket = { ...open, state: 'closed' };
const resolving: ManagedMarket = { ...open, state: 'resolving' };
const settled: ManagedMarket = { ...open, state: 'settled', hasBets: true };
const voided: ManagedMarket = { ...open, state: 'void' };
const unchanged = {
  kind: 'do',
  disabled: false,
  isArchived: false,
  isDeleted: false,
  isClosed: false,
  funding: 0n,
  note: null,
};

type Expected = (Partial<Omit<BulkChange, 'note'>> & { note?: string }) | string;

describe("an admin's action on a market", () => {
  test.each<[BulkAction, string, ManagedMarket, Expected]>([
    ['disable', 'open', open, { disabled: true }],
    ['disable', 'halted by the feed', { ...feed, feedHalt: 'stale' }, { disabled: true }],
    ['disable', 'disabled', { ...open, disabled: true }, 'It is already disabled.'],
    ['disable', 'archived', archived, 'It is archived, so no one can bet on it.'],
    ['enable', 'disabled', { ...open, disabled: true }, {}],
    ['enable', 'open', open, 'It is already enabled.'],
    ['enable', 'archived', { ...archived, disabled: true }, 'It is archived. Restore it first.'],
    ...(
      [
        ['stopped', 'It stays suspended until the feed reopens betting.'],
        ['stale', 'It stays suspended until the feed sends fresh odds.'],
        ['started', 'It stays suspended: the game has started.'],
        ['canceled', 'It stays suspended: the game was canceled.'],
      ] as const
    ).map(([feedHalt, note]): [BulkAction, string, ManagedMarket, Expected] => [
      'enable',
      `disabled and ${feedHalt}`,
      { ...feed, disabled: true, feedHalt },
      { note },
    ]),
    [
      'enable',
      'disabled and opening on the chain',
      { ...open, disabled: true, opening: true },
      { note: 'It stays suspended until it is also open on the blockchain.' },
    ],
    ['archive', 'open', open, { isArchived: true, funding: -5_000n }],
    [
      'archive',
      'disabled',
      { ...open, disabled: true },
      { isArchived: true, disabled: true, funding: -5_000n },
    ],
    ['archive', 'of the feed', feed, { isArchived: true, funding: 0n }],
    ['archive', 'ended', { ...open, closesAt: now }, { isArchived: true, funding: -5_000n }],
    ['archive', 'archived', archived, 'It is already archived.'],
    [
      'archive',
      'with bets',
      { ...open, hasBets: true },
      'It has bets. You can archive it once they are settled.',
    ],
    ['archive', 'closed', closed, { isArchived: true, funding: -5_000n }],
    [
      'archive',
      'closed, with bets',
      { ...closed, hasBets: true },
      'It has bets. You can archive it once they are settled.',
    ],
    [
      'archive',
      'resolving',
      resolving,
      'Its result is still being settled; try again once everyone is paid.',
    ],
    ['archive', 'settled', settled, { isArchived: true }],
    ['archive', 'void', voided, { isArchived: true }],
    ['restore', 'settled', { ...settled, isArchived: true, closesAt: now }, {}],
    ['restore', 'void', { ...voided, isArchived: true, closesAt: now }, {}],
    ['restore', 'archived and closed', { ...archived, state: 'closed' }, 'It has ended.'],
    ['enable', 'closed', { ...closed, disabled: true }, 'Betting on it has ended.'],
    ['enable', 'ended by the clock', { ...open, disabled: true, closesAt: now }, 'Betting on it has ended.'],
    ['disable', 'resolving', resolving, 'Betting on it has ended.'],
    ['disable', 'settled', settled, 'Betting on it has ended.'],
    ['close', 'open', open, { isClosed: true }],
    ['close', 'open, with bets', { ...open, hasBets: true }, { isClosed: true }],
    [
      'close',
      'suspended',
      { ...open, state: 'suspended', disabled: true },
      { isClosed: true, disabled: true },
    ],
    ['close', 'archived', archived, 'It is archived, so no one can bet on it.'],
    ['close', 'closed', closed, 'Betting on it has ended.'],
    ['close', 'ended by the clock', { ...open, closesAt: now }, 'Betting on it has ended.'],
    ['close', 'void', voided, 'Betting on it has ended.'],
    ['close', 'of the feed', feed, 'It follows a game and closes when the game starts.'],
    ['delete', 'resolving', resolving, 'Its result is still being settled; try again once everyone is paid.'],
    ['delete', 'settled', settled, 'It has bets, and markets with bets are never deleted.'],
    ['delete', 'void, without bets', voided, { isArchived: true, isDeleted: true }],
    ['restore', 'archived', archived, { isArchived: false, funding: 5_000n }],
    ['restore', 'archived, of the feed', { ...archived, pricing: 'feed', lossBudget: microUsdc(6_000n) }, {}],
    ['restore', 'archived and ended', { ...archived, closesAt: now }, 'It has ended.'],
    [
      'restore',
      'too dear',
      { ...archived, lossBudget: microUsdc(5_001n) },
      "The house pool doesn't have enough to fund it.",
    ],
    ['restore', 'open', open, 'It is not archived.'],
    ['delete', 'open', open, { isArchived: true, isDeleted: true, funding: -5_000n }],
    ['delete', 'archived', archived, { isArchived: true, isDeleted: true, funding: 0n }],
    [
      'delete',
      'with bets',
      { ...open, hasBets: true },
      'It has bets, and markets with bets are never deleted.',
    ],
  ])('%s: %s', (action, _what, market, expected) => {
    const decision = decideBulkAction(action, market, { now, pool: budget });
    const said =
      decision.kind === 'skip' ? decision.reason.sentence : { ...decision, note: decision.note?.sentence };
    if (typeof expected === 'string') expect(said).toBe(expected);
    else expect(said).toEqual({ ...unchanged, note: undefined, ...expected });
  });
});

describe('the outcome of a bulk action', () => {
  test.each([
    ['disable', { done: 12, skipped: 2 }, 'Disabled 12 markets; 2 were skipped'],
    ['enable', { done: 1, skipped: 0 }, 'Enabled 1 market'],
    ['archive', { done: 0, skipped: 1 }, 'No market was archived; 1 was skipped'],
    ['restore', { done: 1_000, skipped: 2_000 }, 'Restored 1,000 markets; 2,000 were skipped'],
    ['close', { done: 3, skipped: 0 }, 'Closed 3 markets'],
    ['delete', { done: 2, skipped: 1 }, 'Deleted 2 markets; 1 was skipped'],
  ] as const)('%s %j has one sentence', (action, count, sentence) => {
    expect(bulkMessage(action, count)).toBe(sentence);
  });
});
