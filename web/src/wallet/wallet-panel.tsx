import { Popover } from 'radix-ui';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '../texts/t-wallet.ts';
import { useEscape } from '../ui/escape.ts';
import { ConnectedPanel } from './connected-panel.tsx';
import { ConnectingPanel } from './connecting-panel.tsx';
import { useWallet } from './wallet-context.tsx';
import { WalletPicker } from './wallet-picker.tsx';

/** The panel of the connect button: the wallets to choose from, the step in progress, or the connected wallet. */
export function WalletPanel({ trigger }: { trigger: RefObject<HTMLButtonElement | null> }) {
  const { connected, connecting, step, authToken, setMenuOpen } = useWallet();
  const busy = connecting || step !== null;
  useCloseWhenConnected({ done: connected && !busy && authToken !== null, close: () => setMenuOpen(false) });
  useEscape(true, () => setMenuOpen(false));

  useLayoutEffect(() => {
    // On narrow screens the header may be scrolled out of view, and the panel is attached to it.
    const control = trigger.current;
    if (control && control.getBoundingClientRect().top < 0) control.scrollIntoView({ behavior: 'instant' });
  }, [trigger]);

  const onTrigger = (target: EventTarget | null) =>
    target instanceof Node && trigger.current?.contains(target) === true;

  return (
    <Popover.Root open onOpenChange={setMenuOpen}>
      {/* The ref is never null here, because the button is on the page whenever its panel is. */}
      <Popover.Anchor virtualRef={trigger as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          className="menu w-[min(22rem,calc(100vw-2rem))] max-h-[min(40rem,calc(100dvh-6rem))] overflow-y-auto"
          aria-label={t(connected ? 'walletMenu.yours' : 'walletMenu.connectOne')}
          align="end"
          sideOffset={8}
          collisionPadding={16}
          onKeyDown={moveByArrows}
          onInteractOutside={(event) => onTrigger(event.target) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // If the control is out of view, the person scrolled away on purpose.
            trigger.current?.focus({ preventScroll: true });
          }}
        >
          {busy ? <ConnectingPanel /> : connected ? <ConnectedPanel /> : <WalletPicker />}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Closes a panel that was opened to connect once that is done; one opened for a connected wallet stays open. */
function useCloseWhenConnected({ done, close }: { done: boolean; close: () => void }): void {
  const openedDone = useRef(done);
  useEffect(() => {
    if (!done) openedDone.current = false;
    else if (!openedDone.current) close();
  }, [done, close]);
}

/** As in a menu: Up and Down move through the buttons and links, Home and End jump to the first and last. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')];
  const at = controls.indexOf(document.activeElement as HTMLElement); // anything else is simply not in the list
  const target = {
    ArrowDown: controls[(at + 1) % controls.length],
    ArrowUp: controls.at(at <= 0 ? -1 : at - 1),
    Home: controls[0],
    End: controls.at(-1),
  }[event.key];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
