import { shortenAddress } from '@tallystone/core/identity/short-address';
import { useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { PracticeRequest } from './practice-requests.ts';

/** What a wallet's own window would show: the exact text, who signs, and yes or no. Closing it is a no. */
export function PracticeApproval({ request }: { request: PracticeRequest }) {
  const { walletName, address, text, answer } = request;
  const approve = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && answer(false)}
      title="Practice wallet"
      description={`${walletName} is asked to sign exactly this text.`}
      initialFocus={approve}
    >
      <pre
        // The text may be longer than its box; focus lets the keyboard scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-control border border-line-strong bg-sunk p-3 font-mono text-meta whitespace-pre-wrap break-words text-ink"
      >
        {text}
      </pre>
      <p className="mt-3 text-meta text-muted">
        Signed by <span className="font-mono text-ink">{shortenAddress(address)}</span>, a key for practice
        only.
      </p>
      <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={() => answer(false)}>
          Reject
        </Button>
        <Button ref={approve} onClick={() => answer(true)}>
          Sign
        </Button>
      </div>
    </Dialog>
  );
}
