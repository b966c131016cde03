import { ChainDisagreement, ChainUnreachable } from './escrow-chain.ts';
import type { Endpoint, Endpoints } from './rpc.ts';

/** So much of what each said is told. */
const TOLD_CHARACTERS = 200;

/**
 * What both endpoints say.
 *
 * @param what for messages, such as `the balance`
 * @throws ChainDisagreement unless they say the same, to the last digit
 */
export async function agree<T>(
  endpoints: Endpoints,
  what: string,
  ask: (endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  const [one, other] = await askBoth(endpoints, what, ask);
  requireSame(endpoints, what, [one, other]);
  return one;
}

/** What each endpoint says. @throws ChainUnreachable unless both answer */
export async function askBoth<T>(
  endpoints: Endpoints,
  what: string,
  ask: (endpoint: Endpoint) => Promise<T>,
): Promise<[T, T]> {
  const [one, other] = endpoints;
  return await Promise.all([askOne(one, what, ask), askOne(other, what, ask)]);
}

/** @throws ChainDisagreement unless both answers are the same */
export function requireSame(
  [one, other]: Endpoints,
  what: string,
  answers: readonly [unknown, unknown],
): void {
  const [first, second] = answers.map(inOneForm) as [string, string];
  if (first === second) return;
  const told = (name: string, answer: string) => `${name} says ${answer.slice(0, TOLD_CHARACTERS)}`;
  throw new ChainDisagreement(what, [told(one.name, first), told(other.name, second)]);
}

async function askOne<T>(
  endpoint: Endpoint,
  what: string,
  ask: (endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  try {
    return await ask(endpoint);
  } catch (error) {
    throw new ChainUnreachable(`${what} could not be read from ${endpoint.name}`, error);
  }
}

/** The same text for the same answer. */
function inOneForm(answer: unknown): string {
  return JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? `${value}` : value)) ?? 'nothing';
}
