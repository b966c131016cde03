import type { WireError } from '@tallystone/core/http-api/error';
import { translated } from '../texts/translated.ts';

/** The body of an error answer; empty if the answer didn't come from our server. */
export type ApiErrorBody = Partial<WireError>;

/** Any answer that is not OK. `message` is `status: body`, or `status: status text` for an empty body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's stable code, such as `odds-changed`; `unknown` if the body isn't ours. */
  readonly code: string;
  readonly requestId: string | null;
  /** The parsed body, with `quote`, `maxStake`, `capLeft` or `balance` for some codes. */
  readonly body: ApiErrorBody;

  constructor({ status, statusText, text }: { status: number; statusText: string; text: string }) {
    super(`${status}: ${text || statusText}`);
    this.status = status;
    this.body = parseBody(text);
    this.code = this.body.code ?? 'unknown';
    this.requestId = this.body.requestId ?? null;
  }

  /** One plain sentence for people, in the chosen language. */
  get sentence(): string {
    return this.words ?? this.message;
  }

  /** The same, but undefined if the answer didn't come from our server. */
  get words(): string | undefined {
    return translated(this.body.error, this.body.reason);
  }

  /** The errors of a form's fields by name, in the chosen language. */
  get fields(): Readonly<Record<string, string>> {
    const { fields = {}, fieldReasons = {} } = this.body;
    return Object.fromEntries(
      Object.entries(fields).map(([name, sentence]) => [name, translated(sentence, fieldReasons[name])]),
    );
  }
}

function parseBody(text: string): ApiErrorBody {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    const { error, code, requestId, ...facts } = value as Record<string, unknown>; // checked to be a plain object
    return {
      ...(facts as ApiErrorBody), // our server's figures; the code that shows one checks that it exists
      ...(typeof error === 'string' && { error }),
      ...(typeof code === 'string' && { code }),
      ...(typeof requestId === 'string' && { requestId }),
    };
  } catch {
    return {};
  }
}
