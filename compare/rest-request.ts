/**
 * Builds the HTTP requests of operations from their descriptors. Unlike the client of the gateway
 * it checks nothing: invalid requests are what many checks are about.
 */
import type { Bases } from '../src/config.ts';
import type { Service } from '../src/engine/api/register.ts';
import { type AnyOperation, pathKeys, serviceOf } from '../src/engine/api/operation.ts';
import type { Param } from '../src/engine/api/param.ts';

/** Path keys, query parameters of any name and the `body`, by their names. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A file that is sent together with the `body` of its metadata. */
export interface SentFile {
  readonly type: string;
  readonly text: string;
}

/** A request without its credential. */
export interface RestRequest {
  readonly method: AnyOperation['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const baseNames: Readonly<Record<Service, keyof Bases>> = {
  video: 'video',
  live: 'video',
  storage: 'storage',
  calendar: 'calendar',
};

/** @param file makes the request an upload with metadata (`multipart/related`) */
export function buildRestRequest(
  bases: Bases,
  operation: AnyOperation,
  args: Arguments,
  file?: SentFile,
): RestRequest {
  const { method, path, upload } = operation;
  const base = bases[baseNames[serviceOf(operation)]].replace(/\/$/, '');
  const { body, ...rest } = args;
  const keys = new Set(pathKeys(path));
  const template = file ? new URL(upload!.path, base).href : base + path;
  const url = template.replace(/\{(\w+)\}|%7B(\w+)%7D/g, (_, key?: string, encoded?: string) =>
    encodeURIComponent(String(rest[key ?? encoded!])),
  );
  const query = new URLSearchParams(
    Object.entries(rest)
      .filter(([name, value]) => !keys.has(name) && value !== undefined)
      .flatMap(([name, value]) => pairsOf(name, operation.query[name], value)),
  );
  if (file) query.set('uploadType', 'multipart');
  return { method, url: `${url}?${query}`, ...contentOf(body, file) };
}

function pairsOf(name: string, param: Param | undefined, value: unknown): [string, string][] {
  if (!Array.isArray(value)) return [[name, String(value)]];
  return param?.list === 'repeat'
    ? value.map((element) => [name, String(element)])
    : [[name, value.join()]];
}

const boundary = 'studiograph-compare-boundary';

function contentOf(
  body: unknown,
  file: SentFile | undefined,
): Pick<RestRequest, 'headers' | 'body'> {
  if (file) {
    const parts = [
      ['application/json', JSON.stringify(body)],
      [file.type, file.text],
    ].map(([type, text]) => `--${boundary}\r\ncontent-type: ${type}\r\n\r\n${text}\r\n`);
    return {
      headers: { 'content-type': `multipart/related; boundary=${boundary}` },
      body: `${parts.join('')}--${boundary}--\r\n`,
    };
  }
  if (body === undefined) return { headers: {} };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
