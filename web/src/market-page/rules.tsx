import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { configQuery } from '../data/queries.ts';
import { Moment } from '../format/moment.tsx';
import { t } from '../texts/t-market-page.ts';
import { TextWith } from '../texts/text-with.tsx';
import { TitledCard } from '../ui/titled.tsx';

/** In place of what the list doesn't have, until the whole market is read. */
const UNREAD = '…';

const OUR_WORDS = {
  whenVoid: 'marketPage.voidOurs',
  selling: 'marketPage.sellingOurs',
  prices: 'marketPage.pricesOurs',
} as const;
const FEED_WORDS = {
  whenVoid: 'marketPage.voidFeed',
  selling: 'marketPage.sellingFeed',
  prices: 'marketPage.pricesFeed',
} as const;
/** One side of a question, such as a player who scores. */
const SINGLE_WORDS = {
  whenVoid: 'marketPage.voidFeedSingle',
  selling: 'marketPage.sellingNever',
  prices: 'marketPage.pricesFeedSingle',
} as const;

export interface RulesProps {
  market: WireListedMarket;
  /** With the draw, or the feed's condition; undefined until it is read. */
  whole: WireMarket | undefined;
}

/** The rules of this market: until when it takes bets, who decides the result, and when it is voided. */
export function Rules({ market, whole }: RulesProps) {
  const config = useQuery(configQuery).data;
  const ofFeed = market.source === 'azuro';
  const words = wordsOf(market);
  const source = sourceName(config);
  const isLive = config?.mode === 'live';
  return (
    <TitledCard title={t('marketPage.rules')}>
      <dl className="mt-3">
        <Rule name={t('marketPage.betsTaken')}>
          <p>
            <Moment iso={market.closesAt ?? market.endsAt} />
          </p>
          {ofFeed && <p>{t('marketPage.orStart')}</p>}
        </Rule>
        <Rule name={t('marketPage.resultBy')}>
          <p>
            <Moment iso={market.settlesBy} />
          </p>
        </Rule>
        <Rule name={t('marketPage.whoDecides')}>
          {market.source === 'practice' && <Draw whole={whole} />}
          {ofFeed && (
            <>
              <p>
                <TextWith
                  text={t('marketPage.decidesFeed', { source })}
                  parts={{
                    id: () => (
                      <span className="font-mono text-meta break-all">{whole?.azuroMarketId ?? UNREAD}</span>
                    ),
                  }}
                />
              </p>
              <p>
                {market.oneSided
                  ? t('marketPage.decidesFeedSingle')
                  : t('marketPage.decidesFeedOdd', { count: market.winners ?? 1 })}
              </p>
            </>
          )}
          {market.source === 'custom' && <p>{t('marketPage.decidesAdmin')}</p>}
          {config && <p>{afterwards(market, isLive)}</p>}
        </Rule>
        <Rule name={t('marketPage.whenVoid')}>
          <p>
            {t(words.whenVoid)} {t('marketPage.voidBack')}
          </p>
        </Rule>
        <Rule name={t('marketPage.lateBets')}>
          <p>{ofFeed ? t('marketPage.lateFeed') : t('marketPage.lateOurs')}</p>
        </Rule>
        {config && (
          <Rule name={t('marketPage.selling')}>
            {isLive ? (
              <p>{t('marketPage.sellingLive')}</p>
            ) : (
              <p>
                {!market.oneSided && <>{t('marketPage.sellingWhen')} </>}
                {t(words.selling)}
              </p>
            )}
          </Rule>
        )}
        <Rule name={t('marketPage.prices')}>
          <p>{t(words.prices, { source })}</p>
          <p>{t('marketPage.paidOdds')}</p>
        </Rule>
      </dl>
    </TitledCard>
  );
}

/** The draw of a practice market: its commitment and, once it was drawn, the seed that proves it. */
function Draw({ whole }: Pick<RulesProps, 'whole'>) {
  const draw = whole?.draw;
  return (
    <>
      <p>{t('marketPage.decidesDraw')}</p>
      {(draw || whole === undefined) && (
        <>
          <p className="text-meta text-muted">{t('marketPage.commitment')}</p>
          <p className="px-2.5 py-1.5 rounded-badge bg-sunk font-mono text-small wrap-anywhere">
            {draw?.commitment ?? UNREAD}
          </p>
          {draw?.seed !== undefined && (
            <>
              <p className="text-meta text-muted">{t('marketPage.seed')}</p>
              <p className="px-2.5 py-1.5 rounded-badge bg-sunk font-mono text-small wrap-anywhere">
                {draw.seed}
              </p>
            </>
          )}
        </>
      )}
      <p>
        <Link href="/transparency#check" className="text-link">
          {t('marketPage.checkDraw')}
        </Link>
      </p>
    </>
  );
}

/** What differs by who prices a market, and whether both of its sides have odds. */
function wordsOf({ source, oneSided }: WireListedMarket) {
  if (oneSided) return SINGLE_WORDS;
  return source === 'azuro' ? FEED_WORDS : OUR_WORDS;
}

/** What happens between a result and its payment. */
function afterwards({ source }: WireListedMarket, isLive: boolean): string {
  if (!isLive) return t('marketPage.paidAtOnce');
  const window = t('marketPage.guardianWindow');
  return source === 'custom' ? `${t('marketPage.secondAdmin')} ${window}` : window;
}

function sourceName(config: WireConfig | undefined): string {
  if (config?.feed === 'azuro') return 'Azuro';
  return config === undefined ? t('card.feed') : t('card.demoFeed');
}

function Rule({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-5 gap-y-0.5 border-t border-t-line py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="font-semibold">{name}</dt>
      <dd className="grid min-w-0 gap-1.5 text-secondary">{children}</dd>
    </div>
  );
}
