import { type TextKey, t } from '../texts/t-wallet.ts';
import { Button } from '../ui/button.tsx';
import { PanelHeading } from './panel-row.tsx';
import { useWallet } from './wallet-context.tsx';
import type { WalletStep } from './wallet-state.ts';

const stepSentences: Record<WalletStep, TextKey> = {
  connect: 'walletMenu.approveConnection',
  'switch-chain': 'walletMenu.approveChange',
  'add-chain': 'walletMenu.approveAdding',
  'sign-in': 'walletMenu.signingIn',
};

/** Says what the wallet is being asked before the wallet itself does. */
export function ConnectingPanel() {
  const { step, signInMessage, canCancel, cancelConnect } = useWallet();
  return (
    <div className="px-3 pb-3">
      <PanelHeading style={{ paddingInline: 0 }}>{t('wallet.check')}</PanelHeading>
      <div role="status" className="text-meta">
        <p>{signInMessage === null ? t(stepSentences[step ?? 'connect']) : t('wallet.proveAddress')}</p>
      </div>
      {signInMessage !== null && (
        <pre
          // The text is longer than its box, and keyboard users need focus to scroll it.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
          tabIndex={0}
          className="mt-3 max-h-40 overflow-auto rounded-control border border-line-strong bg-sunk p-3 font-mono text-small whitespace-pre-wrap"
        >
          {signInMessage}
        </pre>
      )}
      {canCancel && (
        <Button variant="secondary" size="small" className="mt-3" onClick={cancelConnect}>
          {t('controls.cancel')}
        </Button>
      )}
    </div>
  );
}
