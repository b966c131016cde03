import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';

/** The practice admin in a separate browser, as a person uses it. */
export class BrowserAdmin {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #state: Awaited<ReturnType<BrowserContext['storageState']>>;
  readonly #token: string;

  private constructor(
    browser: Browser,
    where: { url: string; state: Awaited<ReturnType<BrowserContext['storageState']>>; token: string },
  ) {
    this.#browser = browser;
    this.#url = where.url;
    this.#state = where.state;
    this.#token = where.token;
  }

  /** Signs in through the link that the start of the server printed. */
  static async signIn(browser: Browser, { url, said }: ServerProcess): Promise<BrowserAdmin> {
    const [, link] = /Admin: (\S+)/.exec(said) ?? [];
    if (link === undefined) throw new Error('the server printed no Admin link');
    const context = await browser.newContext(desktop());
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Connect Practice admin' }).click();
    await page.getByRole('dialog', { name: 'Practice wallet' }).getByRole('button', { name: 'Sign' }).click();
    await page.locator('.markets-table').waitFor();
    const token = await page.evaluate<string>(`localStorage.getItem('authToken')`);
    const state = await context.storageState();
    await context.close();
    return new BrowserAdmin(browser, { url, state, token });
  }

  async call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    // The server's own tests check its answers against the schemas.
    return JSON.parse(text) as T;
  }

  /** A page of a browser that has no data of the site except the session. */
  async newPage(): Promise<Page> {
    const context = await this.#browser.newContext({
      ...desktop(),
      baseURL: this.#url,
      storageState: this.#state,
    });
    return context.newPage();
  }
}

function desktop() {
  return { viewport: { width: 1280, height: 900 }, locale: 'en-US', timezoneId: 'Europe/Berlin' };
}
