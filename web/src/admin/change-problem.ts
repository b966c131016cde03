import { ApiError } from '../data/api-error.ts';
import { adminProblem } from './admin-problem.ts';

/** Why a change was refused: the sentence for its field, or else the general one. */
export function changeProblem(error: unknown, field?: string): string {
  const own = error instanceof ApiError && field !== undefined ? error.fields[field] : undefined;
  return own ?? adminProblem(error);
}
