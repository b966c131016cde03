import type { WireMarket } from '@tallystone/core/http-api/markets';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { foldText } from './fold-text.ts';

/** A market with what finding and ordering ask of it again and again, worked out once. */
export interface ListedMarket {
  readonly market: WireMarket;
  /** NaN when the end cannot be read. */
  readonly endMs: number;
  readonly closesMs: number;
  /** USDC; zero for what is no amount. */
  readonly volume: number;
  /** Everything that is searched, folded; each part in a line of its own, so that no word is found across two. */
  readonly text: string;
  /** Orders by title, numbers in it by their size. */
  readonly nameKey: string;
}

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
const known = new WeakMap<WireMarket, ListedMarket>();

export function listedMarket(market: WireMarket): ListedMarket {
  let listed = known.get(market);
  if (listed === undefined) {
    listed = new Listed(market);
    known.set(market, listed);
  }
  return listed;
}

class Listed implements ListedMarket {
  readonly market: WireMarket;
  readonly endMs: number;
  readonly closesMs: number;
  readonly volume: number;
  #text: string | undefined;
  #nameKey: string | undefined;

  constructor(market: WireMarket) {
    this.market = market;
    this.endMs = Date.parse(market.endsAt);
    this.closesMs = Date.parse(market.closesAt);
    const volume = Number(market.volume ?? 0);
    this.volume = Number.isFinite(volume) && volume > 0 ? volume : 0;
  }

  get text(): string {
    this.#text ??= foldText(searchedTexts(this.market).join('\n'));
    return this.#text;
  }

  get nameKey(): string {
    this.#nameKey ??= foldText(this.market.title ?? '').replace(/\d+/g, (digits) =>
      digits.padStart(DIGITS, '0'),
    );
    return this.#nameKey;
  }
}

/** Title, outcomes, tags, and the subcategory's id and label. Servers may leave fields out. */
function searchedTexts({ title, outcomes, tags, subcategory }: WireMarket): string[] {
  return [
    title ?? '',
    ...(outcomes ?? []).map(({ name }) => name ?? ''),
    ...(tags ?? []),
    subcategory ?? '',
    SUBCATEGORY_LABELS.get(subcategory) ?? '',
  ];
}
