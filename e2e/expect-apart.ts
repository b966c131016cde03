import { expect, type Page } from '@playwright/test';

/** Two lines of text may touch, and letters may reach out of their lines. */
const TOUCH_PX = 3;

/**
 * Fails if two visible texts of the page cover each other. Sticky and fixed parts cover the rest by design, so their
 * texts are only compared among themselves. Of an open dialog only its own texts count.
 */
export async function expectApart(page: Page): Promise<void> {
  const covered = await page.evaluate((touch) => {
    interface Box {
      node: Node;
      /** The sticky or fixed part that it is in, or the page. */
      layer: Element;
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    const wordsOf = (node: Node) => (node.textContent ?? '').trim().slice(0, 60);
    const root = document.querySelector('[role="dialog"], [role="alertdialog"]') ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const boxes: Box[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (wordsOf(node) === '' || parent === null || !parent.checkVisibility()) continue;
      // What an ancestor cuts off isn't visible.
      const clip = { left: 0, right: innerWidth, top: -1e6, bottom: 1e6 };
      let layer: Element | null = null;
      for (let at: Element | null = parent; at !== null && at !== root; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.position === 'fixed' || style.position === 'sticky') layer ??= at;
        if (style.overflowX === 'visible' && style.overflowY === 'visible' && style.clipPath === 'none')
          continue;
        const { left, right, top, bottom } = at.getBoundingClientRect();
        clip.left = Math.max(clip.left, left);
        clip.right = Math.min(clip.right, right);
        clip.top = Math.max(clip.top, top);
        clip.bottom = Math.min(clip.bottom, bottom);
      }
      if (clip.right - clip.left < 2 || clip.bottom - clip.top < 2) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const box = {
          node,
          layer: layer ?? root,
          left: Math.max(left, clip.left),
          right: Math.min(right, clip.right),
          top: Math.max(top, clip.top),
          bottom: Math.min(bottom, clip.bottom),
        };
        if (box.right > box.left && box.bottom > box.top) boxes.push(box);
      }
    }
    boxes.sort((a, b) => a.top - b.top);
    const found: string[] = [];
    boxes.forEach((a, i) => {
      for (let j = i + 1; j < boxes.length; j++) {
        const b = boxes[j] as Box;
        if (b.top > a.bottom - touch) break;
        if (a.node === b.node || a.layer !== b.layer) continue;
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - b.top;
        if (across > touch && down > touch) found.push(`${wordsOf(a.node)} / ${wordsOf(b.node)}`);
      }
    });
    return [...new Set(found)];
  }, TOUCH_PX);
  expect(covered, 'texts cover each other').toEqual([]);
}
