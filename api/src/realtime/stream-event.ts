import type { StreamEventName } from '@tallystone/core/http-api/stream';
import { once } from '../rounds/once.ts';
import type { Position } from './position.ts';

export type EncodedEvent = ReturnType<typeof encodeEvent>;

/** Encodes an event as bytes, once for all its readers. @param json its serialised data, without line breaks */
export function encodeEvent(event: StreamEventName, json: string, id: Position | null) {
  const bare = `event: ${event}\ndata: ${json}\n\n`;
  return {
    /** With the position that its readers have reached. */
    withId: Buffer.from(id === null ? bare : `id: ${id}\n${bare}`),
    /** For a reader that hasn't reached the position yet, because an account event is still due. Made on first use. */
    withoutId: once(() => Buffer.from(bare)),
  };
}
