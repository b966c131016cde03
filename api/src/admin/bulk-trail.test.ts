import { MOST_IN_BULK } from '@tallystone/core/http-api/admin-markets';
import { actMessage } from '@tallystone/core/identity/act-message';
import { encodeId } from '@tallystone/core/ids';
import { TITLE_LENGTH } from '@tallystone/core/markets/check-new-market';
import { expect, test } from 'vitest';
import { LONGEST_VALUE } from '../audit/record-audit.ts';
import { bulkTrail } from './bulk-trail.ts';

/** Each character is written as an escape whose backslash JSON doubles. */
const title = '\u200b'.repeat(TITLE_LENGTH.max);
const markets = Array.from({ length: MOST_IN_BULK }, (_, place) => ({
  id: encodeId(
    'm_',
    Uint8Array.from({ length: 13 }, (_, at) => place >> (8 * at)),
  ),
  title,
}));
const state = { disabled: false, isArchived: false, isDeleted: false, isClosed: false };
const long = (length: number) => 'x'.repeat(length);

test.each([
  ['close', 'close-now', { ...state, isClosed: true }],
  ['delete', 'delete', { ...state, isDeleted: true }],
] as const)('the most that a call can %s fits in the audit, skipped or not', (action, kind, after) => {
  const text = actMessage(
    { kind, markets },
    { domain: long(255), address: long(44), nonce: long(128), issuedAt: new Date(0), expiresAt: new Date(0) },
  );
  for (const skippedFrom of [MOST_IN_BULK, MOST_IN_BULK / 2, 1]) {
    const ids = markets.map(({ id }) => id);
    const trail = bulkTrail(
      action,
      ids.slice(0, skippedFrom).map((id) => ({
        market: { ...state, id, version: Number.MAX_SAFE_INTEGER - 1 },
        change: { kind: 'do' as const, ...after, funding: 0n, note: null },
      })),
      { signed: { text, signature: long(512) }, skipped: ids.slice(skippedFrom) },
    );
    for (const value of [trail.before, trail.after]) {
      expect(JSON.stringify(value).length).toBeLessThanOrEqual(LONGEST_VALUE);
    }
  }
});
