import { createPublicClient, http, type PublicClient } from 'viem';

/** With the retry, less than the time that a stopping server has. */
const TIMEOUT_MS = 4000;
const RETRIES = 1;
/**
 * The largest answer, to limit memory. A full block of the shortest logs is smaller; more is read with fewer blocks per
 * request.
 */
const MOST_BYTES = 32 * 1024 * 1024;

/** A node of the chain. */
export interface Endpoint {
  /** The host, for messages. The rest of the URL may be secret. */
  readonly name: string;
  readonly client: PublicClient;
}

/** Two or more. Everything that moves money is read from all of them. */
export type Endpoints = readonly [Endpoint, Endpoint, ...Endpoint[]];

/** Opens an endpoint with a timeout, and one retry for passing failures. */
export function openEndpoint(url: string, timeoutMs = TIMEOUT_MS): Endpoint {
  const transport = http(url, { timeout: timeoutMs, retryCount: RETRIES, maxResponseBodySize: MOST_BYTES });
  return { name: new URL(url).host, client: createPublicClient({ transport }) };
}
