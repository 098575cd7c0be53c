/** Serves the explorer, which `npm run explorer` has built: one page, and its files for good. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { HttpError } from '../error/http-error.ts';
import type { PageSettings } from './page-settings.ts';
import { packageFile } from '../package-file.ts';
import { explorerPath } from '../record/route.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** The page and its files. */
export interface Explorer {
  readonly page: Handler;
  /** A file below `explorerPath`. */
  readonly file: Handler;
}

const folder = fileURLToPath(packageFile('dist/explorer/'));

/** @param settings for the page; it is made at its first use */
export function explorer(settings: PageSettings): Explorer {
  let page: ReturnType<typeof readPage> | undefined;
  let files: Promise<Handler> | undefined;
  return {
    page: async (req, res) => {
      page ??= readPage(settings);
      const { html, headers } = page;
      if (req.headers['if-none-match'] === headers['etag']) res.writeHead(304, headers).end();
      else res.writeHead(200, headers).end(html);
    },
    file: async (req, res) => {
      files ??= readFiles();
      await (await files)(req, res);
    },
  };
}

/** @throws HttpError if the page was not built */
function readPage(settings: PageSettings) {
  if (!existsSync(`${folder}index.html`))
    throw new HttpError(
      503,
      'INTERNAL',
      'The explorer is not built: run `npm run explorer`. GraphQL itself works.',
    );
  // `</script` would end the element. Escaped, it is the same JSON.
  const json = JSON.stringify(settings).replaceAll('<', String.raw`\u003c`);
  const built = readFileSync(`${folder}index.html`, 'utf8');
  const html = built.replace(/(<script [^>]*id="settings">)/, (tag) => tag + json);
  const start = /<script>([^<]*)<\/script>/.exec(html)![1]!;
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(digestOf(start), settings.pictures),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      etag: `"${digestOf(html)}"`,
      vary: 'accept',
    },
  };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Allows the script that starts the page, and what that script loads. `'self'` would also allow
 * files of users, which have the same origin. The editor sets styles on elements.
 */
const contentSecurityPolicy = (start: string, pictures: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${start}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self'",
    `img-src 'self' data: ${pictures.join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The names of the files change with their content. */
async function readFiles(): Promise<Handler> {
  const { default: sirv } = await import('sirv');
  const serve = sirv(`${folder}explorer`, {
    brotli: true,
    gzip: true,
    immutable: true,
    maxAge: year,
  });
  return async (req, res) => {
    const { url } = req;
    req.url = url!.slice(explorerPath.length - 1);
    // The names are read once. After another build or installation a file can be gone: an error of
    // its stream that nobody takes would end the process.
    res.once('pipe', (file: Readable) => file.once('error', () => res.destroy()));
    serve(req, res, () => sendUnzipped(req.url!, res));
  };
}

const year = 31_536_000;

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  ttf: 'font/ttf',
};

/**
 * For clients that accept no gzip: the package has the files in this form alone.
 * @throws HttpError 404 for a path of no file
 */
function sendUnzipped(path: string, res: ServerResponse): void {
  const [, name, extension] = /^\/([\w.-]+\.(css|js|ttf))(\?|$)/.exec(path) ?? [];
  const file = `${folder}explorer/${name}.gz`;
  if (extension === undefined || !existsSync(file))
    throw new HttpError(404, 'NOT_FOUND', 'The explorer has no such file.');
  res.writeHead(200, {
    'content-type': types[extension],
    'cache-control': `public,max-age=${year},immutable`,
    vary: 'accept-encoding',
  });
  // The client may leave before the end.
  pipeline(createReadStream(file), createGunzip(), res, () => {});
}
