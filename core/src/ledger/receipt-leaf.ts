import type { MicroOdds, MicroUsdc } from '../money/micro-usdc.ts';

/**
 * The exact texts that are sealed into the audit chain, and that a receipt shows: fields joined by `|`, ids as they
 * are, amounts in micro-USDC, odds in micro-odds, times in milliseconds since 1970, hashes in hex. Anybody who has
 * the facts can write the text anew and hash it.
 */

/** A number of a row of the books, in its decimal digits. */
type RowId = number | bigint | string;

/**
 * A bet as it was accepted: `bet|entry|bet|user|market|outcome|stake|odds|payout|placed|closes|version|hash`. Where the
 * signed odds were a minimum: `filled-bet`, the same fields with the odds it was filled at, then the signed ones and the
 * version of the rule that filled it.
 */
export function betLeaf(bet: {
  entryId: RowId;
  betId: string;
  userId: string;
  marketId: string;
  outcomeId: string;
  stake: MicroUsdc;
  odds: MicroOdds;
  /** Null where the bet was filled at exactly the signed odds. */
  filledBy: { signedOdds: MicroOdds; rule: number } | null;
  payout: MicroUsdc;
  placedAt: Date;
  /** When betting on the market was to end, as it was then. */
  closesAt: Date;
  marketVersion: number;
  /** Of the signed text and its signature, hex. */
  signedHash: string;
}): string {
  const { filledBy } = bet;
  return leaf([
    filledBy === null ? 'bet' : 'filled-bet',
    bet.entryId,
    bet.betId,
    bet.userId,
    bet.marketId,
    bet.outcomeId,
    bet.stake,
    bet.odds,
    bet.payout,
    bet.placedAt.getTime(),
    bet.closesAt.getTime(),
    bet.marketVersion,
    bet.signedHash,
    ...(filledBy === null ? [] : [filledBy.signedOdds, filledBy.rule]),
  ]);
}

/** What was paid for a bet that ended: `payout|entry|bet|amount|ended`, or with `refund` or `cash-out`. */
export function endingLeaf(ending: {
  entryId: RowId;
  betId: string;
  kind: 'payout' | 'refund' | 'cash-out';
  amount: MicroUsdc;
  endedAt: Date;
}): string {
  return leaf([ending.kind, ending.entryId, ending.betId, ending.amount, ending.endedAt.getTime()]);
}

/**
 * A market whose budget was put into escrow: `market|entry|market|terms`, the last SHA-256 of what the market said when it
 * was opened, hex.
 */
export function marketLeaf(market: { entryId: RowId; marketId: string; termsHash: string }): string {
  return leaf(['market', market.entryId, market.marketId, market.termsHash]);
}

/**
 * An entry of the books: `entry|id|kind|key|postings`, each posting as `from>to:amount` with the numbers of the
 * accounts, joined by `,` in the order of their ids.
 */
export function entryLeaf(entry: {
  entryId: RowId;
  kind: string;
  key: string;
  postings: readonly { id: RowId; from: RowId; to: RowId; amount: MicroUsdc }[];
}): string {
  const postings = [...entry.postings]
    .sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
    .map(({ from, to, amount }) => `${from}>${to}:${amount}`);
  return leaf(['entry', entry.entryId, entry.kind, entry.key, postings.join(',')]);
}

/** @throws RangeError when a field holds the sign that parts them: one text could then be read as another */
function leaf(fields: readonly (string | number | bigint)[]): string {
  const texts = fields.map(String);
  const bad = texts.find((text) => text.includes('|'));
  if (bad !== undefined) throw new RangeError(`expected a field without |, got ${JSON.stringify(bad)}`);
  return texts.join('|');
}
