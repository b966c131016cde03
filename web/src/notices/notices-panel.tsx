import { Popover } from 'radix-ui';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { t } from '../texts/t-notices.ts';
import { CloseButton } from '../ui/close-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useEscape } from '../ui/escape.ts';
import { ScrollBox } from '../ui/scroll-box.tsx';
import { NoticeDays } from './notice-days.tsx';
import { clearNotices, MOST_NOTICES, markRead } from './notice-record.ts';
import { noticeStore } from './notice-store.ts';

export interface NoticesPanelProps {
  /** The button it is attached to. */
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  /** The panel puts its cleanup here, to run when it closes. */
  closing: RefObject<(() => void) | null>;
}

/** The recent notices: a popover at its button, or a sheet on phones. */
export function NoticesPanel({ trigger, onClose, closing }: NoticesPanelProps) {
  const titleId = useId();
  // Decided once, so rotating a phone doesn't replace the panel.
  const [isSheet] = useState(isNarrow);
  useEscape(!isSheet, onClose);
  useEffect(() => {
    // Closing the panel marks its notices as read.
    closing.current = () => noticeStore.change(noticeStore.owner(), (record) => markRead(record));
    return () => {
      closing.current = null;
    };
  }, [closing]);

  useLayoutEffect(() => {
    // On narrow screens the header scrolls away, but the panel is attached to it.
    const control = trigger.current;
    if (control && control.getBoundingClientRect().top < 0) control.scrollIntoView({ behavior: 'instant' });
  }, [trigger]);

  if (isSheet) {
    return (
      <Dialog onClose={onClose} title={t('notices.bell')}>
        <Activity onLeave={onClose} />
      </Dialog>
    );
  }
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      {/* The button is always mounted while its panel is; Radix only measures it. */}
      <Popover.Anchor virtualRef={trigger as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          className="menu flex flex-col w-[min(25rem,calc(100vw-2rem))] max-h-[min(40rem,calc(100dvh-6rem))] px-5 pt-3 pb-4"
          aria-labelledby={titleId}
          align="end"
          sideOffset={8}
          collisionPadding={16}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && trigger.current?.contains(event.target))
              event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // The button is in view, or the user has scrolled away on purpose.
            trigger.current?.focus({ preventScroll: true });
          }}
        >
          <div className="flex items-center justify-between gap-3">
            <h2 id={titleId} className="font-display text-title font-bold">
              {t('notices.bell')}
            </h2>
            <CloseButton label={t('controls.close')} className="-mr-2" onClick={onClose} />
          </div>
          <Activity onLeave={onClose} scrolls />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The notices by day, their buttons, and a link to all bets. */
function Activity({ onLeave, scrolls = false }: { onLeave: () => void; scrolls?: boolean }) {
  const record = noticeStore.use();
  const isVisitor = noticeStore.owner() === null;
  const said = useRef<HTMLParagraphElement>(null);
  const [cleared, setCleared] = useState(false);

  if (record.notices.length === 0) {
    return (
      <div className="py-2">
        <p ref={said} role="status" tabIndex={-1} className="font-semibold outline-none">
          {cleared ? t('noticePanel.cleared') : t('noticePanel.empty')}
        </p>
        <AllBets isVisitor={isVisitor} onLeave={onLeave} />
      </div>
    );
  }

  const days = <NoticeDays notices={record.notices} onLeave={onLeave} />;
  return (
    <>
      <div className="flex flex-wrap gap-x-5">
        <button
          type="button"
          className="text-link min-h-9 text-meta"
          onClick={() => noticeStore.change(noticeStore.owner(), (before) => markRead(before))}
        >
          {t('noticePanel.markRead')}
        </button>
        <button
          type="button"
          className="text-link min-h-9 text-meta"
          onClick={() => {
            noticeStore.change(noticeStore.owner(), clearNotices);
            setCleared(true);
            // The pressed button is gone by then.
            setTimeout(() => said.current?.focus(), 0);
          }}
        >
          {t('noticePanel.clear')}
        </button>
      </div>
      {scrolls ? (
        <ScrollBox aria-label={t('notices.bell')} className="flex-auto min-h-24 -mx-5 px-5 -outline-offset-2">
          {days}
        </ScrollBox>
      ) : (
        days
      )}
      <p className="mt-3 text-small text-muted">
        {isVisitor ? t('noticePanel.visitor') : t('noticePanel.kept', { most: MOST_NOTICES })}
      </p>
      <AllBets isVisitor={isVisitor} onLeave={onLeave} />
    </>
  );
}

function AllBets({ isVisitor, onLeave }: { isVisitor: boolean; onLeave: () => void }) {
  if (isVisitor) return null;
  return (
    <Link href="/profile" className="text-link mt-1 inline-flex min-h-9 items-center" onClick={onLeave}>
      {t('noticePanel.viewAllBets')}
    </Link>
  );
}

function isNarrow(): boolean {
  return window.matchMedia?.('(width < 40rem)').matches === true;
}
