import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { GuestOffer } from '../wallet/guest-offer.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/** Where the account page sends someone it cannot show itself to. */
const PATH = '/?auth=required';

/**
 * The way there from the account page.
 *
 * @param search what the account page showed, such as `view=statement`: it shows that again afterwards
 */
export function authenticationRequiredPath(search: string): string {
  return search === '' ? PATH : `${PATH}&${new URLSearchParams({ [SHOWN]: search })}`;
}

/** The name under which it goes along: its own names mean other things on the landing page. */
const SHOWN = 'account';

/** Says on the landing page why the account page did not open, and leads back to it once a wallet is signed in. */
export function AuthenticationRequired() {
  const [search] = useSearchParams();
  return search.get('auth') === 'required' && <Notice shown={search.get(SHOWN) ?? ''} />;
}

function Notice({ shown }: { shown: string }) {
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
          {connected ? (
            <Button disabled={connecting} onClick={() => void signIn()}>
              {connecting ? t('wallet.check') : t('wallet.signInAgain')}
            </Button>
          ) : (
            // The menu closes on what happens outside it, and this click is outside.
            <Button disabled={connecting} onClick={() => setTimeout(() => setMenuOpen(true), 0)}>
              {connecting ? t('wallet.check') : t('wallet.connect')}
            </Button>
          )}
          <Button variant="secondary" onClick={() => navigate('/', { replace: true })}>
            {t('frame.goHome')}
          </Button>
        </div>
      </Card>
    </div>
  );
}
