import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { useId, useState } from 'react';
import { counted } from '../format/whole-number.ts';
import { ActPreview } from '../identity/act-preview.tsx';
import { t } from '../texts/t-admin.ts';
import { t as ofSign } from '../texts/t-sign.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Problem } from '../ui/problem.tsx';
import { adminProblem } from './admin-problem.ts';
import { betCount } from './bet-count.ts';
import type { BulkMarkets } from './use-bulk-markets.ts';

const NAMES_SHOWN = 8;

interface BulkActDialogProps {
  bulk: BulkMarkets;
  markets: readonly WireAdminMarket[];
}

/** Asks for confirmation before betting ends for good, and shows what the wallet signs. */
export function BulkCloseDialog({ bulk, markets }: BulkActDialogProps) {
  const count = markets.length;
  return (
    <AlertDialog
      {...shellOf(bulk)}
      onAction={() => bulk.close(markets)}
      title={t('adminBulk.closeTitle', { markets: t('adminMarkets.count', counted(count)) })}
      description={t('adminBulk.closeMeans')}
      actionLabel={labelOf(bulk, t('adminBulk.close'))}
      actionDisabled={bulk.call.isPending}
    >
      <ActPreview act={{ kind: 'close-now', markets }} />
      <CallFailed bulk={bulk} />
    </AlertDialog>
  );
}

/** Deletes only after the admin has typed the number of markets, so not by accident, and signed. */
export function BulkDeleteDialog({ bulk, markets }: BulkActDialogProps) {
  const [typed, setTyped] = useState('');
  const field = useId();
  const count = markets.length;
  const withBets = markets.filter(({ bets }) => bets > 0);
  const more = withBets.length - NAMES_SHOWN;
  return (
    <AlertDialog
      {...shellOf(bulk)}
      onAction={() => bulk.delete(markets)}
      title={t('adminBulk.deleteTitle', { markets: t('adminMarkets.count', counted(count)) })}
      description={t(withBets.length === 0 ? 'adminBulk.deleteMeans' : 'adminBulk.deleteSkips')}
      actionLabel={labelOf(bulk, t('adminBulk.delete'))}
      actionDisabled={bulk.call.isPending || typed.trim() !== String(count)}
    >
      {withBets.length > 0 && (
        <div className="mb-4 text-secondary">
          <ul className="max-h-44 list-disc overflow-y-auto pl-5">
            {withBets.slice(0, NAMES_SHOWN).map(({ id, title, bets: placed }) => (
              <li key={id}>
                {title} <span className="text-muted">({betCount(placed)})</span>
              </li>
            ))}
          </ul>
          {more > 0 && <p className="mt-1 font-semibold">{t('adminFrame.more', { figure: more })}</p>}
        </div>
      )}
      <ActPreview act={{ kind: 'delete', markets }} />
      <label htmlFor={field} className="mt-4 block text-meta font-semibold">
        {t('adminBulk.typeToConfirm', { figure: count })}
      </label>
      <input
        id={field}
        className="field mt-1 max-w-40"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <CallFailed bulk={bulk} />
    </AlertDialog>
  );
}

/** While a call is being sent the dialog stays open, so that a failure is seen. */
const shellOf = ({ call, leave }: BulkMarkets) => ({
  open: true,
  onOpenChange: (open: boolean) => !open && !call.isSent && leave(),
});

function labelOf({ call }: BulkMarkets, idle: string): string {
  if (call.isSigning) return ofSign('sign.waiting');
  return call.isPending ? t('adminFrame.sending') : idle;
}

/** What went wrong last time. */
function CallFailed({ bulk: { call } }: { bulk: BulkMarkets }) {
  return call.error && <Problem>{adminProblem(call.error)}</Problem>;
}
