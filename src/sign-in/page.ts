/** Pages of sign-in: plain HTML, without scripts, that no other page can show in a frame. */
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}' +
  'button,a.button{font:inherit;margin-right:.5rem}li{margin:.25rem 0}';

const styleDigest = hash('sha256', style, 'base64');

interface Page {
  readonly status: number;
  readonly title: string;
  /** HTML. */
  readonly content: readonly string[];
  /** Where its forms may lead, as the policy has it. Default: nowhere. */
  readonly formAction?: string | undefined;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

export function sendPage(
  res: ServerResponse,
  { status, title, content, formAction = "'none'", headers = {} }: Page,
): void {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleDigest}'`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const heading = escapeHtml(title);
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...headers,
  } as Record<string, string | string[]>);
  res.end(
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${heading}</title>` +
      `<meta name="viewport" content="width=device-width"><style>${style}</style></head>` +
      `<body><h1>${heading}</h1>${content.join('\n')}</body></html>`,
  );
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
