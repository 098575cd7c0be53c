/**
 * What an operator sees of a process besides the log. The modules that make it are loaded only if
 * the settings ask for it.
 */
import type { Config } from '../config.ts';
import { type Clock, systemClock } from '../engine/caller/clock.ts';
import type { Logger } from '../server/record/log.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing/tracing.ts';
import { versionOf } from './version.ts';

/** Observes the layers. The parts that are off are absent. */
export interface Observability {
  readonly metrics?: Metrics | undefined;
  /** URL of the metrics. */
  readonly metricsUrl?: string | undefined;
  readonly tracing?: Tracing | undefined;
  /** Called after everything that is observed has ended. */
  close(): Promise<void>;
}

/** @throws the error of the socket if the port of the metrics cannot be opened */
export async function startObservability(
  config: Config,
  log: Logger,
  clock: Clock = systemClock,
): Promise<Observability> {
  const [metrics, tracing] = await Promise.all([
    startMetrics(config, clock),
    startTracing(config, log, clock),
  ]);
  return {
    ...metrics,
    tracing,
    close: async () => {
      await tracing?.close();
      await metrics?.close();
    },
  };
}

async function startMetrics(
  config: Config,
  clock: Clock,
): Promise<Required<Omit<Observability, 'tracing'>> | undefined> {
  if (config.METRICS_PORT === undefined) return undefined;
  const [{ Metrics }, { serveMetrics }] = await Promise.all([
    import('./metrics.ts'),
    import('./metrics-server.ts'),
  ]);
  const metrics = new Metrics(versionOf(config));
  const server = await serveMetrics(metrics, config, clock);
  return { metrics, metricsUrl: server.url, close: () => server.close() };
}

/** The packages of OpenTelemetry are optional: without them, the gateway runs without traces. */
async function startTracing(
  config: Config,
  log: Logger,
  clock: Clock,
): Promise<Tracing | undefined> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  try {
    const { Tracing } = await import('./tracing/tracing.ts');
    return new Tracing(config, log, clock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    log.warn(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the optional packages of OpenTelemetry are not installed: no traces are sent',
    );
    return undefined;
  }
}
