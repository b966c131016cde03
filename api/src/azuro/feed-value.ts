import { cleanText } from '@tallystone/core/markets/clean-text';

/** A value in the feed's answer can't be parsed. The message completes "left out because". */
export class NotUnderstood extends Error {}

/** What `parse` returns, or what `otherwise` makes of the reason why a value isn't understood. */
export function parseOr<T, U>(parse: () => T, otherwise: (why: string) => U): T | U {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    return otherwise(error.message);
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** All of Azuro's ids are digits. The socket sends some of them as numbers. */
const ID = /^\d{1,64}$/;
const DAY_MS = 24 * 3_600_000;
/** Starts outside this range are mistakes, such as 1970 or a time in milliseconds. */
const EARLIEST_START_MS = -30 * DAY_MS;
const LATEST_START_MS = 3 * 365 * DAY_MS;

export function parseObject(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NotUnderstood(`${name} is not an object`);
  // Any object can be read by key, with unknown values.
  return value as Fields;
}

export function parseList(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new NotUnderstood(`${name} is not a list`);
  return value;
}

export function parseId(value: unknown, name: string): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || !ID.test(text)) throw new NotUnderstood(`${name} is not an id`);
  return text;
}

/** Parses text that people see: cleaned, not empty, at most `most` characters. */
export function parseText(value: unknown, { name, most }: { name: string; most: number }): string {
  const text = parseOptionalText(value, { name, most });
  if (text === null) throw new NotUnderstood(`${name} is empty`);
  return text;
}

/** Like parseText. Absent, empty and the text `null`, which old servers send, give null. */
export function parseOptionalText(
  value: unknown,
  { name, most }: { name: string; most: number },
): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new NotUnderstood(`${name} is not text`);
  // Checked before cleaning, which is slow for long text. Composing and trimming may shorten it this much.
  if (value.length > 4 * most) throw new NotUnderstood(`${name} is too long`);
  const text = cleanText(value);
  if (text.length > most) throw new NotUnderstood(`${name} is too long`);
  return text === '' || text === 'null' ? null : text;
}

export function parseFlag(value: unknown, name: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw new NotUnderstood(`${name} is not true or false`);
  return value;
}

/** One of the known words. */
export function parseWord<Word extends string>(value: unknown, words: readonly Word[], name: string): Word {
  const word = words.find((each) => each === value);
  if (word === undefined) throw new NotUnderstood(`${name} is none that we know`);
  return word;
}

/** A sort key, as number or text; null if absent. */
export function parseSort(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^-?\d{1,12}(?:\.\d{1,12})?$/.test(value) ? Number(value) : null;
}

/** A start in Unix seconds, as number or text, not far from now. */
export function parseStart(value: unknown, now: Date): Date {
  const seconds =
    typeof value === 'string' && /^\d{1,12}$/.test(value)
      ? Number(value)
      : typeof value === 'number' && Number.isSafeInteger(value)
        ? value
        : null;
  if (seconds === null) throw new NotUnderstood('its start is not a time in seconds');
  const ahead = seconds * 1000 - now.getTime();
  if (ahead < EARLIEST_START_MS) throw new NotUnderstood('its start is more than 30 days ago');
  if (ahead > LATEST_START_MS) throw new NotUnderstood('its start is more than 3 years ahead');
  return new Date(seconds * 1000);
}
