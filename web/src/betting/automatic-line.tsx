import { restOf } from '@tallystone/core/betting/rest-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { exactDollars } from '../format/dollars.ts';
import { t as tFirst } from '../texts/t.ts';
import { t } from '../texts/t-automatic.ts';
import { Button } from '../ui/button.tsx';
import { canBeSold } from './bet-state.ts';
import { cashOutControl } from './cash-out-control.ts';
import { openCashOut } from './cash-out-slip.ts';

/** At which amount an open bet is cashed out, with buttons to change and to cancel that; nothing while it is being decided. */
export function AutomaticLine({ bet, className = '' }: { bet: WireBet; className?: string }) {
  const { automatic, outcomeName, outcomeId } = bet;
  if (automatic === undefined || !canBeSold(bet)) return null;
  const of = (
    <span className="sr-only">
      {' '}
      {t('automatic.ofBet', {
        amount: exactDollars(restOf(bet).stake),
        outcome: outcomeName || outcomeId,
      })}
    </span>
  );
  return (
    <p className={`flex flex-wrap items-baseline gap-x-4 text-meta ${className}`}>
      <span>{t('automatic.cashesOutAt', { amount: exactDollars(automatic.amount) })}</span>
      <span className="ml-auto flex gap-4">
        <button
          {...cashOutControl(bet.id)}
          type="button"
          className="text-link min-h-6"
          onClick={() => openCashOut(bet, 'automatic')}
        >
          {t('automatic.change')}
          {of}
        </button>
        <button
          {...cashOutControl(bet.id)}
          type="button"
          className="text-link min-h-6"
          onClick={() => openCashOut(bet, 'cancel')}
        >
          {tFirst('controls.cancel')}
          {of}
        </button>
      </span>
    </p>
  );
}

/** A button to set an automatic cash-out of a bet that can't be sold now. */
export function AutomaticButton({ bet, about }: { bet: WireBet; about: string }) {
  if (bet.automatic !== undefined || !canBeSold(bet)) return null;
  return (
    <Button
      {...cashOutControl(bet.id)}
      size="small"
      variant="secondary"
      onClick={() => openCashOut(bet, 'automatic')}
    >
      {t('automatic.set')}
      <span className="sr-only"> {about}</span>
    </Button>
  );
}
