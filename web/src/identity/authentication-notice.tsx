import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { GuestOffer } from '../wallet/guest-offer.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/**
 * The notice on the landing page for people who were redirected from the account page.
 *
 * @param shown the query of the account page, to restore it after sign-in
 */
export function AuthenticationNotice({ shown }: { shown: string }) {
  const { connected, connecting, signedIn, setMenuOpen, signIn } = useWallet();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (signedIn) navigate(shown === '' ? '/profile' : `/profile?${shown}`, { replace: true });
  }, [signedIn, shown, navigate]);

  return (
    <div className="frame py-6">
      <Card
        role="alert"
        className="flex flex-wrap items-center gap-x-6 gap-y-4 border-warning bg-warning-soft p-5"
      >
        <div className="min-w-0 flex-[1_1_20rem]">
          <p className="font-display text-title font-bold">{t('frame.authenticationRequired')}</p>
          <p className="mt-1 text-secondary">
            {connected ? t('frame.signInToSee') : t('frame.connectToSee')}
          </p>
          <GuestOffer className="mt-3" />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            disabled={connecting}
            // The menu closes on clicks outside of it, and this click is one, so the menu opens after it.
            onClick={() => (connected ? void signIn() : setTimeout(() => setMenuOpen(true), 0))}
          >
            {t(connecting ? 'wallet.check' : connected ? 'wallet.signInAgain' : 'wallet.connect')}
          </Button>
          <Button variant="secondary" onClick={() => navigate('/', { replace: true })}>
            {t('frame.goHome')}
          </Button>
        </div>
      </Card>
    </div>
  );
}
