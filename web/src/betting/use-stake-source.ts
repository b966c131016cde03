import type { WireLimits } from '@tallystone/core/http-api/account';
import { isLiveChain, useLiveTerms } from '../wallet/live-chain.ts';
import { useWalletUsdc } from '../wallet/use-wallet-usdc.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

export type StakeSource = ReturnType<typeof useStakeSource>;

/** Where the stake comes from: the bettor's account, or for live bets the wallet itself. */
export function useStakeSource(limits: WireLimits | null) {
  const wallet = useWallet();
  const place = useLiveTerms();
  const funds = useWalletUsdc();
  return {
    /** Where live bets are placed; null in the demo, where the account stakes. */
    place,
    /** The wallet's USDC on that chain. */
    funds,
    /** The same place, while the wallet is connected to another chain. */
    elsewhere:
      wallet.signedIn && wallet.mismatch === null && place !== null && !isLiveChain(place, wallet.chain)
        ? place
        : null,
    /** USDC that can be staked; null while unknown. */
    balance: place === null ? (limits?.balance ?? null) : (funds?.free ?? null),
  };
}
