import data from './fixture.json' with { type: 'json' };

/**
 * The invented games that the stand-in plays, in the shapes of Azuro's own answers. Times are seconds from the start of
 * a season.
 */
export interface Fixture {
  readonly environment: string;
  readonly games: readonly FixtureGame[];
  readonly conditions: readonly FixtureCondition[];
  readonly events: readonly FixtureEvent[];
}

export interface FixtureGame {
  id: string;
  gameId: string;
  slug: string;
  title: string;
  startsInSeconds: number;
  /** Azuro's: Prematch, Live, Finished, Stopped or Canceled. */
  state: string;
  /** USDT, as a decimal. */
  turnover: string;
  sport: { sportId: string; slug: string; name: string; sporthub: { id: string; slug: string } };
  league: { id?: string; slug: string; name: string; isTopLeague: boolean; topWeight?: number };
  country: { id?: string; slug: string; name: string };
  participants: { name: string; image?: string | null }[];
}

export interface FixtureCondition {
  id: string;
  conditionId: string;
  /** Azuro's: Active, Stopped, Resolved, Canceled or Removed. */
  state: string;
  title: string | null;
  isExpressForbidden: boolean;
  isPrematchEnabled: boolean;
  isLiveEnabled: boolean;
  margin: number;
  hidden: boolean;
  outcomes: { outcomeId: string; odds: string; title: string | null; sort?: string; point?: string | null }[];
  game: { gameId: string; sport: { sportId: string } };
  wonOutcomeIds: string[];
  /** Of single outcomes that don't follow from the condition, by id: Active, Stopped, Canceled, Won or Lost. */
  outcomeStates?: Readonly<Record<string, string>>;
  sort?: string;
  /** These three are of modern conditions. */
  category?: string;
  marketId?: string;
  marketVarietyId?: string;
}

export interface FixtureEvent {
  readonly atSeconds: number;
  readonly event: 'ConditionUpdated' | 'GameUpdated';
  readonly conditionId?: string;
  readonly gameId?: string;
  readonly state?: string;
  /** By outcome id. */
  readonly odds?: Readonly<Record<string, string>>;
  readonly wonOutcomeIds?: readonly string[];
  readonly startsInSeconds?: number;
}

// The compiler would infer one narrow type per element of the file.
export const FIXTURE = data as unknown as Fixture;
