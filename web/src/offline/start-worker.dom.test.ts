import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newVersion } from './new-version.ts';
import { startWorker } from './start-worker.ts';

const VERSION = '0123456789abcdef';

/** A mock of `navigator.serviceWorker`. */
class Workers extends EventTarget {
  readonly posted: unknown[] = [];
  readonly registration = { update: vi.fn(async () => undefined) };
  readonly ready = Promise.resolve({
    active: { postMessage: (message: unknown) => void this.posted.push(message) },
  });
  readonly register = vi.fn(async (_url: unknown, _options: unknown) => this.registration as unknown);
}

let workers: Workers;

beforeEach(() => {
  vi.useFakeTimers();
  workers = new Workers();
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: workers }));
  vi.stubGlobal('trustedTypes', {
    createPolicy: (_name: string, rules: { createScriptURL: (url: string) => string }) => ({
      createScriptURL: (url: string) => ({ trusted: rules.createScriptURL(url) }),
    }),
  });
});
afterEach(() => {
  document.head.innerHTML = '';
  newVersion.set(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function start(version: string | null): Promise<void> {
  if (version !== null) document.head.innerHTML = `<meta name="app-version" content="${version}">`;
  startWorker();
  await vi.advanceTimersByTimeAsync(1_000);
}
const say = (data: unknown) => workers.dispatchEvent(new MessageEvent('message', { data }));

test('a built page registers its worker with a trusted URL', async () => {
  await start(VERSION);
  expect(workers.register).toHaveBeenCalledExactlyOnceWith(
    { trusted: '/worker.js' },
    { scope: '/', updateViaCache: 'none' },
  );
});

test.each([null, '__APP_VERSION__', ''])('a page with version %j registers no worker', async (version) => {
  await start(version);
  expect(workers.register).not.toHaveBeenCalled();
});

test('later files are stored after a delay', async () => {
  await start(VERSION);
  expect(workers.posted).toEqual([]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(workers.posted).toEqual([{ kind: 'tallystone-keep-later' }]);
});

test.each([{ saveData: true }, { effectiveType: '3g' }])(
  'but not on a connection with %j',
  async (connection) => {
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator), { serviceWorker: workers, connection }),
    );
    await start(VERSION);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers.posted).toEqual([]);
  },
);

test("a worker of another version means that a new version is ready; the same version doesn't", async () => {
  await start(VERSION);
  say({ kind: 'tallystone-version', version: VERSION });
  say('something else');
  expect(newVersion.read()).toBe(false);
  say({ kind: 'tallystone-version', version: 'feedfacefeedface' });
  expect(newVersion.read()).toBe(true);
});

test('an open page checks for a new version when it becomes visible, at most once an hour', async () => {
  await start(VERSION);
  const look = () => document.dispatchEvent(new Event('visibilitychange'));
  look();
  expect(workers.registration.update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_600_000);
  look();
  look();
  expect(workers.registration.update).toHaveBeenCalledOnce();
});

test('the app works if the browser refuses, with or without an error', async () => {
  const said = vi.spyOn(console, 'info').mockImplementation(() => {});
  workers.register.mockRejectedValueOnce(new Error('forbidden'));
  await start(VERSION);
  expect(said).toHaveBeenCalledOnce();
  workers.register.mockResolvedValueOnce(undefined);
  await start(VERSION);
  expect(said).toHaveBeenCalledOnce();
  said.mockRestore();
});
