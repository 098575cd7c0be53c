/** The side panel of the collections: operations that somebody has saved in this browser. */
import '../examples/examples.css';
import './collections.css';
import { CollectionList } from './collection-list.tsx';
import { storedText, useCollections } from './collection-store.ts';
import { downloadCollections, downloadText } from './download.ts';
import { ImportButton } from './import-button.tsx';
import { SaveForm } from './save-form.tsx';

export default function CollectionsPanel() {
  const { collections, damage } = useCollections();
  return (
    <div className="examples collections">
      <h2>Collections</h2>
      {damage === undefined ? (
        <>
          <SaveForm />
          <Message />
          {collections.length === 0 && <Purpose />}
          <CollectionList />
          <div className="files">
            {collections.length > 0 && (
              <button type="button" onClick={() => downloadCollections(collections)}>
                Export all
              </button>
            )}
            <ImportButton />
          </div>
        </>
      ) : (
        <Damage reason={damage} />
      )}
    </div>
  );
}

function Message() {
  const { message, undo, change } = useCollections();
  return (
    <p role="status">
      {message}{' '}
      {undo && (
        <button type="button" onClick={() => change(undo, 'It is back.')}>
          Undo
        </button>
      )}
    </p>
  );
}

const Purpose = () => (
  <p className="muted">
    Save operations that you will need again: for a demo, a bug report, a colleague. They stay in
    this browser, with their variables and without tokens and headers. Export them as a file to move
    or send them; import takes such files, and Postman collections.
  </p>
);

function Damage({ reason }: { readonly reason: string }) {
  const { startAnew } = useCollections();
  return (
    <div role="alert">
      <p>What this browser has stored cannot be read. {reason}</p>
      <button type="button" onClick={() => downloadText(storedText())}>
        Download it
      </button>{' '}
      <button type="button" onClick={startAnew}>
        Delete it, and start anew
      </button>
    </div>
  );
}
