import type { WireCombo, WireComboReceipt } from '@tallystone/core/http-api/combos';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Unread } from '../data/unread.tsx';
import { exactDollars, signedExactDollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';
import { useOddsFactor } from '../format/odds-format.ts';
import { t } from '../texts/t-account.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ReceiptStub } from '../ui/receipt-stub.tsx';
import { resultWords } from './bet-result.tsx';
import { comboReceiptFits } from './combo-receipt-fits.ts';
import { DownloadReceipt, InTheBooks, Line, ProofState, Proofs, SEALING_MS } from './receipt-dialog.tsx';
import { receiptQuery } from './sale-requests.ts';

export interface ComboReceiptProps {
  combo: WireCombo;
  /** Shows its selections. */
  legs: (combo: WireCombo) => ReactNode;
  onClose: () => void;
}

/** A combo, its entries in the books, and their proofs, which are checked here in the browser. */
export function ComboReceiptDialog({ combo, legs, onClose }: ComboReceiptProps) {
  const query = useQuery({
    ...receiptQuery(combo.id),
    refetchInterval: ({ state }) => (state.data?.sealed === false ? SEALING_MS : false),
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('receipt.title')}
      description={t('combos.title', { count: combo.legs.length })}
    >
      {query.data ? (
        <Receipt receipt={query.data} legs={legs} />
      ) : (
        <Unread query={query} what={t('receipt.title')} loading={t('receipt.reading')} room="h-56" />
      )}
    </Dialog>
  );
}

function Receipt({ receipt, legs }: { receipt: WireComboReceipt; legs: ComboReceiptProps['legs'] }) {
  const { combo, entries, proofs } = receipt;
  const { amount, odds, minOdds, placedAt, result, paid, profit } = combo;
  const oddsFactor = useOddsFactor();
  const returns = returnsIfWon(combo);
  return (
    <div className="flex flex-col gap-5">
      <ProofState receipt={receipt} fits={comboReceiptFits} />
      <ReceiptStub>
        {legs(combo)}
        <hr className="rule-dashed my-3 border-line-strong" />
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-secondary">
          <Line label={t('history.stake')}>{exactDollars(amount)}</Line>
          <Line label={t('history.odds')}>{oddsFactor(odds)}</Line>
          <Line label={t('receipt.lowestSigned')}>{oddsFactor(minOdds)}</Line>
          {returns !== undefined && <Line label={t('receipt.totalReturnIf')}>{exactDollars(returns)}</Line>}
          <Line label={t('history.placed')}>
            <Moment iso={placedAt} />
          </Line>
          {result && <Line label={t('receipt.result')}>{t(resultWords(result))}</Line>}
          {paid !== undefined && <Line label={t('history.paid')}>{exactDollars(paid)}</Line>}
          {profit !== undefined && (
            <Line label={t(profit < 0 ? 'history.loss' : 'history.profit')}>
              {signedExactDollars(profit)}
            </Line>
          )}
        </dl>
        <hr className="rule-dashed my-3 border-line-strong" />
        <p className="text-small text-muted">{t('receipt.combo')}</p>
        <p className="font-mono text-small break-all">{combo.id}</p>
        <p className="mt-2 text-small text-muted">{t('transaction.reference')}</p>
        <p className="font-mono text-small break-all">{combo.reference}</p>
      </ReceiptStub>
      <InTheBooks entries={entries} />
      {proofs.length > 0 && <Proofs receipt={receipt} />}
      <DownloadReceipt id={combo.id} receipt={receipt} />
    </div>
  );
}

/** USDC; undefined for an ended combo with a void leg, because only an open one says what it returns without that leg. */
function returnsIfWon({ legs, totalReturn, returnNow }: WireCombo): number | undefined {
  return returnNow ?? (legs.some(({ result }) => result === 'void') ? undefined : totalReturn);
}
