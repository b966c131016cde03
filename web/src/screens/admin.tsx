import { Dashboard } from '../admin/dashboard.tsx';
import { DashboardUnsaved } from '../admin/dashboard-unsaved.tsx';
import { usePageTitle } from '../format/use-page-title.ts';
import { ConnectCard } from '../identity/connect-card.tsx';
import { PracticeLinkHint } from '../identity/practice-link-hint.tsx';
import { t } from '../texts/t-wallet.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

/** `/admin`: the way in, or the dashboard. */
export function Admin() {
  const { signedIn, user } = useWallet();
  // What one account has loaded never shows under another.
  return (
    <>
      <DashboardUnsaved />
      {signedIn && user !== null ? <Dashboard key={user.publicKey} /> : <WayIn />}
    </>
  );
}

function WayIn() {
  usePageTitle(t('frame.admin'));
  return (
    <div className="frame flex min-h-dvh flex-col items-center py-12 lg:py-20">
      <div className="w-full max-w-[34rem]">
        <h1 className="text-h2">{t('frame.authenticationRequired')}</h1>
        <p className="mt-2 text-muted">{t('identity.adminsOnly')}</p>
        <PracticeLinkHint who="admin" className="mt-2 text-muted" />
        <div className="mt-6">
          <ConnectCard />
        </div>
      </div>
    </div>
  );
}
