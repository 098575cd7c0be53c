/** Through which proxy a connection leaves the network. */

/** As the environment variables `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` have them. */
export interface ProxySettings {
  /** URL of the proxy for https, with user and password if it needs them. */
  readonly https?: string | undefined;
  /** The same for http. */
  readonly http?: string | undefined;
  /** Hosts that are reached without one: names with all below them, addresses, or `*`. */
  readonly except?: readonly string[] | undefined;
}

/** @returns undefined if the origin is reached without a proxy, as this machine always is */
export function proxyOf(origin: URL, { https, http, except = [] }: ProxySettings): URL | undefined {
  const proxy = origin.protocol === 'https:' ? https : http;
  if (proxy === undefined || isLoopback(origin.hostname)) return undefined;
  return except.some((entry) => includes(entry, origin)) ? undefined : new URL(proxy);
}

const isLoopback = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/** @param entry such as `example.com`, `.example.com`, `*.example.com`, `[::1]:8080` or `*` */
function includes(entry: string, { hostname, port, protocol }: URL): boolean {
  const [, name, ofPort] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(
    isBareIPv6(entry) ? `[${entry}]` : entry.toLowerCase(),
  )!;
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  if (ofPort !== undefined && ofPort !== ownPort) return false;
  return name === '*' || hostname === name || hostname.endsWith(`.${name}`);
}

const isBareIPv6 = (entry: string): boolean => /^[\da-f]*:[\da-f]*:[\da-f.:]*$/i.test(entry);
