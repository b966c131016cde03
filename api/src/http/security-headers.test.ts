import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const policyFor = (nodeOrigins: readonly string[]) =>
  securityHeaders({ publicOrigin: null, nodeOrigins, scriptHashes: [] }).page('n')['content-security-policy'];

test('the app may call only the nodes in the settings, each listed once', () => {
  const nodes = ['https://sol.example', 'http://127.0.0.1:8545', 'http://127.0.0.1:8545'];
  expect(policyFor(nodes)).toContain("; connect-src 'self' https://sol.example http://127.0.0.1:8545; ");
});
