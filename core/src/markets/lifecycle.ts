import type { MarketState } from './market-state.ts';

/**
 * Events in a market's life. `close`: betting time ran out. `propose-result` and `propose-void`: a result or a void
 * was proposed. `take-back`: that was undone, or a guardian objected; `take-back-early` if betting could still go on.
 * `settle` and `void`: everyone was paid.
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
 * A market's whole life: which events can happen in each state, and the state they lead to. Nothing else can happen:
 * the database has the same moves (`market_transitions`) and refuses all others.
 *
 * If a void is taken back before betting ended, the market is suspended, and an admin can open it again. `settled`
 * and `void` are final.
 */
export const LIFECYCLE: Readonly<Record<MarketState, Readonly<Partial<Record<MarketEvent, MarketState>>>>> = {
  open: { suspend: 'suspended', close: 'closed', 'propose-void': 'resolving' },
  suspended: { resume: 'open', close: 'closed', 'propose-void': 'resolving' },
  closed: { 'propose-result': 'resolving', 'propose-void': 'resolving' },
  // A void may replace a result that isn't being paid yet.
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

/**
 * Archiving hides a market without changing its state; restoring shows it again. A market that may still owe money
 * can't be archived.
 */
export const ARCHIVABLE: Readonly<Record<MarketState, 'always' | 'without-bets' | 'never'>> = {
  open: 'without-bets',
  suspended: 'without-bets',
  closed: 'without-bets',
  resolving: 'never',
  settled: 'always',
  void: 'always',
};

/** The state after an event, or null if the event can't happen in this state. */
export function nextState(state: MarketState, event: MarketEvent): MarketState | null {
  return LIFECYCLE[state][event] ?? null;
}

/** The state at a moment: betting is closed once its time ran out, even if that isn't recorded yet. */
export function stateAt({ state, closesAt }: { state: MarketState; closesAt: Date }, now: Date): MarketState {
  return (state === 'open' || state === 'suspended') && now >= closesAt ? 'closed' : state;
}

/** Whether the market's money is final. */
export function hasEnded(state: MarketState): boolean {
  return state === 'settled' || state === 'void';
}

/** Every move in the table once, for the database. */
export function lifecycleMoves(): { from: MarketState; to: MarketState }[] {
  const moves = new Map<string, { from: MarketState; to: MarketState }>();
  for (const [from, events] of Object.entries(LIFECYCLE) as [MarketState, Record<string, MarketState>][]) {
    for (const to of Object.values(events)) if (to !== from) moves.set(`${from} ${to}`, { from, to });
  }
  return [...moves.values()];
}
