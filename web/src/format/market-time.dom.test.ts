import { afterEach, describe, expect, test } from 'vitest';
import { chooseLanguage } from '../texts/choose-language.ts';
import { timeLabel, timeRemaining } from './market-time.ts';

afterEach(() => chooseLanguage('en'));

/** A time in the test's own time zone. */
const at = (month: number, day: number, hour: number, minute: number) =>
  new Date(2026, month - 1, day, hour, minute);

describe('timeLabel', () => {
  test.each([
    { endsAt: at(12, 5, 9, 5), now: at(11, 21, 12, 0), label: 'Starts Dec 05, 2026 08:05' },
    { endsAt: new Date(2027, 0, 1, 0, 30), now: at(11, 21, 12, 0), label: 'Starts Dec 31, 2026 23:30' },
    {
      endsAt: at(12, 5, 9, 5),
      startsAt: at(12, 4, 20, 45),
      now: at(11, 21, 12, 0),
      label: 'Starts Dec 04, 2026 20:45',
    },
    {
      endsAt: at(12, 5, 9, 5),
      startsAt: undefined,
      now: at(11, 21, 12, 0),
      label: 'Starts Dec 05, 2026 08:05',
    },
    { endsAt: at(11, 21, 13, 0), now: at(11, 21, 12, 0), label: 'Live - Ends 13:00' },
    {
      endsAt: at(11, 21, 12, 7),
      startsAt: at(11, 21, 11, 7),
      now: at(11, 21, 12, 0),
      label: 'Live - Ends 12:07',
    },
    { endsAt: at(11, 22, 0, 0), now: at(11, 21, 23, 30), label: 'Live - Ends 00:00' },
    { endsAt: at(11, 21, 12, 0), now: at(11, 21, 12, 0), label: 'Ended Nov 21, 12:00' },
    {
      endsAt: at(3, 1, 6, 4),
      startsAt: at(2, 1, 6, 4),
      now: at(11, 21, 12, 0),
      label: 'Ended Mar 01, 06:04',
    },
  ])('$label', ({ label, ...market }) => {
    expect(timeLabel(market)).toBe(label);
  });

  test('also reads ISO texts', () => {
    const endsAt = at(12, 5, 9, 5).toISOString();
    const startsAt = at(12, 4, 20, 45).toISOString();
    expect(timeLabel({ endsAt, startsAt, now: at(11, 21, 12, 0) })).toBe('Starts Dec 04, 2026 20:45');
  });

  test("says so if a time can't be parsed", () => {
    expect(timeLabel({ endsAt: 'soon', now: at(11, 21, 12, 0) })).toBe('Starts unknown');
  });

  test('has a name for every month', () => {
    const names = Array.from({ length: 12 }, (_, i) =>
      timeLabel({ endsAt: at(i + 1, 2, 3, 4), now: new Date(2027, 6, 1) }),
    );
    expect(names.map((label) => label.split(' ')[1]).join(' ')).toBe(
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    );
  });
});

const now = new Date('2026-11-21T12:00:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('timeRemaining', () => {
  test.each([
    [30 * DAY + 5 * HOUR + 59 * MINUTE, '30d 5h'],
    [DAY, '1d 0h'],
    [DAY - 1, '23h 59m'],
    [2 * HOUR + 5 * MINUTE, '2h 5m'],
    [HOUR, '1h 0m'],
    [HOUR - 1, '59m'],
    [5 * MINUTE, '5m'],
    [59 * SECOND, '0m'],
    [1, '0m'],
    [0, 'Ended'],
    [-DAY, 'Ended'],
  ])('%s ms before the end reads %s', (leftMs, text) => {
    const endsAt = new Date(now.getTime() + leftMs);
    expect(timeRemaining({ endsAt, now })).toBe(text);
    expect(timeRemaining({ endsAt: endsAt.toISOString(), now })).toBe(text);
  });
});

test('both speak Spanish', async () => {
  await chooseLanguage('es');
  expect(timeLabel({ endsAt: at(12, 5, 9, 5), now: at(11, 21, 12, 0) })).toBe('Empieza el 05 dic 2026 08:05');
  expect(timeLabel({ endsAt: at(11, 21, 13, 0), now: at(11, 21, 12, 0) })).toBe(
    'En vivo: termina a las 13:00',
  );
  // The locale decides how day and month are separated.
  expect(timeLabel({ endsAt: at(11, 21, 12, 0), now: at(11, 21, 12, 0) })).toMatch(
    /^Terminó el 21.nov, 12:00$/,
  );
  expect(timeRemaining({ endsAt: new Date(now.getTime() + DAY + HOUR), now })).toBe('1 d 1 h');
  expect(timeRemaining({ endsAt: now, now })).toBe('Terminado');
});
