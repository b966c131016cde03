import { aBet, theLimits } from '@tallystone/testkit/mock-api/a-bet.ts';
import { aCombo } from '@tallystone/testkit/mock-api/a-combo.ts';
import { describe, expect, test } from 'vitest';
import {
  clearNotices,
  countUnread,
  emptyRecord,
  MOST_NOTICES,
  markRead,
  type NoticeRecord,
  partsSold,
  putNotice,
  putTransaction,
  recordBets,
  recordLimits,
  recordParts,
} from './notice-record.ts';

const START = Date.parse('2026-11-20T09:00:00Z');
const LATER = Date.parse('2026-11-21T09:00:00Z');

const kinds = ({ notices }: NoticeRecord) => notices.map(({ kind }) => kind);
const ids = ({ notices }: NoticeRecord) => notices.map(({ id }) => id);
const aTransaction = (given: { betId?: string; pending?: boolean; title?: string } = {}) => ({
  kind: 'transaction' as const,
  id: 'transaction:k',
  at: LATER,
  title: 'Transaction Pending',
  description: '',
  failed: false,
  stages: [],
  bet: { marketId: 'm', marketTitle: 'M', outcomeName: 'O', amount: 25, odds: 1.85 },
  pending: false,
  ...given,
});
const won = (given: Parameters<typeof aBet>[0] = {}) =>
  aBet({ status: 'settled', result: 'won', paid: 46.25, endedAt: '2026-11-20T12:00:00Z', ...given });

describe('a toast', () => {
  test('is stored newest first, up to the latest 200', () => {
    let record = emptyRecord(START);
    for (let n = 0; n < MOST_NOTICES + 5; n++) {
      record = putNotice(record, {
        kind: 'said',
        id: `said:${n}`,
        at: START + n,
        title: `${n}`,
        failed: false,
      });
    }
    expect(record.notices).toHaveLength(MOST_NOTICES);
    expect([ids(record)[0], ids(record).at(-1)]).toEqual(['said:204', 'said:5']);
  });

  test('adds nothing to an event with its own notice, and is replaced by it', () => {
    const said = { kind: 'said' as const, id: 'bet:b_one:ended', at: LATER, title: 'Bet won', failed: false };
    const first = recordBets(putNotice(emptyRecord(START), said), [won()], LATER).record;
    expect(kinds(first)).toEqual(['bet-ended', 'bet-placed']);
    expect(putNotice(first, said)).toBe(first);
  });
});

