import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { useWallet } from './wallet-context.tsx';

/** Offers a guest account to a person who declined the signature in a demo. */
export function GuestOffer({ className }: { className?: string }) {
  const { guestOffered, authToken, step, goOnAsGuest } = useWallet();
  if (!guestOffered || authToken !== null) return null;
  return (
    <div role="status" className={className}>
      <p className="text-meta">{t('wallet.guestOffer')}</p>
      <Button
        variant="secondary"
        size="small"
        className="mt-2"
        disabled={step !== null}
        onClick={() => void goOnAsGuest()}
      >
        {t('wallet.goOnAsGuest')}
      </Button>
    </div>
  );
}
