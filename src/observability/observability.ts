/**
 * What an operator sees of a process besides the log. The modules that make it are loaded only if
 * the settings ask for it.
 */
import type { Config } from '../config.ts';
import type { Metrics } from './metrics.ts';

/** Observes the layers. The parts that are off are absent. */
export interface Observability {
  readonly metrics?: Metrics | undefined;
  /** URL of the metrics. */
  readonly metricsUrl?: string | undefined;
  /** Called after everything that is observed has ended. */
  close(): Promise<void>;
}

/** @throws the error of the socket if the port of the metrics cannot be opened */
export async function startObservability(config: Config): Promise<Observability> {
  if (config.METRICS_PORT === undefined) return { close: async () => {} };
  const [{ Metrics }, { serveMetrics }] = await Promise.all([
    import('./metrics.ts'),
    import('./metrics-server.ts'),
  ]);
  const metrics = new Metrics();
  const server = await serveMetrics(metrics, config);
  return { metrics, metricsUrl: server.url, close: () => server.close() };
}
