import { Button } from '../ui/button.tsx';
import { PanelHeading } from './panel-row.tsx';
import { useWallet } from './wallet-context.tsx';
import type { WalletStep } from './wallet-state.ts';

const stepSentences: Record<WalletStep, string> = {
  connect: 'Approve the connection in your wallet.',
  'switch-chain': 'Your wallet is on another chain. Approve the change there.',
  'add-chain':
    'Your wallet does not know this chain yet. It will show its name, address and currency; approve to add it.',
  'sign-in': 'Signing in.',
};

/** What the wallet is being asked, said here before the wallet says it. */
export function ConnectingPanel() {
  const { step, signInMessage, canCancel, cancelConnect } = useWallet();
  return (
    <div className="px-3 pb-3">
      <PanelHeading style={{ paddingInline: 0 }}>Check your wallet</PanelHeading>
      <div role="status" className="text-meta">
        {signInMessage === null ? (
          <p>{stepSentences[step ?? 'connect']}</p>
        ) : (
          <p>Sign to prove this address is yours. It is free and moves no funds.</p>
        )}
      </div>
      {signInMessage !== null && (
        <pre
          // The text is longer than its box; focus lets the keyboard scroll it.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
          tabIndex={0}
          className="mt-3 max-h-40 overflow-auto rounded-control border border-line-strong bg-sunk p-3 font-mono text-small whitespace-pre-wrap break-words"
        >
          {signInMessage}
        </pre>
      )}
      {canCancel && (
        <Button variant="secondary" size="small" className="mt-3" onClick={cancelConnect}>
          Cancel
        </Button>
      )}
    </div>
  );
}
