import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../data/queries.ts';
import { t } from '../texts/t-wallet.ts';
import { practiceAdminRdns, practiceChainRdns } from '../wallet/practice-rdns.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

/**
 * Tells admins and guardians to open the practice links that the server printed at its start, until all of them have
 * been opened in this tab. A demo has no practice guardian.
 */
export function PracticeLinkHint({ who, className }: { who: 'admin' | 'guardian'; className: string }) {
  const { data: config } = useQuery(configQuery);
  const { options } = useWallet();
  const countOf = (rdns: string) =>
    new Set(options.flatMap((option) => (option.rdns?.startsWith(rdns) ? [option.rdns] : []))).size;

  if (countOf(practiceChainRdns) < (config?.practiceChain?.wallets.length ?? 0))
    return <p className={className}>{t('identity.openPracticeLinks')}</p>;
  if (who === 'admin' && config?.practiceAdmin !== undefined && countOf(practiceAdminRdns) === 0)
    return <p className={className}>{t('identity.openAdminLink')}</p>;
  return null;
}
