import { shortenAddress } from '@tallystone/core/identity/short-address';
import { SigningBanners } from '../identity/signing-banners.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/** Who is connected on /guardian, and what is missing for them to look and object. */
export function GuardianDoor() {
  const { publicKey, chain, user, step, signIn, disconnect } = useWallet();
  const busy = step !== null;
  const mayLook = user?.verified === true;
  return (
    <>
      <h1 className="text-h2">Guardian</h1>
      <p className="mt-2 max-w-prose text-muted">
        Approved results wait here before they are paid. What you object to is not paid.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {chain && <Badge>{chain}</Badge>}
        <span className="font-mono text-meta" title={publicKey ?? undefined}>
          {shortenAddress(publicKey ?? '')}
        </span>
        <button type="button" className="text-link min-h-11 text-meta" disabled={busy} onClick={disconnect}>
          Use another wallet
        </button>
      </div>
      <SigningBanners className="mt-3" />
      {!mayLook && (
        <div className="mt-5 rounded-card bg-sunk px-6 py-8">
          <p className="text-secondary">
            {user === null
              ? 'The wallet is connected, but nobody is signed in with it.'
              : 'This session was opened without a signature. Sign with your wallet to act as a guardian; it is free and moves no funds.'}
          </p>
          <Button className="mt-4" disabled={busy} onClick={() => void signIn({ verified: true })}>
            {user === null ? 'Sign in again' : 'Sign with your wallet'}
          </Button>
        </div>
      )}
    </>
  );
}
