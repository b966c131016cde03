/** Id of the list's section on the landing page. */
const LIST_ID = 'markets';

/** Focuses the list once the page is rendered, and scrolls to it unless it begins in the upper half of the screen. */
export function showList(): void {
  requestAnimationFrame(() => {
    const list = document.getElementById(LIST_ID);
    if (list === null) return;
    list.focus({ preventScroll: true });
    const { top } = list.getBoundingClientRect();
    // The header stays at the top of wide screens.
    const covered = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    if (top < Math.max(0, covered) || top > window.innerHeight / 2) list.scrollIntoView();
  });
}
