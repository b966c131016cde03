import { MARKET_GROUPS, type MarketGroup } from '../http-api/market-group.ts';
import type { Settings } from './settings.ts';

/** The switch of each group of a game's markets. Results are always imported: the main market is one. */
export const IMPORT_SETTINGS = {
  total: 'importTotals',
  handicap: 'importHandicaps',
  'both-score': 'importBothScore',
  'odd-even': 'importOddEven',
  'correct-score': 'importCorrectScores',
  players: 'importPlayers',
  period: 'importPeriods',
  other: 'importOthers',
} as const satisfies Record<Exclude<MarketGroup, 'result'>, keyof Settings>;

export type ImportSetting = (typeof IMPORT_SETTINGS)[keyof typeof IMPORT_SETTINGS];

/** The default: markets of every group are imported. */
export const IMPORT_ALL: Readonly<Record<ImportSetting, true>> = {
  importTotals: true,
  importHandicaps: true,
  importBothScore: true,
  importOddEven: true,
  importCorrectScores: true,
  importPlayers: true,
  importPeriods: true,
  importOthers: true,
};

/** The groups whose markets an import opens. */
export const importedGroups = (settings: Pick<Settings, ImportSetting>): ReadonlySet<MarketGroup> =>
  new Set(MARKET_GROUPS.filter((group) => group === 'result' || settings[IMPORT_SETTINGS[group]]));
