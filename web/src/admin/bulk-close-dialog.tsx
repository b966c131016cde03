import type { WireAdminMarket } from '@tallystone/core/http-api';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';

const NAMES_SHOWN = 8;

export interface BulkCloseDialogProps {
  markets: readonly WireAdminMarket[];
  onClose: () => void;
  pending: boolean;
  /** What went wrong at the last try. */
  problem: string | null;
  onConfirm: () => void;
}

/** Asks before betting is ended for good. */
export function BulkCloseDialog({ markets, onClose, pending, problem, onConfirm }: BulkCloseDialogProps) {
  const count = markets.length;
  const more = count - NAMES_SHOWN;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={t('adminBulk.closeTitle', { count, figure: wholeNumber(count) })}
      description={t('adminBulk.closeMeans', { count })}
      actionLabel={pending ? t('adminBulk.closing') : t('adminBulk.close')}
      actionDisabled={pending}
      onAction={onConfirm}
    >
      <ul className="max-h-44 list-disc overflow-y-auto pl-5 text-secondary">
        {markets.slice(0, NAMES_SHOWN).map(({ id, title }) => (
          <li key={id} className="break-words">
            {title}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-1 text-secondary font-semibold">
          {t('adminFrame.more', { figure: wholeNumber(more) })}
        </p>
      )}
      {problem !== null && (
        <p role="alert" className="mt-3 text-meta text-negative">
          {problem}
        </p>
      )}
    </AlertDialog>
  );
}
