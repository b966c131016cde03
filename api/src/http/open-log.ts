import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino } from 'pino';
import { VERSION } from './version.ts';

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Fields that are never written, at any depth up to three. */
const SECRET = [
  'authorization',
  'cookie',
  'signature',
  'token',
  'nonce',
  'wallet',
  'publicKey',
  'privateKey',
];

/** Opens the log: JSON lines with the build's version, by default to stderr. */
export function openLog(level: LogLevel, destination: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid, version: VERSION },
      redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
      serializers: { err: describeError },
    },
    destination,
  );
}

/** Describes an error without personal data: queries have no parameters. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'something was thrown that is no error' };
  const isQuery = error instanceof DrizzleQueryError;
  const { cause } = error;
  return {
    name: error.name,
    // The message and stack of a failed query contain its parameters.
    message: isQuery ? `failed query: ${error.query}` : error.message,
    ...('code' in error && { code: String(error.code) }),
    ...('constraint' in error && { constraint: String(error.constraint) }),
    ...(!isQuery && { stack: error.stack }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
