import type { WireError } from './error.ts';

/** The body of an error answer; empty if the answer didn't come from our server. */
export type ErrorBody = Partial<WireError>;

/** Reads the text of an error answer. */
export function readErrorBody(text: string): ErrorBody {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    const { error, code, requestId, ...facts } = value as Record<string, unknown>; // checked to be a plain object
    return {
      ...(facts as ErrorBody), // our server's figures; the code that shows one checks that it exists
      ...(typeof error === 'string' && { error }),
      ...(typeof code === 'string' && { code }),
      ...(typeof requestId === 'string' && { requestId }),
    };
  } catch {
    return {};
  }
}
