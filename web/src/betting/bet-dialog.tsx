import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { gameQuery } from '../data/game-query.ts';
import { marketQuery, marketsQuery } from '../data/queries.ts';
import { useOddsText } from '../format/odds-format.ts';
import { shownNumber } from '../format/shown-number.ts';
import { WinnersNote } from '../markets/winners-note.tsx';
import { StreamMark } from '../stream/stream-mark.tsx';
import { t } from '../texts/t-bet.ts';
import { Dialog } from '../ui/dialog.tsx';
import { BetForm } from './bet-form.tsx';
import { type BetSlip, useBetSlip } from './bet-slip-context.tsx';

/** The dialog in which the bettor prepares and places a bet; shown while a slip is open. */
export function BetDialog({ quoteDelayMs }: { quoteDelayMs?: number }) {
  const { slip } = useBetSlip();
  return slip && <OpenBetDialog key={slip.outcome.id} slip={slip} quoteDelayMs={quoteDelayMs} />;
}

function OpenBetDialog({ slip, quoteDelayMs }: { slip: BetSlip; quoteDelayMs: number | undefined }) {
  const { close } = useBetSlip();
  const oddsText = useOddsText();
  const input = useRef<HTMLInputElement>(null);
  const markets = useQuery(marketsQuery);
  // The list has only a game's main market; a game's page has them all.
  const ofGame = useQuery({ ...gameQuery(slip.market.gameId ?? ''), enabled: false }).data?.markets;
  const isOfSlip = ({ id }: { id: string }) => id === slip.market.id;
  const listed = markets.data?.find(isOfSlip) ?? ofGame?.find(isOfSlip);
  // A market that left the list has closed or has its result; its own endpoint says which.
  const gone = useQuery({
    ...marketQuery(slip.market.id),
    enabled: markets.data !== undefined && listed === undefined,
    refetchOnMount: 'always',
  });
  // Until then it is only known that it takes no bets.
  const isUnread = gone.isEnabled && gone.data === undefined;
  const known = listed ?? gone.data ?? slip.market;
  const market = isUnread ? { ...known, state: 'closed' as const } : known;
  // The header shows the current odds; the form keeps the odds the bettor saw and says when they differ.
  const outcome = market.outcomes.find(({ id }) => id === slip.outcome.id) ?? slip.outcome;
  const chance = (shownNumber(outcome.probability) ?? 0).toFixed(1);
  const odds = oddsText(shownNumber(outcome.odds) ?? 0);
  return (
    <Dialog
      onClose={close}
      title={slip.market.title}
      description={
        <>
          {t('bet.subtitle', { outcome: outcome.name, odds, percent: chance })}
          <WinnersNote market={market} className="mt-1" />
        </>
      }
      initialFocus={input}
    >
      <BetForm
        slip={{ market, outcome: slip.outcome }}
        input={input}
        mark={<StreamMark />}
        quoteDelayMs={quoteDelayMs}
      />
    </Dialog>
  );
}
