import { shortenAddress } from '@tallystone/core/identity/short-address';
import { TriangleAlert } from 'lucide-react';
import { t } from '../texts/t-mismatch.ts';
import { Button } from '../ui/button.tsx';
import { useWallet } from './wallet-context.tsx';
import type { WalletMismatch } from './wallet-state.ts';

/** A bar under the navigation while the wallet shows another account or chain than the one that signed in. */
export function MismatchBar() {
  const { mismatch, step, connecting, notice, switchBack, adoptWallet } = useWallet();
  if (mismatch === null) return null;
  const busy = connecting || step !== null;
  const adoptable = mismatch.kind === 'account' || mismatch.actual !== null;

  return (
    <div role="alert" className="border-b border-line-strong bg-warning-soft text-ink">
      <div className="mx-auto flex max-w-[1200px] flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
        <TriangleAlert aria-hidden="true" className="size-5 flex-none text-warning" />
        <p className="min-w-60 flex-1 text-meta">
          {busy ? t('wallet.check') : sentence(mismatch)}
          {notice && !busy && ` ${notice}`}
        </p>
        {mismatch.kind === 'chain' && (
          <Button size="small" disabled={busy} onClick={() => void switchBack()}>
            {t('mismatch.switchBackTo', { chain: mismatch.expected })}
          </Button>
        )}
        {adoptable && (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => void adoptWallet()}>
            {adoptLabel(mismatch)}
          </Button>
        )}
      </div>
    </div>
  );
}

function sentence(mismatch: WalletMismatch): string {
  if (mismatch.kind === 'account') {
    return t('mismatch.nowOtherAccount', { expected: shortenAddress(mismatch.expected) });
  }
  const now = mismatch.actual ?? t('mismatch.unofferedChain');
  return t('mismatch.nowOtherChain', { now, expected: mismatch.expected });
}

function adoptLabel(mismatch: WalletMismatch): string {
  const { kind, actual } = mismatch;
  if (actual === null) return t('wallet.signInAgain');
  return kind === 'chain'
    ? t('mismatch.signInOn', { chain: actual })
    : t('mismatch.signInAs', { address: shortenAddress(actual) });
}
