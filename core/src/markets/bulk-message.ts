import type { BulkAction } from '../http-api/admin-markets.ts';

const DONE: Readonly<Record<BulkAction, string>> = {
  enable: 'enabled',
  close: 'closed',
  disable: 'disabled',
  archive: 'archived',
  restore: 'restored',
  delete: 'deleted',
};

/** A bulk action's outcome for the banner: `Disabled 12 markets; 2 were skipped`. */
export function bulkMessage(action: BulkAction, count: { done: number; skipped: number }): string {
  const verb = DONE[action];
  const capital = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
  const skipped = count.skipped === 0 ? '' : `; ${wasSkipped(count.skipped)}`;
  if (count.done === 0) return `No market was ${verb}${skipped}`;
  return `${capital} ${count.done.toLocaleString('en-US')} ${count.done === 1 ? 'market' : 'markets'}${skipped}`;
}

function wasSkipped(skipped: number): string {
  return skipped === 1 ? '1 was skipped' : `${skipped.toLocaleString('en-US')} were skipped`;
}
