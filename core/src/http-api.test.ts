import { describe, expect, test } from 'vitest';
import { type Endpoint, errorsOf, rateOf } from './http-api/endpoint.ts';
import { ERROR_STATUS } from './http-api/error-status.ts';
import { httpApi } from './http-api.ts';

const endpoints: [string, Endpoint][] = Object.entries(httpApi);

describe('httpApi', () => {
  test('names every method and path once', () => {
    const routes = endpoints.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  test('has the calls that the app makes', () => {
    const routes = endpoints.map(([, { method, path }]) => `${method} ${path}`);
    expect(routes).toEqual(
      expect.arrayContaining([
        'GET /api/markets',
        'GET /api/auth/nonce',
        'POST /api/auth/verify',
        'POST /api/auth/demo',
        'GET /api/user/profile',
        'GET /api/user/bets',
        'POST /api/bets',
        'POST /api/admin/refresh-markets',
      ]),
    );
  });

  test.each(endpoints)('%s checks the parameters of its path', (_, { path, params }) => {
    expect(params !== undefined).toBe(path.includes('/:'));
  });

  test.each(endpoints)('%s reads a body only where one can be sent', (_, { method, body }) => {
    expect(method === 'GET' && body !== undefined).toBe(false);
  });

  test.each(['admin', 'guardian', 'public', 'session', 'signed'] as const)(
    'a call with %s access has a rate class by default',
    (access) => {
      const endpoint = { ...httpApi.listMarkets, access };
      expect(rateOf(endpoint)).toBe(access === 'admin' || access === 'guardian' ? 'admin' : 'read');
      expect(rateOf({ ...endpoint, rate: 'bet' })).toBe('bet');
    },
  );

  test('opens /api/admin to others than admins only for refreshing the list', () => {
    const open = endpoints.filter(
      ([, { path, access }]) => path.startsWith('/api/admin') && access !== 'admin',
    );
    expect(open.map(([name]) => name)).toEqual(['refreshMarkets']);
  });

  test.each(endpoints)('%s lists its errors once, without those of every call', (_, endpoint) => {
    const codes = errorsOf(endpoint);
    const common = errorsOf({ ...endpoint, errors: [] });
    expect(new Set(codes).size).toBe(common.length + (endpoint.errors?.length ?? 0));
    const statuses = codes.map((code) => ERROR_STATUS[code]);
    expect(statuses).toEqual([...statuses].sort((a, b) => a - b));
  });

  test('a call without a session has no error of sessions, and only a change has errors of bodies', () => {
    expect(errorsOf(httpApi.listMarkets)).not.toContain('unauthenticated');
    expect(errorsOf(httpApi.listMarkets)).not.toContain('too-large');
    expect(errorsOf(httpApi.changeLimits)).toEqual(
      expect.arrayContaining(['unauthenticated', 'forbidden', 'too-large', 'unsupported-media-type']),
    );
  });
});
