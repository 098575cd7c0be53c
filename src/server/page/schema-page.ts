/** Serves the schema as SDL, which has the applied directives that introspection does not show. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { preferredEncoding } from '../response/negotiation.ts';
import { wrongMethod } from '../error/http-error.ts';

/** Prints the schema. */
export type SchemaPrinter = () => Promise<string>;

interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

/**
 * @returns a function that serves the page. It is printed and compressed at its first use: that
 * takes half a second.
 * @throws HttpError 405 for another method
 */
export function schemaPage(
  print: SchemaPrinter,
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  let page: Promise<Page> | undefined;
  return async ({ method, headers: asked }, res) => {
    if (method !== 'GET' && method !== 'HEAD')
      throw wrongMethod('The schema is read by GET or HEAD.', 'GET, HEAD, OPTIONS');
    page ??= render(print);
    const { headers, bodies } = await page;
    const known = asked['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
    if (known.includes(headers['etag']!)) {
      res.writeHead(304, headers).end();
      return;
    }
    const encoding = preferredEncoding(asked['accept-encoding']) ?? 'identity';
    const body = bodies[encoding];
    res.writeHead(200, {
      ...headers,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-length': body.length,
    });
    // Node sends no body in answer to HEAD.
    res.end(body);
  };
}

async function render(print: SchemaPrinter): Promise<Page> {
  const identity = Buffer.from(await print());
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    promisify(gzip)(identity, { level: 6 }),
  ]);
  const digest = createHash('sha256').update(identity).digest('base64url');
  return {
    bodies: { br, gzip: zipped, identity },
    headers: {
      'content-type': 'application/graphql; charset=utf-8',
      'cache-control': 'no-cache',
      // A weak one: it is the same for all encodings.
      etag: `W/"${digest}"`,
      vary: 'accept-encoding',
    },
  };
}
