import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { removeFromSlip } from '../betting/kept-slip.ts';
import { useOddsText } from '../format/odds-format.ts';
import { shownNumber } from '../format/shown-number.ts';
import { t } from '../texts/t-slip.ts';
import { CloseButton } from '../ui/close-button.tsx';
import type { SlipRow } from './use-slip-rows.ts';

export interface SlipRowViewProps {
  row: SlipRow;
  /** The odds to show; those of its market if absent. */
  odds?: number | undefined;
  /** Why it can't be placed; null if it can. */
  trouble: string | null;
  /** It is being placed. */
  locked: boolean;
  children?: ReactNode;
}

/** One selection: its outcome, its market, its odds, and what keeps it from being placed. */
export function SlipRowView({ row, odds, trouble, locked, children }: SlipRowViewProps) {
  const oddsText = useOddsText();
  const { marketId, outcomeName, title } = row.selection;
  const shown = odds ?? shownNumber(row.outcome?.odds);
  return (
    <li className="slip-row" data-trouble={trouble === null ? undefined : ''}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">{outcomeName}</p>
          <Link
            href={`/market/${encodeURIComponent(marketId)}`}
            className="text-meta text-muted underline underline-offset-3 wrap-anywhere"
          >
            {title}
          </Link>
        </div>
        <p className="text-[1.125rem] font-[650]">{shown === null ? '–' : oddsText(shown)}</p>
        <CloseButton
          label={t('slip.remove', { outcome: outcomeName, market: title })}
          className="-mt-2 -mr-2"
          disabled={locked}
          onClick={() => removeFromSlip([marketId])}
        />
      </div>
      {trouble !== null && <p className="mt-1 text-meta text-warning">{trouble}</p>}
      {children}
    </li>
  );
}
