import type { NewMarketForm } from '@tallystone/core/http-api/admin-markets';

/** The raw input of the form for a new market. */
export interface NewMarketValues {
  type: string;
  category: string;
  subcategory: string;
  title: string;
  description: string;
  /** The percentages count only while `weighted`. */
  outcomes: { name: string; percent: string }[];
  weighted: boolean;
  /** From a `datetime-local` field, in the browser's time zone; empty: none. */
  eventDate: string;
  autoResolve: boolean;
  tags: string[];
}

export const MIN_OUTCOMES = 2;

export function emptyNewMarket(): NewMarketValues {
  return {
    type: '',
    category: '',
    subcategory: '',
    title: '',
    description: '',
    outcomes: [
      { name: '', percent: '' },
      { name: '', percent: '' },
    ],
    weighted: false,
    eventDate: '',
    autoResolve: false,
    tags: [],
  };
}

/** The form as the server takes it: the date in UTC, the percentages as numbers. */
export function toNewMarketForm(values: NewMarketValues): NewMarketForm {
  const { outcomes, weighted, ...fields } = values;
  return {
    ...fields,
    outcomes: outcomes.map(({ name }) => name),
    eventDate: utcOf(fields.eventDate) ?? fields.eventDate,
    tags: [...fields.tags],
    ...(weighted && { probabilities: outcomes.map(({ percent }) => percentOf(percent)) }),
  };
}

/** A local date and time as ISO 8601 in UTC; null if it can't be parsed. */
export function utcOf(localDate: string): string | null {
  const date = new Date(localDate);
  return localDate === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const LOCAL_DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/**
 * Whether a local time is skipped because clocks go forward, or repeated because they go back. `utcOf` then takes
 * the first of the two.
 */
export function clockChangeAt(localDate: string): 'skipped' | 'repeated' | null {
  const [typed] = LOCAL_DATE.exec(localDate) ?? [];
  const date = new Date(localDate);
  if (typed === undefined || Number.isNaN(date.getTime())) return null;
  if (localText(date) !== typed) return 'skipped';
  // When clocks go back by some minutes, the same time comes again after as many minutes.
  const putBackBy = daysFrom(date, 1).getTimezoneOffset() - daysFrom(date, -1).getTimezoneOffset();
  const again = new Date(date.getTime() + putBackBy * 60_000);
  return putBackBy > 0 && localText(again) === typed ? 'repeated' : null;
}

const daysFrom = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000);

/** In the format of a `datetime-local` field, to the minute. */
function localText(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** `12.5`, `12,5` or `12.5 %` as a number. Anything else is zero, which no rule accepts. */
export function percentOf(text: string): number {
  const percent = Number(text.replace('%', '').replace(',', '.').trim());
  return Number.isFinite(percent) ? percent : 0;
}
