import { fileURLToPath } from 'node:url';
import { buildContractsIfStale } from './build-contracts.mjs';

/**
 * The global setup of vitest and Playwright: tests that start chains side by side find the contracts built, and none reads
 * what another writes.
 */
export default async function setup() {
  await buildContractsIfStale(fileURLToPath(new URL('..', import.meta.url)));
}
