import type { BulkAction } from '@tallystone/core/http-api/admin-markets';
import { useState } from 'react';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import type { BulkMarkets } from './use-bulk-markets.ts';
import type { useMarketSelection } from './use-market-selection.ts';

const BULK_ACTIONS: readonly BulkAction[] = ['enable', 'disable', 'close', 'archive', 'delete'];

interface BulkBarProps {
  selection: ReturnType<typeof useMarketSelection>;
  bulk: BulkMarkets;
  canRestore: boolean;
}

/** Applies one action to all selected markets. */
export function BulkBar({ selection, bulk, canRestore }: BulkBarProps) {
  const { chosen: markets, hidden } = selection;
  const selected = markets.length;
  const pending = bulk.call.isPending;
  const [chosen, setChosen] = useState<BulkAction | ''>('');
  const offered: readonly BulkAction[] = canRestore ? [...BULK_ACTIONS, 'restore'] : BULK_ACTIONS;
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
        onClick={() => action !== '' && bulk.apply(action, markets)}
      >
        {pending ? t('adminFrame.sending') : t('adminBulk.apply')}
      </Button>
      <p className="text-meta text-muted" role="status">
        {t('adminBulk.selected', { figure: selected })}
        {hidden > 0 && ` · ${t('adminBulk.notShown', { figure: hidden })}`}
      </p>
      {selected > 0 && (
        <button type="button" className="text-link min-h-11 text-meta" onClick={selection.clear}>
          {t('adminFrame.clearSelection')}
        </button>
      )}
    </div>
  );
}
