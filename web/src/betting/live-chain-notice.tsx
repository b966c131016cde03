import { t } from '../texts/t-bet.ts';
import { Button } from '../ui/button.tsx';
import type { LiveTerms } from '../wallet/live-chain.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { useBetDraft } from './bet-slip-context.tsx';
import { Notice } from './notice.tsx';

/** Tells a bettor on another chain where live bets are placed, with a button that leads there. */
export function LiveChainNotice({ place }: { place: LiveTerms }) {
  const wallet = useWallet();
  const { connectWallet } = useBetDraft();
  const { chain } = wallet;
  if (chain === null) return null;
  const values = { chain: place.chainName, now: chain };
  // A Solana wallet can't switch to an EVM chain.
  const canMove = chain !== 'Solana';
  const choose = () => {
    wallet.disconnect();
    connectWallet();
  };
  return (
    <Notice
      tone="warning"
      role="status"
      actions={
        canMove ? (
          <Button
            size="small"
            disabled={wallet.connecting}
            onClick={() => void wallet.moveToChain(place.chainName)}
          >
            {wallet.connecting ? t('wallet.check') : t('live.moveTo', values)}
          </Button>
        ) : (
          <Button size="small" onClick={choose}>
            {t('live.otherWallet', values)}
          </Button>
        )
      }
    >
      <p>{t(canMove ? 'live.otherChain' : 'live.otherKind', values)}</p>
      {wallet.notice !== null && <p className="mt-1">{wallet.notice}</p>}
    </Notice>
  );
}
