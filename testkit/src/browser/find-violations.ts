// Proofs, which import this file, are otherwise checked without a browser's types.
/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits until no animation or transition runs on the page. @returns axe's violations, each with its elements */
export async function findViolations(page: Page): Promise<string[]> {
  // axe stays on the page until the page is left.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return await page.evaluate(async (tags) => {
    const { run } = Reflect.get(window, 'axe') as typeof axe; // put there above
    // A toast that fades in briefly has too little contrast, and may appear at any time. So axe runs in the same
    // task in which no animation is running: one that starts between the wait and the check would be checked halfway.
    for (;;) {
      await new Promise(requestAnimationFrame);
      const passing = document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
      if (passing.length === 0) break;
      await Promise.allSettled(passing.map(({ finished }) => finished));
    }
    // Only violations are described, because nothing else is read here.
    const { violations } = await run(document, { runOnly: tags, resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, TAGS);
}
