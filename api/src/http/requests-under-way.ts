import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { say } from '@tallystone/core/sentences/say';
import { HttpError } from './http-error.ts';
import { createPlaces } from './places.ts';

const AGAIN_SECONDS = 1;

export interface RequestsUnderWay {
  /** Takes a place for a request until its answer is through. @throws HttpError `rate-limited` */
  take(network: string, request: IncomingMessage, response: ServerResponse): void;
}

/** Limits how many answers are due to one caller at a time, where connections are a proxy's and say nothing of callers. */
export function limitRequestsUnderWay(mostOfOne: number): RequestsUnderWay {
  const places = createPlaces({ mostOfOne, mostOfAll: null });
  const ofConnection = new WeakMap<Socket, Set<() => void>>();

  /** Of answers that wait for an earlier one of their connection Node says nothing when it ends. */
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

  return {
    take(network, { socket }, response) {
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
    },
  };
}
