import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import type { MarketSource, Suspension } from '@tallystone/core/http-api/markets';
import { EllipsisVertical, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'wouter';
import { subcategoryName } from '../finding/subcategory-name.ts';
import { Moment } from '../format/moment.tsx';
import { counted } from '../format/whole-number.ts';
import { winnersOf } from '../markets/winners-of.ts';
import { type AdminTextKey, t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { classNames } from '../ui/class-names.ts';
import { Menu } from '../ui/menu.tsx';
import { adminAmount } from './admin-amount.ts';
import type { MarketStatus } from './admin-markets.ts';
import { ACTS_ON, MARKET_ACTS, type MarketAct } from './market-acts.ts';
import { stateBadge } from './market-states.ts';

const SECOND_LINE = 'block truncate text-small font-normal text-muted';
const TWO_LINES = 'line-clamp-2 text-small font-normal text-muted';

/** Short enough for one line of a table cell. */
const REASONS = {
  admin: 'adminMarkets.pausedByAdmin',
  opening: 'adminMarkets.openingOnChain',
  'contract-refuses': 'adminMarkets.refusedByContract',
  'contract-unread': 'adminMarkets.unreadOnChain',
  'feed-stopped': 'adminMarkets.stoppedByFeed',
  'feed-stale': 'adminMarkets.oddsTooOld',
  'game-started': 'adminMarkets.gameStarted',
  'game-canceled': 'adminMarkets.gameCanceled',
} as const satisfies Record<Suspension, AdminTextKey>;

const SOURCES = {
  practice: 'controls.practice',
  custom: 'adminMarkets.fromCustom',
  azuro: 'adminFrame.azuro',
} as const satisfies Record<MarketSource, AdminTextKey>;

export interface MarketsTableRowProps {
  market: WireAdminMarket;
  status: MarketStatus;
  selected: boolean;
  /** Without room for the other columns: the state and the end stand below the title. */
  isPhone: boolean;
  /** Row number in the whole table; the header is row 1. */
  rowIndex: number;
  onToggle: (id: string, selected: boolean) => void;
  onAct: (act: MarketAct, market: WireAdminMarket) => void;
}

/** One market. Renders again only if its props change. */
export const MarketsTableRow = memo(function MarketsTableRow(props: MarketsTableRowProps) {
  const { market, status, selected, isPhone, rowIndex, onToggle, onAct } = props;
  const acts = ACTS_ON[status];
  const state = <State market={market} status={status} selected={selected} />;
  return (
    <tr aria-rowindex={rowIndex} data-selected={selected || undefined}>
      <td className="markets-pick">
        <Checkbox
          checked={selected}
          onChange={(event) => onToggle(market.id, event.currentTarget.checked)}
          aria-label={t('adminMarkets.select', { title: market.title })}
        />
      </td>
      <th scope="row" colSpan={isPhone ? 2 : 1} className="markets-title">
        <Link
          href={`/market/${encodeURIComponent(market.id)}`}
          className={classNames('wrap-anywhere hover:underline', isPhone ? 'line-clamp-3' : 'line-clamp-2')}
        >
          {market.title}
        </Link>
        {isPhone ? (
          <>
            <span className="flex items-center gap-2">{state}</span>
            <span className={SECOND_LINE}>
              <Moment iso={market.endsAt} />
            </span>
          </>
        ) : (
          <span className={SECOND_LINE}>{t(SOURCES[market.source])}</span>
        )}
      </th>
      {!isPhone && (
        <>
          <td>
            {t(`categories.${market.category}`)}
            <span className={SECOND_LINE}>
              {subcategoryName(market.subcategory) ?? t('adminMarkets.allSubcategories')}
            </span>
          </td>
          <td>{state}</td>
          <td>
            <Moment iso={market.endsAt} />
          </td>
          <td className="markets-figure">
            {market.bets}
            {market.comboLegs !== undefined && (
              <span className={TWO_LINES}>{t('adminFrame.comboLegs', counted(market.comboLegs))}</span>
            )}
          </td>
          <td className="markets-figure">{adminAmount(market.stakes)}</td>
          <td className="markets-figure">{adminAmount(market.exposure)}</td>
          <td className="markets-figure">{adminAmount(market.worstCase)}</td>
          <td className="markets-figure">{adminAmount(market.lossBudget)}</td>
        </>
      )}
      <td className="markets-acts">
        {acts.length > 0 && (
          <Menu
            trigger={
              <Button
                variant="ghost"
                size="icon"
                aria-label={t('adminMarkets.actsOn', { title: market.title })}
              >
                <EllipsisVertical aria-hidden="true" className="size-5" />
              </Button>
            }
            items={acts.map((act) => ({ label: t(MARKET_ACTS[act]), onSelect: () => onAct(act, market) }))}
          />
        )}
      </td>
    </tr>
  );
});

/** The state of a market, and what needs attention or why it has that state. */
function State({ market, status, selected }: Pick<MarketsTableRowProps, 'market' | 'status' | 'selected'>) {
  const { variant, label } = stateBadge(status);
  const flag = translated(market.flag, market.flagReason);
  return (
    <>
      <Badge
        variant={variant}
        // The row of a selected market has the badge's colour.
        className={selected ? 'border-current' : undefined}
      >
        {label}
      </Badge>
      {flag !== undefined ? (
        <span className="line-clamp-2 text-small font-normal text-warning" title={flag}>
          <span className="sr-only">{t('adminMarkets.attention')}: </span>
          <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5" />
          {flag}
        </span>
      ) : (
        <span className={SECOND_LINE}>{whyOf(market, status)}</span>
      )}
    </>
  );
}

/** Why the market is paused, or how it ended. */
function whyOf(market: WireAdminMarket, status: MarketStatus): string {
  const { suspension, state } = market;
  if (suspension && status === 'suspended') return t(REASONS[suspension]);
  if (state === 'void') return t('adminMarkets.stakesGivenBack');
  const won = winnersOf(market);
  return state === 'settled' && won.count > 0 ? t('adminResults.won', won) : '';
}
