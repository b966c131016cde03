import { randomUUID } from 'node:crypto';

/** A name that no other test and no other worker uses. */
export function newName(what: string): string {
  return `${what} ${randomUUID().slice(0, 8)}`;
}
