/** What can be changed of a collection, or of an operation in one. */
import { type FormEvent, useState } from 'react';
import { oneLine } from './collection.ts';
import { useCollections } from './collection-store.ts';
import { NameField } from './name-field.tsx';

interface EditFormProps {
  readonly name: string;
  /** Where an operation is; undefined for a collection. */
  readonly collection?: string;
  readonly onSave: (name: string, collection: string) => void;
  readonly onDelete: () => void;
  readonly onExport?: () => void;
}

export function EditForm({ name, collection, onSave, onDelete, onExport }: EditFormProps) {
  const [typed, setTyped] = useState(name);
  const [into, setInto] = useState(collection ?? '');
  const { collections } = useCollections();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const next = oneLine(typed);
    if (next !== '') onSave(next, into);
  };
  return (
    <form className="save" onSubmit={submit}>
      <NameField label="Name" value={typed} onChange={setTyped} />
      {collection !== undefined && (
        <label>
          Collection
          <select value={into} onChange={(event) => setInto(event.target.value)}>
            {collections.map((each) => (
              <option key={each.name}>{each.name}</option>
            ))}
          </select>
        </label>
      )}
      <button type="submit">Save</button>
      {onExport && (
        <button type="button" onClick={onExport}>
          Export
        </button>
      )}
      <button type="button" className="wrong" onClick={onDelete}>
        Delete
      </button>
    </form>
  );
}
