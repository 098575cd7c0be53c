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
  isCompositeType,
  isListType,
  Kind,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { SentOperation } from '../editor/operation.ts';

/** Types by the response names from the root, without the indexes of lists. */
export type FieldTypes = ReadonlyMap<string, GraphQLNamedType>;

/** What the schema says about the fields of an answer. */
interface AnswerFields {
  readonly types: FieldTypes;
  /**
   * The lengths of lists that are cut because the operation does not give another `first`, by the
   * response names from the root. A connection says itself whether there is more.
   */
  readonly defaultLengths: ReadonlyMap<string, number>;
}

/** @returns nothing known without a schema, or for a document that cannot be read */
export function answerFields(
  schema: GraphQLSchema | null | undefined,
  { query, operationName }: Pick<SentOperation, 'query' | 'operationName'>,
): AnswerFields {
  const document = schema ? parsed(query) : undefined;
  const operation =
    document && (getOperationAST(document, operationName) ?? getOperationAST(document));
  const root = operation && schema?.getRootType(operation.operation);
  if (!schema || !root) return { types: new Map(), defaultLengths: new Map() };
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

  collect(selections: SelectionSetNode, root: GraphQLCompositeType): AnswerFields {
    this.#addAll(selections, { parent: root, field: '' });
    return { types: this.#types, defaultLengths: this.#lengths };
  }

  #addAll({ selections }: SelectionSetNode, place: SelectionPlace): void {
    for (const selection of selections) this.#add(selection, place);
  }

  #add(selection: SelectionNode, place: SelectionPlace): void {
    if (selection.kind === Kind.FIELD) {
      const field = joined(place.field, (selection.alias ?? selection.name).value);
      const definition = definitionOf(selection.name.value, place.parent);
      if (!definition) return;
      const type = getNamedType(definition.type);
      this.#types.set(field, type);
      const length = defaultLength(definition, selection.arguments);
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
}

function definitionOf(
  name: string,
  parent: GraphQLCompositeType,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  return 'getFields' in parent ? parent.getFields()[name] : undefined;
}

function defaultLength(
  { args, type }: GraphQLField<unknown, unknown>,
  given: FieldNode['arguments'] = [],
): number | undefined {
  if (!isListType(getNullableType(type))) return undefined;
  if (given.some((each) => each.name.value === 'first')) return undefined;
  // The page makes its schema of a text, in which defaults are literals.
  const literal = args.find((each) => each.name === 'first')?.default?.literal;
  return literal?.kind === Kind.INT ? Number(literal.value) : undefined;
}

/** @returns the response names of a field of an object; that of the root is empty */
export const joined = (object: string, name: string): string =>
  object === '' ? name : `${object}.${name}`;
