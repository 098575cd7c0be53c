/** GraphiQL from the installed package: one page that loads nothing from anywhere, made when it is first asked for. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { readExamples } from './example.ts';

export interface GraphiqlParts {
  /** Stands in the headers editor, so that the first click gives data: for the sandbox alone. */
  readonly demoToken?: string | undefined;
}

interface Page {
  readonly zipped: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** @returns what answers a browser. The page is 9 MB of script: it is read and compressed once, at its first use. */
export function graphiql({
  demoToken,
}: GraphiqlParts): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  let page: Promise<Page> | undefined;
  return async (req, res) => {
    const { zipped, headers } = await (page ??= render(demoToken));
    if (req.headers['if-none-match'] === headers['etag']) res.writeHead(304, headers).end();
    else if (/\bgzip\b/.test(req.headers['accept-encoding'] ?? ''))
      res.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(zipped);
    else res.writeHead(200, headers).end(await promisify(gunzip)(zipped));
  };
}

async function render(demoToken: string | undefined): Promise<Page> {
  const [{ renderGraphiQL }, examples] = await Promise.all([
    import('@graphql-yoga/render-graphiql'),
    readExamples(),
  ]);
  const given = optionsOf(examples, demoToken);
  const html = escaped(renderGraphiQL(given).trim(), given);
  const digest = createHash('sha256').update(scriptOf(html)).digest('base64');
  return {
    zipped: await promisify(gzip)(html, { level: 6 }),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(digest),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      etag: `"${digest}"`,
      vary: 'accept, accept-encoding',
    },
  };
}

function optionsOf(examples: readonly string[], demoToken: string | undefined): object {
  const headers =
    demoToken === undefined
      ? undefined
      : JSON.stringify({ authorization: `Bearer ${demoToken}` }, null, 2);
  return {
    title: 'Studiograph',
    // A token typed into the headers editor is never kept in the browser.
    shouldPersistHeaders: false,
    headers,
    defaultTabs: examples.map((query) => ({ query, headers })),
  };
}

/** The package writes options into the script as they are; escaped, no text of ours can end that script. */
function escaped(html: string, options: object): string {
  const json = JSON.stringify(options);
  const at = html.lastIndexOf(json);
  if (at === -1) throw new Error('GraphiQL no longer takes its options as JSON.');
  return (
    html.slice(0, at) + json.replaceAll('<', String.raw`\u003c`) + html.slice(at + json.length)
  );
}

const scriptOf = (html: string): string => {
  const start = html.indexOf('<script>', html.indexOf('<body')) + '<script>'.length;
  return html.slice(start, html.indexOf('</script', start));
};

/** Monaco sets styles on elements and starts its workers from blobs; nothing else is allowed than this very script. */
const policy = (digest: string): string =>
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
