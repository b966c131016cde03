/** How a page was left. */
export interface LeftAt {
  /** Px from its top. */
  y: number;
  /** Of the link that had focus: mostly the one that led away. */
  link: string | null;
}

const TOP: LeftAt = { y: 0, link: null };
const left = new Map<string, LeftAt>();

/** How each step of the history was left, so that Back leads to where one was. It lives as long as the page. */
export const scrollMemory = {
  /** Of the step that is shown now. */
  keep(now: Partial<LeftAt>): void {
    const step = currentStep();
    left.set(step, { ...(left.get(step) ?? TOP), ...now });
  },

  recall(): LeftAt {
    return left.get(currentStep()) ?? TOP;
  },
};

/** Where the browser cannot tell steps apart, the addresses do. */
function currentStep(): string {
  const key = 'navigation' in window ? window.navigation.currentEntry?.key : undefined;
  return key ?? window.location.href;
}
