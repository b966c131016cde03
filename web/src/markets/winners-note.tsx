import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { t } from '../texts/t-winners.ts';
import { classNames } from '../ui/class-names.ts';

export interface WinnersNoteProps {
  market: Pick<WireListedMarket, 'winners' | 'outcomes'>;
  className?: string;
}

/** Says how many outcomes of a market win, where more than one does; nothing for other markets. */
export function WinnersNote({ market, className }: WinnersNoteProps) {
  const { winners = 1, outcomes } = market;
  if (winners === 1) return null;
  return (
    <p className={classNames('text-meta text-muted', className)}>
      {t('winners.several', { winners, all: outcomes.length })}
    </p>
  );
}
