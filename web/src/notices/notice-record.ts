import { restOf } from '@tallystone/core/betting/rest-of';
import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { automaticSale } from '../betting/bet-state.ts';
import { paidAtEnd, soldSince } from '../betting/rest-of.ts';
import { isBet, isCombo, type Sold } from '../betting/sold.ts';
import { noticeIds } from '../data/notice-ids.ts';
import { type LimitsFacts, limitsChanges, limitsFacts } from './limits-changes.ts';
import { type Notice, type NoticeFacts, noticeBetOf } from './notice.ts';

/** More wouldn't be read, and browser storage is small. */
export const MOST_NOTICES = 200;
/** Event ids outlive their notices, which can be cleared. */
const MOST_EVENT_IDS = 600;
/** Twice as many as the list has. */
const MOST_OPEN_COMBOS = 200;
/** Bets of one market end in several steps, so events may arrive out of order by as much. */
const OUT_OF_ORDER_MS = 3_600_000;

/** How far the events of a list have made notices. The names are in stored records. */
export interface ListTold {
  /** Earlier events never make a notice. */
  readonly startedAt: number;
  /** Time of the latest event that made a notice. */
  readonly toldUntil: number;
}

/**
 * One user's notices in this browser, with how far their bets are told. Immutable: every function here returns a new record, or
 * the same if nothing changed.
 */
export interface NoticeRecord extends ListTold {
  /** Newest first. */
  readonly notices: readonly Notice[];
  /** How far combos are told; null: not recorded yet, because a version without combos wrote this record. */
  readonly combos: ListTold | null;
  /** Ids of the combos that were open when last seen, latest last: the list has only the newest. */
  readonly openCombos: readonly string[];
  /** Ids of the events of bets and combos that made a notice, latest last. The name is in stored records. */
  readonly told: readonly string[];
  /** The limits when last seen; null: not yet. */
  readonly limits: LimitsFacts | null;
}

export function emptyRecord(startedAt: number): NoticeRecord {
  const list = { startedAt, toldUntil: startedAt };
  return { ...list, notices: [], combos: list, openCombos: [], told: [], limits: null };
}

/** Adds a notice, or replaces the one with the same id. */
export function putNotice(
  record: NoticeRecord,
  { id, at, ...facts }: NoticeFacts & { id: string; at: number },
): NoticeRecord {
  const before = record.notices.find((notice) => notice.id === id);
  // A toast adds nothing to an event that already has its own notice.
  if (facts.kind === 'said' && before !== undefined) return record;
  const notice: Notice = { ...facts, id, at, read: false };
  if (before !== undefined && sameButRead(before, notice)) return record;
  const others = record.notices.filter((each) => each.id !== id);
  return { ...record, notices: newestFirst([notice, ...others]) };
}

/** Stores the progress of an attempt to bet. Replaces the notices of the same bet that say what it says. */
export function putTransaction(
  record: NoticeRecord,
  transaction: Extract<NoticeFacts, { kind: 'transaction' }> & { id: string; at: number },
): NoticeRecord {
  const { betId, pending } = transaction;
  const next = putNotice(record, transaction);
  if (betId === undefined) return next;
  const ids = [
    noticeIds.betPlaced(betId),
    ...(pending ? [] : [noticeIds.betConfirmed(betId), noticeIds.betFailed(betId)]),
  ];
  const notices = next.notices.filter(({ id }) => !ids.includes(id));
  return notices.length === next.notices.length && ids.every((id) => next.told.includes(id))
    ? next
    : { ...next, notices, told: addIds(next.told, ids) };
}

/** What is new among a user's bets and combos. */
export interface BetNews {
  ended: readonly Sold[];
  failed: readonly Sold[];
  /** Those with a cash-out that waited and failed. */
  unsold: readonly Sold[];
  /** Those that were known to be pending. */
  confirmed: readonly Sold[];
}

