import type { WireComboQuote } from '@tallystone/core/http-api/combos';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callLater } from '../data/call-later.ts';
import { useMarketSignal } from '../data/use-market-signal.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import type { ComboLegOrder } from './combo-placement.ts';

type ComboLeg = Pick<ComboLegOrder, 'marketId' | 'outcomeId'>;

/** A quote, and the versions of the markets on the page when it was asked. */
export interface HeardQuote extends WireComboQuote {
  readonly versions: string;
}

/** What fits in the house's budget changes with every combo, so it is read again this often, in ms. */
const AGAIN_EVERY_MS = 10_000;
/** The markets may change ten times a second; the quote is read at most this often, in ms. */
const REQUOTE_EVERY_MS = 2_000;

/** Every quote of a combo is cached under this key. */
export const COMBO_QUOTES = '/api/combos/quote';

const comboQuery = (legs: readonly ComboLeg[], versions: string) =>
  queryOptions<HeardQuote>({
    queryKey: [COMBO_QUOTES, ...legs.map(({ outcomeId }) => outcomeId)],
    queryFn: async ({ signal }) => {
      const ids = legs.map(({ marketId, outcomeId }) => ({ marketId, outcomeId }));
      return { ...(await callLater('quoteCombo', { body: { legs: ids }, signal })), versions };
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: AGAIN_EVERY_MS,
  });

/** The server's quote for these selections, which needs a session. Kept current while it is enabled. */
export function useComboQuote(
  legs: readonly ComboLeg[],
  { versions, enabled }: { versions: string; enabled: boolean },
) {
  const { signedIn } = useWallet();
  const isAsked = enabled && signedIn;
  const quote = useQuery({ ...comboQuery(legs, versions), enabled: isAsked });
  useMarketSignal(isAsked ? legs.map(({ marketId }) => marketId) : [], {
    everyMs: REQUOTE_EVERY_MS,
    onChange: () => void quote.refetch(),
  });
  return quote;
}
