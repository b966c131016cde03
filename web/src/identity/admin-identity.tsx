import { ADMIN_LEVEL } from '@tallystone/core/identity/kyc-level';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { t } from '../texts/t-wallet.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { GuestOffer } from '../wallet/guest-offer.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { PracticeLinkHint } from './practice-link-hint.tsx';
import { SignWithWallet } from './sign-with-wallet.tsx';

/** Who is connected on /admin, and what they still need to act as an admin. With `h1` it is the page's own heading. */
export function AdminIdentity({ heading: Heading = 'h2' }: { heading?: 'h1' | 'h2' }) {
  const { publicKey, chain, user, step, disconnect } = useWallet();
  const busy = step !== null;
  const mayAct = user !== null && user.kycLevel >= ADMIN_LEVEL && user.verified;
  // Above the dashboard, an admin who may act needs no buttons; the header has Disconnect.
  const quiet = Heading === 'h1' && mayAct;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Heading className={Heading === 'h1' ? 'text-h2' : 'text-h3'}>
          {user ? t('identity.adminLevel', { level: user.kycLevel }) : t('wallet.notSignedIn')}
        </Heading>
        {chain && <Badge>{chain}</Badge>}
        <span className="font-mono text-meta">{shortenAddress(publicKey ?? '')}</span>
      </div>
      {user === null ? null : !user.verified ? (
        <p className="mt-3 text-meta">{t('identity.guest')}</p>
      ) : user.kycLevel < ADMIN_LEVEL ? (
        <p className="mt-3 text-meta">{t('identity.mayLook', { level: ADMIN_LEVEL })}</p>
      ) : null}
      <GuestOffer className="mt-3" />
      {Heading === 'h1' && !mayAct && <PracticeLinkHint who="admin" className="mt-2 text-meta" />}
      {!quiet && (
        <div className="mt-4 flex flex-wrap gap-3">
          {user === null && <SignWithWallet>{t('wallet.signInAgain')}</SignWithWallet>}
          {user !== null && !user.verified && <SignWithWallet>{t('identity.signWithWallet')}</SignWithWallet>}
          <Button variant="secondary" disabled={busy} onClick={disconnect}>
            {t('identity.useAnother')}
          </Button>
        </div>
      )}
    </>
  );
}
