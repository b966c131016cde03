import type { WireError } from '@tallystone/core/http-api/error';
import { translated } from '../texts/translated.ts';

/** What an error answer may carry; every field is missing when the answer did not come from our server. */
export type ApiErrorBody = Partial<WireError>;

/** Any answer that is not OK. `message` is `status: body`, or `status: status text` for an empty body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Stable code of the server, e.g. `odds-changed`; `unknown` when the body is not ours. */
  readonly code: string;
  readonly requestId: string | null;
  /** The parsed body: `quote`, `maxStake`, `capLeft`, `balance` where the code brings them. */
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

  /** The same, where our server has answered. */
  get words(): string | undefined {
    return translated(this.body.error, this.body.reason);
  }

  /** What is wrong with the fields of a form, by their names, in the chosen language. */
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
      ...(facts as ApiErrorBody), // figures of our own server; whoever shows one checks that it is there
      ...(typeof error === 'string' && { error }),
      ...(typeof code === 'string' && { code }),
      ...(typeof requestId === 'string' && { requestId }),
    };
  } catch {
    return {};
  }
}
