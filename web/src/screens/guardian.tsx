import '../styles/admin.css';
import { usePageTitle } from '../format/use-page-title.ts';
import { GuardedResults } from '../guardian/guarded-results.tsx';
import { GuardianDoor } from '../guardian/guardian-door.tsx';
import { ConnectCard } from '../identity/connect-card.tsx';
import { PracticeLinkHint } from '../identity/practice-link-hint.tsx';
import { t } from '../texts/t-wallet.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

/** `/guardian`: the way in, or the results that are not paid yet. The server decides who may see them. */
export function Guardian() {
  usePageTitle(t('identity.guardian'));
  const { connected, user } = useWallet();
  if (!connected) return <WayIn />;
  return (
    <div className="frame min-h-dvh py-8 lg:py-10">
      <GuardianDoor />
      {user?.verified === true && (
        <div className="mt-6">
          {/* What one account has loaded never shows under another. */}
          <GuardedResults key={user.publicKey} />
        </div>
      )}
    </div>
  );
}

function WayIn() {
  return (
    <div className="frame flex min-h-dvh flex-col items-center py-12 lg:py-20">
      <div className="w-full max-w-[34rem]">
        <h1 className="text-h2">{t('frame.authenticationRequired')}</h1>
        <p className="mt-2 text-muted">{t('identity.guardiansOnly')}</p>
        <PracticeLinkHint who="guardian" className="mt-2 text-muted" />
        <div className="mt-6">
          <ConnectCard />
        </div>
      </div>
    </div>
  );
}
