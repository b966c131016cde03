import type { WireWaitingMarket } from '@tallystone/core/http-api';
import { TriangleAlert } from 'lucide-react';
import { exactDollars } from '../format/dollars.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { localMoment, utcMoment } from './admin-moment.ts';
import { actsOn } from './market-acts.ts';
import { STATES } from './market-states.ts';

export interface ResultsWaitingProps {
  market: WireWaitingMarket;
  onResolve: () => void;
  onVoid: () => void;
}

/** A market without a result, or with an odd one: why an admin is to look, and the ways to end it that are left. */
export function ResultsWaiting({ market, onResolve, onVoid }: ResultsWaitingProps) {
  const { title, state, why, overdue, review, bets, stakes, settlesBy } = market;
  const hasEnded = state === 'settled' || state === 'void';
  const isOdd = overdue || review !== undefined;
  const acts = actsOn(state);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_20rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold break-words">{title}</span>
          {overdue && <Badge variant="destructive">Overdue</Badge>}
          {state !== 'closed' && <Badge variant={STATES[state].variant}>{STATES[state].label}</Badge>}
          {market.source === 'practice' && <Badge variant="practice">Practice</Badge>}
        </p>
        <p className={isOdd ? 'mt-0.5 text-secondary text-warning' : 'mt-0.5 text-secondary text-muted'}>
          {isOdd && <TriangleAlert aria-hidden="true" className="mr-1.5 inline size-4 align-[-0.15em]" />}
          {why}
        </p>
        <p className="mt-0.5 text-meta text-muted">
          {bets === 1 ? '1 bet' : `${bets.toLocaleString('en-US')} bets`}, {exactDollars(stakes)} staked.{' '}
          {hasEnded ? (
            'It has ended: what was paid stands.'
          ) : (
            <>
              Settles by{' '}
              <time dateTime={settlesBy} title={utcMoment(settlesBy)}>
                {localMoment(settlesBy)}
              </time>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-none gap-2">
        {acts.includes('resolve') && (
          <Button size="small" aria-label={`Resolve ${title}`} onClick={onResolve}>
            Resolve
          </Button>
        )}
        {acts.includes('void') && (
          <Button variant="secondary" size="small" aria-label={`Void ${title}`} onClick={onVoid}>
            Void
          </Button>
        )}
      </div>
    </li>
  );
}
