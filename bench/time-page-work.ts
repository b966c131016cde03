import type { Page } from '@playwright/test';
import { fixedWork } from '@tallystone/testkit/rules/fixed-work.ts';

/** A task as long as one that a person begins to notice; a busy machine interrupts it as often as that one. */
const PIECES = 16;
const TASKS = 8;

export const PAGE_WORK = `a task of ${PIECES} fixed pieces of work in the same page`;

/** The baseline for how long a page keeps a person waiting: several tasks of fixed pieces of work, in ms each. */
export async function timePageWork(page: Page): Promise<readonly number[]> {
  return page.evaluate<number[]>(`(async () => {
    const work = ${fixedWork};
    const times = [];
    for (let task = 0; task < ${TASKS}; task++) {
      await new Promise((resolve) => setTimeout(resolve));
      const startedAt = performance.now();
      for (let piece = 0; piece < ${PIECES}; piece++) work();
      times.push(performance.now() - startedAt);
    }
    return times;
  })()`);
}
