import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { TextWith } from '../texts/text-with.tsx';
import { useLiveTerms } from '../wallet/live-chain.ts';
import { useWalletUsdc } from '../wallet/use-wallet-usdc.ts';
import { WalletFunds } from './wallet-funds.tsx';

/**
 * What the user can bet with. Practice money lies in the books; the money of live bets stays in the wallet, and in the
 * books is only what was won and has not reached the wallet yet.
 */
export function AccountFunds({ balance, isPractice }: { balance: number; isPractice: boolean }) {
  const place = useLiveTerms();
  const funds = useWalletUsdc();
  if (place === null) {
    return (
      <p className="mb-4 text-meta">
        <span className="block text-muted">{t('account.available')}</span>
        <span className="text-odds font-[650]">{exactDollars(balance)}</span>{' '}
        <span className="text-muted">{isPractice ? t('account.practiceUsdc') : 'USDC'}</span>
      </p>
    );
  }
  return (
    <div className="mb-4 text-meta">
      {funds ? (
        <WalletFunds funds={funds} chain={place.chainName} />
      ) : (
        <p>{t('live.onPolygon', { chain: place.chainName })}</p>
      )}
      {balance > 0 && (
        <p className="mt-1">
          <TextWith
            text={t('live.toBePaid')}
            parts={{ amount: () => <span className="font-semibold">{exactDollars(balance).slice(1)}</span> }}
          />
        </p>
      )}
    </div>
  );
}
