import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverClock } from './server-clock.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const header = (moment: number) => new Date(moment).toUTCString();

describe('the time by the server', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOON });
    serverClock.note(header(NOON));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is the browser's own while the two agree to half a minute", () => {
    serverClock.note(header(NOON + 20_000));
    expect(serverClock.now().getTime()).toBe(NOON);
  });

  it("replaces the browser's when that is days off, and notifies its subscribers", () => {
    const notified = vi.fn();
    const stop = serverClock.subscribe(notified);
    serverClock.note(header(NOON - 2 * 86_400_000));
    expect(serverClock.now().getTime()).toBe(NOON - 2 * 86_400_000);
    serverClock.note(header(NOON - 2 * 86_400_000 + 5_000));
    expect(notified).toHaveBeenCalledOnce();
    stop();
  });

  it("is the browser's again once its clock was set right", () => {
    serverClock.note(header(NOON + 3_600_000));
    vi.setSystemTime(NOON + 3_600_000);
    serverClock.note(header(NOON + 3_600_000));
    expect(serverClock.now().getTime()).toBe(NOON + 3_600_000);
  });

  it('ignores an answer without a date', () => {
    serverClock.note(null);
    serverClock.note('soon');
    expect(serverClock.now().getTime()).toBe(NOON);
  });
});
