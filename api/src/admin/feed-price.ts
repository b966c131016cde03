import { microOdds } from '@tallystone/core/money/micro-usdc';
import { col } from '../db/rows.ts';

const known = col.list(col.text.orNull);
const convert = (odds: (string | null)[]) =>
  odds.map((each) => (each === null ? null : microOdds(BigInt(each))));

/** Stored odds of the feed, in the order of the outcomes; null for an outcome without any. */
export const feedPrice = Object.assign((cell: unknown, name: string) => convert(known(cell, name)), {
  orNull: (cell: unknown, name: string) => (cell === null ? null : convert(known(cell, name))),
});
