import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../data/queries.ts';
import { t } from '../texts/t-wallet.ts';
import { practiceAdminRdns, practiceChainRdns } from '../wallet/practice-rdns.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

/**
 * How admins and guardians come in where the start printed links of practice wallets, while one of them has not been
 * opened in this tab. A demo has no practice guardian.
 */
export function PracticeLinkHint({ who, className }: { who: 'admin' | 'guardian'; className: string }) {
  const { data: config } = useQuery(configQuery);
  const { options } = useWallet();
  const here = (rdns: string) =>
    new Set(options.flatMap((option) => (option.rdns?.startsWith(rdns) ? [option.rdns] : []))).size;

  if (here(practiceChainRdns) < (config?.practiceChain?.wallets.length ?? 0))
    return <p className={className}>{t('identity.openPracticeLinks')}</p>;
  if (who === 'admin' && config?.practiceAdmin !== undefined && here(practiceAdminRdns) === 0)
    return <p className={className}>{t('identity.openAdminLink')}</p>;
  return null;
}
