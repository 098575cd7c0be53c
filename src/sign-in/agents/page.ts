/** The pages of the authorization server: plain HTML, without scripts, in no frame. */
import { createHash } from 'node:crypto';

/** HTML that needs no escaping. */
export interface Html {
  readonly html: string;
}

/** Characters that change the order of text, and could make a name look like another. */
const invisible = /[\p{Cc}\p{Cf}]/gu;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replaceAll(invisible, '').replaceAll(/[&<>"']/g, (sign) => escapes[sign]!);

/** A template whose values are escaped, unless they are HTML themselves. */
export function html(
  texts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const parts = values.map((value) => {
    if (typeof value === 'string') return escaped(value);
    return 'html' in value ? value.html : value.map((each) => each.html).join('');
  });
  return { html: texts.map((text, index) => text + (parts[index] ?? '')).join('') };
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}button{font:inherit;padding:.5rem 1.25rem;margin-right:.75rem}.warning{border-left:4px solid #b3261e;padding-left:.75rem}@media(prefers-color-scheme:dark){body{color:#e4e4e8;background:#1b1b1f}a{color:#a8c7fa}}';

const styleDigest = createHash('sha256').update(style).digest('base64');

/** A page, and the headers that it is sent with. */
export interface Page {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param formTarget the origin to which an answer to the form of the page leads */
export function pageOf(title: string, body: Html, formTarget?: string): Page {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${style}</style></head>`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleDigest}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...formActions(formTarget),
  ];
  return {
    text: `${head}<body><main><h1>${escaped(title)}</h1>${body.html}</main></body></html>`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    },
  };
}

/**
 * Browsers apply the rule to redirects after a form, too. The grammar of the policy has no IPv6
 * addresses, so a form that leads to one has no rule.
 */
function formActions(target: string | undefined): string[] {
  if (target === undefined) return ["form-action 'none'"];
  return target.includes('[') ? [] : [`form-action 'self' ${target}`];
}

/** A page that says what is wrong and what to do. */
export const errorPage = (title: string, ...paragraphs: readonly string[]): Page =>
  pageOf(title, html`${paragraphs.map((each) => html`<p>${each}</p>`)}`);
