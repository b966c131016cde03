import type { BulkAction } from '@tallystone/core/http-api/admin-markets';
import type { BulkChange } from '@tallystone/core/markets/decide-bulk-action';
import type { KeptSignature } from '../identity/require-signature.ts';
import { groupBy } from '../rounds/group-by.ts';

export interface ChangedMarket {
  readonly market: Pick<BulkChange, 'disabled' | 'isArchived'> & {
    readonly id: string;
    readonly version: number;
  };
  readonly change: BulkChange;
}

/** What an admin signed, with the ids of the skipped markets. */
export interface Signing {
  readonly signed: KeptSignature;
  readonly skipped: readonly string[];
}

/** The audit row of a bulk action: market ids grouped by state, before and after. */
export function bulkTrail(
  action: BulkAction,
  changed: readonly ChangedMarket[],
  signing: Signing | null,
): { before: object; after: object } {
  return {
    before: {
      ...byState(changed.map(({ market }) => ({ ...market, isDeleted: false, isClosed: false }))),
      // Skipped markets were signed too. They belong under `before`: `after` lists only changed markets.
      ...(signing !== null && signing.skipped.length > 0 && { skipped: signing.skipped }),
    },
    after: {
      ...byState(changed.map(({ market, change }) => ({ id: market.id, ...change }))),
      ...(signing !== null && { signed: signing.signed }),
      // The same field as in settlement/close-markets.ts.
      ...(action === 'close' && {
        versions: Object.fromEntries(changed.map(({ market }) => [market.id, market.version + 1])),
      }),
    },
  };
}

type AdminState = Pick<BulkChange, 'disabled' | 'isArchived' | 'isDeleted' | 'isClosed'>;

/** Market ids grouped by the state that an admin put them in. */
function byState(markets: readonly (AdminState & { id: string })[]): Record<string, string[]> {
  const states = [...groupBy(markets, adminState)];
  return Object.fromEntries(states.map(([state, its]) => [state, its.map(({ id }) => id)]));
}

function adminState({ disabled, isArchived, isDeleted, isClosed }: AdminState): string {
  if (isDeleted) return 'deleted';
  if (isArchived) return 'archived';
  if (isClosed) return 'closed';
  return disabled ? 'disabled' : 'enabled';
}
