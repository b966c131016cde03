import { BetSlipProvider } from '@tallystone/web/betting/bet-slip-context.tsx';
import { OpenPositions } from '@tallystone/web/betting/open-positions.tsx';
import { OwnBetLine } from '@tallystone/web/betting/own-bet-line.tsx';
import { usePositions } from '@tallystone/web/betting/use-positions.ts';
import { OwnBets } from '@tallystone/web/market-page/own-bets.tsx';
import { NoticeRecorder } from '@tallystone/web/notices/notice-recorder.tsx';
import { currentToasts, subscribeToToasts } from '@tallystone/web/ui/toast-store.ts';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { anAccountPage } from './account-page.tsx';

const Positions = () => <OpenPositions {...usePositions()} />;

/**
 * An account page with all lists of open bets, and what its toasts told. The lists of a market are those of `m_match`.
 * `stop` ends the telling, and `also` is shown below the positions.
 */
export async function aBetListsPage({
  also,
  ...given
}: Omit<Parameters<typeof anAccountPage>[0], 'children'> & { also?: ReactNode }) {
  const page = await anAccountPage({
    ...given,
    children: (
      <BetSlipProvider>
        <NoticeRecorder />
        <Positions />
        {also}
        <div data-testid="market page">
          <OwnBets marketId="m_match" />
        </div>
        <div data-testid="card">
          <OwnBetLine marketId="m_match" />
        </div>
      </BetSlipProvider>
    ),
  });
  const told: string[] = [];
  let last: string | undefined;
  const stop = subscribeToToasts(() => {
    const [toast] = currentToasts();
    if (toast === undefined || toast.id === last) return;
    last = toast.id;
    told.push([toast.title, toast.description].filter(Boolean).join(': '));
  });
  const positions = () => within(screen.getByRole('region', { name: 'Open positions' }));
  return { ...page, told, stop, positions };
}
