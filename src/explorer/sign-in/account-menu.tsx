/** The accounts that have signed in at the gateway, and what changes them. */
import { type FormEvent, useState } from 'react';
import type { Account, SignInOptions, SignInService } from '../../client/client.ts';
import { useViewer } from '../../react/react.ts';
import { shortScope } from '../../services/shared/scope.ts';
import { urlOf } from '../settings.ts';

const serviceNames: Readonly<Record<SignInService, string>> = {
  youtube: 'YouTube',
  drive: 'Google Drive',
  calendar: 'Google Calendar',
};

const services = Object.keys(serviceNames) as SignInService[];

/** The editor has its operation from the storage of the browser, so not from a link of before. */
export const returnTo = urlOf('graphql');

export function AccountMenu() {
  const { viewer, error, signIn, signOut } = useViewer();
  const accounts = viewer?.accounts ?? [];
  return (
    <div className="who-menu">
      {error && <p role="alert">{error.userText}</p>}
      {viewer?.ended && <p>Your session has ended. Sign in again.</p>}
      {accounts.length > 0 && (
        <>
          <h3>Signed in</h3>
          <ul aria-label="Accounts">
            {accounts.map((account) => (
              <AccountEntry key={account.id} account={account} />
            ))}
          </ul>
          <p>
            <button type="button" onClick={() => void signOut()}>
              Sign out
            </button>{' '}
            everywhere. What the accounts have allowed is taken back.
          </p>
        </>
      )}
      <SignInForm accounts={accounts} onSignIn={(asked) => signIn({ ...asked, returnTo })} />
    </div>
  );
}

function AccountEntry({ account }: { readonly account: Account }) {
  const { name, email, services: used, scopes } = account;
  // Without those that say who it is.
  const shown = scopes
    .map(shortScope)
    .filter((scope) => services.some((service) => scope.startsWith(service)));
  return (
    <li>
      <strong>{name}</strong> {email}, for {used.map((each) => serviceNames[each]).join(' and ')}.
      Scopes: {shown.join(', ')}.
    </li>
  );
}

interface SignInFormProps {
  readonly accounts: readonly Account[];
  readonly onSignIn: (asked: SignInOptions) => void;
}

function SignInForm({ accounts, onSignIn }: SignInFormProps) {
  const [asked, setAsked] = useState({ services, access: 'read' as 'read' | 'write', account: '' });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSignIn(asked);
  };
  const toggle = (service: SignInService): void => {
    const chosen = services.filter((each) => asked.services.includes(each) !== (each === service));
    setAsked({ ...asked, services: chosen });
  };
  return (
    <form onSubmit={submit}>
      <h3>{accounts.length > 0 ? 'More access, or another account' : 'Sign in with Google'}</h3>
      <fieldset>
        <legend>Services</legend>
        {services.map((service) => (
          <label key={service}>
            <input
              type="checkbox"
              checked={asked.services.includes(service)}
              onChange={() => toggle(service)}
            />{' '}
            {serviceNames[service]}
          </label>
        ))}
      </fieldset>
      <Choice
        legend="Access"
        choices={[
          ['read', 'Read only'],
          ['write', 'Read and write'],
        ]}
        value={asked.access}
        onChange={(access) => setAsked({ ...asked, access })}
      />
      {accounts.length > 0 && (
        <Choice
          legend="Account"
          choices={[['', 'Another one'], ...accounts.map(({ id, email }) => [id, email] as const)]}
          value={asked.account}
          onChange={(account) => setAsked({ ...asked, account })}
        />
      )}
      <button type="submit" className="primary" disabled={asked.services.length === 0}>
        Sign in with Google
      </button>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly choices: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice of one value. */
function Choice<Value extends string>({ legend, choices, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {choices.map(([each, text]) => (
        <label key={each}>
          <input
            type="radio"
            name={legend}
            checked={each === value}
            onChange={() => onChange(each)}
          />{' '}
          {text}
        </label>
      ))}
    </fieldset>
  );
}
