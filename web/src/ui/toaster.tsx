import { Toast } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { t } from '../texts/t.ts';
import { t as tToasts } from '../texts/t-toasts.ts';
import { classNames } from './class-names.ts';
import { CloseButton } from './close-button.tsx';
import { closeNewestLayer } from './escape.ts';
import { dismissToast, useToasts } from './toast-store.ts';

const DISPLAY_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;
const HOTKEY = ['F8'];

/** The notification region, which shows the store's toasts. Rendered once, by the app. */
export function Toaster() {
  const toasts = useToasts();
  const list = useReachableInDialogs();
  return (
    <Toast.Provider
      label={tToasts('toasts.notification')}
      duration={DISPLAY_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      {toasts.map(({ id, open, title, description, variant = 'default' }) => (
        <Toast.Root
          key={id}
          open={open}
          onOpenChange={(next) => {
            if (!next) dismissToast(id);
          }}
          onEscapeKeyDown={(event) => {
            // A toast that came while a dialog is open doesn't take the Escape that is meant for the dialog.
            const isInList = list.current?.contains(document.activeElement) === true;
            if (!isInList && closeNewestLayer()) event.preventDefault();
          }}
          className={classNames('toast', `toast-${variant}`)}
        >
          <Toast.Title className="toast-title font-semibold">{title}</Toast.Title>
          <Toast.Close asChild>
            <CloseButton label={t('controls.dismiss')} className="row-span-2 -my-2 -mr-2" />
          </Toast.Close>
          {description && (
            <Toast.Description className="min-w-0 text-secondary text-muted">{description}</Toast.Description>
          )}
        </Toast.Root>
      ))}
      <Toast.Viewport
        ref={list}
        // Toasts announce themselves. The attribute keeps an open dialog from hiding the region from screen readers.
        aria-live="off"
        className="toast-viewport"
        hotkey={HOTKEY}
        label={t('controls.notifications')}
      />
    </Toast.Provider>
  );
}

/**
 * Lets the focus move between an open dialog and the list. Radix's dialogs take back the focus in listeners on the
 * document, so these events end one element below it, after React has seen them.
 */
function useReachableInDialogs() {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const root = document.documentElement;
    const passBy = (event: FocusEvent) => {
      const reached = event.type === 'focusin' ? event.target : event.relatedTarget;
      if (list.current?.contains(reached as Node | null)) event.stopPropagation();
    };
    root.addEventListener('focusin', passBy);
    root.addEventListener('focusout', passBy);
    return () => {
      root.removeEventListener('focusin', passBy);
      root.removeEventListener('focusout', passBy);
    };
  }, []);
  return list;
}