/** Adds notices for new events of the user's bets and combos. Returns those that they are about. */
export function recordBets(
  record: NoticeRecord,
  bets: readonly Sold[],
  now: number,
): BetNews & { record: NoticeRecord } {
  const known = new Set(record.told);
  // The combos of a record without them ended at any time before, and are no news.
  const combos = record.combos ?? { startedAt: now, toldUntil: now };
  const isNews = ({ id, at, bet }: BetEvent & { bet: Sold }) => {
    const { startedAt, toldUntil } = isCombo(bet) ? combos : record;
    return at > startedAt && at > toldUntil - OUT_OF_ORDER_MS && !known.has(id);
  };
  const news = bets
    .flatMap((bet) => eventsOf(bet).map((event) => ({ ...event, bet })))
    .filter(isNews)
    .sort((a, b) => a.at - b.at);
  let next = record.combos === null ? { ...record, combos } : record;
  for (const { id, at, facts } of news) next = putNotice(next, { ...facts, id, at });
  if (news.length > 0) {
    const ids = news.map(({ id }) => id);
    // Each list has its own latest event, because one may be read long after the other.
    const latest = (told: ListTold, isOfList: (bet: Sold) => boolean) =>
      Math.max(told.toldUntil, ...news.filter(({ bet }) => isOfList(bet)).map(({ at }) => at));
    next = {
      ...next,
      toldUntil: latest(record, isBet),
      combos: { ...combos, toldUntil: latest(combos, isCombo) },
      told: addIds(next.told, ids),
    };
  }
  const { record: withConfirmed, confirmed } = confirmPending(withOpenCombos(next, bets), bets, now);
  const newsOf = (kind: NoticeFacts['kind']) =>
    news.filter(({ facts }) => facts.kind === kind).map(({ bet }) => bet);
  return {
    record: withConfirmed,
    ended: newsOf('bet-ended'),
    failed: newsOf('bet-failed'),
    unsold: newsOf('sale-failed'),
    confirmed,
  };
}

/** A part of a bet that was sold, with the bet afterwards. USDC. */
export interface SoldPart {
  bet: WireBet;
  stake: number;
  paid: number;
}

/** The parts that were sold between two reads of a user's bets. The list doesn't say when that happened. */
export function partsSold(before: readonly WireBet[], bets: readonly WireBet[]): SoldPart[] {
  const known = new Map(before.map((bet) => [bet.id, bet]));
  return bets.flatMap((bet) => {
    const earlier = known.get(bet.id);
    const sold = earlier && soldSince(earlier, bet);
    return sold !== undefined && sold.stake > 0 ? [{ bet, ...sold }] : [];
  });
}

/** Adds notices for sold parts. */
export function recordParts(record: NoticeRecord, parts: readonly SoldPart[], now: number): NoticeRecord {
  return parts.reduce(
    (next, { bet, stake, paid }) =>
      putNotice(next, {
        kind: 'part-sold',
        betId: bet.id,
        bet: { ...noticeBetOf(bet), amount: stake },
        paid,
        id: noticeIds.partSold(bet.id, bet.sold?.stake ?? 0),
        at: now,
      }),
    record,
  );
}

/** Adds notices for what has changed in the limits since they were last seen. */
export function recordLimits(record: NoticeRecord, limits: WireLimits, now: number): NoticeRecord {
  const facts = limitsFacts(limits);
  const changes = record.limits === null ? [] : limitsChanges(record.limits, facts, now);
  if (record.limits !== null && JSON.stringify(record.limits) === JSON.stringify(facts)) return record;
  let next: NoticeRecord = { ...record, limits: facts };
  for (const change of changes) {
    next = putNotice(next, { kind: 'limits', change, id: `limits:${now}:${change.what}`, at: now });
  }
  return next;
}

/** Marks all notices as read, or only those with the given ids. */
export function markRead(record: NoticeRecord, ids?: ReadonlySet<string>): NoticeRecord {
  const isToMark = ({ id, read }: Notice) => !read && (ids === undefined || ids.has(id));
  if (!record.notices.some(isToMark)) return record;
  return {
    ...record,
    notices: record.notices.map((notice) => (isToMark(notice) ? { ...notice, read: true } : notice)),
  };
}

/** Removes all notices. Their events don't make a notice again. */
export function clearNotices(record: NoticeRecord): NoticeRecord {
  return record.notices.length === 0 ? record : { ...record, notices: [] };
}

export function countUnread({ notices }: NoticeRecord): number {
  return notices.reduce((count, { read }) => count + (read ? 0 : 1), 0);
}

type Facts = Pick<
  WireBet,
  'id' | 'status' | 'result' | 'placedAt' | 'endedAt' | 'failure' | 'selling' | 'chain'
>;

