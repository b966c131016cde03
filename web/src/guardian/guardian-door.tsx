import { shortenAddress } from '@tallystone/core/identity/short-address';
import { SigningBanners } from '../identity/signing-banners.tsx';
import { t } from '../texts/t-admin.ts';
import { t as ofWallet } from '../texts/t-wallet.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/** The connected wallet on /guardian, and what it still needs to see results and object. */
export function GuardianDoor() {
  const { publicKey, chain, user, step, signIn, disconnect } = useWallet();
  const busy = step !== null;
  const mayLook = user?.verified === true;
  return (
    <>
      <h1 className="text-h2">{ofWallet('identity.guardian')}</h1>
      <p className="mt-2 max-w-prose text-muted">{t('guardian.what')}</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {chain && <Badge>{chain}</Badge>}
        <span className="font-mono text-meta" title={publicKey ?? undefined}>
          {shortenAddress(publicKey ?? '')}
        </span>
        <button type="button" className="text-link min-h-11 text-meta" disabled={busy} onClick={disconnect}>
          {ofWallet('identity.useAnother')}
        </button>
      </div>
      <SigningBanners className="mt-3" />
      {!mayLook && (
        <div className="mt-5 rounded-card bg-sunk px-6 py-8">
          <p className="text-secondary">
            {user === null ? t('wallet.notSignedIn') : t('guardian.notSigned')}
          </p>
          <Button className="mt-4" disabled={busy} onClick={() => void signIn()}>
            {user === null ? t('wallet.signInAgain') : ofWallet('identity.signWithWallet')}
          </Button>
        </div>
      )}
    </>
  );
}
