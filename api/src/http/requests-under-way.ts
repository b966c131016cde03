import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { say } from '@tallystone/core/sentences/say';
import { HttpError } from './http-error.ts';
import { createPlaces } from './places.ts';

const AGAIN_SECONDS = 1;

/**
 * Limits how many requests of one caller may be in progress, for connections of a proxy, which many callers share.
 *
 * @returns takes a place for a request until its answer is sent; throws HttpError `rate-limited` if there is none
 */
export function limitRequestsUnderWay(
  mostOfOne: number,
): (network: string, request: IncomingMessage, response: ServerResponse) => void {
  const places = createPlaces({ mostOfOne, mostOfAll: null });
  const ofConnection = new WeakMap<Socket, Set<() => void>>();

  /** The places of a connection. Node doesn't close answers that still wait for an earlier one when it ends. */
  function heldBy(socket: Socket): Set<() => void> {
    const known = ofConnection.get(socket);
    if (known !== undefined) return known;
    const held = new Set<() => void>();
    ofConnection.set(socket, held);
    socket.once('close', () => {
      for (const leave of held) leave();
      held.clear();
    });
    return held;
  }

  return (network, { socket }, response) => {
    const place = places.take(network);
    if (place.kind === 'full') {
      throw new HttpError(
        'rate-limited',
        say('too-many-network-requests', { answers: place.held, seconds: AGAIN_SECONDS }),
        { retryAfterSeconds: AGAIN_SECONDS },
      );
    }
    const held = heldBy(socket);
    held.add(place.leave);
    response.once('close', () => {
      held.delete(place.leave);
      place.leave();
    });
  };
}
