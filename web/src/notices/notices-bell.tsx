import { Bell } from 'lucide-react';
import { lazy, useRef, useState } from 'react';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { toastFailure } from '../ui/toast-store.ts';
import { loadPart } from '../wallet/load-part.ts';
import { useUnreadCount } from './unread-count.ts';

/** Largest number that fits the badge; the button's label has the exact number. */
const MOST_SHOWN = 9;

const loadPanel = () =>
  loadPart(() => import('./notices-panel.tsx')).then((module) => ({ default: module.NoticesPanel }));
const NoticesPanel = lazy(loadPanel);

/** Opens the recent activity, and shows how many notices are new. */
export function NoticesBell() {
  const unread = useUnreadCount();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  /** Set by the panel: marks its notices as read when it closes. */
  const closePanel = useRef<(() => void) | null>(null);
  const close = () => {
    closePanel.current?.();
    setOpen(false);
  };
  return (
    <>
      <Button
        ref={trigger}
        variant="ghost"
        size="icon"
        className="relative"
        aria-label={unread === 0 ? t('notices.bell') : t('notices.bellNew', { count: unread })}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => (open ? close() : setOpen(true))}
        // Preloads the panel; if that fails, opening it shows the error.
        onPointerEnter={() => void loadPanel().catch(() => {})}
      >
        <Bell aria-hidden="true" className="size-5" />
        {unread > 0 && (
          <span aria-hidden="true" className="bell-count">
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </Button>
      {open && (
        <ErrorBoundary
          fallback={null}
          onError={() => {
            toastFailure(t('notices.panelMissing'), t('notices.panelMissingWhy'));
            setOpen(false);
          }}
        >
          <NoticesPanel trigger={trigger} onClose={close} closing={closePanel} />
        </ErrorBoundary>
      )}
    </>
  );
}
