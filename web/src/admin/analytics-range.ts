import type { RequestQuery } from '@tallystone/core/http-api';
import { useSearchParams } from 'wouter';
import { serverClock } from '../data/server-clock.ts';

const DAY_MS = 86_400_000;

/** The ranges that can be chosen with one press. */
export const RANGES = ['7', '30', '90', 'all'] as const;
export type RangeName = (typeof RANGES)[number];

export interface AnalyticsRange {
  /** Null if the days were chosen one by one. */
  name: RangeName | null;
  /** First and last UTC day, `yyyy-mm-dd`; null if not named. */
  from: string | null;
  to: string | null;
}

/** The range in the address: `range=90`, or `from` and `to`; 30 days if it names none. */
export function readRange(params: URLSearchParams): AnalyticsRange {
  const from = dayIn(params.get('from'));
  const to = dayIn(params.get('to'));
  if (from !== null || to !== null) return { name: null, from, to };
  return { name: RANGES.find((each) => each === params.get('range')) ?? '30', from: null, to: null };
}

function dayIn(text: string | null): string | null {
  if (text === null || !/^2[01]\d\d-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? null : text;
}

/** What the server is asked for. The last 30 days are its default. */
export function rangeQuery({ name, from, to }: AnalyticsRange, now: Date): RequestQuery<'getAnalytics'> {
  if (name === '30') return {};
  if (name === 'all') return { from: 'start' };
  if (name !== null) return { from: utcDay(now.getTime() - (Number(name) - 1) * DAY_MS) };
  return { from: from ?? 'start', ...(to !== null && { to }) };
}

const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The range of the charts, kept in the address. */
export function useAnalyticsRange() {
  const [params, setParams] = useSearchParams();
  const range = readRange(params);
  const change = (changed: Partial<Record<'range' | 'from' | 'to', string>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changed)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return {
    range,
    query: rangeQuery(range, serverClock.now()),
    choose: (name: RangeName) => change({ range: name === '30' ? '' : name, from: '', to: '' }),
    setDay: (which: 'from' | 'to', day: string) => change({ range: '', [which]: day }),
  };
}
