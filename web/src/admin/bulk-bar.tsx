import type { BulkAction } from '@tallystone/core/http-api/admin-markets';
import { useState } from 'react';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';

const BULK_ACTIONS: readonly BulkAction[] = ['enable', 'disable', 'close', 'archive', 'delete'];

export interface BulkBarProps {
  selected: number;
  /** How many selected markets the search and filter hide. */
  hidden: number;
  canRestore: boolean;
  pending: boolean;
  onApply: (action: BulkAction) => void;
  onClear: () => void;
}

/** Applies one action to all selected markets. */
export function BulkBar({ selected, hidden, canRestore, pending, onApply, onClear }: BulkBarProps) {
  const [chosen, setChosen] = useState<BulkAction | ''>('');
  const offered: readonly BulkAction[] = canRestore ? [...BULK_ACTIONS, 'restore'] : BULK_ACTIONS;
  const counted = { count: selected, figure: selected };
  const action = offered.find((each) => each === chosen) ?? '';
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Select
        className="w-44"
        aria-label={t('adminBulk.action')}
        placeholder={t('adminBulk.action')}
        value={action}
        onValueChange={setChosen}
        options={offered.map((value) => ({ value, label: t(`adminBulk.${value}`) }))}
      />
      <Button
        disabled={selected === 0 || action === '' || pending}
        onClick={() => action !== '' && onApply(action)}
      >
        {pending ? t('adminBulk.applying') : t('adminBulk.apply')}
      </Button>
      <p className="text-meta text-muted" role="status">
        {selected === 0
          ? t('adminBulk.nothingSelected')
          : hidden > 0
            ? t('adminBulk.selectedHidden', { ...counted, hidden })
            : t('adminBulk.selected', counted)}
      </p>
      {selected > 0 && (
        <button type="button" className="text-link min-h-11 text-meta" onClick={onClear}>
          {t('adminFrame.clearSelection')}
        </button>
      )}
    </div>
  );
}
