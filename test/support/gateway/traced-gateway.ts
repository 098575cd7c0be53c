/** A gateway that sends traces to a collector. */
import { readFileSync } from 'node:fs';
import { afterEach } from 'vitest';
import { type Collector, type ReceivedSpan, startCollector } from '../tool/collector.ts';
import { type GatewayOptions, type RunningGateway, startGateway } from './gateway.ts';

/** The header of the owner of the studio in the sandbox. */
export const token = { authorization: 'Bearer studio-owner' };

/** Kinds of spans in OTLP. */
export const kind = { internal: 1, server: 2, client: 3 };

/** The spans directly below another one. */
export const childrenOf = (
  spans: readonly ReceivedSpan[],
  parent: Pick<ReceivedSpan, 'spanId'>,
): ReceivedSpan[] => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);

/** Spans without a parent. */
export const rootsOf = (spans: readonly ReceivedSpan[]): ReceivedSpan[] =>
  spans.filter(({ parentSpanId }) => !parentSpanId);

const page = readFileSync(new URL('../../../docs/observability.md', import.meta.url), 'utf8');

/** Whether the page has an attribute; the names of buckets are not in it. */
const isDocumented = (name: string): boolean =>
  page.includes(`\`${name.replace(/^studiograph\.units\..*/, 'studiograph.units.<bucket>')}\``);

/**
 * A gateway and its collector: closed after each test of the file. Each attribute of a span has to
 * be in docs/observability.md.
 */
export class TracedGateway {
  gateway: RunningGateway | undefined;
  collector: Collector | undefined;

  constructor() {
    afterEach(async () => {
      await this.stop();
      const spans = this.collector?.spans() ?? [];
      await this.collector?.close();
      this.collector = undefined;
      const names = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
      const missing = [...names].filter((name) => !isDocumented(name));
      if (missing.length > 0) throw new Error(`not in docs/observability.md: ${missing.join()}`);
    });
  }

  async start({ env, ...options }: GatewayOptions = {}): Promise<RunningGateway> {
    this.collector ??= await startCollector();
    const OTEL_EXPORTER_OTLP_ENDPOINT = this.collector.url;
    this.gateway = await startGateway({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT, RETRY_BASE_MS: '1', ...env },
      ...options,
    });
    return this.gateway;
  }

  /** Sends a query to the gateway, as the owner of the studio. */
  query(document: string, variables: object = {}, headers: Record<string, string> = token) {
    return this.gateway!.query(document, variables, headers);
  }

  async stop(): Promise<void> {
    await this.gateway?.close();
    this.gateway = undefined;
  }

  /** Stops the gateway: spans are sent before the process ends. */
  async spansAtEnd(): Promise<ReceivedSpan[]> {
    await this.stop();
    return this.collector!.spans();
  }
}
