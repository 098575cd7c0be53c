/** A server, as the conventions of OpenTelemetry name it. */
import type { Attributes } from '@opentelemetry/api';

/** @param url of anything on the server; the attributes have its host and its port alone */
export function serverAddress(url: URL | string): Attributes {
  const { hostname, port, protocol } = new URL(url);
  const defaultPort = protocol === 'https:' ? 443 : 80;
  return { 'server.address': hostname, 'server.port': Number(port) || defaultPort };
}
