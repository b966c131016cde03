/** What the `j`, `k` and digit keys work on: the cards of a list, each with a title link and outcomes. */
const CARD = '[data-market]';
const TITLE = 'h4 a';
const OUTCOME = '.outcome';

/** Moves focus to the next or previous card, or first to the first card in view. Returns false if there is none. */
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

/** Clicks an outcome of the focused card. Returns false if there is none or it takes no bets. */
export function pickOutcome(place: number): boolean {
  const outcome = currentCard()?.querySelectorAll<HTMLButtonElement>(OUTCOME)[place - 1];
  if (!outcome || outcome.disabled) return false;
  // The dialog returns focus to the element it was opened from.
  outcome.focus({ preventScroll: true });
  outcome.click();
  return true;
}

function currentCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(CARD) ?? null;
}

/** Whether the top edge of a card is visible below the fixed header. */
function isInView(card: HTMLElement): boolean {
  const { top } = card.getBoundingClientRect();
  const above = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return top >= above && top < window.innerHeight;
}
