/** The type of each field of an answer, from the operation that has asked for it. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getNamedType,
  getOperationAST,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLString,
  isCompositeType,
  Kind,
  parse,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { SentOperation } from '../editor/operation.ts';

/** Types by the response names from the root, without the indexes of lists. */
export type FieldTypes = ReadonlyMap<string, GraphQLNamedType>;

/** @returns no types without a schema, or for a document that cannot be read */
export function fieldTypes(
  schema: GraphQLSchema | null | undefined,
  { query, operationName }: Pick<SentOperation, 'query' | 'operationName'>,
): FieldTypes {
  const document = schema ? parsed(query) : undefined;
  const operation =
    document && (getOperationAST(document, operationName) ?? getOperationAST(document));
  const root = operation && schema?.getRootType(operation.operation);
  if (!schema || !root) return new Map();
  const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  return new TypeCollector(schema, fragments).collect(operation.selectionSet, root);
}

function parsed(query: string): DocumentNode | undefined {
  try {
    return parse(query, { noLocation: true });
  } catch {
    return undefined;
  }
}

/** Where selections are: the type of their object, and the response names of that. */
interface SelectionPlace {
  readonly parent: GraphQLCompositeType;
  readonly field: string;
}

/** Walks the selections of an operation, and those of its fragments where they are spread. */
class TypeCollector {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #types = new Map<string, GraphQLNamedType>();

  constructor(schema: GraphQLSchema, fragments: readonly FragmentDefinitionNode[]) {
    this.#schema = schema;
    this.#fragments = new Map(fragments.map((each) => [each.name.value, each]));
  }

  collect(selections: SelectionSetNode, root: GraphQLCompositeType): FieldTypes {
    this.#addAll(selections, { parent: root, field: '' });
    return this.#types;
  }

  #addAll({ selections }: SelectionSetNode, place: SelectionPlace): void {
    for (const selection of selections) this.#add(selection, place);
  }

  #add(selection: SelectionNode, place: SelectionPlace): void {
    if (selection.kind === Kind.FIELD) {
      const field = joined(place.field, (selection.alias ?? selection.name).value);
      const type = this.#typeOf(selection.name.value, place.parent);
      if (!type) return;
      this.#types.set(field, type);
      if (selection.selectionSet && isCompositeType(type))
        this.#addAll(selection.selectionSet, { parent: type, field });
      return;
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? this.#fragments.get(selection.name.value)
        : selection;
    const condition =
      fragment?.typeCondition && this.#schema.getType(fragment.typeCondition.name.value);
    if (fragment)
      this.#addAll(fragment.selectionSet, {
        ...place,
        ...(isCompositeType(condition) && { parent: condition }),
      });
  }

  #typeOf(name: string, parent: GraphQLCompositeType): GraphQLNamedType | undefined {
    if (name === '__typename') return GraphQLString;
    const field = 'getFields' in parent ? parent.getFields()[name] : undefined;
    return field && getNamedType(field.type);
  }
}

/** @returns the response names of a field of an object; that of the root is empty */
export const joined = (object: string, name: string): string =>
  object === '' ? name : `${object}.${name}`;
