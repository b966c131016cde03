/**
 * For a button that opens a dialog about the cash-out of a bet: spread it on the button. The list has other buttons for the bet once
 * its state has changed, and one that leaves the page with the focus hands it to the bet's next one.
 */
export const cashOutControl = (betId: string) => ({
  'data-cash-out': betId,
  ref: (control: HTMLButtonElement) => () => {
    // Once the other buttons are on the page.
    if (control === document.activeElement) queueMicrotask(() => focusControlOf(betId));
  },
});

/** Gives a focus that was lost to the first button about the cash-out of a bet. */
export function focusControlOf(betId: string): void {
  if (document.activeElement !== document.body) return;
  const controls = document.querySelectorAll<HTMLElement>('[data-cash-out]');
  const own = [...controls].find(({ dataset }) => dataset.cashOut === betId);
  own?.focus({ preventScroll: true });
}
