import type { MarketState } from './market-state.ts';

/**
 * What happens to a market in its life. `close`: the clock passed the end of betting. `propose`: somebody said
 * how it ends. `take-back`: that was undone, or a guardian objected; `take-back-early` when betting could still go
 * on. `settle` and `void`: everybody was paid.
 */
export type MarketEvent =
  | 'suspend'
  | 'resume'
  | 'close'
  | 'propose-result'
  | 'propose-void'
  | 'take-back'
  | 'take-back-early'
  | 'settle'
  | 'void';

/**
 * The whole life of a market: what may happen in each state, and where it leads. What is not here cannot
 * happen; the database holds the same moves (`market_transitions`) and refuses all others.
 *
 * Where a void is taken back before betting has ended the market is suspended, and an admin may open it again.
 * `settled` and `void` are for ever.
 */
export const LIFECYCLE: Readonly<Record<MarketState, Readonly<Partial<Record<MarketEvent, MarketState>>>>> = {
  open: { suspend: 'suspended', close: 'closed', 'propose-void': 'resolving' },
  suspended: { resume: 'open', close: 'closed', 'propose-void': 'resolving' },
  closed: { 'propose-result': 'resolving', 'propose-void': 'resolving' },
  // A void may take the place of a result that is not being paid yet.
  resolving: {
    'propose-void': 'resolving',
    'take-back': 'closed',
    'take-back-early': 'suspended',
    settle: 'settled',
    void: 'void',
  },
  settled: {},
  void: {},
};

/** Archiving hides a market and leaves its state as it is; restoring shows it again. Never what may still owe. */
export const ARCHIVABLE: Readonly<Record<MarketState, 'always' | 'without-bets' | 'never'>> = {
  open: 'without-bets',
  suspended: 'without-bets',
  closed: 'without-bets',
  resolving: 'never',
  settled: 'always',
  void: 'always',
};

/** Where an event leads, or null when it cannot happen to a market in this state. */
export function nextState(state: MarketState, event: MarketEvent): MarketState | null {
  return LIFECYCLE[state][event] ?? null;
}

/** The state at a moment: betting that has run out of time is closed, whether or not anybody has written so. */
export function stateAt({ state, closesAt }: { state: MarketState; closesAt: Date }, now: Date): MarketState {
  return (state === 'open' || state === 'suspended') && now >= closesAt ? 'closed' : state;
}

/** Whether nothing more can happen to the market's money. */
export function hasEnded(state: MarketState): boolean {
  return state === 'settled' || state === 'void';
}

/** Every move of the table once, for the database. */
export function lifecycleMoves(): { from: MarketState; to: MarketState }[] {
  const moves = new Map<string, { from: MarketState; to: MarketState }>();
  for (const [from, events] of Object.entries(LIFECYCLE) as [MarketState, Record<string, MarketState>][]) {
    for (const to of Object.values(events)) if (to !== from) moves.set(`${from} ${to}`, { from, to });
  }
  return [...moves.values()];
}
