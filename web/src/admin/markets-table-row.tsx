import type { MarketSource, Suspension, WireAdminMarket } from '@tallystone/core/http-api';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { Badge, type BadgeProps } from '../ui/badge.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { adminAmount } from './admin-amount.ts';
import type { MarketStatus } from './admin-markets.ts';
import { localMoment, utcMoment } from './admin-moment.ts';

const STATES: Readonly<Record<MarketStatus, { label: string; variant: NonNullable<BadgeProps['variant']> }>> =
  {
    open: { label: 'Open', variant: 'default' },
    suspended: { label: 'Suspended', variant: 'outline' },
    closed: { label: 'Closed', variant: 'upcoming' },
    resolving: { label: 'Resolving', variant: 'practice' },
    settled: { label: 'Settled', variant: 'secondary' },
    void: { label: 'Void', variant: 'secondary' },
    archived: { label: 'Archived', variant: 'secondary' },
  };

/** A few words: there is a line of a table cell for them. */
const REASONS: Readonly<Record<Suspension, string>> = {
  admin: 'Paused by an admin',
  'feed-stopped': 'Stopped by the feed',
  'feed-stale': 'Odds are too old',
  'game-started': 'The game has started',
  'game-canceled': 'The game was canceled',
};

const SOURCES: Readonly<Record<MarketSource, string>> = {
  practice: 'Practice',
  custom: 'Custom',
  azuro: 'Azuro',
};

const SUBCATEGORIES = new Map(
  CATEGORY_TAXONOMY.flatMap(({ subcategories }) =>
    subcategories.map(({ id, label }) => [id, label] as const),
  ),
);
const CATEGORIES = new Map(CATEGORY_TAXONOMY.map(({ id, label }) => [id, label] as const));

export interface MarketsTableRowProps {
  market: WireAdminMarket;
  status: MarketStatus;
  selected: boolean;
  /** Place in the whole table, the header being row 1. */
  rowIndex: number;
  onToggle: (id: string, selected: boolean) => void;
}

/** One market. Drawn anew only when something of it has changed. */
export const MarketsTableRow = memo(function MarketsTableRow(props: MarketsTableRowProps) {
  const { market, status, selected, rowIndex, onToggle } = props;
  const state = STATES[status];
  const why = market.suspension && status === 'suspended' ? REASONS[market.suspension] : '';
  return (
    <tr aria-rowindex={rowIndex} data-selected={selected || undefined}>
      <td className="markets-pick">
        <Checkbox
          checked={selected}
          onChange={(event) => onToggle(market.id, event.currentTarget.checked)}
          aria-label={`Select ${market.title}`}
        />
      </td>
      <th scope="row" className="markets-title">
        <span className="markets-clip">{market.title}</span>
        <span className="markets-second">{SOURCES[market.source]}</span>
      </th>
      <td>
        {CATEGORIES.get(market.category)}
        <span className="markets-second">{SUBCATEGORIES.get(market.subcategory) ?? 'All'}</span>
      </td>
      <td>
        <Badge
          variant={state.variant}
          // The row of a selected market has the colour of the badge.
          className={selected ? 'border-current' : undefined}
        >
          {state.label}
        </Badge>
        {market.flag !== undefined ? (
          <span className="markets-flag" title={market.flag}>
            <span className="sr-only">Needs attention: </span>
            <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5" />
            {market.flag}
          </span>
        ) : (
          <span className="markets-second">{why}</span>
        )}
      </td>
      <td>
        <time dateTime={market.endsAt} title={utcMoment(market.endsAt)}>
          {localMoment(market.endsAt)}
        </time>
      </td>
      <td className="markets-figure">{market.bets}</td>
      <td className="markets-figure">{adminAmount(market.stakes)}</td>
      <td className="markets-figure">{adminAmount(market.exposure)}</td>
      <td className="markets-figure">{adminAmount(market.worstCase)}</td>
      <td className="markets-figure">{adminAmount(market.lossBudget)}</td>
    </tr>
  );
});
