import type { WireCombo, WireComboReceipt } from '@tallystone/core/http-api/combos';
import { micro } from './receipt-fits.ts';

/** The kind of the leaf with which each result is sealed. */
const END_LEAVES = {
  won: 'payout',
  lost: 'loss',
  void: 'refund',
  'cashed-out': 'cash-out',
} as const satisfies Record<NonNullable<WireCombo['result']>, string>;

/**
 * Whether the sealed leaves agree with the receipt: the combo with its selections, stake, odds and time, and how it ended
 * with what it was paid. A proof of another combo proves nothing about this one.
 *
 * @see core/src/ledger/receipt-leaf.ts for the texts
 */
export function comboReceiptFits({
  combo,
  proofs,
  sealed,
}: Pick<WireComboReceipt, 'combo' | 'proofs' | 'sealed'>): boolean {
  const leaves = proofs.map(({ leaf }) => leaf.split('|'));
  const placed = leaves.filter(([kind]) => kind === 'combo');
  const ends = leaves.filter(([kind]) => kind !== 'combo');
  return (
    placed.length === 1 &&
    placed.every((leaf) => placedFits(leaf, combo)) &&
    ends.every((leaf) => endFits(leaf, combo)) &&
    // While it is not sealed, its end may still be missing.
    (!sealed || ends.length === (combo.result === undefined ? 0 : 1))
  );
}

function placedFits(leaf: readonly string[], combo: WireCombo): boolean {
  const [, , comboId, , legs = '', stake, odds, payout, placedAt, signedOdds] = leaf;
  return (
    comboId === combo.id &&
    legsFit(legs.split(','), combo) &&
    stake === micro(combo.amount) &&
    odds === micro(combo.odds) &&
    payout === micro(combo.totalReturn) &&
    placedAt === String(Date.parse(combo.placedAt)) &&
    signedOdds === micro(combo.minOdds)
  );
}

/** Each selection is sealed with its market's version, which the wire doesn't have. */
function legsFit(sealed: readonly string[], { legs }: WireCombo): boolean {
  return (
    sealed.length === legs.length &&
    legs.every(({ marketId, outcomeId, odds }, place) =>
      sealed[place]?.startsWith(`${marketId}:${outcomeId}:${micro(odds)}:`),
    )
  );
}

function endFits([kind, , comboId, amount]: readonly string[], { id, result, paid = 0 }: WireCombo): boolean {
  return result !== undefined && kind === END_LEAVES[result] && comboId === id && amount === micro(paid);
}
