/** Id of the list's section on the landing page. */
const LIST_ID = 'markets';

/** Scrolls to the list and focuses it, once the page is rendered. */
export function showList(): void {
  requestAnimationFrame(() => {
    const list = document.getElementById(LIST_ID);
    list?.focus({ preventScroll: true });
    list?.scrollIntoView();
  });
}
