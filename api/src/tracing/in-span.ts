import { type Attributes, type SpanContext, SpanStatusCode, trace } from '@opentelemetry/api';

/**
 * Runs work within a span of a trace. Without a tracing endpoint it just runs the work. Attributes must not contain wallets,
 * amounts or texts of people.
 *
 * @param links spans that caused the work without being its parent
 */
export function inSpan<T>(
  name: string,
  { attributes = {}, links = [] }: { attributes?: Attributes; links?: readonly SpanContext[] },
  work: () => Promise<T>,
): Promise<T> {
  const options = { attributes, links: links.map((context) => ({ context })) };
  return trace.getTracer('tallystone').startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      // The message may contain values; the log has it.
      const type = error instanceof Error ? error.name : 'unknown';
      span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The span that the current work belongs to; null without tracing. */
export const currentSpan = (): SpanContext | null => trace.getActiveSpan()?.spanContext() ?? null;
