import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { t } from '../texts/t-winners.ts';
import { classNames } from '../ui/class-names.ts';

export interface WinnersNoteProps {
  market: Pick<WireListedMarket, 'winners' | 'oneSided' | 'outcomes'>;
  className?: string;
}

/** Says how many outcomes of a market win, where more than one does, and what it means if only one has odds; else nothing. */
export function WinnersNote({ market, className }: WinnersNoteProps) {
  const { winners = 1, oneSided, outcomes } = market;
  if (winners === 1 && !oneSided) return null;
  return (
    <p className={classNames('text-meta text-muted', className)}>
      {oneSided ? t('winners.oneSided') : t('winners.several', { winners, all: outcomes.length })}
    </p>
  );
}
