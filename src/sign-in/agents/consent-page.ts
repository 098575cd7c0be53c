/** The page on which a user decides what an agent may do. */
import { html, type Html, type Page, pageOf } from './page.ts';
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
export interface ConsentView {
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
  /** Whether the accounts are others than those that the user has seen. */
  readonly hasChanged: boolean;
}

/** Hosts of the user's own computer. */
const isLocal = ({ hostname }: URL): boolean =>
  ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);

export function consentPage(view: ConsentView): Page {
  const { requester, granted, missing } = view;
  const emails = [...new Set(granted.map(([, email]) => email))];
  const body = html`${view.hasChanged ? changed : nothing}<p><strong>${requester.name}</strong> asks for access to your account through this gateway. ${proof(requester)}</p>
${emails.map(
  (email) =>
    html`<p>With <strong>${email}</strong> it may:</p><ul>${granted
      .filter(([, own]) => own === email)
      .map(([scope]) => html`<li>${wordsOf(scope)}</li>`)}</ul>`,
)}${missing.length > 0 ? missingPart(view) : nothing}
<p>Your answer is sent to <strong>${isLocal(requester.redirectUri) ? 'an app on this computer' : requester.redirectUri.host}</strong> (${requester.redirectUri.host}). Access ends when you sign out of this gateway.</p>
<form method="post" action="${view.formUrl}"><input type="hidden" name="token" value="${view.formToken}">${
    granted.length > 0 ? html`<button name="decision" value="allow">Allow</button>` : nothing
  }<button name="decision" value="deny">Deny</button></form>
<p><a href="${view.switchUrl}">Use another account</a></p>`;
  return pageOf(`Allow ${requester.name}?`, body, requester.redirectUri.origin);
}

const nothing: Html = { html: '' };

const changed = html`<p class="warning">You have signed in with other accounts since you saw this page. Look at it again.</p>`;

function proof({ provenBy, redirectUri }: ConsentRequester): Html {
  const own = isLocal(redirectUri)
    ? html` Allow it only if you have just started it yourself: any app on this computer can receive the answer.`
    : nothing;
  if (provenBy !== undefined)
    return html`Its name is stated by <strong>${provenBy}</strong>.${own}`;
  return html`<span class="warning">Nobody has checked this name: any app can call itself so.</span>${own}`;
}

const missingPart = ({ missing, addUrl }: ConsentView): Html =>
  html`<p>It also asks for what none of your signed-in accounts can grant:</p><ul>${missing.map(
    (scope) => html`<li>${wordsOf(scope)}</li>`,
  )}</ul><p><a href="${addUrl}">Add it at Google</a>, or go on without it.</p>`;
