import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { noticeIds } from '../data/notice-ids.ts';
import { type LimitsFacts, limitsChanges, limitsFacts } from './limits-changes.ts';
import { type Notice, type NoticeFacts, noticeBetOf } from './notice.ts';

/** More would not be read, and the storage of a browser is small. */
export const MOST_NOTICES = 200;
/** Ids of what was told stay known beyond their notices, which can be cleared. */
const MOST_TOLD = 600;
/** Bets of one market end in several steps, and lists may show them out of order by as much. */
const OUT_OF_ORDER_MS = 3_600_000;

/** What one user was told in this browser. A plain value: every function here gives a new one, or the same if nothing changed. */
export interface NoticeRecord {
  /** Newest first. */
  readonly notices: readonly Notice[];
  /** What happened before it began is never told. */
  readonly startedAt: number;
  /** The latest moment of a bet that was told. */
  readonly toldUntil: number;
  /** Ids of what was told of bets, latest last. */
  readonly told: readonly string[];
  /** The limits as they were last seen; null: not yet. */
  readonly limits: LimitsFacts | null;
}

export function emptyRecord(startedAt: number): NoticeRecord {
  return { notices: [], startedAt, toldUntil: startedAt, told: [], limits: null };
}

/** Puts a notice in, or in place of the one with its id. */
export function putNotice(
  record: NoticeRecord,
  { id, at, ...facts }: NoticeFacts & { id: string; at: number },
): NoticeRecord {
  const before = record.notices.find((notice) => notice.id === id);
  // What a toast said of something that is known in full adds nothing.
  if (facts.kind === 'said' && before !== undefined) return record;
  const notice: Notice = { ...facts, id, at, read: false };
  if (before !== undefined && sameButRead(before, notice)) return record;
  const others = record.notices.filter((each) => each.id !== id);
  return { ...record, notices: newestFirst([notice, ...others]) };
}

/** Puts in how far an attempt to bet has come; a notice of the bet it became is part of it. */
export function putTransaction(
  record: NoticeRecord,
  transaction: Extract<NoticeFacts, { kind: 'transaction' }> & { id: string; at: number },
): NoticeRecord {
  const { betId } = transaction;
  const next = putNotice(record, transaction);
  if (betId === undefined) return next;
  const id = noticeIds.betPlaced(betId);
  const notices = next.notices.filter((notice) => notice.id !== id);
  return notices.length === next.notices.length && next.told.includes(id)
    ? next
    : { ...next, notices, told: withTold(next.told, [id]) };
}

/** Tells what is new in the user's bets. Says which of it ended, so that it can be summed up, and which failed. */
export function tellBets(
  record: NoticeRecord,
  bets: readonly WireBet[],
  now: number,
): { record: NoticeRecord; ended: readonly WireBet[]; failed: readonly WireBet[] } {
  const told = new Set(record.told);
  const since = record.toldUntil - OUT_OF_ORDER_MS;
  const isNews = ({ id, at }: BetEvent) => at > record.startedAt && at > since && !told.has(id);
  const news = bets
    .flatMap((bet) => eventsOf(bet).map((event) => ({ ...event, bet })))
    .filter(isNews)
    .sort((a, b) => a.at - b.at);
  let next = record;
  for (const { id, at, facts } of news) next = putNotice(next, { ...facts, id, at });
  if (news.length > 0) {
    const toldUntil = Math.max(record.toldUntil, ...news.map(({ at }) => at));
    next = {
      ...next,
      toldUntil,
      told: withTold(
        next.told,
        news.map(({ id }) => id),
      ),
    };
  }
  next = confirmPending(next, bets, now);
  const newsOf = (kind: NoticeFacts['kind']) =>
    news.filter(({ facts }) => facts.kind === kind).map(({ bet }) => bet);
  return { record: next, ended: newsOf('bet-ended'), failed: newsOf('bet-failed') };
}

/** Tells what is different about the limits since they were last seen. */
export function tellLimits(record: NoticeRecord, limits: WireLimits, now: number): NoticeRecord {
  const facts = limitsFacts(limits);
  const changes = record.limits === null ? [] : limitsChanges(record.limits, facts, now);
  if (record.limits !== null && JSON.stringify(record.limits) === JSON.stringify(facts)) return record;
  let next: NoticeRecord = { ...record, limits: facts };
  for (const change of changes) {
    next = putNotice(next, { kind: 'limits', change, id: `limits:${now}:${change.what}`, at: now });
  }
  return next;
}

/** Marks everything as read, or only what is named. */
export function markRead(record: NoticeRecord, ids?: ReadonlySet<string>): NoticeRecord {
  const isMeant = ({ id, read }: Notice) => !read && (ids === undefined || ids.has(id));
  if (!record.notices.some(isMeant)) return record;
  return {
    ...record,
    notices: record.notices.map((notice) => (isMeant(notice) ? { ...notice, read: true } : notice)),
  };
}

/** Takes all notices away. What was told stays told. */
export function clearNotices(record: NoticeRecord): NoticeRecord {
  return record.notices.length === 0 ? record : { ...record, notices: [] };
}

export function countUnread({ notices }: NoticeRecord): number {
  return notices.reduce((count, { read }) => count + (read ? 0 : 1), 0);
}

interface BetEvent {
  id: string;
  at: number;
  facts: NoticeFacts;
}

/** What has happened to a bet so far, each with its moment. */
function eventsOf(listed: WireBet): BetEvent[] {
  const { id: betId, status, result, paid = 0, placedAt, endedAt } = listed;
  const live = listed.chain === undefined ? {} : { isLive: true };
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
    events.push({ id: noticeIds.betFailed(betId), at, facts: { kind: 'bet-failed', betId, bet, ...live } });
  }
  if (result !== undefined && endedAt !== undefined) {
    const at = Date.parse(endedAt);
    events.push({
      id: noticeIds.betEnded(betId),
      at,
      facts: { kind: 'bet-ended', betId, bet, result, paid, ...live },
    });
  }
  return events.filter(({ at }) => !Number.isNaN(at));
}

/** When a bet that was told as pending is confirmed, that is told as well. The wire does not say since when. */
function confirmPending(record: NoticeRecord, bets: readonly WireBet[], now: number): NoticeRecord {
  const confirmed = new Map(
    bets.filter(({ status }) => status === 'confirmed' || status === 'settled').map((bet) => [bet.id, bet]),
  );
  let next = record;
  for (const notice of record.notices) {
    if (notice.kind !== 'bet-placed' && notice.kind !== 'transaction') continue;
    const bet = confirmed.get(notice.betId ?? '');
    if (!notice.pending || bet === undefined) continue;
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
  return next;
}

function withTold(told: readonly string[], ids: readonly string[]): readonly string[] {
  return [...told.filter((id) => !ids.includes(id)), ...ids].slice(-MOST_TOLD);
}

function newestFirst(notices: readonly Notice[]): readonly Notice[] {
  return [...notices].sort((a, b) => b.at - a.at).slice(0, MOST_NOTICES);
}

function sameButRead(a: Notice, b: Notice): boolean {
  return JSON.stringify({ ...a, read: false, at: 0 }) === JSON.stringify({ ...b, read: false, at: 0 });
}
