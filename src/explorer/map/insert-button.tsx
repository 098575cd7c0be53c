/** Writes a minimal operation for a field of a root type into a new tab. It does not run it. */
import { useGraphiQL } from '@graphiql/react';
import { builderValue, isChosen } from '../builder/builder-values.ts';
import { useOpenTab } from '../editor/tabs.ts';
import { useDialog } from '../parts/dialog.tsx';
import { newOperation } from './new-operation.ts';
import type { RootField } from './root-field.ts';

export function InsertButton({ root }: { readonly root: RootField }) {
  const schema = useGraphiQL((state) => state.schema);
  const openTab = useOpenTab();
  const close = useDialog((dialog) => dialog.close);
  const insert = (): void => {
    close();
    openTab(newOperation(root, { leaf: builderValue, isChosen: isChosen(schema!) }));
  };
  return (
    <button
      type="button"
      className="map-insert"
      aria-label={`Insert ${root.field.name} into the editor`}
      title="Insert into the editor"
      onClick={insert}
    >
      Insert
    </button>
  );
}
