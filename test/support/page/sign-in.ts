/** A user who signs in at the sandbox, without a browser: the consent page by HTTP. */
import { hash } from 'node:crypto';
import { expect } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';

export const verifier = 'a-code-verifier-of-at-least-43-characters-0123456789';

/** A set of scopes that covers reading only. */
export const readScopes = [
  'https://www.googleapis.com/auth/youtube.readonly',
  'https://www.googleapis.com/auth/drive.readonly',
];

export const redirectUri = 'http://localhost:4000/graphql';

type Params = Readonly<Record<string, string>>;

/** The address to which a client sends a user. @param params others in place of the usual ones */
export function authorizationUrl({ oauthClient }: Sandbox, params: Params): string {
  const search = new URLSearchParams({
    client_id: oauthClient.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: readScopes.join(' '),
    state: 'state-1',
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    ...params,
  });
  return `${oauthClient.authorizationUrl}?${search}`;
}

/** What a user decides on the consent page; by default to allow everything. */
export interface Decision {
  readonly user?: string;
  readonly decision?: 'allow' | 'deny';
  /** Short forms. Default: all that the page has checked. */
  readonly scopes?: readonly string[];
}

/** Opens the page, fills its form and sends it. @returns where the user is sent back to */
export async function decide(
  url: string,
  { user, decision = 'allow', scopes }: Decision = {},
): Promise<URL> {
  const page = await fetch(url);
  const html = await page.text();
  expect(page.status).toBe(200);
  const boxes = html.matchAll(/name="scope" value="([^"]*)" checked/g);
  const checked = /value="([^"]*)" checked/.exec(html)![1]!;
  const form = new URLSearchParams({ user: user ?? checked, decision });
  for (const scope of scopes ?? Array.from(boxes, ([, value]) => value!))
    form.append('scope', scope);
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location')!);
}

/** The parameters with which a user has been sent back. */
export const paramsOf = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

/** The form that exchanges the code of a sign-in. */
export const codeForm = (code: string): Params => ({
  grant_type: 'authorization_code',
  redirect_uri: redirectUri,
  code,
  code_verifier: verifier,
});

/** Asks for a token as the web client. @param form an empty field is left out */
export async function askToken({ oauthClient }: Sandbox, form: Params) {
  const { clientId, clientSecret, tokenUrl } = oauthClient;
  const all = { client_id: clientId, client_secret: clientSecret, ...form };
  const body = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''));
  const response = await fetch(tokenUrl, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, any> };
}
