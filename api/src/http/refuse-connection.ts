import type { Socket } from 'node:net';
import { type Message, say } from '@tallystone/core/sentences/say';
import { closeInStages, isClosing } from './close-in-stages.ts';
import { errorBody, HttpError } from './http-error.ts';

const CONNECTION_ERRORS: Readonly<Record<string, readonly [status: string, text: Message | string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', say('request-too-slow')],
};

/** Answers by hand what Node couldn't parse as HTTP, because there is no request object. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  // Bytes after a refusal can't be parsed as HTTP either.
  if (isClosing(socket) && error.code !== 'ECONNRESET') return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, text] = CONNECTION_ERRORS[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP.',
  ];
  answerByHand(socket, { status, error: new HttpError('invalid-request', text), requestId });
}

/** Writes a refusal to a connection without a request object, and closes it once the refusal has arrived. */
export function answerByHand(
  socket: Socket,
  { status, error, requestId }: { status: string; error: HttpError; requestId: string },
): void {
  const body = JSON.stringify(errorBody(error, requestId));
  const { retryAfterSeconds } = error;
  const wait = retryAfterSeconds === null ? '' : `retry-after: ${retryAfterSeconds}\r\n`;
  socket.write(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `x-content-type-options: nosniff\r\ncache-control: no-store\r\n${wait}connection: close\r\n\r\n${body}`,
  );
  closeInStages(socket);
  socket.destroySoon();
}
