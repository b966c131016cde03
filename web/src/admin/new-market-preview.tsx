import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { DEFAULT_LIFE_MS } from '@tallystone/core/markets/check-new-market';
import { cleanText } from '@tallystone/core/markets/clean-text';
import { settlesBy } from '@tallystone/core/markets/settles-by';
import { MICRO, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { AS_SIGNED, AT_LEAST, type FillRule } from '@tallystone/core/odds/fill-rule';
import {
  MIN_LOSS_BUDGET,
  MIN_PROBABILITY,
  maxStakeAtOdds,
  oddsFor,
  openLmsrBook,
} from '@tallystone/core/odds/lmsr';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../data/queries.ts';
import { MarketCard } from '../markets/market-card.tsx';
import { t } from '../texts/t-admin.ts';
import { type NewMarketValues, percentOf, utcOf } from './new-market-values.ts';

/** Cards show the odds for this stake, as on the server. */
const CARD_STAKE = microUsdc(MICRO);

export interface NewMarketPreviewProps {
  values: NewMarketValues;
  now: Date;
  /** USDC; null until the settings are known. */
  lossBudget: number | null;
}

/** The card that bettors would see, with the opening odds. Inert: nothing in it can be clicked. */
export function NewMarketPreview({ values, now, lossBudget }: NewMarketPreviewProps) {
  const mode = useQuery(configQuery).data?.mode;
  const rule = mode === 'live' ? AS_SIGNED : AT_LEAST;
  return (
    <figure aria-label={t('adminCreate.preview')}>
      <figcaption className="mb-2 text-meta font-semibold">{t('adminCreate.preview')}</figcaption>
      <div inert>
        <MarketCard
          market={previewOf({ values, now, lossBudget, rule })}
          now={now}
          online
          onPick={() => {}}
        />
      </div>
    </figure>
  );
}

type Previewed = NewMarketPreviewProps & { rule: FillRule };

function previewOf({ values, now, lossBudget, rule }: Previewed): WireListedMarket {
  const endsAt = utcOf(values.eventDate) ?? new Date(now.getTime() + DEFAULT_LIFE_MS).toISOString();
  const note = cleanText(values.subcategory);
  return {
    id: 'preview',
    title: cleanText(values.title) || t('adminCreate.previewTitle'),
    description: cleanText(values.description),
    category: CATEGORY_TAXONOMY.find(({ id }) => id === values.type)?.id ?? 'sports',
    subcategory: values.category,
    state: 'open',
    version: 1,
    source: 'custom',
    premium: true,
    tags: [...new Set([note, ...values.tags.map(cleanText)].filter((tag) => tag !== ''))],
    endsAt,
    closesAt: endsAt,
    settlesBy: settlesBy({ closesAt: new Date(endsAt), source: 'custom' }).toISOString(),
    volume: 0,
    outcomes: outcomesOf({ values, lossBudget, rule }),
  };
}

/** Priced like the market maker. Percentages that it would refuse give neither odds nor a probability. */
function outcomesOf({ values, lossBudget, rule }: Omit<Previewed, 'now'>): WireOutcome[] {
  const weights = values.outcomes.map(({ percent }) => (values.weighted ? percentOf(percent) : 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const shares = weights.map((weight) => (sum > 0 ? weight / sum : 0));
  const priced = shares.every((share) => share >= MIN_PROBABILITY);
  const book = priced
    ? openLmsrBook({
        rule,
        initialProbabilities: shares,
        lossBudget:
          lossBudget === null ? MIN_LOSS_BUDGET : microUsdc(BigInt(Math.round(lossBudget * 1_000_000))),
      })
    : null;
  return values.outcomes.map(({ name }, outcome) => {
    const odds = book && oddsFor(book, { outcome, stake: CARD_STAKE });
    return {
      id: `preview-${outcome}`,
      name: cleanText(name) || t('adminCreate.outcome', { number: outcome + 1 }),
      probability: priced ? (shares[outcome] ?? 0) * 100 : Number.NaN,
      odds: odds === null ? null : oddsToNumber(odds),
      maxAtOdds:
        book === null || odds === null || lossBudget === null
          ? null
          : usdcToNumber(maxStakeAtOdds(book, { outcome, odds })),
    };
  });
}
