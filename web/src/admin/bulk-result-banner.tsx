import type { BulkAction, WireBulkResult } from '@tallystone/core/http-api/admin-markets';
import { useCallback, useEffect, useRef, useState } from 'react';
import { counted, wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { BulkMarkets, BulkOutcome } from './use-bulk-markets.ts';

const SKIPPED_SHOWN = 5;

/** What was done, what was skipped and why, and an undo button for ten seconds. */
export function BulkResultBanner({ bulk, outcome }: { bulk: BulkMarkets; outcome: BulkOutcome }) {
  const banner = useRef<HTMLDivElement>(null);
  // The pressed button is gone, so focus moves to the result.
  useEffect(() => banner.current?.focus({ preventScroll: true }), []);
  const { action, result, undo, key } = outcome;
  const canUndo = undo !== null && result.done.length > 0;
  const { open, hold, release } = useUndoWindow(canUndo ? key : null);
  const [showAll, setShowAll] = useState(false);
  const shown = showAll ? result.skipped : result.skipped.slice(0, SKIPPED_SHOWN);
  return (
    <Banner
      ref={banner}
      tone={result.skipped.length > 0 ? 'warning' : 'success'}
      title={doneText(action, result)}
      onDismiss={bulk.dismiss}
      actions={
        open && (
          <Button
            variant="secondary"
            size="small"
            onPointerEnter={hold}
            onPointerLeave={release}
            onFocus={hold}
            onBlur={release}
            onClick={bulk.undo}
          >
            {t('adminFrame.undo')}
          </Button>
        )
      }
    >
      {result.notes?.map(({ id, title, note, noteReason }) => (
        <p key={id}>
          {title}: {translated(note, noteReason)}
        </p>
      ))}
      {result.skipped.length > 0 && (
        <>
          <ul aria-label={t('adminFrame.skipped')} className="mt-1 max-h-60 list-disc overflow-y-auto pl-5">
            {shown.map(({ id, title, reason, why }) => (
              <li key={id}>
                {/* A market that has been deleted since has no title. */}
                {title !== '' && `${title}: `}
                {translated(reason, why)}
              </li>
            ))}
          </ul>
          {result.skipped.length > SKIPPED_SHOWN && (
            <button
              type="button"
              className="text-link min-h-6"
              aria-expanded={showAll}
              onClick={() => setShowAll(!showAll)}
            >
              {showAll ? t('card.showFewer') : t('adminResults.showAll', { figure: result.skipped.length })}
            </button>
          )}
        </>
      )}
    </Banner>
  );
}

const DONE = {
  enable: 'adminAudit.enabled',
  disable: 'adminAudit.disabled',
  close: 'adminAudit.closed',
  archive: 'adminAudit.archived',
  restore: 'adminAudit.restored',
  delete: 'adminAudit.deleted',
} as const satisfies Record<BulkAction, unknown>;

/** `Disabled 12 markets; 2 skipped`. */
function doneText(action: BulkAction, { done, skipped }: WireBulkResult): string {
  const text = t(DONE[action], { markets: t('adminMarkets.count', counted(done.length)) });
  return skipped.length === 0
    ? text
    : t('adminBulk.andSkipped', { done: text, figure: wholeNumber(skipped.length) });
}

/** How long an action can be undone, in ms. */
const UNDO_MS = 10_000;

/**
 * Whether an action can still be undone. The time restarts with every key, and stops while the pointer or the
 * focus is on the button, so that it doesn't vanish under the admin's hand.
 */
function useUndoWindow(key: number | null) {
  const [closedFor, setClosedFor] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hold = useCallback(() => clearTimeout(timer.current), []);
  const release = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setClosedFor(key), UNDO_MS);
  }, [key]);
  useEffect(() => {
    if (key !== null) release();
    return hold;
  }, [key, release, hold]);
  return { open: key !== null && closedFor !== key, hold, release };
}
