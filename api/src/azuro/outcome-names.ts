/** What Azuro's dictionary says of outcomes. Modern ones are not in it: they bring titles of their own. */
export interface OutcomeNames {
  /** Null for an outcome that the dictionary does not know. */
  of(outcomeId: string): OutcomeName | null;
  /** Keys of the sport's markets, the main one first; empty when the dictionary orders none. */
  marketOrderOf(sportId: string): readonly string[];
}

interface OutcomeName {
  /** The market as `1-1-1`: what is bet on, in which part of the game, counted in what. */
  readonly marketKey: string;
  readonly marketName: string;
  /** The rule in a sentence or two; empty when there is none. */
  readonly marketRule: string;
  /** Such as `1`, `X` or `Over (2.5)`, its line included. */
  readonly selection: string;
  /** Its place among the outcomes of a condition. */
  readonly order: number;
  /** Whether it is of the game itself rather than of an overtime, a tie-break and the like. */
  readonly isOfMainGame: boolean;
}

const MAIN_GAME = 1;

/** Reads the dictionary, 17,000 outcomes, when it is first wanted. */
export async function loadOutcomeNames(): Promise<OutcomeNames> {
  const { dictionaries, getMarketDescription, getMarketKey, getMarketName, getSelectionName } = await import(
    '@azuro-org/dictionaries'
  );
  return {
    of(outcomeId) {
      // Its functions throw for what they do not know, and their tables are plain objects.
      if (!Object.hasOwn(dictionaries.outcomes, outcomeId)) return null;
      const outcome = dictionaries.outcomes[outcomeId];
      if (outcome === undefined) return null;
      const marketKey = getMarketKey(outcomeId);
      return {
        marketKey,
        marketName: getMarketName({ marketKey }),
        // Typed as text, but it is read from a table that has no entry for most markets.
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
