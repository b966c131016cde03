/** An outcome on the slip. The names are kept for when its market has left the list. */
export interface Selection {
  readonly marketId: string;
  readonly outcomeId: string;
  readonly title: string;
  readonly outcomeName: string;
  /** Missing for a market that belongs to no game. */
  readonly gameId?: string;
}

export interface Slip {
  /** In the order in which they were added, one per market. */
  readonly selections: readonly Selection[];
  /** Selections that left because their markets ended, until the bettor has read it. */
  readonly ended: readonly Selection[];
}

/** As many as a combo has: `MOST_LEGS` of core/combos/combo-room.ts. Importing it would add to the first load. */
export const MOST_SELECTIONS = 12;

export const EMPTY_SLIP: Slip = { selections: [], ended: [] };

const ID_LIMIT = 64;
const TEXT_LIMIT = 300;
/** We never write a longer text. */
const STORED_LIMIT = 2 * MOST_SELECTIONS * 1_200;

/** Parses the stored slip and leaves out invalid entries, such as those of an older page. */
export function parseSlip(text: string | null): Slip {
  if (text === null || text.length > STORED_LIMIT) return EMPTY_SLIP;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return EMPTY_SLIP;
  }
  if (typeof stored !== 'object' || stored === null) return EMPTY_SLIP;
  const { selections, ended } = stored as Record<string, unknown>; // an object; both are checked below
  return { selections: readAll(selections), ended: readAll(ended) };
}

/** The text to store; null for an empty slip. */
export function storedSlip({ selections, ended }: Slip): string | null {
  return selections.length + ended.length === 0 ? null : JSON.stringify({ selections, ended });
}

/** The slip with one more selection. Another outcome of its market is replaced; null if the slip is full. */
export function addSelection(slip: Slip, added: Selection): Slip | null {
  const { selections, ended } = slip;
  const place = selections.findIndex(({ marketId }) => marketId === added.marketId);
  if (place >= 0) return { selections: selections.with(place, added), ended };
  return selections.length >= MOST_SELECTIONS ? null : { selections: [...selections, added], ended };
}

/** The slip without what was on these markets. */
export function removeSelections(slip: Slip, marketIds: readonly string[]): Slip {
  return { ...slip, selections: slip.selections.filter(({ marketId }) => !marketIds.includes(marketId)) };
}

/** The same for markets that ended: the slip remembers what left. */
export function endSelections(slip: Slip, marketIds: readonly string[]): Slip {
  const leaving = slip.selections.filter(({ marketId }) => marketIds.includes(marketId));
  const { selections } = removeSelections(slip, marketIds);
  return { selections, ended: [...slip.ended, ...leaving].slice(-MOST_SELECTIONS) };
}

function readAll(stored: unknown): Selection[] {
  if (!Array.isArray(stored)) return [];
  const seen = new Set<string>();
  const read = stored.map(readSelection).filter((each) => each !== null);
  return read.filter(({ marketId }) => !seen.has(marketId) && seen.add(marketId)).slice(0, MOST_SELECTIONS);
}

function readSelection(entry: unknown): Selection | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { marketId, outcomeId, title, outcomeName, gameId } = entry as Record<string, unknown>; // checked below
  if (!isId(marketId) || !isId(outcomeId)) return null;
  const selection = { marketId, outcomeId, title: textOf(title), outcomeName: textOf(outcomeName) };
  return isId(gameId) ? { ...selection, gameId } : selection;
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= ID_LIMIT;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, TEXT_LIMIT) : '');
