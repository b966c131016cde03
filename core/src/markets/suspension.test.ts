import { describe, expect, test } from 'vitest';
import { type ChainHalt, type FeedHalt, suspensionOf } from './suspension.ts';

describe('why a market takes no bets', () => {
  test.each<[boolean, FeedHalt | null, string | null]>([
    [false, null, null],
    [true, null, 'admin'],
    [false, 'stopped', 'feed-stopped'],
    [false, 'stale', 'feed-stale'],
    [false, 'started', 'game-started'],
    [false, 'canceled', 'game-canceled'],
    [true, 'stopped', 'admin'],
    [true, 'stale', 'admin'],
    [true, 'started', 'game-started'],
    [true, 'canceled', 'game-canceled'],
  ])('disabled %s and halted as %s is %s', (disabled, feedHalt, suspension) => {
    expect(suspensionOf({ disabled, feedHalt })).toBe(suspension);
  });

  test.each<[FeedHalt | null, string]>([
    [null, 'admin'],
    ['stopped', 'feed-stopped'],
    ['canceled', 'game-canceled'],
  ])('archived and halted as %s is %s', (feedHalt, suspension) => {
    expect(suspensionOf({ disabled: false, feedHalt, isArchived: true })).toBe(suspension);
  });

  test.each<[ChainHalt | null, boolean, FeedHalt | null, string | null]>([
    [null, false, null, null],
    ['opening', false, null, 'opening'],
    ['opening', false, 'stale', 'opening'],
    ['opening', true, null, 'admin'],
    ['opening', false, 'canceled', 'game-canceled'],
    ['refused', false, null, 'contract-refuses'],
    ['refused', false, 'stopped', 'contract-refuses'],
    ['refused', true, null, 'admin'],
    ['refused', false, 'started', 'game-started'],
    ['unapplied', false, 'stale', 'contract-unread'],
    ['unapplied', true, null, 'admin'],
  ])('%s on the chain, disabled %s and halted as %s is %s', (chainHalt, disabled, feedHalt, suspension) => {
    expect(suspensionOf({ disabled, feedHalt, chainHalt })).toBe(suspension);
  });
});
