/** GraphiQL from the installed package: one page that loads nothing from other hosts. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { preferredEncoding } from './accept-encoding.ts';
import { readExamples } from './example.ts';

/** The content of GraphiQL. */
export interface GraphiqlOptions {
  /** Access token to put into the headers editor; for the sandbox only. */
  readonly demoToken?: string | undefined;
}

interface Page {
  readonly gzipped: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * @returns a function that serves the page. The page has 9 MB of script: it is rendered at its
 * first use.
 */
export function graphiql({
  demoToken,
}: GraphiqlOptions): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  let page: Promise<Page> | undefined;
  return async (req, res) => {
    page ??= render(demoToken);
    const { gzipped, headers } = await page;
    if (req.headers['if-none-match'] === headers['etag']) res.writeHead(304, headers).end();
    else if (preferredEncoding(req.headers['accept-encoding'] ?? '', ['gzip']) === 'gzip')
      res.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipped);
    else res.writeHead(200, headers).end(await promisify(gunzip)(gzipped));
  };
}

async function render(demoToken: string | undefined): Promise<Page> {
  const [{ renderGraphiQL }, examples] = await Promise.all([
    import('@graphql-yoga/render-graphiql'),
    readExamples(),
  ]);
  const options = pageOptions(examples, demoToken);
  const html = withStyle(escapeOptions(renderGraphiQL(options).trim(), options));
  const digest = createHash('sha256').update(scriptOf(html)).digest('base64');
  return {
    gzipped: await promisify(gzip)(html, { level: 6 }),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(digest),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      etag: `"${digest}"`,
      vary: 'accept, accept-encoding',
    },
  };
}

function pageOptions(examples: readonly string[], demoToken: string | undefined): object {
  const headers =
    demoToken === undefined
      ? undefined
      : JSON.stringify({ authorization: `Bearer ${demoToken}` }, null, 2);
  return {
    title: 'Studiograph',
    // A token in the headers editor is not stored in the browser.
    shouldPersistHeaders: false,
    headers,
    defaultTabs: examples.map((query) => ({ query, headers })),
  };
}

/**
 * Escapes `<` in the options: the package writes them into a script as JSON, and an unescaped
 * `</script` would end the script.
 */
function escapeOptions(html: string, options: object): string {
  const json = JSON.stringify(options);
  const at = html.lastIndexOf(json);
  if (at === -1) throw new Error('The GraphiQL page does not contain its options as JSON.');
  const escaped = json.replaceAll('<', String.raw`\u003c`);
  return html.slice(0, at) + escaped + html.slice(at + json.length);
}

/**
 * After the first start, GraphiQL shows tabs away from their place, and moves them when the mouse
 * is pressed: the click misses the tab. Without transforms, tabs can still be put in another order.
 */
const style = '<style>.graphiql-tab, .graphiql-tabs li { transform: none !important }</style>';

const withStyle = (html: string): string => {
  const at = html.indexOf('</head>');
  if (at === -1) throw new Error('The GraphiQL page has no end of its head.');
  return html.slice(0, at) + style + html.slice(at);
};

function scriptOf(html: string): string {
  const start = html.indexOf('<script>', html.indexOf('<body')) + '<script>'.length;
  return html.slice(start, html.indexOf('</script', start));
}

/** Allows this script only; Monaco sets styles on elements and starts workers from blobs. */
const contentSecurityPolicy = (digest: string): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${digest}'`,
    "style-src 'unsafe-inline'",
    'worker-src blob:',
    "img-src 'self' data:",
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
