import { createMockServer } from '@tallystone/testkit/mock-api/server.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { profileQuery } from './queries.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', vi.fn(createMockServer().fetch));
});

test("data is never stale, isn't refetched on focus or at intervals, and nothing is retried", () => {
  expect(createQueryClient().getDefaultOptions()).toMatchObject({
    queries: {
      refetchOnWindowFocus: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      gcTime: 300_000,
    },
    mutations: { retry: false },
  });
});

test('the query key is the path that is read', async () => {
  const client = createQueryClient();
  await expect(client.fetchQuery({ queryKey: ['/api/config'] })).resolves.toMatchObject({ mode: 'demo' });
  await expect(client.fetchQuery({ queryKey: ['/api', 'config'] })).resolves.toMatchObject({ mode: 'demo' });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('not being signed in is an error by default, or null on request', async () => {
  const client = createQueryClient();
  await expect(client.fetchQuery({ queryKey: ['/api/user/profile'] })).rejects.toThrow(/^401: /);
  await expect(createQueryClient().fetchQuery(profileQuery)).resolves.toBeNull();
});

test('any other failure is always an error', async () => {
  const server = createMockServer();
  server.fail('/api/user/profile');
  vi.stubGlobal('fetch', server.fetch);
  await expect(createQueryClient().fetchQuery(profileQuery)).rejects.toThrow(/^503: /);
});
