/** Reads collections from a file. Nothing of it runs. */
import { type ChangeEvent, useState } from 'react';
import { countOf, type Merge, withImported } from './collection.ts';
import { type Imported, readFileText } from './collection-file.ts';
import { useCollections } from './collection-store.ts';

export function ImportButton() {
  const { collections, change, say } = useCollections();
  const [waiting, setWaiting] = useState<Imported>();

  const store = (imported: Imported, merge: Merge): void => {
    setWaiting(undefined);
    const added =
      countOf(withImported(collections, imported.collections, merge)) - countOf(collections);
    change((all) => withImported(all, imported.collections, merge), textOf(imported, added));
  };
  const read = async (file: File): Promise<void> => {
    try {
      const imported = readFileText(await file.text());
      const isTaken = imported.collections.some(({ name }) => names(collections).includes(name));
      if (isTaken) setWaiting(imported);
      else store(imported, 'keepBoth');
    } catch (error) {
      say(`“${file.name}” was not imported. ${(error as Error).message}`);
    }
  };
  const pick = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    // The same file can be picked again.
    target.value = '';
    if (file) void read(file);
  };

  return (
    <>
      <label className="pick">
        Import a file <input type="file" accept=".json,application/json" onChange={pick} />
      </label>
      {waiting && (
        <div role="alert">
          <p>
            Collections of these names are here already:{' '}
            {names(waiting.collections)
              .filter((name) => names(collections).includes(name))
              .map((name) => (
                <bdi key={name}>“{name}” </bdi>
              ))}
          </p>
          <button type="button" onClick={() => store(waiting, 'add')}>
            Add to them
          </button>{' '}
          <button type="button" onClick={() => store(waiting, 'keepBoth')}>
            Keep both
          </button>{' '}
          <button type="button" onClick={() => setWaiting(undefined)}>
            Cancel
          </button>
        </div>
      )}
    </>
  );
}

const names = (all: readonly { readonly name: string }[]): string[] => all.map(({ name }) => name);

function textOf({ collections, leftOut }: Imported, added: number): string {
  const here = countOf(collections) - added;
  return [
    `${operations(added)} imported; none has run.`,
    here > 0 ? `${operations(here)} had been here already.` : '',
    leftOut > 0 ? `${leftOut} that are not GraphQL were left out.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const operations = (count: number): string => (count === 1 ? '1 operation' : `${count} operations`);
