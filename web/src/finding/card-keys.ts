/** What `j` and `k` walk over, and where the digits choose: cards of a list, each with its title's link. */
const CARD = '[data-market]';
const TITLE = 'h4 a';
const OUTCOME = '.outcome';

/** Moves the focus to the next or the last card; at first to the first one in view. False when there is none. */
export function focusCard(step: 1 | -1): boolean {
  const cards = [...document.querySelectorAll<HTMLElement>(CARD)];
  const current = currentCard();
  const at = current === null ? -1 : cards.indexOf(current);
  const next = at < 0 ? (cards.find(isInView) ?? cards[0]) : cards[at + step];
  const title = next?.querySelector<HTMLElement>(TITLE);
  if (!title) return false;
  title.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Presses an outcome of the card that has the focus. False when there is none, or it takes no bets. */
export function pickOutcome(place: number): boolean {
  const outcome = currentCard()?.querySelectorAll<HTMLButtonElement>(OUTCOME)[place - 1];
  if (!outcome || outcome.disabled) return false;
  // The dialog gives the focus back to where it came from.
  outcome.focus({ preventScroll: true });
  outcome.click();
  return true;
}

function currentCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(CARD) ?? null;
}

/** Whether the upper edge of a card can be seen, below what stands fixed above it. */
function isInView(card: HTMLElement): boolean {
  const { top } = card.getBoundingClientRect();
  const above = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return top >= above && top < window.innerHeight;
}
