/** Azuro's dictionary of outcomes. Modern outcomes aren't in it: they bring their own titles. */
export type OutcomeNames = Awaited<ReturnType<typeof loadOutcomeNames>>;

const MAIN_GAME = 1;
/** How the dictionary calls the periods that are no part of a game. */
const WHOLE = new Set(['Whole game', 'Game', 'Match', 'Fight', 'Whole game and Overtime']);
/** In place of names in the dictionary that are wrong or unclear. */
const MENDED: ReadonlyMap<string, string> = new Map([
  ['14-1-76', 'Total Points Odd/Even'],
  ['9-52-1', '1st Period: Both Teams To Score'],
  // Else it would be called like the market without a draw.
  ['1-50-1', '1st Half - Result'],
]);
/** For names that the dictionary's table lacks and its code puts together, such as `Whole game - Full time result Corner`. */
const TIDIED: readonly (readonly [RegExp, string])[] = [
  [/^(?:Whole game|Match|Fight) - /, ''],
  [/\bFull time result (?:Goal|Point|Run)$/, 'Result'],
  [/: Full Time Result$/, ' - Result'],
  [/\bWinner of match (?:Goal|Point|Run|Map|Set)$/, 'Winner'],
  [/\b(Handicap|To Score) (?:Goal|Point|Run)$/, '$1'],
  [/\bTotal Odd\/Even (\w+)$/, 'Total $1s Odd/Even'],
  [/\bTotal (Goal|Point|Run|Round|Kill|Game|Corner|Map|Set)( [\d.]+)?$/, 'Total $1s$2'],
  [/^Game - (.+)$/, '$1 incl. OT'],
];

let loaded: ReturnType<typeof load> | null = null;

/** Loads the dictionary (17,000 outcomes) on first use. All callers share it. */
export function loadOutcomeNames(): ReturnType<typeof load> {
  loaded ??= load();
  return loaded;
}

async function load() {
  const { dictionaries, getMarketDescription, getMarketKey, getMarketName, getSelectionName } = await import(
    '@azuro-org/dictionaries'
  );
  function read(outcomeId: string) {
    // The library's functions throw for unknown ids, and its tables are plain objects.
    if (!Object.hasOwn(dictionaries.outcomes, outcomeId)) return null;
    const outcome = dictionaries.outcomes[outcomeId];
    if (outcome === undefined) return null;
    const marketKey = getMarketKey(outcomeId);
    return {
      /** Such as `1-1-1`: what the bet is on, in which part of the game, counted in what. */
      marketKey,
      marketName: nameOf(marketKey, getMarketName({ marketKey })),
      /** The first part of `marketKey`: what the bet is on, such as 4 for a total. */
      kind: outcome.marketId,
      /** Whether it is about a part of the game, such as its first half. */
      isOnPart: !WHOLE.has(dictionaries.gamePeriods[outcome.gamePeriodId] ?? ''),
      /** The rule in a sentence or two, or empty: typed as text, but the table has no entry for most markets. */
      marketRule: (getMarketDescription({ marketKey }) as string | undefined) ?? '',
      /** Such as `1`, `X` or `Over (2.5)`, with its line. */
      selection: getSelectionName({ outcomeId, withPoint: true }),
      /** The same without its line; `H1` and `H2` are the sides of a handicap. */
      side: dictionaries.selections[outcome.selectionId] ?? '',
      /** Such as 2.5 or -1; null without one. */
      line: outcome.pointsId === null ? null : Number(dictionaries.points[outcome.pointsId]),
      /** Its place among the outcomes of a condition. */
      order: outcome.selectionId,
      /** Whether it is about the game itself rather than an overtime, a tie-break or the like. */
      isOfMainGame: outcome.gameVarietyId === MAIN_GAME,
    };
  }
  /** By outcome id, because every reading of the feed asks for the same outcomes several times. */
  const known = new Map<string, NonNullable<ReturnType<typeof read>>>();

  return {
    /** Null if the dictionary doesn't have the outcome. */
    of(outcomeId: string) {
      const found = known.get(outcomeId) ?? read(outcomeId);
      if (found !== null) known.set(outcomeId, found);
      return found;
    },
    /** Keys of the sport's markets, the main one first; empty if the dictionary has no order for the sport. */
    marketOrderOf: (sportId: string): readonly string[] =>
      (Object.hasOwn(dictionaries.marketOrders, sportId) ? dictionaries.marketOrders[sportId] : undefined) ??
      [],
  };
}

function nameOf(marketKey: string, name: string): string {
  const mended = MENDED.get(marketKey);
  return mended ?? TIDIED.reduce((text, [pattern, plain]) => text.replace(pattern, plain), name);
}
