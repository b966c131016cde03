/** Where the focus stands within a list of cards: in which card, and on which of its links and buttons. */
export interface CardFocus {
  id: string;
  place: number;
}

/** Null while it is elsewhere. */
export function cardFocusIn(list: HTMLElement | null): CardFocus | null {
  const { activeElement } = document;
  if (list === null || activeElement === null || !list.contains(activeElement)) return null;
  const card = activeElement.closest<HTMLElement>('[data-market]');
  if (card === null) return null;
  return { id: card.dataset.market ?? '', place: controlsOf(card).indexOf(activeElement) };
}

/** Puts the focus back to where it was, in cards that were drawn anew; where they have it still nothing happens. */
export function restoreCardFocus(list: HTMLElement | null, { id, place }: CardFocus): void {
  if (list === null || list.contains(document.activeElement)) return;
  const cards = [...list.querySelectorAll<HTMLElement>('[data-market]')];
  const card = cards.find(({ dataset }) => dataset.market === id);
  const control = card && controlsOf(card)[place];
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}

function controlsOf(card: HTMLElement): Element[] {
  return [...card.querySelectorAll('a, button')];
}
