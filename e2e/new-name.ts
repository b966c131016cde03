import { randomUUID } from 'node:crypto';

/** A name that no other journey and no other worker uses. */
export function newName(what: string): string {
  return `${what} ${randomUUID().slice(0, 8)}`;
}
