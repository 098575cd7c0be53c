/** The top of the page. */
import { urlOf } from './settings.ts';
import { WhoAmI } from './who-am-i.tsx';

export function Header() {
  return (
    <header className="bar">
      <h1>Studiograph</h1>
      <nav aria-label="Gateway">
        <a href={urlOf('schema.graphql')}>Schema</a>
      </nav>
      <WhoAmI />
    </header>
  );
}
