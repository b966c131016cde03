import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from './control-socket.ts';

const TICKET = '--ticket=';
const PATIENCE_MS = 8000;
const KEPT_MS = 60_000;
const STILL_AT_IT = 'The server is still at it.';

/** The first word of a command whose answer may take longer than one call on the control socket. */
export const ticketWord = (id: string): string => `${TICKET}${id}`;

export const isStillAtIt = ({ ok, lines }: Reply): boolean => ok && lines[0] === STILL_AT_IT;

/**
 * Answers commands that begin with a ticket within seconds: with their result, or with a note that the work goes on. If the
 * same ticket is sent again, it waits for the same work and doesn't start it again.
 */
export function answerPatiently(
  carryOut: (command: string[]) => Promise<Reply>,
  { patienceMs = PATIENCE_MS, keptMs = KEPT_MS }: { patienceMs?: number; keptMs?: number } = {},
): (command: string[]) => Promise<Reply> {
  const begun = new Map<string, Promise<Reply>>();
  const begin = (ticket: string, command: string[]): Promise<Reply> => {
    const reply = carryOut(command);
    begun.set(ticket, reply);
    const forget = () => void setTimeout(() => begun.delete(ticket), keptMs).unref();
    reply.then(forget, forget);
    return reply;
  };
  return async (command) => {
    const [ticket, ...rest] = command;
    if (!ticket?.startsWith(TICKET)) return carryOut(command);
    const reply = begun.get(ticket) ?? begin(ticket, rest);
    return Promise.race([reply, delay(patienceMs, { ok: true, lines: [STILL_AT_IT] }, { ref: false })]);
  };
}