interface BetEvent {
  id: string;
  at: number;
  facts: NoticeFacts;
}

const whyOf = ({ sentence, reason }: NonNullable<WireBet['failure']>) => ({ sentence, reason });

/** The events of a bet or a combo so far, each with its time. */
function eventsOf(listed: Sold): BetEvent[] {
  // A combo is neither live nor in play, so it has no chain and never fails.
  const { id: betId, status, result, placedAt, endedAt, failure, selling, chain }: Facts = listed;
  const live = chain === undefined ? {} : { isLive: true };
  const why = failure === undefined ? {} : { why: whyOf(failure) };
  const bet = noticeBetOf(listed);
  const events: BetEvent[] = [
    {
      id: noticeIds.betPlaced(betId),
      at: Date.parse(placedAt),
      facts: { kind: 'bet-placed', betId, bet, pending: status === 'pending' },
    },
  ];
  if (status === 'failed') {
    const at = Date.parse(endedAt ?? placedAt);
    events.push({
      id: noticeIds.betFailed(betId),
      at,
      facts: { kind: 'bet-failed', betId, bet, ...live, ...why },
    });
  }
  if (selling?.failure !== undefined) {
    const { amount, decidesAt, failure: cause } = selling;
    events.push({
      id: noticeIds.saleFailed(betId, decidesAt),
      at: Date.parse(decidesAt),
      facts: { kind: 'sale-failed', betId, bet, amount, why: whyOf(cause) },
    });
  }
  if (result !== undefined && endedAt !== undefined) {
    const at = Date.parse(endedAt);
    const how = automaticSale(listed) === undefined ? {} : { isAutomatic: true };
    events.push({
      id: noticeIds.betEnded(betId),
      at,
      facts: {
        kind: 'bet-ended',
        betId,
        bet: { ...bet, amount: restOf(listed).stake },
        result,
        paid: paidAtEnd(listed),
        ...how,
        ...live,
      },
    });
  }
  return events.filter(({ at }) => !Number.isNaN(at));
}

/** Adds a notice when a pending bet is confirmed. The API doesn't say when that happened. */
function confirmPending(
  record: NoticeRecord,
  bets: readonly Sold[],
  now: number,
): { record: NoticeRecord; confirmed: readonly Sold[] } {
  const final = new Map(
    bets.filter(({ status }) => status === 'confirmed' || status === 'settled').map((bet) => [bet.id, bet]),
  );
  const confirmed: Sold[] = [];
  let next = record;
  for (const notice of record.notices) {
    if (notice.kind !== 'bet-placed' && notice.kind !== 'transaction') continue;
    const bet = final.get(notice.betId ?? '');
    if (!notice.pending || bet === undefined) continue;
    confirmed.push(bet);
    const known = next.notices.map((each) => (each.id === notice.id ? { ...notice, pending: false } : each));
    next = putNotice(
      { ...next, notices: known },
      {
        kind: 'bet-confirmed',
        betId: bet.id,
        bet: noticeBetOf(bet),
        id: noticeIds.betConfirmed(bet.id),
        at: now,
      },
    );
  }
  return { record: next, confirmed };
}

function withOpenCombos(record: NoticeRecord, bets: readonly Sold[]): NoticeRecord {
  const combos = bets.filter(isCombo);
  const ended = new Set(combos.flatMap(({ id, result }) => (result === undefined ? [] : [id])));
  const known = new Set(record.openCombos);
  const added = combos.flatMap(({ id }) => (known.has(id) || ended.has(id) ? [] : [id])).reverse();
  if (added.length === 0 && !record.openCombos.some((id) => ended.has(id))) return record;
  const openCombos = [...record.openCombos.filter((id) => !ended.has(id)), ...added].slice(-MOST_OPEN_COMBOS);
  return { ...record, openCombos };
}

function addIds(known: readonly string[], ids: readonly string[]): readonly string[] {
  return [...known.filter((id) => !ids.includes(id)), ...ids].slice(-MOST_EVENT_IDS);
}

function newestFirst(notices: readonly Notice[]): readonly Notice[] {
  return [...notices].sort((a, b) => b.at - a.at).slice(0, MOST_NOTICES);
}

function sameButRead(a: Notice, b: Notice): boolean {
  return JSON.stringify({ ...a, read: false, at: 0 }) === JSON.stringify({ ...b, read: false, at: 0 });
}
