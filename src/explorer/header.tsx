/** The top of the page. */
import { useGraphiQL } from '@graphiql/react';
import { urlOf } from './settings.ts';
import { WhoAmI } from './who-am-i.tsx';

export function Header() {
  const editor = useGraphiQL(({ queryEditor }) => queryEditor);
  return (
    <header className="bar">
      <button type="button" className="skip" onClick={() => editor?.focus()}>
        Go to the editor
      </button>
      <h1>Studiograph</h1>
      <nav aria-label="Gateway">
        <a href={urlOf('schema.graphql')}>Schema</a>
      </nav>
      <WhoAmI />
    </header>
  );
}
