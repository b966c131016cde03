import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import type { PracticeAdmin } from './practice/practice-admin.ts';
import { welcomeText } from './welcome-text.ts';

const address = 'http://127.0.0.1:43210';
const practiceAdmin = { wallet: anEvmWallet().wallet, key: 'ab'.repeat(32) };
const say = (
  settings: Record<string, string>,
  { admin = null }: { admin?: PracticeAdmin | null } = {},
): string =>
  welcomeText({
    config: parseConfig(settings),
    address,
    metricsAddress: settings.METRICS_PORT === undefined ? null : 'http://127.0.0.1:9464/metrics',
    practiceAdmin: admin,
    hasWebApp: true,
  });

test('without a public origin it shows the address', () => {
  expect(say({})).toContain(`Open ${address} in a browser.`);
  expect(say({})).not.toContain('listens');
});

test('says where metrics are only if they are served', () => {
  expect(say({})).not.toContain('Metrics');
  expect(say({ METRICS_PORT: '9464' })).toContain('Metrics are at http://127.0.0.1:9464/metrics');
});

test('behind a proxy it also shows the address for the proxy, which PORT=0 does not reveal', () => {
  const text = say({ PUBLIC_ORIGIN: 'http://localhost:8080' });
  expect(text).toContain('Open http://localhost:8080 in a browser.');
  expect(text).toContain(`The server itself listens at ${address}`);
});

test('shows the link of the practice admin on one line', () => {
  const lines = (settings: Record<string, string>) =>
    say(settings, { admin: practiceAdmin })
      .split('\n')
      .filter((line) => line.includes(practiceAdmin.key));
  expect(lines({})).toEqual([`  Admin: ${address}/admin#practice=${practiceAdmin.key}`]);
  expect(lines({ PUBLIC_ORIGIN: 'http://localhost:8080' })).toEqual([
    `  Admin: http://localhost:8080/admin#practice=${practiceAdmin.key}`,
  ]);
  expect(say({})).not.toContain('#practice=');
});
