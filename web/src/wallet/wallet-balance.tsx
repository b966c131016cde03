import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../data/queries.ts';
import { dollars } from '../format/dollars.ts';
import { t } from '../texts/t.ts';
import { useIsDemo } from './use-is-demo.ts';
import { useWallet } from './wallet-context.tsx';

/** The signed-in user's funds here, marked as practice money in a demo; nothing until they are known. */
export function WalletBalance({ className }: { className?: string }) {
  const { signedIn } = useWallet();
  const isDemo = useIsDemo();
  const { data } = useQuery({ ...limitsQuery, enabled: signedIn && isDemo });
  // A live bettor's money is in the wallet, not here.
  if (!signedIn || !isDemo || data === undefined) return null;
  return (
    <p className={className}>
      <span className="font-semibold">{dollars(data.balance)}</span>{' '}
      <span className="text-small text-muted">{t('wallet.practiceMoney')}</span>
    </p>
  );
}
