import { usePageTitle } from '../format/use-page-title.ts';
import { ConnectCard } from '../identity/connect-card.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/** `/admin`: who may come in, and as what. */
export function Admin() {
  usePageTitle('Admin');
  const { connected, user } = useWallet();
  const recognised = connected && user !== null;
  return (
    <div className="frame flex min-h-dvh flex-col items-center py-12 lg:py-20">
      <div className="w-full max-w-[34rem]">
        <h1 className="text-h2">{recognised ? 'Admin' : 'Authentication Required'}</h1>
        <p className="mt-2 mb-6 text-muted">
          {recognised
            ? 'You are recognised by the wallet you connected.'
            : 'This part is for the people who run the markets. Connect your wallet to go on.'}
        </p>
        <ConnectCard />
      </div>
    </div>
  );
}
