import type { NewMarketForm } from '@tallystone/core/http-api/admin-markets';

/** What is typed into the form of a new market, as it is typed. */
export interface NewMarketValues {
  type: string;
  category: string;
  subcategory: string;
  title: string;
  description: string;
  /** The percentages count only while `weighted`. */
  outcomes: { name: string; percent: string }[];
  weighted: boolean;
  /** Of a `datetime-local` field, so in the zone of the browser; empty: none. */
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

/** The form as the server takes it: its date with a zone, its percentages as numbers. */
export function toNewMarketForm(values: NewMarketValues): NewMarketForm {
  const { type, category, subcategory, title, description, autoResolve, tags } = values;
  return {
    type,
    category,
    subcategory,
    title,
    description,
    outcomes: values.outcomes.map(({ name }) => name),
    eventDate: utcOf(values.eventDate) ?? values.eventDate,
    autoResolve,
    tags: [...tags],
    ...(values.weighted && { probabilities: values.outcomes.map(({ percent }) => percentOf(percent)) }),
  };
}

/** A local date and time as ISO 8601 in UTC; null when it is none. */
export function utcOf(localDate: string): string | null {
  const date = new Date(localDate);
  return localDate === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const LOCAL_DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/**
 * Whether the browser's clock never shows a local date and time, because it is put forward over it, or shows it
 * twice, because it is put back. `utcOf` takes the first then.
 */
export function clockChangeAt(localDate: string): 'skipped' | 'repeated' | null {
  const [typed] = LOCAL_DATE.exec(localDate) ?? [];
  const date = new Date(localDate);
  if (typed === undefined || Number.isNaN(date.getTime())) return null;
  if (localText(date) !== typed) return 'skipped';
  // A clock that was put back shows the same again after as many minutes as it was put back by.
  const putBackBy = daysFrom(date, 1).getTimezoneOffset() - daysFrom(date, -1).getTimezoneOffset();
  const again = new Date(date.getTime() + putBackBy * 60_000);
  return putBackBy > 0 && localText(again) === typed ? 'repeated' : null;
}

const daysFrom = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000);

/** As a `datetime-local` field has it, to the minute. */
function localText(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** `12.5`, `12,5` or `12.5 %` as a number. What is no number counts as zero, which no rule accepts. */
export function percentOf(text: string): number {
  const percent = Number(text.replace('%', '').replace(',', '.').trim());
  return Number.isFinite(percent) ? percent : 0;
}
