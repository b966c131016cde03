/** Azuro's dictionary of outcomes. Modern outcomes aren't in it: they bring their own titles. */
export interface OutcomeNames {
  /** Null if the dictionary doesn't have the outcome. */
  of(outcomeId: string): OutcomeName | null;
  /** Keys of the sport's markets, the main one first; empty if the dictionary has no order for the sport. */
  marketOrderOf(sportId: string): readonly string[];
}

interface OutcomeName {
  /** Such as `1-1-1`: what the bet is on, in which part of the game, counted in what. */
  readonly marketKey: string;
  readonly marketName: string;
  /** The rule in a sentence or two, or empty. */
  readonly marketRule: string;
  /** Such as `1`, `X` or `Over (2.5)`, with its line. */
  readonly selection: string;
  /** Its place among the outcomes of a condition. */
  readonly order: number;
  /** Whether it is about the game itself rather than an overtime, a tie-break or the like. */
  readonly isOfMainGame: boolean;
}

const MAIN_GAME = 1;

/** Loads the dictionary (17,000 outcomes) on first use. */
export async function loadOutcomeNames(): Promise<OutcomeNames> {
  const { dictionaries, getMarketDescription, getMarketKey, getMarketName, getSelectionName } = await import(
    '@azuro-org/dictionaries'
  );
  return {
    of(outcomeId) {
      // The library's functions throw for unknown ids, and its tables are plain objects.
      if (!Object.hasOwn(dictionaries.outcomes, outcomeId)) return null;
      const outcome = dictionaries.outcomes[outcomeId];
      if (outcome === undefined) return null;
      const marketKey = getMarketKey(outcomeId);
      return {
        marketKey,
        marketName: getMarketName({ marketKey }),
        // Typed as text, but the table has no entry for most markets.
        marketRule: (getMarketDescription({ marketKey }) as string | undefined) ?? '',
        selection: getSelectionName({ outcomeId, withPoint: true }),
        order: outcome.selectionId,
        isOfMainGame: outcome.gameVarietyId === MAIN_GAME,
      };
    },
    marketOrderOf: (sportId) =>
      (Object.hasOwn(dictionaries.marketOrders, sportId) ? dictionaries.marketOrders[sportId] : undefined) ??
      [],
  };
}
