import type { WireAdminMarket } from '@tallystone/core/http-api';
import { wholeNumber } from '../format/whole-number.ts';
import { ActPreview } from '../identity/act-preview.tsx';
import { t } from '../texts/t-admin.ts';
import { t as ofSign } from '../texts/t-sign.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Problem } from '../ui/problem.tsx';

export interface BulkCloseDialogProps {
  markets: readonly WireAdminMarket[];
  onClose: () => void;
  pending: boolean;
  /** While the wallet is asked; the dialog can be left then. */
  isSigning: boolean;
  /** What went wrong at the last try. */
  problem: string | null;
  onConfirm: () => void;
}

/** Asks before betting is ended for good, and shows what the wallet signs for it. */
export function BulkCloseDialog(props: BulkCloseDialogProps) {
  const { markets, onClose, pending, isSigning, problem, onConfirm } = props;
  const count = markets.length;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && (!pending || isSigning) && onClose()}
      title={t('adminBulk.closeTitle', { count, figure: wholeNumber(count) })}
      description={t('adminBulk.closeMeans', { count })}
      actionLabel={
        isSigning ? ofSign('sign.waiting') : pending ? t('adminBulk.closing') : t('adminBulk.close')
      }
      actionDisabled={pending}
      onAction={onConfirm}
    >
      <ActPreview act={{ kind: 'close-now', markets }} />
      {problem !== null && <Problem>{problem}</Problem>}
    </AlertDialog>
  );
}
