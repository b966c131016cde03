import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { formatVolume } from '@tallystone/core/markets/volume';
import { memo, type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { Highlighted } from '../finding/highlighted.tsx';
import { Moment } from '../format/moment.tsx';
import { useHeldPrices } from '../stream/use-held-prices.ts';
import { t } from '../texts/t.ts';
import { TextWith } from '../texts/text-with.tsx';
import { classNames } from '../ui/class-names.ts';
import { DayChange, DayVolume } from './day-change.tsx';
import { MarginMark } from './margin-mark.tsx';
import { MarketBadges, MarketTags } from './market-badges.tsx';
import { MarketTimes } from './market-times.tsx';
import { OutcomeList, type PickOutcome } from './outcome-list.tsx';
import { reasonNotToBet } from './reason-not-to-bet.ts';
import { TallyBar } from './tally-bar.tsx';

const OUTCOMES_SHOWN = 4;
/** About as many characters as fit into two lines of a card. */
const SHORT_TEXT_LENGTH = 90;

export interface MarketCardProps {
  market: WireListedMarket;
  now: Date;
  online: boolean;
  onPick: PickOutcome;
  /** Shows the stakes of the last 24 hours too. */
  withDayVolume?: boolean | undefined;
  /** Renders the upper corner, such as the star. Must be a stable function. */
  corner?: ((market: WireListedMarket) => ReactNode) | undefined;
  /** Renders the end of the card. Must be a stable function. */
  footer?: ((market: WireListedMarket) => ReactNode) | undefined;
}

/** One market of the list: its title, which links to its page, its times, and a button for each outcome. */
export const MarketCard = memo(function MarketCard(props: MarketCardProps) {
  const { market, now, online, onPick, withDayVolume, corner, footer } = props;
  const titleId = useId();
  const [expanded, setExpanded] = useState(false);
  const outcomes = market.outcomes ?? [];
  const hidden = outcomes.length - OUTCOMES_SHOWN;
  const closedBecause = reasonNotToBet({ market, now, online, pricesPaused: useHeldPrices() });

  return (
    <article aria-labelledby={titleId} className="card market-card">
      <div className="flex flex-wrap items-center gap-2">
        <MarketBadges market={market} now={now} />
        <div className="ml-auto flex items-center gap-2">
          <span className="text-meta text-muted">
            {t('card.volume')} <span className="font-semibold text-ink">{formatVolume(market.volume)}</span>
          </span>
          {corner?.(market)}
        </div>
      </div>
      <h4 id={titleId} className="mt-3 text-title line-clamp-3">
        <Link href={`/market/${market.id}`} className="market-title-link">
          <Highlighted text={market.title} />
        </Link>
      </h4>
      <MarketDescription
        text={market.description}
        marketTitle={market.title}
        instead={market.inPlay ? closedBecause : null}
      />

      <div className="flex flex-1 flex-col pt-4">
        <hr className="rule-dashed" />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 text-meta text-muted">
          <MarketTimes market={market} now={now} />
        </div>
        <TallyBar outcomes={outcomes} dimmed={closedBecause !== null} />
        <div className="mt-3">
          <OutcomeList
            market={market}
            {...(!expanded && { shown: OUTCOMES_SHOWN })}
            disabled={closedBecause !== null}
            onPick={onPick}
          />
        </div>
        {hidden > 0 && (
          <button
            type="button"
            aria-expanded={expanded}
            className="more-outcomes"
            onClick={() => setExpanded(!expanded)}
          >
            {expanded ? t('card.showFewer') : t('card.showMore', { hidden })}
            <span className="sr-only"> {t('card.outcomesOf', { market: market.title })}</span>
          </button>
        )}
        {closedBecause && !market.inPlay && <p className="mt-3 text-meta text-warning">{closedBecause}</p>}
        <div className="market-foot">
          <MarginMark market={market} />
          {withDayVolume && <DayVolume market={market} />}
          <DayChange market={market} />
        </div>
        <p className="mt-1 text-small text-muted empty:hidden">
          <MarketSettlement market={market} />
        </p>
        <MarketTags market={market} />
        {market.more && (
          <Link href={`/game/${market.gameId}`} className="more-outcomes grid place-items-center">
            {t('card.more', { count: market.more })}
            <span className="sr-only"> {t('card.about', { market: market.title })}</span>
          </Link>
        )}
        {footer?.(market)}
      </div>
    </article>
  );
});

/** The description of a market: two lines, and the rest on request, because it says what decides the result. */
function MarketDescription({
  text,
  marketTitle,
  instead,
}: {
  text: string;
  marketTitle: string;
  /**
   * In play, betting pauses for seconds at a time: the reason, in the place of the description and as high as its two lines, so
   * that nothing moves. Null while betting goes on.
   */
  instead: string | null;
}) {
  const [whole, setWhole] = useState(false);
  const long = (text ?? '').length > SHORT_TEXT_LENGTH;
  return (
    <div className="mt-1.5">
      {instead ? (
        <p className="min-h-11 text-secondary text-warning">{instead}</p>
      ) : (
        <p className={classNames('text-secondary text-muted', !whole && 'line-clamp-2')}>{text}</p>
      )}
      {long && (
        <button
          type="button"
          aria-expanded={whole}
          className="text-link min-h-6 text-meta"
          onClick={() => setWhole(!whole)}
        >
          {whole ? t('card.shorten') : t('card.readAll')}
          <span className="sr-only"> {t('card.about', { market: marketTitle })}</span>
        </button>
      )}
    </div>
  );
}

/** One line about how and by when a market gets its result; nothing for feed markets, which follow their games. */
function MarketSettlement({ market }: { market: WireListedMarket }) {
  if (market.source === 'azuro') return null;
  if (market.source !== 'practice') {
    return (
      <TextWith text={t('card.settlesBy')} parts={{ moment: () => <Moment iso={market.settlesBy} /> }} />
    );
  }
  return t('card.practiceDraw');
}
