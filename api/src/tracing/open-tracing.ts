import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/** How long a stopping server waits for its last spans to be sent. */
const LAST_SPANS_MS = 2000;
/** A collector that doesn't answer must not keep spans in memory for long. */
const EXPORT_MS = 5000;

/** Sends the spans of this process to a collector. */
export interface Tracing {
  /** Sends what is left, for two seconds at most. */
  stop(): Promise<void>;
}

/**
 * Starts to send traces over OTLP/HTTP. Sampling, headers and the service's name follow OpenTelemetry's own variables, such as
 * OTEL_TRACES_SAMPLER.
 *
 * @param endpoint base address of the collector, such as `http://127.0.0.1:4318`
 */
export function openTracing({
  endpoint,
  serviceName,
  version,
  onError,
}: {
  endpoint: string;
  serviceName: string;
  version: string;
  onError(error: unknown): void;
}): Tracing {
  const report = (...said: unknown[]) => onError(new Error(said.map(String).join(' ')));
  const silent = () => undefined;
  diag.setLogger(
    { error: report, warn: report, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_MS })],
  });
  provider.register();
  return {
    async stop() {
      const limit = new Promise<void>((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref());
      await Promise.race([provider.shutdown().catch(onError), limit]);
      // They are global to the process.
      for (const api of [trace, context, propagation, diag]) api.disable();
    },
  };
}
