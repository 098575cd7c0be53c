/** The top of the page. */
import { useGraphiQL } from '@graphiql/react';
import { settings, urlOf } from './settings.ts';
import { WhoAmI } from './sign-in/who-am-i.tsx';

export function Header() {
  const editor = useGraphiQL(({ queryEditor }) => queryEditor);
  return (
    <header className="bar">
      <button type="button" className="skip" onClick={() => editor?.focus()}>
        Go to the editor
      </button>
      <h1>Studiograph</h1>
      <p className="muted">
        One graph over YouTube, Drive and Calendar
        {settings.users.length > 0 && ', with the data of a sandbox'}
        {settings.onlyPersisted && '. It runs only documents that its operator has listed'}
      </p>
      <nav aria-label="Gateway">
        <a href={urlOf('schema.graphql')} download="schema.graphql">
          Download schema
        </a>
      </nav>
      <WhoAmI />
    </header>
  );
}
