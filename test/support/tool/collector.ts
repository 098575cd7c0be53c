/** An OpenTelemetry collector that receives traces as JSON over HTTP. */
import { httpServer } from '../http-server.ts';

type Value = string | number | boolean | Value[];

/** A span, as it arrived. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly events: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, Value>>;
  }[];
  /** Whether it has the status of an error. */
  readonly isError: boolean;
  /** Instants in milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  /** Milliseconds. */
  readonly duration: number;
}

export interface Collector {
  readonly url: string;
  /** All bodies, as they arrived. */
  readonly bodies: readonly string[];
  spans(): ReceivedSpan[];
  /** Attributes of the process that sent the spans. */
  resource(): Readonly<Record<string, Value>>;
  close(): Promise<void>;
}

/** Starts a collector. @param status of its answers */
export async function startCollector(status = 200): Promise<Collector> {
  const bodies: string[] = [];
  const server = await httpServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    req.on('end', () => {
      if (req.method === 'POST' && req.url === '/v1/traces') bodies.push(body);
      res.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const resources = (): any[] => bodies.flatMap((body) => JSON.parse(body).resourceSpans as any[]);
  return {
    url: server.url,
    bodies,
    spans: () =>
      resources().flatMap(({ scopeSpans }) =>
        (scopeSpans as any[]).flatMap(({ spans }) => (spans as any[]).map(readSpan)),
      ),
    resource: () => attributesOf(resources()[0].resource.attributes),
    close: () => server.close(),
  };
}

const readSpan = (span: any): ReceivedSpan => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId,
  name: span.name,
  kind: span.kind,
  attributes: attributesOf(span.attributes),
  events: (span.events as any[]).map(({ name, attributes }) => ({
    name,
    attributes: attributesOf(attributes),
  })),
  isError: span.status.code === 2,
  start: Number(span.startTimeUnixNano) / 1e6,
  end: Number(span.endTimeUnixNano) / 1e6,
  duration: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
});

const attributesOf = (attributes: readonly any[]): Record<string, Value> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));

function valueOf(value: any): Value {
  if ('arrayValue' in value) return (value.arrayValue.values as any[]).map(valueOf);
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue);
}
