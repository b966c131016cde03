import type { WireBet } from '@tallystone/core/http-api/betting';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-in-play.ts';
import { waitingSale } from './bet-state.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/**
 * How long a bet in play still waits, or a cash-out. Screen readers aren't told each second.
 *
 * @param props.sale the amount of the cash-out, USDC
 */
export function Deciding({ at, sale }: { at: string; sale?: number | undefined }) {
  const seconds = useSecondsUntil(at) ?? 0;
  if (sale === undefined) {
    return (
      <span role="timer">{seconds > 0 ? t('inPlay.decidingIn', { seconds }) : t('inPlay.decidingNow')}</span>
    );
  }
  const amount = exactDollars(sale);
  return (
    <span role="timer">
      {seconds > 0 ? t('inPlay.saleIn', { amount, seconds }) : t('inPlay.saleNow', { amount })}
    </span>
  );
}

/** The same for the cash-out of a bet; nothing if none waits. */
export function DecidingSale({ bet }: { bet: Pick<WireBet, 'selling'> }) {
  const sale = waitingSale(bet);
  return sale && <Deciding at={sale.decidesAt} sale={sale.amount} />;
}
