/** The span of a client that a request continues. */
import { type Context, ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';

/** The header of W3C Trace Context: version, trace, parent, flags, and what later versions add. */
const traceparent = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** @param header `traceparent`; its span becomes the parent if it is valid */
export function parentIn(header: string | string[] | undefined): Context {
  const [, version, traceId, spanId, flags, rest] = traceparent.exec(String(header)) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  if (version === '00' && rest !== undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
