import type { DropLog } from './drop-log.ts';
import { NotUnderstood } from './feed-value.ts';

/** No answer that we ask for has this many elements; the rest is ignored. */
const MOST_ELEMENTS = 20_000;

/**
 * Parses a list element by element. Notes and leaves out elements that can't be parsed or whose id is in the list
 * already.
 *
 * @param what the elements are, such as `game`
 */
export function parseEach<T extends { readonly id: string }>(
  list: readonly unknown[],
  { what, parse, drops }: { what: string; parse: (element: unknown) => T; drops: DropLog },
): T[] {
  const parsed = new Map<string, T>();
  for (const element of list.slice(0, MOST_ELEMENTS)) {
    try {
      const value = parse(element);
      if (parsed.has(value.id)) drops.note(`${what} ${value.id}`, 'it is in the list already');
      else parsed.set(value.id, value);
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      drops.note(`${what} ${nameOf(element)}`, error.message);
    }
  }
  if (list.length > MOST_ELEMENTS)
    drops.note(`${list.length - MOST_ELEMENTS} more of ${what}`, 'the list is too long');
  return [...parsed.values()];
}

/** A name by which an admin can find the element. */
function nameOf(element: unknown): string {
  if (typeof element !== 'object' || element === null)
    return `(${element === null ? 'null' : typeof element})`;
  const { gameId, conditionId, id } = element as Readonly<Record<string, unknown>>;
  const name = conditionId ?? gameId ?? id;
  return typeof name === 'string' || typeof name === 'number' ? String(name).slice(0, 64) : '(without id)';
}
