import { restOf } from '@tallystone/core/betting/rest-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-parts.ts';
import { isOpen } from './bet-state.ts';

/** What was sold of a bet in parts and, while it is open, what still is; nothing if no part was sold. */
export function SoldParts({ bet, className }: { bet: WireBet; className: string }) {
  const { amount, sold } = bet;
  if (sold === undefined) return null;
  const values = {
    staked: exactDollars(amount),
    sold: exactDollars(sold.stake),
    paid: exactDollars(sold.paid),
  };
  return (
    <p className={className}>
      {isOpen(bet)
        ? t('parts.open', { ...values, open: exactDollars(restOf(bet).stake) })
        : t('parts.ended', values)}
    </p>
  );
}
