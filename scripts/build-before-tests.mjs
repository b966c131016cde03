import { fileURLToPath } from 'node:url';
import { buildContractsIfStale } from './build-contracts.mjs';

/**
 * The global setup of vitest and Playwright: builds the contracts once, so parallel tests that start chains don't
 * read a half-written build.
 */
export default async function setup() {
  await buildContractsIfStale(fileURLToPath(new URL('..', import.meta.url)));
}
