import { BaseError, HttpRequestError, TimeoutError } from 'viem';
import { ChainDisagreement, ChainUnreachable } from './escrow-chain.ts';
import type { Endpoint, Endpoints } from './rpc.ts';

/** How many endpoints have to give the same answer. */
const ENOUGH = 2;
/** How much of each answer an error message shows. */
const SHOWN_CHARACTERS = 200;
/** An endpoint that didn't answer isn't asked for this long while enough others answer, since every call would wait for it. */
const RESTS_MS = 30_000;

/** The answer of one endpoint. */
export interface Answer<T> {
  readonly name: string;
  readonly answer: T;
}

/**
 * The answer that the endpoints agree on. Two have to answer, and all answers have to be the same. An endpoint that doesn't
 * respond, or doesn't know the requested block yet, gives no answer.
 *
 * @param what for messages, such as `the balance`
 * @throws ChainDisagreement unless the answers are the same, to the last digit
 */
export async function agree<T>(
  endpoints: Endpoints,
  what: string,
  ask: (endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  return requireSame(what, await askEach(endpoints, what, ask));
}

/** The answers of all endpoints that respond. @throws ChainUnreachable unless two do */
export async function askEach<T>(
  endpoints: Endpoints,
  what: string,
  ask: (endpoint: Endpoint) => Promise<T>,
): Promise<Answer<T>[]> {
  const asked = responsive(endpoints);
  const outcomes = await Promise.allSettled(asked.map(ask));
  const answers: Answer<T>[] = [];
  let failure: ChainUnreachable | null = null;
  for (const [i, endpoint] of asked.entries()) {
    const outcome = outcomes[i];
    if (outcome?.status === 'fulfilled') {
      noteAnswer(endpoint);
      answers.push({ name: endpoint.name, answer: outcome.value });
      continue;
    }
    noteUnresponsive(endpoint, outcome?.reason);
    failure ??= new ChainUnreachable(`${what} could not be read from ${endpoint.name}`, outcome?.reason);
  }
  if (failure !== null && answers.length < ENOUGH) throw failure;
  return answers;
}

/** The answer that all endpoints gave. @throws ChainDisagreement unless they gave the same */
export function requireSame<T>(what: string, answers: readonly Answer<T>[]): T {
  const [first, ...others] = answers;
  if (first === undefined) throw new Error(`no node was asked for ${what}`);
  const form = inOneForm(first.answer);
  const other = others.find(({ answer }) => inOneForm(answer) !== form);
  if (other === undefined) return first.answer;
  const shown = ({ name, answer }: Answer<T>) =>
    `${name} says ${inOneForm(answer).slice(0, SHOWN_CHARACTERS)}`;
  throw new ChainDisagreement(what, [shown(first), shown(other)]);
}

/** The second highest answer: at least two endpoints have reached it. */
export function reachedByTwo<T, N extends number | bigint>(
  answers: readonly Answer<T>[],
  measure: (answer: T) => N,
): T {
  const falling = answers.map(({ answer }) => answer).sort((a, b) => (measure(a) < measure(b) ? 1 : -1));
  const found = falling[ENOUGH - 1];
  if (found === undefined) throw new Error('fewer than two answers were given');
  return found;
}

// ---- endpoints that do not answer

const restsUntil = new WeakMap<Endpoint, number>();
const answeredAt = new WeakMap<Endpoint, number>();

const noteAnswer = (endpoint: Endpoint): void => {
  answeredAt.set(endpoint, performance.now());
};

/** How long ago this process last had an answer of an endpoint, or how long it has run if it never had one. */
export const silentSeconds = (endpoint: Endpoint): number =>
  (performance.now() - (answeredAt.get(endpoint) ?? 0)) / 1000;

/** The endpoints to ask: those that respond if they are enough, otherwise all. */
export function responsive(endpoints: Endpoints): readonly Endpoint[] {
  const now = performance.now();
  const found = endpoints.filter((endpoint) => (restsUntil.get(endpoint) ?? 0) <= now);
  return found.length < ENOUGH ? endpoints : found;
}

/** Lets an endpoint rest that couldn't be reached or didn't answer in time. "Unknown block" is an answer. */
export function noteUnresponsive(endpoint: Endpoint, reason: unknown): void {
  if (isUnresponsive(reason)) restsUntil.set(endpoint, performance.now() + RESTS_MS);
  else noteAnswer(endpoint);
}

/** Whether an error means that the node didn't respond, rather than that the contract failed. */
export const isUnresponsive = (reason: unknown): boolean =>
  reason instanceof BaseError &&
  reason.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null;

/** The same text for the same answer. */
function inOneForm(answer: unknown): string {
  return JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? `${value}` : value)) ?? 'nothing';
}
