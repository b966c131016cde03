import type { StreamEventName } from '@tallystone/core/http-api/stream';
import type { Position } from './position.ts';

/** An event as the bytes that cross the wire, made once for all who get it. */
export interface EncodedEvent {
  /** With the place that its reader has come to. */
  readonly withId: Buffer;
  /** For a reader who has not come to that place yet, because own news are still missing. Made when first needed. */
  withoutId(): Buffer;
}

/** @param json what it carries, written out already */
export function encodeEvent(event: StreamEventName, json: string, id: Position | null): EncodedEvent {
  // JSON has no line breaks of its own, which would end the data.
  const bare = `event: ${event}\ndata: ${json}\n\n`;
  let withoutId: Buffer | null = null;
  return {
    withId: Buffer.from(id === null ? bare : `id: ${id}\n${bare}`),
    withoutId() {
      withoutId ??= Buffer.from(bare);
      return withoutId;
    },
  };
}
