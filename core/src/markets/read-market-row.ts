import type { NewMarketForm } from '../http-api/admin-markets.ts';
import { CSV } from '../sentences/csv.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';
import { type CheckedMarket, checkNewMarket } from './check-new-market.ts';
import type { MarketColumn } from './market-columns.ts';

/** The cells of one row by field; a field without a column is absent. */
export type MarketRecord = Readonly<Partial<Record<MarketColumn, string>>>;

/** One plain sentence per unusable field. */
export type RowProblems = Partial<Record<MarketColumn, Message>>;

const NUMBER = /^\d{1,9}(?:\.\d{1,9})?$/;

/**
 * Reads one row of a market CSV; `|` separates several values in one cell. The form's rules apply, in the browser's
 * preview and on the server.
 *
 * @param now the end is relative to it
 * @param futures whether the market may end more than 30 days ahead
 */
export function readMarketRow(
  record: MarketRecord,
  { now, futures }: { now: Date; futures: boolean },
): { kind: 'ok'; form: NewMarketForm; market: CheckedMarket } | { kind: 'refused'; problems: RowProblems } {
  const cell = (field: MarketColumn) => record[field]?.trim() ?? '';
  const list = (field: MarketColumn) => cell(field).split('|');
  const unreadable: RowProblems = {};

  const autoResolve = cell('autoResolve').toLowerCase();
  if (!['', 'true', 'false'].includes(autoResolve)) unreadable.autoResolve = sayOf(CSV, 'not-true-or-false');
  const given = cell('probabilities');
  const weights = given === '' ? [] : list('probabilities').map(withoutPercent);
  if (!weights.every((weight) => NUMBER.test(weight))) unreadable.probabilities = sayOf(CSV, 'not-numbers');

  const form: NewMarketForm = {
    type: cell('type').toLowerCase(),
    category: cell('category').toLowerCase(),
    subcategory: cell('subcategory'),
    title: cell('title'),
    description: cell('description'),
    outcomes: list('outcomes'),
    eventDate: cell('eventDate'),
    autoResolve: autoResolve === 'true',
    tags: list('tags'),
    probabilities: given === '' || unreadable.probabilities !== undefined ? null : weights.map(Number),
  };
  const checked = checkNewMarket(form, { now, futures });
  const problems = { ...(checked.kind === 'refused' && checked.problems), ...unreadable };
  if (checked.kind === 'refused' || Object.keys(problems).length > 0) return { kind: 'refused', problems };
  return { kind: 'ok', form, market: checked.market };
}

function withoutPercent(weight: string): string {
  const text = weight.trim();
  return text.endsWith('%') ? text.slice(0, -1).trimEnd() : text;
}
