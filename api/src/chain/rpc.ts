import { createPublicClient, http, type PublicClient } from 'viem';

/** Together less than a server that stops has time for. */
const TIMEOUT_MS = 4000;
const RETRIES = 1;
/**
 * Of an answer, so that none takes more memory than this: a full block of the shortest logs is below it, and what is more
 * is asked for in fewer blocks.
 */
const MOST_BYTES = 32 * 1024 * 1024;

/** A node of the chain. */
export interface Endpoint {
  /** For messages: its host. The rest of the address may be a secret. */
  readonly name: string;
  readonly client: PublicClient;
}

/** Two or more. All are asked whatever moves money. */
export type Endpoints = readonly [Endpoint, Endpoint, ...Endpoint[]];

/** An endpoint that is asked with a limit of time, and again where it fails in passing. */
export function openEndpoint(url: string, timeoutMs = TIMEOUT_MS): Endpoint {
  const transport = http(url, { timeout: timeoutMs, retryCount: RETRIES, maxResponseBodySize: MOST_BYTES });
  return { name: new URL(url).host, client: createPublicClient({ transport }) };
}
