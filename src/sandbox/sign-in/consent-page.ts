/** The pages of a sign-in: plain HTML, without scripts. */
import { createHash } from 'node:crypto';
import type { HttpResponse } from '../http/http-response.ts';
import { escapeHtml } from '../text.ts';
import type { User } from '../user.ts';
import type { AuthorizationRequest, InvalidRequest } from './authorization-request.ts';
import { optionalScopes } from './scope.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}' +
  'fieldset{margin:0 0 1rem}label{display:block}button{font:inherit;margin-right:.5rem}';

const styleDigest = createHash('sha256').update(style).digest('base64');

/**
 * The page on which a user chooses who they are and what they allow.
 * @param unchecked scopes that are not checked at first. Default: none
 */
export function consentPage(
  { redirectUri, scopes, expected }: AuthorizationRequest,
  people: readonly User[],
  unchecked: readonly string[] = [],
): HttpResponse {
  const { origin } = new URL(redirectUri);
  const chosen = people.find((person) => person === expected) ?? people[0];
  const users = people.map(
    (person) =>
      `<label><input type="radio" name="user" value="${escapeHtml(person.email)}"` +
      `${person === chosen ? ' checked' : ''}> ${escapeHtml(person.displayName)}, ` +
      `${escapeHtml(person.email)}</label>`,
  );
  const optional = optionalScopes(scopes);
  const boxes = [...scopes].map((scope) => {
    const state = unchecked.includes(scope) ? '' : ' checked';
    return (
      `<label><input type="checkbox" name="scope" value="${escapeHtml(scope)}"` +
      `${optional.has(scope) ? state : ' disabled checked'}> ${escapeHtml(scope)}</label>`
    );
  });
  // Without an action, the form is sent to the address of the page, with the client's request. The
  // policy also holds for where the client sends the user then.
  return page(200, 'Sign in to the sandbox', 'http: https:', [
    `<p>${escapeHtml(origin)} asks for access.</p>`,
    '<form method="post">',
    `<fieldset><legend>Who are you?</legend>${users.join('')}</fieldset>`,
    `<fieldset><legend>What may it do?</legend>${boxes.join('')}</fieldset>`,
    '<button name="decision" value="allow">Allow</button>',
    '<button name="decision" value="deny">Deny</button>',
    '</form>',
  ]);
}

/** The page of a request that no user can answer. */
export const errorPage = ({ status, error, description }: InvalidRequest): HttpResponse =>
  page(status, `Error ${status}: ${error}`, "'none'", [`<p>${escapeHtml(description)}</p>`]);

/** @param formAction the policy for where forms are sent */
function page(
  status: number,
  title: string,
  formAction: string,
  content: readonly string[],
): HttpResponse {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleDigest}'`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const heading = escapeHtml(title);
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    body:
      `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${heading}</title>` +
      `<style>${style}</style></head><body><h1>${heading}</h1>${content.join('\n')}</body></html>`,
  };
}
