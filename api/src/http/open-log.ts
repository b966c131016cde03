import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino } from 'pino';
import { VERSION } from './version.ts';

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Never written, wherever in a line they are. */
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

/** The log: JSON lines, each with the version of the build, to stderr unless told otherwise. */
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

/** What an error says about the program and not about people: queries without their parameters. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'something was thrown that is no error' };
  const isQuery = error instanceof DrizzleQueryError;
  const { cause } = error;
  return {
    name: error.name,
    // The message and the stack of a failed query repeat its parameters.
    message: isQuery ? `failed query: ${error.query}` : error.message,
    ...('code' in error && { code: String(error.code) }),
    ...('constraint' in error && { constraint: String(error.constraint) }),
    ...(!isQuery && { stack: error.stack }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
