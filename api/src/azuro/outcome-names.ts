/** Azuro's dictionary of outcomes. Modern outcomes aren't in it: they bring their own titles. */
export type OutcomeNames = Awaited<ReturnType<typeof loadOutcomeNames>>;

const MAIN_GAME = 1;

/** Loads the dictionary (17,000 outcomes) on first use. */
export async function loadOutcomeNames() {
  const { dictionaries, getMarketDescription, getMarketKey, getMarketName, getSelectionName } = await import(
    '@azuro-org/dictionaries'
  );
  return {
    /** Null if the dictionary doesn't have the outcome. */
    of(outcomeId: string) {
      // The library's functions throw for unknown ids, and its tables are plain objects.
      if (!Object.hasOwn(dictionaries.outcomes, outcomeId)) return null;
      const outcome = dictionaries.outcomes[outcomeId];
      if (outcome === undefined) return null;
      const marketKey = getMarketKey(outcomeId);
      return {
        /** Such as `1-1-1`: what the bet is on, in which part of the game, counted in what. */
        marketKey,
        marketName: getMarketName({ marketKey }),
        /** The rule in a sentence or two, or empty: typed as text, but the table has no entry for most markets. */
        marketRule: (getMarketDescription({ marketKey }) as string | undefined) ?? '',
        /** Such as `1`, `X` or `Over (2.5)`, with its line. */
        selection: getSelectionName({ outcomeId, withPoint: true }),
        /** Its place among the outcomes of a condition. */
        order: outcome.selectionId,
        /** Whether it is about the game itself rather than an overtime, a tie-break or the like. */
        isOfMainGame: outcome.gameVarietyId === MAIN_GAME,
      };
    },
    /** Keys of the sport's markets, the main one first; empty if the dictionary has no order for the sport. */
    marketOrderOf: (sportId: string): readonly string[] =>
      (Object.hasOwn(dictionaries.marketOrders, sportId) ? dictionaries.marketOrders[sportId] : undefined) ??
      [],
  };
}
