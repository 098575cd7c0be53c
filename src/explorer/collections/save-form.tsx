/** Saves the tab of the editor into a collection. */
import { useGraphiQL } from '@graphiql/react';
import { type FormEvent, useState } from 'react';
import {
  oneLine,
  operationAt,
  type SavedOperation,
  withAnother,
  withOperation,
} from './collection.ts';
import { useCollections } from './collection-store.ts';
import { NameField } from './name-field.tsx';

const firstCollection = 'My operations';

/** An operation that waits for an answer, because another one has its name. */
interface Waiting {
  readonly collection: string;
  readonly operation: SavedOperation;
}

export function SaveForm() {
  const { queryEditor, variableEditor } = useGraphiQL((state) => state);
  const suggested = useOperationName();
  const { collections, change, say } = useCollections();
  const [typed, setTyped] = useState<string>();
  const [into, setInto] = useState<string>();
  const [waiting, setWaiting] = useState<Waiting>();
  const name = typed ?? suggested;
  const collection = into ?? collections[0]?.name ?? firstCollection;

  const store = ({ collection: place, operation }: Waiting, save = withOperation): void => {
    setWaiting(undefined);
    const isSaved = change((all) => save(all, place, operation), `Saved into “${place}”.`);
    if (isSaved) setTyped(undefined);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const query = queryEditor?.getValue() ?? '';
    const place = { collection: oneLine(collection), name: oneLine(name) };
    if (query.trim() === '') return say('The tab has no operation to save.');
    if (place.name === '' || place.collection === '')
      return say('An operation and its collection need names.');
    const variables = variableEditor?.getValue() ?? '';
    const next = {
      collection: place.collection,
      operation: { name: place.name, query, variables },
    };
    const isThere = operationAt(collections, place) !== undefined;
    return isThere ? setWaiting(next) : store(next);
  };

  if (waiting)
    return (
      <Question
        waiting={waiting}
        onReplace={() => store(waiting)}
        onKeepBoth={() => store(waiting, withAnother)}
        onCancel={() => setWaiting(undefined)}
      />
    );
  return (
    <form className="save" onSubmit={submit}>
      <NameField label="Name" value={name} onChange={setTyped} />
      <NameField label="Collection" value={collection} onChange={setInto} list="collection-names" />
      <datalist id="collection-names">
        {collections.map((each) => (
          <option key={each.name} value={each.name} />
        ))}
      </datalist>
      <button type="submit">Save this tab</button>
    </form>
  );
}

/** The name of the operation in the editor, or what is as good as one. */
function useOperationName(): string {
  const title = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.title ?? '');
  return title === '<untitled>' ? 'Untitled' : title;
}

interface QuestionProps {
  readonly waiting: Waiting;
  readonly onReplace: () => void;
  readonly onKeepBoth: () => void;
  readonly onCancel: () => void;
}

function Question({ waiting, onReplace, onKeepBoth, onCancel }: QuestionProps) {
  return (
    <div role="alert" className="save">
      <p>
        “<bdi>{waiting.operation.name}</bdi>” is in “<bdi>{waiting.collection}</bdi>” already.
      </p>
      <button type="button" onClick={onReplace}>
        Replace it
      </button>{' '}
      <button type="button" onClick={onKeepBoth}>
        Keep both
      </button>{' '}
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
