import { useQuery } from '@tanstack/react-query';
import { blockAt } from '../betting/blocked.ts';
import { useStakeSource } from '../betting/use-stake-source.ts';
import { limitsQuery } from '../data/queries.ts';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { useOnline } from '../markets/use-online.ts';
import { useHeldPrices } from '../stream/use-held-prices.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

export type SlipAccount = ReturnType<typeof useSlipAccount>;

/** What the bettor may stake now, and what keeps every bet from being placed. */
export function useSlipAccount() {
  const wallet = useWallet();
  const online = useOnline();
  const pricesPaused = useHeldPrices();
  const now = useMinuteClock();
  // Limits also change in other tabs and at midnight, so they are read again whenever the slip opens.
  const limits =
    useQuery({ ...limitsQuery, enabled: wallet.signedIn, refetchOnMount: 'always' }).data ?? null;
  const source = useStakeSource(limits);
  return { wallet, online, pricesPaused, now, limits, source, block: blockAt(limits, now) };
}