describe('bet events', () => {
  test('leave what was paid for sold parts out of the end', () => {
    const sold = { stake: 10, totalReturn: 18.5, paid: 12 };
    const { notices } = recordBets(emptyRecord(START), [won({ sold, paid: 39.75 })], LATER).record;
    expect(notices[0]).toMatchObject({ kind: 'bet-ended', paid: 27.75, bet: { amount: 15 } });
  });

  test('a part that was sold between two reads makes one notice, with its own stake', () => {
    const before = aBet({ sold: { stake: 10, totalReturn: 18.5, paid: 12 } });
    const bet = aBet({ sold: { stake: 14, totalReturn: 25.9, paid: 17.2 } });
    expect(partsSold([], [bet])).toEqual([]);
    expect(partsSold([bet], [bet])).toEqual([]);
    const parts = partsSold([before], [bet]);
    const once = recordParts(emptyRecord(START), parts, LATER);
    expect(once.notices).toMatchObject([{ kind: 'part-sold', paid: 5.2, bet: { amount: 4 } }]);
    expect(recordParts(once, parts, LATER + 1)).toBe(once);
  });

  test('make one notice, however often the list is read', () => {
    const once = recordBets(emptyRecord(START), [won()], LATER);
    expect(once.ended.map(({ id }) => id)).toEqual(['b_one']);
    expect(once.record.notices).toMatchObject([
      { kind: 'bet-ended', result: 'won', paid: 46.25, at: Date.parse('2026-11-20T12:00:00Z'), read: false },
      { kind: 'bet-placed', pending: false },
    ]);
    const twice = recordBets(once.record, [won()], LATER);
    expect(twice.record).toBe(once.record);
    expect(twice.ended).toEqual([]);
  });

  test('before the first visit make no notice', () => {
    const { record, ended } = recordBets(emptyRecord(LATER), [won(), aBet({ id: 'b_two' })], LATER);
    expect([record.notices, ended]).toEqual([[], []]);
  });

  test('make no new notice after clearing', () => {
    const { record } = recordBets(emptyRecord(START), [won()], LATER);
    const cleared = clearNotices(record);
    expect(recordBets(cleared, [won()], LATER).record).toBe(cleared);
  });

  test('make a notice even if a list shows them after later ones', () => {
    const late = won({ id: 'b_late', endedAt: '2026-11-20T12:00:30Z' });
    const early = won({ id: 'b_early', endedAt: '2026-11-20T12:00:00Z' });
    const { record } = recordBets(emptyRecord(START), [late], LATER);
    expect(recordBets(record, [late, early], LATER).ended.map(({ id }) => id)).toEqual(['b_early']);
  });

  test.each(['won', 'lost', 'void', 'cashed-out'] as const)('include a bet that ended as %s', (result) => {
    const { record } = recordBets(emptyRecord(START), [won({ result })], LATER);
    expect(record.notices[0]).toMatchObject({ kind: 'bet-ended', result });
  });

  test('include combos, with all their outcomes and their first market', () => {
    const failure = { code: 'market-suspended', sentence: 'It was paused.', reason: undefined };
    const selling = { amount: 9, decidesAt: '2026-11-20T11:00:00Z', failure };
    const open = recordBets(emptyRecord(START), [aCombo({ selling })], LATER);
    expect(open.unsold.map(({ id }) => id)).toEqual(['c_one']);
    const bet = {
      ...{ marketId: 'm_1', marketTitle: 'Arsenal vs Chelsea', outcomeName: 'Arsenal, Milan' },
      ...{ amount: 10, odds: 6, selections: 2 },
    };
    expect(open.record.notices).toMatchObject([
      { kind: 'sale-failed', amount: 9, bet, why: { sentence: 'It was paused.' } },
      { kind: 'bet-placed', bet, pending: false },
    ]);
    const end = { status: 'settled', result: 'won', paid: 60, endedAt: '2026-11-20T12:00:00Z' } as const;
    const { record, ended } = recordBets(open.record, [aCombo(end)], LATER);
    expect(ended.map(({ id }) => id)).toEqual(['c_one']);
    expect(record.notices[0]).toMatchObject({ kind: 'bet-ended', result: 'won', paid: 60, bet });
  });

  test('of combos from before a version that records them make no notice, and later ones do', () => {
    const old: NoticeRecord = { ...emptyRecord(START), combos: null };
    const ended = { status: 'settled', result: 'won', paid: 60, endedAt: '2026-11-20T12:00:00Z' } as const;
    const long = aCombo({ id: 'c_long', ...ended });
    const first = recordBets(old, [won(), long, aCombo()], LATER);
    expect(first.ended.map(({ id }) => id)).toEqual(['b_one']);
    expect(ids(first.record)).toEqual(['bet:b_one:ended', 'bet:b_one:placed']);
    const now = aCombo({ ...ended, endedAt: new Date(LATER + 1).toISOString() });
    const second = recordBets(first.record, [long, now], LATER + 2);
    expect(second.ended.map(({ id }) => id)).toEqual(['c_one']);
    expect(ids(second.record)[0]).toBe('bet:c_one:ended');
  });

  test('keep which combos are open, also those that leave the list, until they have ended', () => {
    const first = recordBets(emptyRecord(START), [aCombo({ id: 'c_new' }), aCombo()], LATER).record;
    expect(first.openCombos).toEqual(['c_one', 'c_new']);
    const without = recordBets(first, [aCombo({ id: 'c_new' })], LATER).record;
    expect(without.openCombos).toEqual(['c_one', 'c_new']);
    const lost = { status: 'settled', result: 'lost', endedAt: '2026-11-20T12:00:00Z' } as const;
    expect(recordBets(without, [aCombo(lost)], LATER).record.openCombos).toEqual(['c_new']);
  });

  test('of combos make a notice even if they are read long after later events of bets', () => {
    const { record } = recordBets(emptyRecord(START), [won({ endedAt: '2026-11-20T20:00:00Z' })], LATER);
    const combo = aCombo({ status: 'settled', result: 'won', paid: 60, endedAt: '2026-11-20T12:00:00Z' });
    expect(recordBets(record, [combo], LATER).ended.map(({ id }) => id)).toEqual(['c_one']);
  });

  test('include a failed bet', () => {
    const { record } = recordBets(emptyRecord(START), [aBet({ status: 'failed' })], LATER);
    expect(kinds(record)).toContain('bet-failed');
  });

  test('include the confirmation of a pending bet, once', () => {
    const sent = recordBets(emptyRecord(START), [aBet({ status: 'pending' })], LATER).record;
    expect(sent.notices).toMatchObject([{ kind: 'bet-placed', pending: true }]);
    const confirmed = recordBets(sent, [aBet()], LATER + 1).record;
    expect(confirmed.notices).toMatchObject([
      { kind: 'bet-confirmed', at: LATER + 1 },
      { kind: 'bet-placed', pending: false },
    ]);
    expect(recordBets(confirmed, [aBet()], LATER + 2).record).toBe(confirmed);
  });

  test('with invalid times are skipped', () => {
    const { record } = recordBets(emptyRecord(START), [aBet({ placedAt: 'soon' })], LATER);
    expect(record.notices).toEqual([]);
  });
});

