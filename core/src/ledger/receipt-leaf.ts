import type { MicroOdds, MicroUsdc } from '../money/micro-usdc.ts';

/**
 * The exact texts that are sealed into the audit chain and shown on receipts: fields joined by `|`, ids unchanged,
 * amounts in micro-USDC, odds in micro-odds, times in milliseconds since 1970, hashes in hex. Anyone who knows the
 * facts can rebuild a text and hash it.
 */

/** A row number of the books, in decimal digits. */
type RowId = number | bigint | string;

/**
 * A bet as it was accepted: `bet|entry|bet|user|market|outcome|stake|odds|payout|placed|closes|version|hash`. If the
 * signed odds were a minimum: `filled-bet`, the same fields with the odds at which it was filled, then the signed
 * odds and the fill rule's version.
 */
export function betLeaf(bet: {
  entryId: RowId;
  betId: string;
  userId: string;
  marketId: string;
  outcomeId: string;
  stake: MicroUsdc;
  odds: MicroOdds;
  /** Null when the bet was filled at exactly the signed odds. */
  filledBy: { signedOdds: MicroOdds; rule: number } | null;
  payout: MicroUsdc;
  placedAt: Date;
  /** When betting on the market was due to end at that time. */
  closesAt: Date;
  marketVersion: number;
  /** Hash of the signed text and its signature, hex. */
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

/**
 * A combo as it was accepted: `combo|entry|combo|user|legs|stake|odds|payout|placed|signed|budget|hash`, each leg as
 * `market:outcome:odds:version`, joined by `,` in the order in which they were sent.
 */
export function comboLeaf(combo: {
  entryId: RowId;
  comboId: string;
  userId: string;
  legs: readonly { marketId: string; outcomeId: string; odds: MicroOdds; marketVersion: number }[];
  stake: MicroUsdc;
  odds: MicroOdds;
  payout: MicroUsdc;
  placedAt: Date;
  signedOdds: MicroOdds;
  /** The combo budget at that time. */
  budget: MicroUsdc;
  /** Hash of the signed text and its signature, hex. */
  signedHash: string;
}): string {
  const legs = combo.legs.map((each) =>
    [each.marketId, each.outcomeId, each.odds, each.marketVersion].join(':'),
  );
  return leaf([
    'combo',
    combo.entryId,
    combo.comboId,
    combo.userId,
    legs.join(','),
    combo.stake,
    combo.odds,
    combo.payout,
    combo.placedAt.getTime(),
    combo.signedOdds,
    combo.budget,
    combo.signedHash,
  ]);
}

/**
 * What was paid for an ended bet or combo: `payout|entry|bet|amount|ended`, or with `refund` or `cash-out`; for a lost
 * combo `loss` and 0. A lost bet has none.
 */
export function endingLeaf(ending: {
  entryId: RowId;
  betId: string;
  kind: 'payout' | 'refund' | 'cash-out' | 'loss';
  amount: MicroUsdc;
  endedAt: Date;
}): string {
  return leaf([ending.kind, ending.entryId, ending.betId, ending.amount, ending.endedAt.getTime()]);
}

/**
 * What was paid for a part of a bet: `partial-cash-out|entry|bet|open stake before|stake|payout|amount|sold`, where the payout is
 * what the part would have returned.
 */
export function soldPartLeaf(part: {
  entryId: RowId;
  betId: string;
  openStake: MicroUsdc;
  stake: MicroUsdc;
  payout: MicroUsdc;
  amount: MicroUsdc;
  soldAt: Date;
}): string {
  const { entryId, betId, openStake, stake, payout, amount, soldAt } = part;
  return leaf(['partial-cash-out', entryId, betId, openStake, stake, payout, amount, soldAt.getTime()]);
}

/**
 * A market whose budget went into escrow: `market|entry|market|terms`. The last field is the SHA-256 of the market's
 * terms when it was opened, hex.
 */
export function marketLeaf(market: { entryId: RowId; marketId: string; termsHash: string }): string {
  return leaf(['market', market.entryId, market.marketId, market.termsHash]);
}

/**
 * An entry of the books: `entry|id|kind|key|postings`, each posting as `from>to:amount` with account numbers, joined
 * by `,` in order of their ids.
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

/** @throws RangeError when a field contains the separator, which could make one text read as another */
function leaf(fields: readonly (string | number | bigint)[]): string {
  const texts = fields.map(String);
  const bad = texts.find((text) => text.includes('|'));
  if (bad !== undefined) throw new RangeError(`expected a field without |, got ${JSON.stringify(bad)}`);
  return texts.join('|');
}
