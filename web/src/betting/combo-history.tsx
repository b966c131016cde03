import type { WireCombo } from '@tallystone/core/http-api/combos';
import { exactDollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';
import { t } from '../texts/t-account.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Fact, Figure } from '../ui/fact.tsx';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { Titled } from '../ui/titled.tsx';
import { BetResultBadge } from './bet-result.tsx';
import { ComboLegs } from './combo-legs.tsx';
import { ComboOdds } from './combo-odds.tsx';
import { ComboReceiptButton } from './combo-receipt-button.tsx';
import { shortenHash } from './shorten-hash.ts';
import { SignedAmount } from './signed-amount.tsx';
import { type Combos, isOpenCombo } from './use-combos.ts';

/** The bettor's combos that have ended, newest first. Nothing without any. */
export function ComboHistory({
  combos,
  showOlder,
  loadingOlder,
  olderFailed,
  isPractice,
}: Combos & { isPractice: boolean }) {
  const ended = combos?.filter((combo) => !isOpenCombo(combo)) ?? [];
  if (ended.length === 0 && showOlder === null) return null;
  return (
    <Titled title={t('combos.ended')}>
      <ul className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
        {ended.map((combo) => (
          <li key={combo.id}>
            <EndedCombo combo={combo} isPractice={isPractice} />
          </li>
        ))}
      </ul>
      {showOlder !== null && (
        <Button variant="secondary" className="mt-4" disabled={loadingOlder} onClick={showOlder}>
          {loadingOlder ? t('combos.loading') : t('combos.showOlder')}
        </Button>
      )}
      {olderFailed && (
        <p role="alert" className="mt-2 text-meta">
          {t('combos.olderFailed')}
        </p>
      )}
    </Titled>
  );
}

function EndedCombo({ combo, isPractice }: { combo: WireCombo; isPractice: boolean }) {
  const { legs, amount, result, paid, profit, placedAt, endedAt, reference } = combo;
  return (
    <ReceiptStub className="flex h-full flex-col">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h3 className="text-body font-bold">{t('combos.title', { count: legs.length })}</h3>
        <div className="flex flex-wrap gap-1.5">
          {isPractice && <Badge variant="practice">{t('controls.practice')}</Badge>}
          {result && <BetResultBadge result={result} />}
        </div>
      </div>
      <ComboLegs combo={combo} />
      <hr className="rule-dashed my-3 border-line-strong" />
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-x-4 gap-y-3 text-secondary">
        <Figure name={t('history.stake')}>{exactDollars(amount)}</Figure>
        <ComboOdds combo={combo} />
        {paid !== undefined && <Figure name={t('history.paid')}>{exactDollars(paid)}</Figure>}
        {profit !== undefined && (
          <Figure name={t(profit < 0 ? 'history.loss' : 'history.profit')}>
            <SignedAmount amount={profit} />
          </Figure>
        )}
      </dl>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4 gap-y-3 text-meta">
        <Fact name={t('history.placed')}>
          <Moment iso={placedAt} />
        </Fact>
        {endedAt !== undefined && (
          <Fact name={t('history.ended')}>
            <Moment iso={endedAt} />
          </Fact>
        )}
        <Fact name={t('transaction.reference')}>
          <span className="font-mono text-small" title={reference}>
            {shortenHash(reference)}
          </span>
        </Fact>
      </dl>
      <div className="mt-auto pt-4">
        <ComboReceiptButton combo={combo} />
      </div>
    </ReceiptStub>
  );
}
