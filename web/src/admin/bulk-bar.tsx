import type { BulkAction } from '@tallystone/core/http-api';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { BULK_ACTIONS, RESTORE } from './bulk-actions.ts';

export interface BulkBarProps {
  selected: number;
  /** Of the selected, those that search and filter leave out. */
  hidden: number;
  canRestore: boolean;
  pending: boolean;
  onApply: (action: BulkAction) => void;
  onClear: () => void;
}

/** One action for all selected markets. */
export function BulkBar({ selected, hidden, canRestore, pending, onApply, onClear }: BulkBarProps) {
  const [chosen, setChosen] = useState<BulkAction | ''>('');
  const options = canRestore ? [...BULK_ACTIONS, RESTORE] : BULK_ACTIONS;
  const action = options.some(({ value }) => value === chosen) ? chosen : '';
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Select
        className="w-44"
        aria-label="Bulk action"
        placeholder="Bulk action"
        value={action}
        onValueChange={setChosen}
        options={options}
      />
      <Button
        disabled={selected === 0 || action === '' || pending}
        onClick={() => action !== '' && onApply(action)}
      >
        {pending ? 'Applying…' : 'Apply Action'}
      </Button>
      <p className="text-meta text-muted" role="status">
        {selected === 0
          ? 'Nothing selected'
          : `${selected} selected${hidden > 0 ? `, ${hidden} of them not in this list` : ''}`}
      </p>
      {selected > 0 && (
        <button type="button" className="text-link min-h-11 text-meta" onClick={onClear}>
          Clear selection
        </button>
      )}
    </div>
  );
}
