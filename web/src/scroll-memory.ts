/** How a page was left. */
export interface LeftAt {
  /** Px from its top. */
  y: number;
  /** Of the link that had focus: mostly the one that led away. */
  link: string | null;
}

const TOP: LeftAt = { y: 0, link: null };
const left = new Map<string, LeftAt>();
/** The address that Back or Forward led to, until somebody has asked. */
let returnedTo: string | null = null;

// From the start, since browsers tell of it in the order of asking: the router draws the page as soon as it hears.
window.addEventListener('popstate', () => {
  returnedTo = window.location.href;
});

/** How each step of the history was left, so that Back leads to where one was. It lives as long as the page. */
export const scrollMemory = {
  /** Of the step that is shown now. */
  keep(now: Partial<LeftAt>): void {
    const step = currentStep();
    left.set(step, { ...(left.get(step) ?? TOP), ...now });
  },

  /** After a move: how the page was left that was gone back to; null where the move led on. */
  takeReturn(): LeftAt | null {
    // What was gone back to without leaving its page, such as another category, is over by the next move.
    const isReturn = returnedTo === window.location.href;
    returnedTo = null;
    return isReturn ? (left.get(currentStep()) ?? TOP) : null;
  },
};

/** Where the browser cannot tell steps apart, the addresses do. */
function currentStep(): string {
  const key = 'navigation' in window ? window.navigation.currentEntry?.key : undefined;
  return key ?? window.location.href;
}
