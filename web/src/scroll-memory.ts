/** The state in which a page was left. */
export interface LeftAt {
  /** Scroll position in px. */
  y: number;
  /** The href of the focused link, usually the one that led away. */
  link: string | null;
}

const TOP: LeftAt = { y: 0, link: null };
const left = new Map<string, LeftAt>();
/** The address that Back or Forward led to, until `takeReturn` reads it. */
let returnedTo: string | null = null;

// Registered at load, before the router's listener, which renders the page at once.
window.addEventListener('popstate', () => {
  returnedTo = window.location.href;
});

/** The state in which each history entry was left, for Back. Kept in memory only. */
export const scrollMemory = {
  /** Stores the current entry's state. */
  keep(now: Partial<LeftAt>): void {
    const step = currentStep();
    left.set(step, { ...(left.get(step) ?? TOP), ...now });
  },

  /** After navigation: the state in which the page was left if this was Back or Forward, else null. */
  takeReturn(): LeftAt | null {
    // Going back within a page, such as to another category, no longer counts at the next navigation.
    const isReturn = returnedTo === window.location.href;
    returnedTo = null;
    return isReturn ? (left.get(currentStep()) ?? TOP) : null;
  },
};

/** Browsers without the Navigation API use the address as the key. */
function currentStep(): string {
  const key = 'navigation' in window ? window.navigation.currentEntry?.key : undefined;
  return key ?? window.location.href;
}
