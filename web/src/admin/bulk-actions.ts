import type { BulkAction } from '@tallystone/core/http-api/admin-markets';
import { t } from '../texts/t-admin.ts';

const BULK_ACTIONS: readonly BulkAction[] = ['enable', 'disable', 'close', 'archive', 'delete'];

/**
 * The actions to choose from.
 *
 * @param canRestore where archived markets are looked at
 */
export function bulkOptions(canRestore: boolean): { value: BulkAction; label: string }[] {
  const offered: readonly BulkAction[] = canRestore ? [...BULK_ACTIONS, 'restore'] : BULK_ACTIONS;
  return offered.map((action) => ({ value: action, label: t(`adminBulk.${action}`) }));
}

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
