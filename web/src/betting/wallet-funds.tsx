import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-bet.ts';
import { TextWith } from '../texts/text-with.tsx';
import type { WalletUsdc } from '../wallet/use-wallet-usdc.ts';

/** The connected wallet's USDC on the chain of live bets, and how much of it is free for another bet. */
export function WalletFunds({ funds, chain }: { funds: WalletUsdc; chain: string }) {
  const { balance, pending, free, failed, readAgain } = funds;
  return (
    <div className="text-meta">
      {failed ? (
        <p role="status">
          {t('live.walletUnread')}{' '}
          <button type="button" className="text-link min-h-6" onClick={() => void readAgain()}>
            {t('controls.tryAgain')}
          </button>
        </p>
      ) : balance === null ? (
        <p className="text-muted">{t('live.readingWallet')}</p>
      ) : (
        <p>
          <TextWith
            text={t('live.inWallet', { chain })}
            parts={{ amount: () => <span className="font-semibold">{exactDollars(balance).slice(1)}</span> }}
          />
        </p>
      )}
      {pending > 0 && free !== null && (
        <p className="mt-1 text-muted">
          {t('live.pendingStakes', { pending: exactDollars(pending), free: exactDollars(free) })}
        </p>
      )}
    </div>
  );
}
