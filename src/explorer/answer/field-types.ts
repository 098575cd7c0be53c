/** The type of each field of an answer, from the operation that has asked for it. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  getOperationAST,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLString,
  isCompositeType,
  isListType,
  Kind,
  parse,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { SentOperation } from '../editor/operation.ts';

/** Types by the response names from the root, without the indexes of lists. */
export type FieldTypes = ReadonlyMap<string, GraphQLNamedType>;

type Document = Pick<SentOperation, 'query' | 'operationName'>;

/** @returns no types without a schema, or for a document that cannot be read */
export const fieldTypes = (
  schema: GraphQLSchema | null | undefined,
  document: Document,
): FieldTypes => collected(schema, document).types;

/**
 * @returns the lengths of lists that are cut because the operation does not give another `first`,
 *   by the response names from the root. A connection says itself whether there is more.
 */
export const defaultLengths = (
  schema: GraphQLSchema | null | undefined,
  document: Document,
): ReadonlyMap<string, number> => collected(schema, document).lengths;

interface CollectedFields {
  readonly types: FieldTypes;
  readonly lengths: ReadonlyMap<string, number>;
}

function collected(
  schema: GraphQLSchema | null | undefined,
  { query, operationName }: Document,
): CollectedFields {
  const document = schema ? parsed(query) : undefined;
  const operation =
    document && (getOperationAST(document, operationName) ?? getOperationAST(document));
  const root = operation && schema?.getRootType(operation.operation);
  if (!schema || !root) return { types: new Map(), lengths: new Map() };
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
  readonly #lengths = new Map<string, number>();

  constructor(schema: GraphQLSchema, fragments: readonly FragmentDefinitionNode[]) {
    this.#schema = schema;
    this.#fragments = new Map(fragments.map((each) => [each.name.value, each]));
  }

  collect(selections: SelectionSetNode, root: GraphQLCompositeType): CollectedFields {
    this.#addAll(selections, { parent: root, field: '' });
    return { types: this.#types, lengths: this.#lengths };
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
      const length = defaultLength(selection, place.parent);
      if (length !== undefined) this.#lengths.set(field, length);
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
    const field = fieldOf(name, parent);
    return field && getNamedType(field.type);
  }
}

const fieldOf = (
  name: string,
  parent: GraphQLCompositeType,
): GraphQLField<unknown, unknown> | undefined =>
  'getFields' in parent ? parent.getFields()[name] : undefined;

function defaultLength(
  { name, arguments: given = [] }: FieldNode,
  parent: GraphQLCompositeType,
): number | undefined {
  const field = fieldOf(name.value, parent);
  if (!field || !isListType(getNullableType(field.type))) return undefined;
  if (given.some((each) => each.name.value === 'first')) return undefined;
  // The page makes its schema of a text, in which defaults are literals.
  const literal = field.args.find((each) => each.name === 'first')?.default?.literal;
  return literal?.kind === Kind.INT ? Number(literal.value) : undefined;
}

/** @returns the response names of a field of an object; that of the root is empty */
export const joined = (object: string, name: string): string =>
  object === '' ? name : `${object}.${name}`;
