/** Opens the documentation of a type or a field, from wherever in the page. */
import { useDocExplorerActions } from '@graphiql/plugin-doc-explorer';
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import type { GraphQLNamedType } from 'graphql';
import { useDialog } from '../parts/dialog.tsx';
import type { AnyField } from './schema-facts.ts';

/** @returns a function that shows a type, or one of its fields, in the panel of documentation */
export function useOpenPlace(): (type: GraphQLNamedType, field?: AnyField) => void {
  const documentation = useDocExplorerActions();
  const panel = useGraphiQL(({ referencePlugin }) => referencePlugin);
  const graphiql = useGraphiQLActions();
  const close = useDialog((dialog) => dialog.close);
  return (type, field) => {
    close();
    if (panel) graphiql.setVisiblePlugin(panel);
    documentation.push({ name: type.name, def: type });
    if (field) documentation.push({ name: field.name, def: field });
  };
}
