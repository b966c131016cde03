import { Dashboard } from '../admin/dashboard.tsx';
import { DashboardUnsaved } from '../admin/dashboard-unsaved.tsx';
import { usePageTitle } from '../format/use-page-title.ts';
import { WayIn } from '../identity/way-in.tsx';
import { t } from '../texts/t-wallet.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

/** `/admin`: the way in, or the dashboard. */
export function Admin() {
  const { signedIn, user } = useWallet();
  // What one account has loaded never shows under another.
  return (
    <>
      <DashboardUnsaved />
      {signedIn && user !== null ? <Dashboard key={user.publicKey} /> : <AdminDoor />}
    </>
  );
}

function AdminDoor() {
  usePageTitle(t('frame.admin'));
  return <WayIn why={t('identity.adminsOnly')} who="admin" />;
}
