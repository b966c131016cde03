import { type Reason, SENTENCES } from './all.ts';
import { holesOf } from './sentence.ts';

/** Whether a stored value has a code that this version knows, with all facts of its sentence. */
export function isReason(value: unknown): value is Reason {
  if (typeof value !== 'object' || value === null || !('code' in value)) return false;
  const text = Object.entries(SENTENCES).find(([code]) => code === value.code)?.[1];
  return text !== undefined && holesOf(text).every(({ name }) => name in value);
}
