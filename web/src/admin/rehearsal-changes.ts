import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import { ApiError } from '../data/api-error.ts';
import { exactDollars, signedExactDollars } from '../format/dollars.ts';
import { wholeNumber } from '../format/whole-number.ts';
import { type AdminTextKey, t } from '../texts/t-admin.ts';

export interface RehearsalChange {
  name: string;
  before: string;
  after: string;
}

const FIGURES = [
  { name: 'adminEnding.betsOpen', of: ({ bets }) => wholeNumber(bets) },
  { name: 'adminEnding.betsPaid', of: ({ paidBets }) => wholeNumber(paidBets) },
  { name: 'adminEnding.paidToBettors', of: ({ paid }) => exactDollars(paid) },
  { name: 'adminEnding.inEscrow', of: ({ escrow }) => exactDollars(escrow) },
  { name: 'adminEnding.backToPool', of: ({ toPool }) => exactDollars(toPool) },
  { name: 'adminEnding.houseResult', of: ({ houseResult }) => signedExactDollars(houseResult) },
] as const satisfies readonly { name: AdminTextKey; of: (rehearsal: WireRehearsal) => string }[];

/** The current rehearsal, if a call was refused because the payout has changed. */
export function changedRehearsal(error: Error | null): WireRehearsal | undefined {
  return error instanceof ApiError ? error.body.rehearsal : undefined;
}

/** The figures that differ between the rehearsal the admin saw and the current one. */
export function rehearsalChanges(before: WireRehearsal, after: WireRehearsal): RehearsalChange[] {
  return FIGURES.map(({ name, of }) => ({ name: t(name), before: of(before), after: of(after) })).filter(
    (change) => change.before !== change.after,
  );
}
