import type { WireRehearsal } from '@tallystone/core/http-api';
import { exactDollars, signedExactDollars } from '../format/dollars.ts';

export interface RehearsalChange {
  name: string;
  before: string;
  after: string;
}

const FIGURES: readonly { name: string; of: (rehearsal: WireRehearsal) => string }[] = [
  { name: 'Open bets', of: ({ bets }) => bets.toLocaleString('en-US') },
  { name: 'Bets that are paid', of: ({ paidBets }) => paidBets.toLocaleString('en-US') },
  { name: 'Paid to bettors', of: ({ paid }) => exactDollars(paid) },
  { name: 'In escrow', of: ({ escrow }) => exactDollars(escrow) },
  { name: 'Back to the pool', of: ({ toPool }) => exactDollars(toPool) },
  { name: 'House result', of: ({ houseResult }) => signedExactDollars(houseResult) },
];

/** The figures that differ between the rehearsal that was seen and the one of now. */
export function rehearsalChanges(before: WireRehearsal, after: WireRehearsal): RehearsalChange[] {
  return FIGURES.map(({ name, of }) => ({ name, before: of(before), after: of(after) })).filter(
    (change) => change.before !== change.after,
  );
}
