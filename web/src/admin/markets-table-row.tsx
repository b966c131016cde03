import type { MarketSource, Suspension, WireAdminMarket } from '@tallystone/core/http-api';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { EllipsisVertical, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Menu } from '../ui/menu.tsx';
import { adminAmount } from './admin-amount.ts';
import type { MarketStatus } from './admin-markets.ts';
import { localMoment, utcMoment } from './admin-moment.ts';
import { actsOn, MARKET_ACTS, type MarketAct } from './market-acts.ts';
import { STATES } from './market-states.ts';

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
  onAct: (act: MarketAct, market: WireAdminMarket) => void;
}

/** One market. Drawn anew only when something of it has changed. */
export const MarketsTableRow = memo(function MarketsTableRow(props: MarketsTableRowProps) {
  const { market, status, selected, rowIndex, onToggle, onAct } = props;
  const state = STATES[status];
  const acts = actsOn(status);
  const why = whyOf(market, status);
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
      <td className="markets-acts">
        {acts.length > 0 && (
          <Menu
            trigger={
              <Button variant="ghost" size="icon" aria-label={`Acts on ${market.title}`}>
                <EllipsisVertical aria-hidden="true" className="size-5" />
              </Button>
            }
            items={acts.map((act) => ({ label: MARKET_ACTS[act], onSelect: () => onAct(act, market) }))}
          />
        )}
      </td>
    </tr>
  );
});

/** A word on the state: why it is paused, or how it ended. */
function whyOf({ suspension, state, wonOutcomeId, outcomes }: WireAdminMarket, status: MarketStatus): string {
  if (suspension && status === 'suspended') return REASONS[suspension];
  if (state === 'void') return 'Stakes were given back';
  const winner = outcomes.find(({ id }) => id === wonOutcomeId)?.name;
  return state === 'settled' && winner !== undefined ? `${winner} won` : '';
}
