import { lazy, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { endOnSlip, forgetEnded, slipPanel, useSlip } from '../betting/kept-slip.ts';
import { t } from '../texts/t-slip.ts';
import { DialogBoundary } from '../ui/dialog-boundary.tsx';
import { toast } from '../ui/toast-store.ts';
import { loadPart } from '../wallet/load-part.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { comboPlacement, isComboOpen } from './combo-placement.ts';
import { SlipIcon } from './slip-icon.tsx';
import { type SlipRow, useSlipRows } from './use-slip-rows.ts';

const loadPanel = () =>
  loadPart(() => import('./slip-panel.tsx')).then((module) => ({ default: module.SlipPanel }));
const SlipPanel = lazy(loadPanel);

/** Opens the slip, and shows how many selections it has; nothing while it is empty and no combo is on its way. */
export function SlipButton() {
  const slip = useSlip();
  const isOpen = slipPanel.use();
  const rows = useSlipRows(slip.selections);
  useEndedNotice(rows);
  const connecting = useReopening();
  useClosedByLeaving();
  const count = slip.selections.length;
  const placement = comboPlacement.use();
  // A combo on its way can outlast its selections, and only the panel says what became of it.
  const isEmpty = count + slip.ended.length === 0 && placement.kind === 'idle';
  const close = () => {
    slipPanel.set(false);
    forgetEnded();
    // The button is gone then, so the focus goes to the page.
    if (count === 0 && !isComboOpen(placement)) setTimeout(() => document.getElementById('main')?.focus(), 0);
  };
  return (
    <>
      {!(isEmpty && !isOpen) && (
        <button
          type="button"
          className="site-nav-link slip-button"
          aria-label={t('slip.open', { count })}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => slipPanel.set(true)}
          // Preloads the panel; if that fails, opening it shows the error.
          onPointerEnter={() => void loadPanel().catch(() => {})}
        >
          <SlipIcon />
          <span aria-hidden="true">
            {t('slip.title')} <span className="badge badge-default py-0">{count}</span>
          </span>
        </button>
      )}
      {isOpen && (
        <DialogBoundary onClose={close}>
          <SlipPanel rows={rows} ended={slip.ended} onClose={close} onConnect={connecting} />
        </DialogBoundary>
      )}
    </>
  );
}

/** Takes selections off the slip whose markets have ended, and says so. */
function useEndedNotice(rows: readonly SlipRow[]) {
  const ended = rows.filter(({ hasEnded }) => hasEnded).map(({ selection }) => selection);
  const key = ended.map(({ marketId }) => marketId).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` names them
  useEffect(() => {
    const [first] = ended;
    if (first === undefined) return;
    endOnSlip(ended.map(({ marketId }) => marketId));
    // The open panel has its own notice.
    if (slipPanel.read()) return;
    toast({
      title: t('slip.endedTitle', { count: ended.length }),
      description: ended.map(({ outcomeName, title }) => t('slip.in', { outcomeName, title })).join('; '),
    });
  }, [key]);
}

/** Opens the panel again once a wallet is connected. @returns call it when the panel closes for that */
function useReopening(): () => void {
  const { connected, connecting, menuOpen } = useWallet();
  const waits = useRef(false);
  const wasOpen = useRef(menuOpen);
  useEffect(() => {
    if (connected && !connecting && waits.current) {
      waits.current = false;
      slipPanel.set(true);
    }
    // The visitor has closed the menu without connecting.
    else if (wasOpen.current && !menuOpen && !connecting) waits.current = false;
    wasOpen.current = menuOpen;
  }, [connected, connecting, menuOpen]);
  return () => {
    waits.current = true;
    slipPanel.set(false);
  };
}

/** The panel belongs to the page it was opened on, so Back and its own links close it. */
function useClosedByLeaving() {
  const [path] = useLocation();
  const openedOn = useRef(path);
  useEffect(() => {
    if (openedOn.current !== path) slipPanel.set(false);
    openedOn.current = path;
  }, [path]);
}
