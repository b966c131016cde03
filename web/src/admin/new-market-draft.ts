import { localStore } from '../data/local-store.ts';
import { emptyNewMarket, type NewMarketValues } from './new-market-values.ts';

const KEY = 'tallystone.market-draft';

/** The form as it was when the admin left the page, stored in this browser only. */
export const newMarketDraft = {
  /** Null if there is none or it can't be read. */
  read(): NewMarketValues | null {
    try {
      const stored: unknown = JSON.parse(localStore.read(KEY) ?? 'null');
      return parseDraft(stored);
    } catch {
      return null;
    }
  },

  /** An empty form leaves no draft. */
  save(values: NewMarketValues): void {
    const text = JSON.stringify(values);
    if (text === JSON.stringify(emptyNewMarket())) localStore.remove(KEY);
    else localStore.write(KEY, text);
  },

  discard(): void {
    localStore.remove(KEY);
  },
};

/** Takes each field that has the right type: a draft may come from an older version of the form. */
function parseDraft(stored: unknown): NewMarketValues | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const given = stored as Record<string, unknown>; // an object; each field is checked below
  const empty = emptyNewMarket();
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  const outcomes = Array.isArray(given.outcomes) ? given.outcomes.flatMap(parseOutcome) : [];
  const values: NewMarketValues = {
    type: text('type'),
    category: text('category'),
    subcategory: text('subcategory'),
    title: text('title'),
    description: text('description'),
    outcomes: outcomes.length < empty.outcomes.length ? empty.outcomes : outcomes,
    weighted: given.weighted === true,
    eventDate: text('eventDate'),
    autoResolve: given.autoResolve === true,
    tags: Array.isArray(given.tags) ? given.tags.filter((tag) => typeof tag === 'string') : [],
  };
  return JSON.stringify(values) === JSON.stringify(empty) ? null : values;
}

function parseOutcome(stored: unknown): NewMarketValues['outcomes'] {
  if (typeof stored !== 'object' || stored === null) return [];
  const { name, percent } = stored as Record<string, unknown>; // an object; both are checked below
  return typeof name === 'string' ? [{ name, percent: typeof percent === 'string' ? percent : '' }] : [];
}
