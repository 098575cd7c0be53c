/** The collections with their operations: open, rename, move and delete them. */
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useState } from 'react';
import { definitionOf } from '../editor/operation.ts';
import { showQuery } from '../parts/pane.ts';
import { useNotice } from '../share/notice.tsx';
import { useOpenTexts } from '../share/open-texts.ts';
import {
  type SavedCollection,
  operationAt,
  type Place,
  type SavedOperation,
  withAnother,
  withCollection,
  withMoved,
  withoutCollection,
  withoutOperation,
  withRenamed,
} from './collection.ts';
import { useCollections } from './collection-store.ts';
import { downloadCollections } from './download.ts';
import { EditForm } from './edit-form.tsx';

export function CollectionList() {
  const { collections } = useCollections();
  return collections.map((collection) => <Section key={collection.name} collection={collection} />);
}

function Section({ collection }: { readonly collection: SavedCollection }) {
  const { name, operations } = collection;
  const [isEdited, setEdited] = useState(false);
  const { collections, change, say } = useCollections();
  const rename = (next: string): void => {
    setEdited(false);
    if (next === name) return;
    if (collections.some((each) => each.name === next))
      return say(`“${next}” is there already. Choose another name, or move the operations.`);
    change((all) => withRenamed(all, name, next), `“${name}” is “${next}” now.`);
  };
  const remove = (): void => {
    const back = (all: readonly SavedCollection[]) => withCollection(all, collection);
    change((all) => withoutCollection(all, name), `“${name}” is deleted.`, back);
  };
  return (
    <section>
      <div className="line">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <EditButton of={name} isEdited={isEdited} onClick={() => setEdited(!isEdited)} />
      </div>
      {isEdited && (
        <EditForm
          name={name}
          onSave={rename}
          onDelete={remove}
          onExport={() => downloadCollections([collection])}
        />
      )}
      {operations.length === 0 && <p className="muted">Empty.</p>}
      <ul>
        {operations.map((each) => (
          <Entry key={each.name} collection={name} operation={each} />
        ))}
      </ul>
    </section>
  );
}

interface EntryProps {
  readonly collection: string;
  readonly operation: SavedOperation;
}

function Entry({ collection, operation }: EntryProps) {
  const { name, query } = operation;
  const [isEdited, setEdited] = useState(false);
  const open = useOpenSaved();
  const { collections, change, say } = useCollections();
  const place: Place = { collection, name };
  const move = (next: string, into: string): void => {
    setEdited(false);
    const to = { collection: into, name: next };
    if (next === name && into === collection) return;
    if (operationAt(collections, to))
      return say(`“${next}” is in “${into}” already. Choose another name.`);
    change((all) => withMoved(all, place, to), `It is “${next}” in “${into}” now.`);
  };
  const remove = (): void => {
    const back = (all: readonly SavedCollection[]) => withAnother(all, collection, operation);
    change((all) => withoutOperation(all, place), `“${name}” is deleted.`, back);
  };
  const kind = definitionOf({ query })?.operation;
  return (
    <li>
      <div className="line">
        <button type="button" className="entry" onClick={() => open(operation)}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {kind !== undefined && kind !== 'query' && <em>{kind}</em>}
        </button>
        <EditButton of={name} isEdited={isEdited} onClick={() => setEdited(!isEdited)} />
      </div>
      {isEdited && <EditForm name={name} collection={collection} onSave={move} onDelete={remove} />}
    </li>
  );
}

interface EditButtonProps {
  readonly of: string;
  readonly isEdited: boolean;
  readonly onClick: () => void;
}

const EditButton = ({ of, isEdited, onClick }: EditButtonProps) => (
  <button type="button" aria-label={`Edit ${of}`} aria-expanded={isEdited} onClick={onClick}>
    Edit
  </button>
);

/** @returns a function that shows an operation: in its tab if it has one, or else in a new one */
function useOpenSaved(): (operation: SavedOperation) => void {
  const { tabs, activeTabIndex, queryEditor, variableEditor } = useGraphiQL((state) => state);
  const actions = useGraphiQLActions();
  const openTexts = useOpenTexts();
  const { say } = useNotice();
  return ({ query, variables }) => {
    // The tabs get to know late what was written in the editors.
    const current = { query: queryEditor!.getValue(), variables: variableEditor!.getValue() };
    const index = tabs.findIndex((tab, at) => {
      const texts = at === activeTabIndex ? current : tab;
      return texts.query === query && (texts.variables ?? '') === variables;
    });
    if (index !== -1) {
      actions.updateActiveTabValues(current);
      actions.changeTab(index);
    } else if (openTexts === undefined)
      return say('An operation runs. Wait for its answer, or stop it.');
    else {
      openTexts({ query, variables });
      say('Opened from a collection. It has not run.');
    }
    return showQuery(queryEditor!);
  };
}
