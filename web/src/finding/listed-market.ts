import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { foldText } from './fold-text.ts';

const SUBCATEGORY_LABELS = new Map(
  CATEGORY_TAXONOMY.flatMap(({ subcategories }) =>
    subcategories.map(({ id, label }) => [id, label] as const),
  ),
);
/** More digits than any number in a title has. */
const DIGITS = 12;

/**
 * Cached as long as the market object lives: an update makes a new object, so only changed markets are computed again.
 */
const known = new WeakMap<WireListedMarket, ListedMarket>();

export function listedMarket(market: WireListedMarket): ListedMarket {
  let listed = known.get(market);
  if (listed === undefined) {
    listed = new ListedMarket(market);
    known.set(market, listed);
  }
  return listed;
}

/** A market with the values that finding and sorting need often. The text values are computed on first use. */
export class ListedMarket {
  readonly market: WireListedMarket;
  /** NaN if the end can't be parsed. */
  readonly endMs: number;
  readonly closesMs: number;
  /** USDC; zero for an invalid amount. */
  readonly volume: number;
  #text: string | undefined;
  #nameKey: string | undefined;

  constructor(market: WireListedMarket) {
    this.market = market;
    this.endMs = Date.parse(market.endsAt);
    this.closesMs = Date.parse(market.closesAt ?? market.endsAt);
    const volume = Number(market.volume ?? 0);
    this.volume = Number.isFinite(volume) && volume > 0 ? volume : 0;
  }

  /** All searched text, folded; each part on its own line, so no word matches across two. */
  get text(): string {
    this.#text ??= foldText(searchedTexts(this.market).join('\n'));
    return this.#text;
  }

  /** Sorts by title, with numbers in it by value. */
  get nameKey(): string {
    this.#nameKey ??= foldText(this.market.title ?? '').replace(/\d+/g, (digits) =>
      digits.padStart(DIGITS, '0'),
    );
    return this.#nameKey;
  }
}

/** Title, outcomes, tags, league, and the subcategory's id and label. Servers may leave fields out. */
function searchedTexts({ title, outcomes, tags, league, subcategory }: WireListedMarket): string[] {
  return [
    title ?? '',
    ...(outcomes ?? []).map(({ name }) => name ?? ''),
    ...(tags ?? []),
    league ?? '',
    subcategory ?? '',
    SUBCATEGORY_LABELS.get(subcategory) ?? '',
  ];
}
