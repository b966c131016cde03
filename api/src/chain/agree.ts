import { BaseError, HttpRequestError, TimeoutError } from 'viem';
import { ChainDisagreement, ChainUnreachable } from './escrow-chain.ts';
import type { Endpoint, Endpoints } from './rpc.ts';

/** So many have to say the same. */
const ENOUGH = 2;
/** So much of what each said is told. */
const TOLD_CHARACTERS = 200;
/** One that was silent is left alone for so long while enough others answer: each question would wait for it. */
const RESTS_MS = 30_000;

/** What one endpoint says. */
export interface Said<T> {
  readonly name: string;
  readonly answer: T;
}

/**
 * What the endpoints say. Two have to answer, and all that do have to say the same: one that is silent, or does not know the
 * block that is asked about yet, says nothing.
 *
 * @param what for messages, such as `the balance`
 * @throws ChainDisagreement unless they say the same, to the last digit
 */
export async function agree<T>(
  endpoints: Endpoints,
  what: string,
  ask: (endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  return requireSame(what, await askEach(endpoints, what, ask));
}

/** What each endpoint says that answers. @throws ChainUnreachable unless two do */
export async function askEach<T>(
  endpoints: Endpoints,
  what: string,
  ask: (endpoint: Endpoint) => Promise<T>,
): Promise<Said<T>[]> {
  const asked = awake(endpoints);
  const outcomes = await Promise.allSettled(asked.map(ask));
  const said: Said<T>[] = [];
  let failure: ChainUnreachable | null = null;
  for (const [i, endpoint] of asked.entries()) {
    const outcome = outcomes[i];
    if (outcome?.status === 'fulfilled') {
      said.push({ name: endpoint.name, answer: outcome.value });
      continue;
    }
    noteSilence(endpoint, outcome?.reason);
    failure ??= new ChainUnreachable(`${what} could not be read from ${endpoint.name}`, outcome?.reason);
  }
  if (failure !== null && said.length < ENOUGH) throw failure;
  return said;
}

/** What all of them said. @throws ChainDisagreement unless it is the same */
export function requireSame<T>(what: string, said: readonly Said<T>[]): T {
  const [first, ...others] = said;
  if (first === undefined) throw new Error(`no node was asked for ${what}`);
  const form = inOneForm(first.answer);
  const other = others.find(({ answer }) => inOneForm(answer) !== form);
  if (other === undefined) return first.answer;
  const told = ({ name, answer }: Said<T>) => `${name} says ${inOneForm(answer).slice(0, TOLD_CHARACTERS)}`;
  throw new ChainDisagreement(what, [told(first), told(other)]);
}

/** The second highest answer: two say at least so much. */
export function reachedByTwo<T, N extends number | bigint>(
  said: readonly Said<T>[],
  measure: (answer: T) => N,
): T {
  const falling = said.map(({ answer }) => answer).sort((a, b) => (measure(a) < measure(b) ? 1 : -1));
  const found = falling[ENOUGH - 1];
  if (found === undefined) throw new Error('fewer than two answers were given');
  return found;
}

// ---- endpoints that do not answer

const silentUntil = new WeakMap<Endpoint, number>();

/** Those that are worth asking: all, unless enough of them are left without the silent ones. */
export function awake(endpoints: Endpoints): readonly Endpoint[] {
  const now = performance.now();
  const found = endpoints.filter((endpoint) => (silentUntil.get(endpoint) ?? 0) <= now);
  return found.length < ENOUGH ? endpoints : found;
}

/** A block that it does not know is an answer; no connection and no answer in time are none. */
export function noteSilence(endpoint: Endpoint, reason: unknown): void {
  if (isSilence(reason)) silentUntil.set(endpoint, performance.now() + RESTS_MS);
}

/** Whether the node could not be reached or did not answer, and not the contract. */
export const isSilence = (reason: unknown): boolean =>
  reason instanceof BaseError &&
  reason.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null;

/** The same text for the same answer. */
function inOneForm(answer: unknown): string {
  return JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? `${value}` : value)) ?? 'nothing';
}
