import '../styles/admin.css';
import { usePageTitle } from '../format/use-page-title.ts';
import { GuardedResults } from '../guardian/guarded-results.tsx';
import { GuardianDoor } from '../guardian/guardian-door.tsx';
import { WayIn } from '../identity/way-in.tsx';
import { t } from '../texts/t-wallet.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

/** `/guardian`: the sign-in, or the results that aren't paid yet. The server decides who may see them. */
export function Guardian() {
  usePageTitle(t('identity.guardian'));
  const { connected, user } = useWallet();
  if (!connected) return <WayIn why={t('identity.guardiansOnly')} who="guardian" />;
  return (
    <div className="frame min-h-dvh py-8 lg:py-10">
      <GuardianDoor />
      {user?.verified === true && (
        <div className="mt-6">
          {/* The key keeps one account's data from showing for another. */}
          <GuardedResults key={user.publicKey} />
        </div>
      )}
    </div>
  );
}
