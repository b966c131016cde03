import { type ErrorBody, readErrorBody } from '@tallystone/core/http-api/error-body';
import { translated } from '../texts/translated.ts';

/** Any answer that is not OK. `message` is `status: body`, or `status: status text` for an empty body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's stable code, such as `odds-changed`; `unknown` if the body isn't ours. */
  readonly code: string;
  readonly requestId: string | null;
  /** The parsed body, with `quote`, `maxStake`, `capLeft` or `balance` for some codes. */
  readonly body: ErrorBody;

  constructor({ status, statusText, text }: { status: number; statusText: string; text: string }) {
    super(`${status}: ${text || statusText}`);
    this.status = status;
    this.body = readErrorBody(text);
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
