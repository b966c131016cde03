import type { NewMarketForm } from '../http-api/admin-markets.ts';
import type { Category } from '../http-api/markets.ts';
import { MIN_PROBABILITY } from '../odds/lmsr.ts';
import { NEW_MARKETS } from '../sentences/new-markets.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';
import { CATEGORY_TAXONOMY } from './category-taxonomy.ts';
import { cleanText } from './clean-text.ts';
import { FUTURES_AFTER_MS, isFarAhead } from './is-far-ahead.ts';

/** A checked market, ready to open. Its field names differ from the form's: see docs/design/fixed-values.md#markets. */
export interface CheckedMarket {
  readonly category: Category;
  /** From the taxonomy, or `all`. */
  readonly subcategory: string;
  readonly title: string;
  readonly description: string;
  readonly outcomes: readonly string[];
  /** Weights, one per outcome. */
  readonly probabilities: readonly number[];
  /** Whether the starting probabilities differ. */
  readonly isWeighted: boolean;
  readonly endsAt: Date;
  readonly autoResolve: boolean;
  readonly tags: readonly string[];
}

/** The problem of each invalid form field. */
export type MarketProblems = Partial<Record<keyof NewMarketForm, Message>>;

export const TITLE_LENGTH = { min: 3, max: 200 } as const;
export const DESCRIPTION_LENGTH = 2000;
export const OUTCOMES = { min: 2, max: 16 } as const;
export const OUTCOME_LENGTH = 100;
export const TAGS = 10;
const TAG_LENGTH = 40;
const DAY_MS = 86_400_000;
/** The longest a market may last without futures trading. */
export const DEFAULT_LIFE_MS = FUTURES_AFTER_MS;
/** A date beyond this is a typing error. */
const LONGEST_LIFE_MS = 3 * 365 * DAY_MS;
/**
 * ISO 8601 with at least minutes, and with a time zone: without one, a date means different times in different
 * places.
 */
const ISO_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/**
 * Checks the form of a new market: the only such check, for the form itself, the server and the CSV import.
 *
 * @param now the end is relative to it
 * @param futures whether the market may end more than 30 days ahead
 */
export function checkNewMarket(
  form: NewMarketForm,
  { now, futures }: { now: Date; futures: boolean },
): { kind: 'ok'; market: CheckedMarket } | { kind: 'refused'; problems: MarketProblems } {
  const problems: MarketProblems = {};
  const entry = CATEGORY_TAXONOMY.find(({ id }) => id === form.type);
  if (entry === undefined) problems.type = sayOf(NEW_MARKETS, 'choose-type');

  const subcategory = form.category;
  if (subcategory === '') problems.category = sayOf(NEW_MARKETS, 'choose-category');
  else if (subcategory !== 'all' && entry && !entry.subcategories.some(({ id }) => id === subcategory))
    problems.category = sayOf(NEW_MARKETS, 'choose-category-of', { type: sayOf(NEW_MARKETS, entry.id) });

  const title = cleanText(form.title);
  if (title.length < TITLE_LENGTH.min || title.length > TITLE_LENGTH.max)
    problems.title = sayOf(NEW_MARKETS, 'title-length', TITLE_LENGTH);

  const description = cleanText(form.description ?? '');
  if (description.length > DESCRIPTION_LENGTH)
    problems.description = sayOf(NEW_MARKETS, 'description-length', { most: DESCRIPTION_LENGTH });

  const note = cleanText(form.subcategory ?? '');
  if (note.length > TAG_LENGTH)
    problems.subcategory = sayOf(NEW_MARKETS, 'subcategory-length', { most: TAG_LENGTH });

  const outcomes = form.outcomes.map(cleanText);
  const outcomeProblem = findOutcomeProblem(outcomes);
  if (outcomeProblem !== null) problems.outcomes = outcomeProblem;

  const tags = [...new Set((form.tags ?? []).map(cleanText).filter((tag) => tag !== ''))];
  if (tags.length > TAGS) problems.tags = sayOf(NEW_MARKETS, 'most-tags', { most: TAGS });
  else if (tags.some((tag) => tag.length > TAG_LENGTH))
    problems.tags = sayOf(NEW_MARKETS, 'tag-length', { most: TAG_LENGTH });

  const probabilities = form.probabilities ?? outcomes.map(() => 1);
  const probabilityProblem = findProbabilityProblem(probabilities, outcomes.length);
  if (probabilityProblem !== null) problems.probabilities = probabilityProblem;

  const endsAt = endOf(form.eventDate ?? '', now);
  if (endsAt === null) problems.eventDate = sayOf(NEW_MARKETS, 'date-unreadable');
  else if (endsAt <= now) problems.eventDate = sayOf(NEW_MARKETS, 'date-past');
  else if (endsAt.getTime() - now.getTime() > LONGEST_LIFE_MS)
    problems.eventDate = sayOf(NEW_MARKETS, 'date-after-three-years');
  else if (!futures && isFarAhead(endsAt, now))
    problems.eventDate = sayOf(NEW_MARKETS, 'date-after-thirty-days');

  if (entry === undefined || endsAt === null || Object.keys(problems).length > 0)
    return { kind: 'refused', problems };
  return {
    kind: 'ok',
    market: {
      category: entry.id,
      subcategory,
      title,
      description,
      outcomes,
      probabilities,
      isWeighted: probabilities.some((weight) => weight !== probabilities[0]),
      endsAt,
      autoResolve: form.autoResolve ?? false,
      // The free text makes the market searchable like a tag.
      tags: note === '' || tags.includes(note) ? tags : [note, ...tags],
    },
  };
}

function findOutcomeProblem(outcomes: readonly string[]): Message | null {
  if (outcomes.length < OUTCOMES.min || outcomes.length > OUTCOMES.max)
    return sayOf(NEW_MARKETS, 'outcome-count', OUTCOMES);
  if (outcomes.some((name) => name === '')) return sayOf(NEW_MARKETS, 'outcome-unnamed');
  if (outcomes.some((name) => name.length > OUTCOME_LENGTH))
    return sayOf(NEW_MARKETS, 'outcome-length', { most: OUTCOME_LENGTH });
  const names = outcomes.map((name) => name.normalize('NFKC').toLowerCase());
  return new Set(names).size < names.length ? sayOf(NEW_MARKETS, 'outcome-named-twice') : null;
}

function findProbabilityProblem(weights: readonly number[], outcomes: number): Message | null {
  if (weights.length !== outcomes) return sayOf(NEW_MARKETS, 'probability-count');
  const sum = weights.reduce((total, weight) => total + weight, 0);
  // Written so NaN is refused.
  const areUsable = weights.every((weight) => weight > 0 && weight / sum >= MIN_PROBABILITY);
  return areUsable && Number.isFinite(sum) ? null : sayOf(NEW_MARKETS, 'probability-least');
}

function endOf(eventDate: string, now: Date): Date | null {
  const text = eventDate.trim();
  if (text === '') return new Date(now.getTime() + DEFAULT_LIFE_MS);
  if (!ISO_TIME.test(text)) return null;
  const date = new Date(text);
  // February 30 parses as March 2.
  const isOnCalendar = new Date(`${text.slice(0, 10)}T00:00Z`).getUTCDate() === Number(text.slice(8, 10));
  return Number.isNaN(date.getTime()) || !isOnCalendar ? null : date;
}
