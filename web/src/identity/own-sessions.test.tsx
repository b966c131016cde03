import type { WireSession } from '@tallystone/core/http-api/identity';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callApi } from '../data/api-client.ts';
import { storedSession } from '../data/stored-session.ts';
import { OwnSessions } from './own-sessions.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const HERE: WireSession = {
  id: 's_here',
  current: true,
  chain: 'Polygon',
  createdAt: '2026-11-23T09:00:00.000Z',
  lastUsedAt: '2026-11-23T10:00:00.000Z',
  expiresAt: '2026-11-23T21:00:00.000Z',
};
const THERE: WireSession = {
  ...HERE,
  id: 's_there',
  current: false,
  chain: null,
  createdAt: '2026-11-22T08:00:00.000Z',
};
const aPage = (given: Omit<Parameters<typeof anAccountPage>[0], 'children'> = {}) =>
  anAccountPage({ sessions: [HERE, THERE], ...given, children: <OwnSessions /> });
const rowsOf = async () => {
  await screen.findByRole('button', { name: 'Sign out this session' });
  return screen.getAllByRole('listitem');
};

test('each session shows when it started, its network, its last use and its end', async () => {
  await aPage();
  const [here, there] = await rowsOf();
  expect(here?.textContent).toMatch(
    /^Signed in Nov 23, 2026 \d\d:00 on PolygonThis sessionLast used about Nov 23, 2026 \d\d:00Expires Nov 23, 2026 \d\d:00Sign out$/,
  );
  expect(there?.textContent).toMatch(/^Signed in Nov 22, 2026 \d\d:00Last used/);
  expect(within(there as HTMLElement).queryByText('This session')).toBeNull();
});

test('the list says what a session can do alone, and what always needs the wallet', async () => {
  await aPage();
  const what = (await screen.findByText(/^Sign out any you don't recognize/)).textContent;
  expect(what).toContain('for an admin, do what can be undone.');
  expect(what).toMatch(/ Bets, cash-outs and everything final need your wallet\.$/);
});

test('ending another session keeps this one', async () => {
  const { user, account } = await aPage();
  await rowsOf();
  await user.click(screen.getByRole('button', { name: /^Sign out session of Nov 22, 2026 \d\d:00$/ }));
  await screen.findByText('Session signed out.');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(account.sent.map(({ path }) => path)).toEqual(['/api/user/sessions/s_there/sign-out']);
  expect(storedSession.read().token).not.toBeNull();
});

test('ending this session signs the page out, and the wallet stays connected', async () => {
  const { user, session } = await aPage();
  await rowsOf();
  await user.click(screen.getByRole('button', { name: 'Sign out this session' }));
  await waitFor(() => expect(storedSession.read().token).toBeNull());
  expect(session.getState()).toMatchObject({ connected: true, authToken: null });
});

test('all sessions end after a confirmation, including this one', async () => {
  const { user, account } = await aPage();
  await rowsOf();
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' }));
  expect(account.sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() => expect(storedSession.read().token).toBeNull());
  expect(account.sent.map(({ path }) => path)).toEqual(['/api/user/sessions/sign-out']);
});

describe('a practice wallet, which signs in without asking', () => {
  type Page = Awaited<ReturnType<typeof aPage>>;
  const signIns = ({ account }: Page) =>
    account.requests.filter(({ path }) => path === '/api/auth/verify').length;
  /** Longer than a sign-in takes in several tabs at once. */
  const settled = async () => {
    for (let trip = 0; trip < 12; trip += 1) await callApi('getConfig');
  };
  const press = async ({ user }: Page, name: string) => {
    await user.click(screen.getByRole('button', { name }));
    if (name !== 'Sign out everywhere') return;
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
  };
  const BUTTONS = ['Sign out this session', 'Sign out everywhere'];

  test.each(BUTTONS)(
    'is not signed in again by the page, another tab or a reload after "%s"',
    async (name) => {
      const page = await aPage({ isPractice: true });
      page.visit();
      await rowsOf();
      await press(page, name);
      await screen.findByRole('button', { name: 'Sign in with your wallet' });
      const reloaded = page.visit();
      await settled();
      expect([storedSession.read().token, signIns(page)]).toEqual([null, 1]);
      expect(reloaded.getState()).toMatchObject({ connected: true, authToken: null });
    },
  );

  test.each(BUTTONS)('stays signed out if the session ends before the answer to "%s"', async (name) => {
    let answer = () => {};
    const page = await aPage({
      isPractice: true,
      inFront: (behind) => async (input, init) => {
        if (!String(input).endsWith('/sign-out')) return behind(input, init);
        const answered = await behind(input, init);
        // The stream does this on `session-ended`, and so does any call that gets a 401.
        storedSession.clear();
        await new Promise<void>((done) => {
          answer = done;
        });
        return answered;
      },
    });
    await rowsOf();
    await press(page, name);
    await waitFor(() => expect(storedSession.read().token).toBeNull());
    await settled();
    expect([storedSession.read().token, signIns(page)]).toEqual([null, 1]);
    answer();
    await settled();
    expect([storedSession.read().token, signIns(page)]).toEqual([null, 1]);
  });

  test('signs in again on request, and automatically from then on', async () => {
    const page = await aPage({ isPractice: true });
    await rowsOf();
    await press(page, 'Sign out this session');
    await page.user.click(await screen.findByRole('button', { name: 'Sign in with your wallet' }));
    await waitFor(() => expect(signIns(page)).toBe(2));
    await waitFor(() => expect(storedSession.read().token).not.toBeNull());
    storedSession.clear();
    await waitFor(() => expect(signIns(page)).toBe(3));
  });

  test('still signs in automatically if the server refuses to sign it out', async () => {
    const page = await aPage({
      isPractice: true,
      inFront: (behind) => async (input, init) =>
        String(input).endsWith('/sign-out')
          ? Response.json({ error: 'Busy.', code: 'too-busy', requestId: 'r' }, { status: 503 })
          : behind(input, init),
    });
    await rowsOf();
    await press(page, 'Sign out this session');
    await screen.findByText(/^Not signed out\. Busy\./);
    storedSession.clear();
    await waitFor(() => expect(signIns(page)).toBe(2));
  });
});

test('a refused sign-out leaves the list unchanged and says why', async () => {
  const { user } = await aPage({
    inFront: (behind) => async (input, init) =>
      String(input).endsWith('/sign-out')
        ? Response.json(
            { error: 'You have no such session; nothing was signed out.', code: 'not-found', requestId: 'r' },
            { status: 404 },
          )
        : behind(input, init),
  });
  await rowsOf();
  await user.click(screen.getByRole('button', { name: /^Sign out session of/ }));
  expect((await screen.findByText(/^Not signed out\. You have no such session/)).getAttribute('role')).toBe(
    'alert',
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test('a guest sees no list until the wallet signs', async () => {
  const { user } = await aPage({ guest: true });
  await user.click(await screen.findByRole('button', { name: 'Sign in with your wallet' }));
  expect(await rowsOf()).toHaveLength(2);
});
