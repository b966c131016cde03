import type { WireBet } from '@tallystone/core/http-api';
import { useQuery } from '@tanstack/react-query';
import { betsQuery } from '../data/queries.ts';
import { exactDollars } from '../format/dollars.ts';
import { Button } from '../ui/button.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { Notice } from './notice.tsx';
import { useFollowBets } from './use-follow-bets.ts';

/** Results told one by one; the rest stands in the history. */
const TOLD = 3;

/** Tells whoever is signed in of the results that come while the page is open. */
export function BetResults({ className }: { className?: string }) {
  const { signedIn, user } = useWallet();
  if (!signedIn || user === null) return null;
  return <Results key={user.publicKey} className={className} />;
}

function Results({ className }: { className: string | undefined }) {
  const { data: bets = null } = useQuery(betsQuery);
  const { ended, dismiss } = useFollowBets(bets);
  const more = ended.length - TOLD;
  return (
    <div role="status" className={ended.length === 0 ? undefined : className}>
      {ended.length > 0 && (
        <Notice
          tone="info"
          actions={
            <Button size="small" variant="secondary" onClick={dismiss}>
              Dismiss
            </Button>
          }
        >
          <ul className="flex flex-col gap-1 font-semibold">
            {ended.slice(0, TOLD).map((bet) => (
              <li key={bet.id} className="break-words">
                {resultSentence(bet)}
              </li>
            ))}
            {more > 0 && <li>{more === 1 ? '1 more bet has' : `${more} more bets have`} ended.</li>}
          </ul>
        </Notice>
      )}
    </div>
  );
}

/** How a bet ended and what that brought. */
export function resultSentence({
  outcomeName,
  outcomeId,
  marketId,
  market,
  result,
  paid = 0,
}: WireBet): string {
  const bet = `on ${outcomeName || outcomeId} in ${market.title || `Market ${marketId}`}`;
  switch (result) {
    case 'lost':
      return `Your bet ${bet} lost.`;
    case 'void':
      return `Your bet ${bet} is void: your stake of ${exactDollars(paid)} was given back.`;
    default:
      return `Your bet ${bet} was paid ${exactDollars(paid)}.`;
  }
}
