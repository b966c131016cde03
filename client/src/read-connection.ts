import { askedWait } from '@tallystone/core/http-api/reconnect-wait';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { TallystoneError } from './tallystone-error.ts';

/**
 * Reads one connection of the stream until the server ends it.
 *
 * @param silentMs without any data for this long the connection counts as dead
 * @throws TallystoneError if the server refuses or the connection breaks; the signal's reason once it is aborted
 */
export async function* readConnection(
  fetchStream: (signal: AbortSignal) => Promise<Response>,
  { silentMs, signal }: { silentMs: number; signal: AbortSignal },
): AsyncGenerator<EventSourceMessage> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silentMs);
  };
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  watch();
  try {
    const response = await fetchStream(AbortSignal.any([signal, silence.signal]));
    if (!response.ok || response.body === null) {
      const askedMs = askedWait(response.headers.get('Retry-After'));
      throw new TallystoneError({ status: response.status, text: await response.text(), askedMs });
    }
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      watch();
      parser.feed(decoder.decode(value, { stream: true }));
      clearTimeout(timer); // the caller may take its time with an event
      yield* messages.splice(0);
      watch();
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof TallystoneError) throw cause;
    throw new TallystoneError({ status: 0, text: 'The stream broke.', code: 'no-answer', cause });
  } finally {
    clearTimeout(timer);
    // Closes the connection when the reader stops early.
    silence.abort();
  }
}