describe('the steps of a bet', () => {
  test('are one notice, which is unread again with each step', () => {
    const sending = putTransaction(emptyRecord(START), aTransaction({}));
    const read = markRead(sending);
    expect(putTransaction(read, aTransaction({}))).toBe(read);
    const placed = putTransaction(read, aTransaction({ betId: 'b_one', title: 'Bet Placed Successfully!' }));
    expect(placed.notices).toMatchObject([{ title: 'Bet Placed Successfully!', read: false }]);
  });

  test('replace the notice of its placing, whichever comes first', () => {
    const bets = [aBet()];
    const placed = aTransaction({ betId: 'b_one' });
    const stepsFirst = recordBets(putTransaction(emptyRecord(START), placed), bets, LATER).record;
    const listFirst = putTransaction(recordBets(emptyRecord(START), bets, LATER).record, placed);
    expect(kinds(stepsFirst)).toEqual(['transaction']);
    expect(kinds(listFirst)).toEqual(['transaction']);
    expect(kinds(recordBets(listFirst, bets, LATER).record)).toEqual(['transaction']);
  });

  test('end with the confirmation, if that comes later', () => {
    const placed = aTransaction({ betId: 'b_one', pending: true });
    const { record } = recordBets(putTransaction(emptyRecord(START), placed), [aBet()], LATER + 5);
    expect(kinds(record)).toEqual(['bet-confirmed', 'transaction']);
  });

  test.each([
    ['confirmed', aBet()],
    ['failed', aBet({ status: 'failed' })],
  ])('say alone that it was %s, whichever comes first', (_, bet) => {
    const pending = putTransaction(emptyRecord(START), aTransaction({ betId: 'b_one', pending: true }));
    const final = aTransaction({ betId: 'b_one' });
    const listFirst = putTransaction(recordBets(pending, [bet], LATER).record, final);
    const stepsFirst = recordBets(putTransaction(pending, final), [bet], LATER);
    expect(kinds(listFirst)).toEqual(['transaction']);
    expect(kinds(stepsFirst.record)).toEqual(['transaction']);
    expect([stepsFirst.confirmed, stepsFirst.failed]).toEqual([[], []]);
  });
});

describe('limits', () => {
  const seen = recordLimits(emptyRecord(START), theLimits(), LATER);

  test('make no notice when first seen, nor for funds and daily use', () => {
    expect(seen.notices).toEqual([]);
    expect(recordLimits(seen, theLimits({ balance: 1, usedToday: 99, capLeft: 1 }), LATER)).toBe(seen);
  });

  test('make one notice when they change', () => {
    const lower = theLimits({ ownCap: 50, dailyStakeCap: 50 });
    const changed = recordLimits(seen, lower, LATER);
    expect(changed.notices).toMatchObject([{ kind: 'limits', change: { what: 'own-cap', cap: 50 } }]);
    expect(recordLimits(changed, lower, LATER + 1)).toBe(changed);
  });
});

describe('reading', () => {
  const { record } = recordBets(emptyRecord(START), [won()], LATER);

  test('marks all as read, or the given ones', () => {
    expect(countUnread(record)).toBe(2);
    expect(countUnread(markRead(record, new Set(['bet:b_one:ended'])))).toBe(1);
    const read = markRead(record);
    expect(countUnread(read)).toBe(0);
    expect(markRead(read)).toBe(read);
  });

  test('clearing an empty record changes nothing', () => {
    const empty = emptyRecord(START);
    expect(clearNotices(empty)).toBe(empty);
    expect(clearNotices(record).notices).toEqual([]);
  });
});
