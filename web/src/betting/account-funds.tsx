import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { TextWith } from '../texts/text-with.tsx';
import { useLiveTerms } from '../wallet/live-chain.ts';
import { useWalletUsdc } from '../wallet/use-wallet-usdc.ts';
import { WalletFunds } from './wallet-funds.tsx';

/**
 * The money the bettor can bet with. Practice money is in the books. Money for live bets stays in the wallet; the books
 * have only winnings that have not reached the wallet yet.
 */
export function AccountFunds({ balance }: { balance: number }) {
  const place = useLiveTerms();
  const funds = useWalletUsdc();
  if (place === null) return <span>{exactDollars(balance)}</span>;
  return (
    <div className="font-sans text-meta font-normal">
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
