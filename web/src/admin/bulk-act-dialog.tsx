import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { useId, useState } from 'react';
import { counted } from '../format/whole-number.ts';
import { ActPreview } from '../identity/act-preview.tsx';
import { t } from '../texts/t-admin.ts';
import { t as ofSign } from '../texts/t-sign.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Problem } from '../ui/problem.tsx';
import { betCount } from './bet-count.ts';

const NAMES_SHOWN = 8;

export interface BulkActDialogProps {
  markets: readonly WireAdminMarket[];
  onClose: () => void;
  pending: boolean;
  /** While the wallet is signing; the dialog can be closed then. */
  isSigning: boolean;
  /** What went wrong last time. */
  problem: string | null;
  onConfirm: () => void;
}

/** Asks for confirmation before betting ends for good, and shows what the wallet signs. */
export function BulkCloseDialog(props: BulkActDialogProps) {
  const count = props.markets.length;
  return (
    <AlertDialog
      {...shellOf(props)}
      title={t('adminBulk.closeTitle', counted(count))}
      description={t('adminBulk.closeMeans', { count })}
      actionLabel={labelOf(props, { idle: t('adminBulk.close'), pending: t('adminBulk.closing') })}
      actionDisabled={props.pending}
    >
      <ActPreview act={{ kind: 'close-now', markets: props.markets }} />
      {props.problem !== null && <Problem>{props.problem}</Problem>}
    </AlertDialog>
  );
}

/** Deletes only after the admin has typed the number of markets, so not by accident, and signed. */
export function BulkDeleteDialog(props: BulkActDialogProps) {
  const { markets, pending, problem } = props;
  const [typed, setTyped] = useState('');
  const field = useId();
  const count = markets.length;
  const withBets = markets.filter(({ bets }) => bets > 0);
  const bets = withBets.reduce((sum, market) => sum + market.bets, 0);
  const more = withBets.length - NAMES_SHOWN;
  return (
    <AlertDialog
      {...shellOf(props)}
      title={t('adminBulk.deleteTitle', { count, figure: count })}
      description={
        withBets.length === 0
          ? t('adminBulk.deleteMeans')
          : t('adminBulk.deleteSkips', { count: withBets.length, figure: withBets.length, bets })
      }
      actionLabel={labelOf(props, { idle: t('adminBulk.delete'), pending: t('adminBulk.deleting') })}
      actionDisabled={pending || typed.trim() !== String(count)}
    >
      {withBets.length > 0 && (
        <div className="mb-4 text-secondary">
          <ul className="max-h-44 list-disc overflow-y-auto pl-5">
            {withBets.slice(0, NAMES_SHOWN).map(({ id, title, bets: placed }) => (
              <li key={id} className="break-words">
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
      {problem !== null && <Problem>{problem}</Problem>}
    </AlertDialog>
  );
}

/** While a call is being sent the dialog stays open, so that a failure is seen. */
const shellOf = ({ pending, isSigning, onClose, onConfirm }: BulkActDialogProps) => ({
  open: true,
  onOpenChange: (open: boolean) => !open && (!pending || isSigning) && onClose(),
  onAction: onConfirm,
});

function labelOf(
  { pending, isSigning }: BulkActDialogProps,
  label: { idle: string; pending: string },
): string {
  if (isSigning) return ofSign('sign.waiting');
  return pending ? label.pending : label.idle;
}
