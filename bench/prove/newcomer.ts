import { type Browser, devices, type Locator, type Page } from '@playwright/test';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { openBrowser } from '../open-browser.ts';
import { prove } from '../proof.ts';

/**
 * A newcomer without a wallet in a fresh browser, on a desk and on a phone: how many clicks and seconds it takes from
 * the landing page to a confirmed practice bet, and how long until that bet is paid or lost. The server is a demo as
 * `npm start` runs it.
 */

const CLICKS_BAR = 5;
const BET_SECONDS_BAR = 20;
const RESULT_SECONDS_BAR = 240;
/** How long a newcomer looks at a screen before each click. */
const LOOK_MS = 700;

const SCREENS = {
  'on a desk': { viewport: { width: 1280, height: 900 } },
  'on a phone': { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
} as const;

await prove('newcomer', async (proof) => {
  const server = await ServerProcess.start({ settings: { PRACTICE_ACTIVITY: 'on' } });
  const browser = await openBrowser();
  try {
    for (const [where, screen] of Object.entries(SCREENS)) {
      const { clicks, betSeconds, resultSeconds } = await visit(browser, {
        url: server.url,
        screen,
        waitForResult: !proof.sample,
      });
      proof.row({
        what: `clicks of a newcomer from the landing page to a confirmed practice bet, ${where}`,
        bar: `at most ${CLICKS_BAR}`,
        measured: `${clicks.length}: ${clicks.join(', ')}`,
        ok: clicks.length <= CLICKS_BAR,
      });
      proof.timing({
        what: `seconds to the confirmed bet, ${where}`,
        bar: `at most ${BET_SECONDS_BAR}`,
        measured: betSeconds.toFixed(1),
        ok: betSeconds <= BET_SECONDS_BAR,
      });
      if (resultSeconds === null) continue;
      proof.timing({
        what: `seconds from landing to the result of that bet, ${where}`,
        bar: `at most ${RESULT_SECONDS_BAR}`,
        measured: resultSeconds.toFixed(0),
        ok: resultSeconds <= RESULT_SECONDS_BAR,
      });
    }
  } finally {
    await browser.close();
    await server.remove();
  }
});

async function visit(
  browser: Browser,
  { url, screen, waitForResult }: { url: string; screen: object; waitForResult: boolean },
) {
  const context = await browser.newContext(screen);
  const page = await context.newPage();
  const clicks: string[] = [];
  const click = async (what: string, target: Locator) => {
    await target.waitFor();
    await page.waitForTimeout(LOOK_MS);
    await target.click();
    clicks.push(what);
  };
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  await page.goto(url);
  await click('Try demo mode', page.getByRole('button', { name: 'Try demo mode' }));
  await page
    .getByRole('button', { name: /practice/i })
    .first()
    .waitFor();
  await click('an outcome', await soonEnough(page));
  await click('$10', page.getByRole('button', { name: '$10', exact: true }));
  const age = page.getByRole('dialog').getByRole('button', { name: /18\+ and Understand/ });
  if (await age.isVisible()) await click('18+', age);
  await click('Place Bet', page.getByRole('dialog').getByRole('button', { name: 'Place Bet' }));
  await page.getByRole('heading', { name: 'Bet Placed Successfully!' }).waitFor();
  const betSeconds = seconds();
  let resultSeconds: number | null = null;
  if (waitForResult) {
    await page
      .getByText(/^Bet (won|lost)$/)
      .first()
      .waitFor({ timeout: 300_000 });
    resultSeconds = seconds();
  }
  await context.close();
  return { clicks, betSeconds, resultSeconds };
}

/** The first outcome of the first market that settles soon but not at once. */
async function soonEnough(page: Page): Promise<Locator> {
  const cards = page.locator('article').filter({ hasText: /Settles in [12]:\d\d/ });
  await cards.first().waitFor();
  return cards
    .first()
    .getByRole('button', { name: /% chance/ })
    .first();
}
