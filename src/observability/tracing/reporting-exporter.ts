/** Sends spans to the collector, and logs once that it cannot. */
import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../../server/record/log.ts';

/** The code of a success; the enum is in a package that only the exporter needs. */
const success = 0;

/** A collector that fails disturbs nobody: its spans are dropped. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: OTLPTraceExporter;
  readonly #log: Logger;
  #isFailing = false;

  constructor(exporter: OTLPTraceExporter, log: Logger) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.#exporter.export(spans, (result) => {
      const code: number = result.code;
      this.#report(code === success, result.error);
      done({ code: success });
    });
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  /** Logs the first failure, and the first success after it. */
  #report(isSuccess: boolean, error: (Error & { readonly code?: unknown }) | undefined): void {
    if (isSuccess === !this.#isFailing) return;
    this.#isFailing = !isSuccess;
    if (isSuccess) return this.#log.info('traces are sent again');
    // The message may contain the address, and so a password.
    const reason = typeof error?.code === 'string' ? error.code : error?.name;
    this.#log.warn({ reason }, 'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT: dropped');
  }
}
