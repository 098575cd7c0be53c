/**
 * The types of an operation, as graphql-codegen makes them with the settings of
 * `docs/frontend/codegen.md`: enums as unions of texts, fields of fragments in their places. One
 * differs: what a fragment with `@include` or `@skip` selects can be left out, and nothing more.
 */
import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { declaration, variablesType } from './input-type.ts';
import { resultType } from './result-type.ts';
import { declared } from './type-text.ts';

/** Types of an operation, by their names. */
export interface OperationTypes {
  readonly result: string;
  readonly variables: string;
  /** Their declarations, and those of the types that they name. */
  readonly code: string;
}

/** @param document valid. @param operation of the document */
export function operationTypes(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationTypes {
  // Declaring a type can name others, which come behind it.
  const named = new Map<string, GraphQLNamedType>();
  const declare = (type: GraphQLNamedType): string => {
    named.set(type.name, type);
    return type.name;
  };
  const fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [],
    ),
  );
  const root = schema.getRootType(operation.operation)!;
  const { selections } = operation.selectionSet;
  const result = resultType({ schema, fragments, declare }, root, selections);
  const variables = variablesType(schema, operation.variableDefinitions ?? [], declare);
  const others: string[] = [];
  for (const type of named.values()) others.push(declaration(type, declare));
  const name = nameOf(operation, named);
  return {
    result: name,
    variables: `${name}Variables`,
    code: [
      ...others.toSorted(),
      declared(`${name}Variables`, variables),
      declared(name, result),
    ].join('\n\n'),
  };
}

/** `videoPage` is `VideoPageQuery`. An operation `Broadcast` would have the name of an enum. */
function nameOf(
  { name, operation }: OperationDefinitionNode,
  taken: ReadonlyMap<string, unknown>,
): string {
  const own = `${capital(name?.value ?? 'unnamed')}${capital(operation)}`;
  return taken.has(own) || taken.has(`${own}Variables`) ? `${own}Result` : own;
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
