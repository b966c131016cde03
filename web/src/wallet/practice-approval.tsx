import { shortenAddress } from '@tallystone/core/identity/short-address';
import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import { t } from '../texts/t-wallet.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Button } from '../ui/button.tsx';
import { useEscape } from '../ui/escape.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import type { PracticeRequest } from './practice-requests.ts';

/**
 * The window of a practice wallet: the exact text, the signing address, and the buttons to sign or reject. Closing it
 * rejects. Like a real wallet's window, it appears above everything, including the bet dialog.
 */
export function PracticeApproval({ request }: { request: PracticeRequest }) {
  const { walletName, address, text, isTypedData, answer } = request;
  // The text gets the focus, not the button, so that a key still held down can't sign an unread text.
  const shown = useRef<HTMLPreElement>(null);
  const focus = useReturnFocus(shown);
  useEscape(true, () => answer(false));
  return (
    <Dialog.Root open onOpenChange={(open) => !open && answer(false)}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-overlay z-[90]" />
        <Dialog.Content className="dialog z-[91] p-5 sm:p-6" {...focus}>
          <Dialog.Title className="font-display text-title font-bold">
            {t('walletMenu.practiceWallet')}
          </Dialog.Title>
          <Dialog.Description className="mt-1 mb-4 text-secondary text-muted">
            {t(isTypedData ? 'walletMenu.askedToSignData' : 'walletMenu.askedToSign', { wallet: walletName })}
          </Dialog.Description>
          <pre
            ref={shown}
            // The text may be longer than its box, and keyboard users need focus to scroll it.
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
            tabIndex={0}
            className="max-h-80 overflow-auto rounded-control border border-line-strong bg-sunk p-3 font-mono text-meta whitespace-pre-wrap text-ink"
          >
            {text}
          </pre>
          <p className="mt-3 text-meta text-muted">
            <TextWith
              text={t('walletMenu.signedBy')}
              parts={{
                address: () => <span className="font-mono text-ink">{shortenAddress(address)}</span>,
              }}
            />
          </p>
          <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="secondary" onClick={() => answer(false)}>
              {t('walletMenu.reject')}
            </Button>
            <Button onClick={() => answer(true)}>{t('walletMenu.sign')}</Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
