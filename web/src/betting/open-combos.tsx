import type { WireCombo } from '@tallystone/core/http-api/combos';
import { LoadFailed } from '../data/load-failed.tsx';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Figure } from '../ui/fact.tsx';
import { Titled } from '../ui/titled.tsx';
import { waitingSale } from './bet-state.ts';
import { cashOutControl } from './cash-out-control.ts';
import { openCashOut } from './cash-out-slip.ts';
import { ComboLegs } from './combo-legs.tsx';
import { ComboOdds } from './combo-odds.tsx';
import { ComboReceiptButton } from './combo-receipt-button.tsx';
import { ReadWhenDue, WhyNot } from './open-positions.tsx';
import { profitIfSold } from './position-totals.ts';
import { SignedAmount } from './signed-amount.tsx';
import { soldName } from './sold.ts';
import { type Combos, isOpenCombo } from './use-combos.ts';

/** The bettor's open combos: what each returns, its selections, and the button that cashes it out. Nothing without any. */
export function OpenCombos({ combos, error, retry }: Combos) {
  const open = combos?.filter(isOpenCombo) ?? [];
  if (combos === null && error !== null) {
    return (
      <Titled title={t('combos.open')}>
        <LoadFailed what={t('combos.open')} error={error} onRetry={retry} />
      </Titled>
    );
  }
  if (open.length === 0) return null;
  return (
    <Titled title={t('combos.open')}>
      <ReadWhenDue bets={open} read={retry} />
      <Card className="mt-4">
        <ul className="divide-y divide-line">
          {open.map((combo) => (
            <li key={combo.id} className="p-4 sm:p-5">
              <OpenCombo combo={combo} />
            </li>
          ))}
        </ul>
      </Card>
    </Titled>
  );
}

function OpenCombo({ combo }: { combo: WireCombo }) {
  const { legs, amount, totalReturn, returnNow = totalReturn, cashOut } = combo;
  const profit = profitIfSold(combo);
  return (
    <>
      <h3 className="text-body font-bold">{t('combos.title', { count: legs.length })}</h3>
      <ComboLegs combo={combo} />
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <dl className="grid flex-[1_1_24rem] grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-4 gap-y-3 text-secondary">
          <Figure name={t('history.stake')}>{exactDollars(amount)}</Figure>
          <ComboOdds combo={combo} />
          <Figure name={t('combos.returns')}>{exactDollars(returnNow)}</Figure>
          {cashOut !== undefined && <Figure name={t('positions.value')}>{exactDollars(cashOut)}</Figure>}
          {profit !== null && (
            <Figure name={t('positions.ifSold')}>
              <SignedAmount amount={profit} />
            </Figure>
          )}
        </dl>
        <div className="flex flex-wrap items-center justify-end gap-2">
          {cashOut === undefined || waitingSale(combo) ? (
            <p className="text-meta text-muted sm:text-right wrap-anywhere">
              <WhyNotNow combo={combo} />
            </p>
          ) : (
            <Button {...cashOutControl(combo.id)} size="small" onClick={() => openCashOut(combo)}>
              {t('ownBets.cashOut')}
              <span className="sr-only"> {soldName(combo)}</span>
            </Button>
          )}
          <ComboReceiptButton combo={combo} />
        </div>
      </div>
    </>
  );
}

/** Why a combo can't be sold now, and because of which selection. */
function WhyNotNow({ combo }: { combo: WireCombo }) {
  const { noCashOut, legs } = combo;
  const leg = noCashOut?.leg === undefined ? undefined : legs[noCashOut.leg];
  const why = <WhyNot bet={combo} isOfLeg={leg !== undefined} />;
  if (leg === undefined || waitingSale(combo)) return why;
  return (
    <>
      {why}: {leg.title || t('history.marketById', { id: leg.marketId })}
    </>
  );
}
