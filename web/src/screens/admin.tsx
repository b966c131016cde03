import { Dashboard } from '../admin/dashboard.tsx';
import { DashboardUnsaved } from '../admin/dashboard-unsaved.tsx';
import { usePageTitle } from '../format/use-page-title.ts';
import { WayIn } from '../identity/way-in.tsx';
import { t } from '../texts/t-wallet.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

/** `/admin`: the sign-in, or the dashboard. */
export function Admin() {
  const { signedIn, user } = useWallet();
  // The key keeps one account's data from showing for another.
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
