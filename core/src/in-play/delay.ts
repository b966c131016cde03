/** Sports whose bets in play have a delay of their own; all others share one. */
export const DELAYED_SPORTS = ['Soccer', 'Basketball', 'Tennis', 'Other'] as const;
export type DelayedSport = (typeof DELAYED_SPORTS)[number];

/** The range of a delay in seconds, inclusive, and its value until it was measured for the sport. */
export const DELAY_SECONDS = { min: 5, max: 60, first: 8 } as const;

/** The default of each delay. */
export const FIRST_DELAYS = {
  inPlayDelaySoccer: DELAY_SECONDS.first,
  inPlayDelayBasketball: DELAY_SECONDS.first,
  inPlayDelayTennis: DELAY_SECONDS.first,
  inPlayDelayOther: DELAY_SECONDS.first,
} as const satisfies Record<`inPlayDelay${DelayedSport}`, number>;

/** The setting with the delay of a sport. */
export const delaySetting = <S extends DelayedSport>(sport: S): `inPlayDelay${S}` => `inPlayDelay${sport}`;

const OF_SUBCATEGORY: Readonly<Record<string, DelayedSport>> = {
  soccer: 'Soccer',
  basketball: 'Basketball',
  tennis: 'Tennis',
};

/** The sport whose delay bets on a market wait for. @param subcategory of core/markets/category-taxonomy.ts */
export const delayedSportOf = (subcategory: string): DelayedSport => OF_SUBCATEGORY[subcategory] ?? 'Other';
