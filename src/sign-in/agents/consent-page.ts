/** The page on which a user decides what an agent may do. */
import type { ServerResponse } from 'node:http';
import { escapeHtml, paragraph, sendPage } from '../page.ts';
import { wordsOf } from './scopes.ts';

/** Who asks. */
interface ConsentRequester {
  /** As it calls itself. */
  readonly name: string;
  /** The host that proves the name: the agent's metadata come from there. */
  readonly provenBy?: string | undefined;
  readonly redirectUri: URL;
}

/** What is asked for. */
interface ConsentView {
  readonly requester: ConsentRequester;
  /** Full names of scopes, each with the address of the account that it is granted for. */
  readonly granted: readonly (readonly [scope: string, email: string])[];
  /** Full names of scopes that no account of the user can grant. */
  readonly missing: readonly string[];
  /** Where the user signs in for what is missing. */
  readonly addUrl: string;
  /** Where another account signs in. */
  readonly switchUrl: string;
  readonly formUrl: string;
  readonly formToken: string;
  /** Whether the form that was sent is not the one of this page. */
  readonly isAgain: boolean;
}

/** Shows what is asked for. */
export function sendConsentPage(res: ServerResponse, view: ConsentView): void {
  const { requester, granted, missing, isAgain } = view;
  const { name, redirectUri } = requester;
  const shown = visible(name);
  const emails = [...new Set(granted.map(([, email]) => email))];
  sendPage(res, {
    status: isAgain ? 409 : 200,
    title: `Allow ${shown}?`,
    content: [
      ...(isAgain ? [paragraph(again)] : []),
      `<p><strong>${escapeHtml(shown)}</strong> asks for access to your account through this gateway.</p>`,
      ...proofOf(requester),
      ...emails.map(
        (email) =>
          `<p>With <strong>${escapeHtml(email)}</strong> it may:</p>${listOf(
            granted.filter(([, own]) => own === email).map(([scope]) => scope),
          )}`,
      ),
      ...(missing.length > 0
        ? [
            paragraph('It also asks for what none of your signed-in accounts can grant:'),
            listOf(missing),
            `<p><a href="${escapeHtml(view.addUrl)}">Add it at Google</a>, or go on without it.</p>`,
          ]
        : []),
      paragraph(
        `Your answer is sent to ${redirectUri.host}. The access ends when you sign out of this gateway.`,
      ),
      formOf(view),
      `<p><a href="${escapeHtml(view.switchUrl)}">Use another account</a></p>`,
    ],
    formAction: formActionOf(redirectUri),
    // With `no-referrer`, browsers would send the form without its origin.
    headers: { 'referrer-policy': 'same-origin' },
  });
}

const again =
  'This is not the page that you have answered: you have signed in with other accounts, or it was sent by another page. Look at it again.';

/** Without characters that change the order of text, or make a name look like another. */
const visible = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '');

const listOf = (scopes: readonly string[]): string =>
  `<ul>${scopes.map((scope) => `<li>${escapeHtml(wordsOf(scope))}</li>`).join('')}</ul>`;

function formOf({ formUrl, formToken, granted }: ConsentView): string {
  const allow = '<button name="decision" value="allow">Allow</button>';
  return `<form method="post" action="${escapeHtml(formUrl)}"><input type="hidden" name="token" value="${escapeHtml(formToken)}">${granted.length > 0 ? allow : ''}<button name="decision" value="deny">Deny</button></form>`;
}

/** Hosts of the user's own computer. */
const local: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

const proofOf = ({ provenBy, redirectUri }: ConsentRequester): string[] => [
  provenBy === undefined
    ? paragraph('Nobody has checked this name: any app can call itself so.')
    : `<p>Its name is stated by <strong>${escapeHtml(provenBy)}</strong>.</p>`,
  ...(local.has(redirectUri.hostname)
    ? [
        paragraph(
          'It runs on this computer, where any app can receive the answer. Allow it only if you have just started it yourself.',
        ),
      ]
    : []),
];

/**
 * Browsers apply the policy to the redirects after a form, too. Its grammar has no IPv6 addresses:
 * of loopback, `http:` is as near as it gets.
 */
const formActionOf = ({ origin }: URL): string =>
  origin.includes('[') ? "'self' http:" : `'self' ${origin}`;
