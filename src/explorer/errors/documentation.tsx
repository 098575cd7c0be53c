/** The documentation of the schema. */
import { DocExplorer, DocExplorerStore } from '@graphiql/plugin-doc-explorer';
import '@graphiql/plugin-doc-explorer/style.css';

export default function Documentation() {
  return (
    <DocExplorerStore>
      <DocExplorer />
    </DocExplorerStore>
  );
}
