import type { WireLimits } from '@tallystone/core/http-api/account';
import { isLiveChain, type LiveTerms, useLiveTerms } from '../wallet/live-chain.ts';
import { useWalletUsdc, type WalletUsdc } from '../wallet/use-wallet-usdc.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

export interface StakeSource {
  /** Where live bets are placed; null in the demo, where the account stakes. */
  place: LiveTerms | null;
  /** What the wallet has there. */
  funds: WalletUsdc | null;
  /** The same, while the wallet is connected to another chain. */
  elsewhere: LiveTerms | null;
  /** What there is to stake, USDC; null while unknown. */
  balance: number | null;
}

/** What a bet is staked from: the account of the limits, or, where bets are live, the wallet itself. */
export function useStakeSource(limits: WireLimits | null): StakeSource {
  const wallet = useWallet();
  const place = useLiveTerms();
  const funds = useWalletUsdc();
  return {
    place,
    funds,
    elsewhere:
      wallet.signedIn && wallet.mismatch === null && place !== null && !isLiveChain(place, wallet.chain)
        ? place
        : null,
    balance: place === null ? (limits?.balance ?? null) : (funds?.free ?? null),
  };
}
