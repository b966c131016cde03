import type { WireChainPayouts } from '@tallystone/core/http-api/settlement';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-admin.ts';
import { betCount } from './bet-count.ts';

/** Whether the contract has anything left to pay. */
export function hasPayouts({ bets, setAside }: WireChainPayouts): boolean {
  return bets > 0 || setAside.length > 0;
}

/** What the contract still has to pay for settled bets, and payouts that the token refused. */
export function ResultsPayouts({ payouts }: { payouts: WireChainPayouts }) {
  const { bets, amount, stuck, setAside } = payouts;
  return (
    <div className="grid gap-2 py-2">
      {bets > 0 && (
        <p className="text-secondary">
          {t('adminResults.payoutsUnderWay', { bets: betCount(bets), amount: exactDollars(amount) })}
        </p>
      )}
      {stuck > 0 && (
        <p className="text-secondary font-semibold text-warning">
          {t('adminResults.payoutsStuck', { bets: betCount(stuck) })}
        </p>
      )}
      {setAside.length > 0 && (
        <>
          <p className="text-secondary">{t('adminResults.setAside')}</p>
          <ul aria-label={t('adminResults.setAsideOf')} className="divide-y divide-line">
            {setAside.map(({ wallet, bets: count, amount: kept }) => (
              <li key={wallet} className="flex justify-between gap-4 py-1 text-meta">
                <span title={wallet}>{shortenAddress(wallet)}</span>
                <span>
                  {t('adminResults.setAsideFor', { bets: betCount(count), amount: exactDollars(kept) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
