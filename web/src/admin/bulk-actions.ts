import type { BulkAction } from '@tallystone/core/http-api';

export const BULK_ACTIONS: readonly { value: BulkAction; label: string }[] = [
  { value: 'enable', label: 'Enable' },
  { value: 'disable', label: 'Disable' },
  { value: 'close', label: 'Close now' },
  { value: 'archive', label: 'Archive' },
  { value: 'delete', label: 'Delete' },
];

/** Offered where archived markets are looked at. */
export const RESTORE: { value: BulkAction; label: string } = { value: 'restore', label: 'Restore' };

/** What takes an action back. A market that was closed or deleted stays so. */
export function oppositeOf(action: BulkAction): BulkAction | null {
  switch (action) {
    case 'enable':
      return 'disable';
    case 'disable':
      return 'enable';
    case 'archive':
      return 'restore';
    case 'restore':
      return 'archive';
    case 'close':
    case 'delete':
      return null;
  }
}
