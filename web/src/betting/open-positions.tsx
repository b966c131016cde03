import { restOf } from '@tallystone/core/betting/rest-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { memo, useEffect } from 'react';
import { Link } from 'wouter';
import { LoadFailed } from '../data/load-failed.tsx';
import { exactDollars } from '../format/dollars.ts';
import { timeRemaining } from '../format/market-time.ts';
import { utcText } from '../format/moment.tsx';
import { useOddsFactor } from '../format/odds-format.ts';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { type TextKey, t } from '../texts/t-account.ts';
import { t as tInPlay } from '../texts/t-in-play.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Figure } from '../ui/fact.tsx';
import { LongList } from '../ui/long-list.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Titled } from '../ui/titled.tsx';
import { AutomaticButton, AutomaticLine } from './automatic-line.tsx';
import { waitingSale } from './bet-state.ts';
import { cashOutControl } from './cash-out-control.ts';
import { openCashOut } from './cash-out-slip.ts';
import { Deciding, DecidingSale } from './deciding.tsx';
import { useFirstBets } from './first-bets.tsx';
import { profitIfSold } from './position-totals.ts';
import { ShareBetButton } from './share-bet-button.tsx';
import { SignedAmount } from './signed-amount.tsx';
import { SoldParts } from './sold-parts.tsx';
import type { Positions } from './use-positions.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** How many the server lists. */
const MOST_LISTED = 500;

/**
 * The bettor's open bets: what each can pay, what it can be sold for now, and the button that sells it.
 *
 * @param props.hasCombos there are open combos, or it isn't known yet: then a list without bets isn't shown, because a bettor
 *   with combos has open positions
 */
export function OpenPositions({
  positions,
  error,
  retry,
  hasCombos = false,
}: Positions & { hasCombos?: boolean }) {
  const { shown, button } = useFirstBets(positions);
  if (hasCombos && positions?.length === 0) return null;
  return (
    <Titled title={t('positions.title')}>
      <ReadWhenDue bets={positions ?? []} read={retry} />
      <div className="mt-4">
        {positions === null || shown === null ? (
          error ? (
            <LoadFailed what={t('positions.title')} error={error} onRetry={retry} />
          ) : (
            <div>
              <p role="status" className="sr-only">
                {t('positions.loading')}
              </p>
              <Skeleton className="h-36" />
            </div>
          )
        ) : positions.length === 0 ? (
          <Card className="p-5 text-muted">{t('positions.none')}</Card>
        ) : (
          <Card>
            <LongList
              items={shown}
              className="divide-y divide-line"
              pieceClass="[contain-intrinsic-block-size:auto_calc(var(--items)*9rem)]"
            >
              {(bet) => <Position bet={bet} />}
            </LongList>
          </Card>
        )}
        {positions !== null && positions.length >= MOST_LISTED && (
          <p className="mt-3 text-meta text-muted">{t('positions.newest', { bets: MOST_LISTED })}</p>
        )}
        {button}
      </div>
    </Titled>
  );
}

/** Reads bets again once the first of them that only waits can be sold. A component of its own, so that the list isn't rendered every second. */
export function ReadWhenDue({
  bets,
  read,
}: {
  bets: readonly Pick<WireBet, 'noCashOut'>[];
  read: () => void;
}) {
  const left = useSecondsUntil(firstDue(bets));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over
  useEffect(() => {
    if (left === 0) read();
  }, [left]);
  return null;
}

/** When that is; undefined if none waits. */
function firstDue(bets: readonly Pick<WireBet, 'noCashOut'>[]): string | undefined {
  return bets
    .map(({ noCashOut }) => noCashOut?.availableAt ?? '')
    .filter(Boolean)
    .sort()[0];
}

