import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/** Where a page sends someone it cannot show itself to. */
export const AUTHENTICATION_REQUIRED_PATH = '/?auth=required';

/** Says on the landing page why the account page did not open, and leads back to it once a wallet is signed in. */
export function AuthenticationRequired() {
  const [search] = useSearchParams();
  return search.get('auth') === 'required' && <Notice />;
}

function Notice() {
  const { connected, connecting, user, setMenuOpen, signIn } = useWallet();
  const [, navigate] = useLocation();
  const signedIn = connected && user !== null;
  useEffect(() => {
    if (signedIn) navigate('/profile', { replace: true });
  }, [signedIn, navigate]);

  return (
    <div className="frame py-6">
      <Card
        role="alert"
        className="flex flex-wrap items-center gap-x-6 gap-y-4 border-warning bg-warning-soft p-5"
      >
        <div className="min-w-0 flex-[1_1_20rem]">
          <p className="font-display text-title font-bold">Authentication Required</p>
          <p className="mt-1 text-secondary">
            {connected
              ? 'Your wallet is connected but not signed in. Sign in to see your account and your bets.'
              : 'Connect a wallet to see your account and your bets.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {connected ? (
            <Button disabled={connecting} onClick={() => void signIn()}>
              {connecting ? 'Check your wallet' : 'Sign in again'}
            </Button>
          ) : (
            // The menu closes on what happens outside it, and this click is outside.
            <Button disabled={connecting} onClick={() => setTimeout(() => setMenuOpen(true), 0)}>
              {connecting ? 'Check your wallet' : 'Connect Wallet'}
            </Button>
          )}
          <Button variant="secondary" onClick={() => navigate('/', { replace: true })}>
            Go to Home
          </Button>
        </div>
      </Card>
    </div>
  );
}
