import { createMockServer } from '@tallystone/testkit/mock-api/server.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { callApi } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { storedSession } from './stored-session.ts';

const user = {
  publicKey: '0xa',
  walletType: 'evm',
  kycLevel: 0,
  dailyStakeCap: 100,
  verified: false,
} as const;
let server: ReturnType<typeof createMockServer>;

beforeEach(() => {
  localStorage.clear();
  server = createMockServer();
  vi.stubGlobal('fetch', vi.fn(server.fetch));
});

test('a call carries cookies, the stored token and a JSON body', async () => {
  const { token } = await callApi('demoSignIn', { body: { wallet: '0xa', chain: 'Polygon' } });
  storedSession.save({ token, user });
  await callApi('logout');

  expect(vi.mocked(fetch).mock.calls.every(([, init]) => init?.credentials === 'include')).toBe(true);
  const [signIn, logout] = server.requests;
  expect(signIn?.headers.get('Content-Type')).toBe('application/json');
  expect(signIn?.headers.get('Authorization')).toBeNull();
  expect(signIn?.body).toEqual({ wallet: '0xa', chain: 'Polygon' });
  expect(logout?.headers.get('Authorization')).toBe(`Bearer ${token}`);
  expect(logout?.headers.get('Content-Type')).toBeNull();
});

test('a non-OK answer throws with its status and body', async () => {
  server.fail('/api/markets');
  const failure = callApi('listMarkets');
  await expect(failure).rejects.toThrow(/^503: \{"error":"The server is too busy\."/);
  await expect(failure).rejects.toBeInstanceOf(ApiError);
});

test('a token that the server no longer knows is dropped', async () => {
  storedSession.save({ token: 'old', user });
  await expect(callApi('getProfile')).rejects.toMatchObject({ status: 401 });
  expect(storedSession.read()).toEqual({ token: null, user: null });
});

test('a newer token is kept', async () => {
  storedSession.save({ token: 'old', user });
  const call = callApi('getProfile');
  storedSession.save({ token: 'new', user });
  await expect(call).rejects.toMatchObject({ status: 401 });
  expect(storedSession.read().token).toBe('new');
});

test('a failed sign-in keeps the previous session', async () => {
  storedSession.save({ token: 'old', user });
  const body = { wallet: '0xa', signature: 'ff', nonce: 'unknown', walletType: 'evm' } as const;
  await expect(callApi('verifySignIn', { body })).rejects.toMatchObject({ code: 'sign-in-failed' });
  expect(storedSession.read().token).toBe('old');
});