/** Renders again only if its own values change. */
const Position = memo(function Position({ bet }: { bet: WireBet }) {
  const oddsFactor = useOddsFactor();
  const title = bet.market.title || t('history.marketById', { id: bet.marketId });
  const profit = profitIfSold(bet);
  const { stake, totalReturn } = restOf(bet);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is no `ul`
    <div role="listitem" className="p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h3 className="text-body font-bold">
            <Link href={`/market/${encodeURIComponent(bet.marketId)}`} className="text-link">
              {title}
            </Link>
          </h3>
          <p className="mt-0.5 text-secondary">{bet.outcomeName || bet.outcomeId}</p>
        </div>
        <p className="text-meta text-muted">
          <Settlement bet={bet} />
        </p>
      </div>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <dl className="grid flex-[1_1_24rem] grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-4 gap-y-3 text-secondary">
          <Figure name={t(bet.sold === undefined ? 'history.stake' : 'history.openStake')}>
            {exactDollars(stake)}
          </Figure>
          <Figure name={t(bet.decidesAt === undefined ? 'history.odds' : 'history.leastOdds')}>
            {oddsFactor(bet.odds)}
          </Figure>
          <Figure name={t('positions.payout')}>{exactDollars(totalReturn)}</Figure>
          {bet.cashOut !== undefined && (
            <Figure name={t('positions.value')}>{exactDollars(bet.cashOut)}</Figure>
          )}
          {profit !== null && (
            <Figure name={t('positions.ifSold')}>
              <SignedAmount amount={profit} />
            </Figure>
          )}
        </dl>
        <div className="flex flex-wrap items-center justify-end gap-2">
          {bet.cashOut === undefined || waitingSale(bet) ? (
            <p className="text-meta text-muted sm:text-right">
              <WhyNot bet={bet} />
            </p>
          ) : (
            <Button {...cashOutControl(bet.id)} size="small" onClick={() => openCashOut(bet)}>
              {t('ownBets.cashOut')}
              <span className="sr-only">
                {' '}
                {t('positions.betIn', { outcome: bet.outcomeName, market: title })}
              </span>
            </Button>
          )}
          {bet.cashOut === undefined && (
            <AutomaticButton
              bet={bet}
              about={t('positions.betIn', { outcome: bet.outcomeName, market: title })}
            />
          )}
          <ShareBetButton bet={bet} />
        </div>
      </div>
      <SoldParts bet={bet} className="mt-3 text-meta text-muted" />
      <AutomaticLine bet={bet} className="mt-3" />
    </div>
  );
});

/** That the game is being played, or how long until the result is due at the latest, with the moment on hover. */
function Settlement({ bet: { pricedBy, market } }: { bet: WireBet }) {
  const now = useMinuteClock();
  const { settlesBy: at } = market;
  if (pricedBy !== undefined) return <Badge variant="live">{tInPlay('inPlay.inPlay')}</Badge>;
  if (at === undefined) return null;
  const due = Date.parse(at) <= now.getTime();
  return (
    <time dateTime={at} title={utcText(at)}>
      {due ? t('positions.resultDue') : t('positions.resultIn', { left: timeRemaining({ endsAt: at, now }) })}
    </time>
  );
}

const REASONS = {
  'live-mode': 'positions.whyLive',
  'bet-ended': 'positions.whyEnded',
  'market-closed': 'positions.whyClosed',
  'market-suspended': 'positions.whyPaused',
  'feed-stale': 'positions.whyStale',
  'too-soon': 'positions.whySoon',
  'no-price': 'positions.whyNoPrice',
  'one-sided': 'positions.whyOneSided',
  'not-covered': 'positions.whyNotCovered',
  waiting: 'positions.whyWaiting',
} as const satisfies Record<NonNullable<WireBet['noCashOut']>['code'], TextKey>;

/**
 * A few words on why a bet can't be sold now. When only time prevents it, the time left.
 *
 * @param props.isOfLeg whether one selection of a combo is the reason
 */
export function WhyNot({
  bet,
  isOfLeg = false,
}: {
  bet: Pick<WireBet, 'status' | 'noCashOut' | 'decidesAt' | 'selling'>;
  isOfLeg?: boolean;
}) {
  const { status, noCashOut, decidesAt } = bet;
  const left = useSecondsUntil(noCashOut?.availableAt);
  if (status === 'pending') return decidesAt ? <Deciding at={decidesAt} /> : t('ownBets.notFinal');
  if (waitingSale(bet)) return <DecidingSale bet={bet} />;
  if (noCashOut === undefined) return null;
  if (left !== null && left > 0) return t('positions.inSeconds', { count: left });
  // The selection has no odds, and so says nothing about what the combo is worth.
  if (isOfLeg && noCashOut.code === 'no-price') return t('positions.whyStale');
  return t(REASONS[noCashOut.code]);
}
