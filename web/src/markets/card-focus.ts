/** The position of the focus in a list of cards: the market of the card, and the index of its link or button. */
export interface CardFocus {
  id: string;
  place: number;
}

/** The position of the focus in the list; null if it is elsewhere. */
export function cardFocusIn(list: HTMLElement | null): CardFocus | null {
  const { activeElement } = document;
  if (list === null || activeElement === null || !list.contains(activeElement)) return null;
  const card = activeElement.closest<HTMLElement>('[data-market]');
  if (card === null) return null;
  return { id: card.dataset.market ?? '', place: controlsOf(card).indexOf(activeElement) };
}

/** Restores the focus after the cards were rendered again. Does nothing if the list still has the focus. */
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
