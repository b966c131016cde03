import '../styles/slip.css';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { removeFromSlip } from '../betting/kept-slip.ts';
import { Notice, NoticeActions } from '../betting/notice.tsx';
import type { Selection } from '../betting/slip.ts';
import { exactDollars } from '../format/dollars.ts';
import { useOddsInFull } from '../format/odds-format.ts';
import { t } from '../texts/t-slip.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx';
import { useLiveTerms } from '../wallet/live-chain.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { ComboForm } from './combo-form.tsx';
import {
  type ComboPlacement,
  comboPlacement,
  forgetComboResult,
  isComboOpen,
  isPlacingCombo,
} from './combo-placement.ts';
import { SinglesForm } from './singles-form.tsx';
import { SlipRowView } from './slip-row.tsx';
import { usePlaceCombo } from './use-place-combo.ts';
import type { SlipRow } from './use-slip-rows.ts';

type View = 'singles' | 'combo';

export interface SlipPanelProps {
  rows: readonly SlipRow[];
  /** Selections that left because their markets ended. */
  ended: readonly Selection[];
  onClose: () => void;
  /** Closes the panel until a wallet is connected. */
  onConnect: () => void;
}

/** The slip: a panel at the side of the page, or a sheet on phones. */
export function SlipPanel({ rows, ended, onClose, onConnect }: SlipPanelProps) {
  const { connectWallet } = useConnecting(onConnect);
  const [view, setView] = useState<View>(rows.length > 1 ? 'combo' : 'singles');
  const [sent, setSent] = useState({ placed: 0, waits: 0 });
  const count = rows.length;
  const placement = comboPlacement.use();
  // A result is read once.
  useEffect(() => () => forgetComboResult(), []);
  return (
    <Dialog
      onClose={onClose}
      className="slip-panel"
      title={t('slip.title')}
      description={t('slip.count', { count })}
    >
      <div className="flex flex-col gap-4">
        <EndedNotice ended={ended} />
        <PlacedCombo />
        {placement.kind === 'unanswered' && <UnansweredCombo {...placement} />}
        {sent.placed > 0 && <Notice tone="info">{t('slip.placed', { count: sent.placed })}</Notice>}
        {sent.waits > 0 && <Notice tone="info">{t('slip.sent', { count: sent.waits })}</Notice>}
        {count === 0 && !isPlacingCombo(placement) ? (
          <Empty />
        ) : (
          <Tabs value={view} onValueChange={setView}>
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <TabsList aria-label={t('slip.views')} className="border-b-0">
                <TabsTrigger value="singles">{t('slip.singles')}</TabsTrigger>
                <TabsTrigger value="combo">{t('slip.combo')}</TabsTrigger>
              </TabsList>
              <button
                type="button"
                className="text-link min-h-9 text-meta"
                disabled={isComboOpen(placement)}
                onClick={() => removeFromSlip(rows.map(({ selection }) => selection.marketId))}
              >
                {t('slip.removeAll')}
              </button>
            </div>
            <TabsContent value="singles" className="pt-4 outline-none">
              <SinglesForm
                rows={rows}
                onConnect={connectWallet}
                onPlaced={(how) => setSent((before) => ({ ...before, [how]: before[how] + 1 }))}
              />
            </TabsContent>
            <TabsContent value="combo" className="pt-4 outline-none">
              <Combo rows={rows} onConnect={connectWallet} />
            </TabsContent>
          </Tabs>
        )}
      </div>
    </Dialog>
  );
}

/** Closes the panel and opens the wallet menu; the panel opens again once a wallet is connected. */
function useConnecting(onConnect: () => void) {
  const { setMenuOpen } = useWallet();
  return {
    connectWallet() {
      onConnect();
      // The closing panel returns the focus; the menu must open after that.
      setTimeout(() => {
        // On narrow screens the header may be scrolled out of view, and the menu is attached to it.
        document.querySelector('header')?.scrollIntoView({ block: 'nearest' });
        setMenuOpen(true);
      }, 0);
    },
  };
}

function Combo({ rows, onConnect }: { rows: readonly SlipRow[]; onConnect: () => void }) {
  const isLive = useLiveTerms() !== null;
  const isPlacing = isPlacingCombo(comboPlacement.use());
  if (isPlacing || (!isLive && rows.length > 1)) return <ComboForm rows={rows} onConnect={onConnect} />;
  return (
    <div className="flex flex-col gap-4">
      <ul aria-label={t('slip.selections')} className="slip-rows">
        {rows.map((row) => (
          <SlipRowView key={row.selection.marketId} row={row} trouble={null} locked={false} />
        ))}
      </ul>
      <Notice tone="info">{t(isLive ? 'slip.comboLater' : 'slip.twoNeeded')}</Notice>
    </div>
  );
}

/** The removed selection had the focus, so the sentence gets it. */
function Empty() {
  const sentence = useRef<HTMLParagraphElement>(null);
  useEffect(() => sentence.current?.focus(), []);
  return (
    <p ref={sentence} tabIndex={-1} className="text-muted outline-none">
      {t('slip.empty')}
    </p>
  );
}

function EndedNotice({ ended }: { ended: readonly Selection[] }) {
  if (ended.length === 0) return null;
  return (
    <Notice tone="warning">
      <p className="font-semibold">{t('slip.endedTitle', { count: ended.length })}</p>
      <p className="mt-1">{t('slip.endedWhy')}</p>
      <ul>
        {ended.map(({ marketId, outcomeName, title }) => (
          <li key={marketId}>{t('slip.in', { outcomeName, title })}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** A combo that may have been placed, whatever the slip has now. */
function UnansweredCombo({ signed, sentence }: Extract<ComboPlacement, { kind: 'unanswered' }>) {
  const { resend, forget } = usePlaceCombo();
  const { amount, legs } = signed.order;
  const notice = useRef<HTMLDivElement>(null);
  // A wallet in the page itself returns the focus a moment after it has answered.
  useEffect(() => {
    const timer = setTimeout(() => notice.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={notice} tabIndex={-1} className="outline-none">
      <Notice tone="warning" role="alert">
        <p className="font-semibold">{t('slip.noAnswerFor', { amount: exactDollars(amount) })}</p>
        <ul>
          {legs.map(({ marketId, outcomeName, title }) => (
            <li key={marketId}>{t('slip.in', { outcomeName, title })}</li>
          ))}
        </ul>
        <p className="mt-1">{sentence}</p>
        <NoticeActions>
          <Button size="small" onClick={() => void resend()}>
            {t('transaction.sendAgain')}
          </Button>
          <Button size="small" variant="secondary" onClick={forget}>
            {t('transaction.letItGo')}
          </Button>
        </NoticeActions>
      </Notice>
    </div>
  );
}

/** The combo that was just placed. */
function PlacedCombo() {
  const placement = comboPlacement.use();
  const oddsInFull = useOddsInFull();
  if (placement.kind !== 'placed') return null;
  const { amount, legs, odds, totalReturn, reference } = placement.combo;
  return (
    <Notice tone="info">
      <p className="font-semibold">{t('slip.comboPlaced')}</p>
      <p className="mt-1">
        {t('slip.comboPlacedWhat', {
          amount: exactDollars(amount),
          count: legs.length,
          odds: oddsInFull(odds),
          total: exactDollars(totalReturn),
        })}
      </p>
      <p className="mt-1 wrap-anywhere">
        {t('slip.reference')} <span className="font-mono">{reference}</span>
      </p>
      <Link href="/profile" className="text-link mt-1 inline-flex min-h-9 items-center">
        {t('slip.seeAccount')}
      </Link>
    </Notice>
  );
}
