import type { WireAdminMarket } from '@tallystone/core/http-api';
import { useId, useState } from 'react';
import { ActPreview } from '../identity/act-preview.tsx';
import { t } from '../texts/t-admin.ts';
import { t as ofSign } from '../texts/t-sign.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Problem } from '../ui/problem.tsx';
import { betCount } from './bet-count.ts';

const NAMES_SHOWN = 8;

export interface BulkDeleteDialogProps {
  markets: readonly WireAdminMarket[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  pending: boolean;
  /** While the wallet is asked; the dialog can be left then. */
  isSigning: boolean;
  /** What went wrong at the last try. */
  problem: string | null;
  onDelete: () => void;
}

/** Asks for the number of markets before they are deleted, which a slip of the hand does not type, and for a signature. */
export function BulkDeleteDialog(props: BulkDeleteDialogProps) {
  const { markets, pending, isSigning, problem } = props;
  const [typed, setTyped] = useState('');
  const field = useId();
  const count = markets.length;
  const withBets = markets.filter(({ bets }) => bets > 0);
  const bets = withBets.reduce((sum, market) => sum + market.bets, 0);
  const more = withBets.length - NAMES_SHOWN;
  return (
    <AlertDialog
      open={props.open}
      onOpenChange={(open) => {
        // What is on its way is waited for: its failure would not be seen.
        if (pending && !isSigning) return;
        setTyped('');
        props.onOpenChange(open);
      }}
      title={t('adminBulk.deleteTitle', { count, figure: count })}
      description={
        withBets.length === 0
          ? t('adminBulk.deleteMeans')
          : t('adminBulk.deleteSkips', { count: withBets.length, figure: withBets.length, bets })
      }
      actionLabel={
        isSigning ? ofSign('sign.waiting') : pending ? t('adminBulk.deleting') : t('adminBulk.delete')
      }
      actionDisabled={pending || typed.trim() !== String(count)}
      onAction={props.onDelete}
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
