/** The top of the page: what this is, the four services in their colors, and who asks. */
import { useGraphiQL } from '@graphiql/react';
import type { ReactNode } from 'react';
import type { Service } from '../../schema/extensions.js';
import { Mark } from './parts/mark.tsx';
import { services } from './service/service.ts';
import { ServiceTag } from './service/service-tag.tsx';
import { settings, urlOf } from './settings.ts';
import { WhoAmI } from './sign-in/who-am-i.tsx';

/** @param children a notice, which takes the place of the services: what is below stays there */
export function Header({ children }: { readonly children: ReactNode }) {
  const editor = useGraphiQL(({ queryEditor }) => queryEditor);
  return (
    <header className="bar">
      <button type="button" className="skip" onClick={() => editor?.focus()}>
        Go to the editor
      </button>
      <h1>
        <Mark /> Studiograph
      </h1>
      <p className="tagline">One graph over</p>
      <ul className="legend" aria-label="Services">
        {Object.entries(services).map(([service, { name }]) => (
          <li key={service} data-service={service}>
            <ServiceTag service={service as Service} /> <span>{name}</span>
          </li>
        ))}
      </ul>
      <p className="state">
        {settings.users.length > 0 && <span title="Made-up data: try anything">Sandbox</span>}
        {settings.onlyPersisted && <span>Runs only documents that its operator has listed</span>}
      </p>
      {children}
      <nav aria-label="Gateway">
        <a href={urlOf('schema.graphql')} download="schema.graphql">
          Download schema
        </a>
      </nav>
      <WhoAmI />
    </header>
  );
}
