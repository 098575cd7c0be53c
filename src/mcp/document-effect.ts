/** What a mutation can do that its user may want to allow first. */
import {
  type DefinitionNode,
  type DocumentNode,
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  Kind,
  OperationTypeNode,
  TypeInfo,
  type ValueNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';

type Values = Readonly<Record<string, unknown>>;

type RootField = GraphQLField<unknown, unknown>;

/** @returns the fields of a root type that a document selects, also those of its fragments */
export function rootFields(document: DocumentNode, schema: GraphQLSchema): readonly RootField[] {
  const found = new Set<RootField>();
  const info = new TypeInfo(schema);
  const roots = [schema.getQueryType(), schema.getMutationType()];
  visit(
    document,
    visitWithTypeInfo(info, {
      Field() {
        const field = info.getFieldDef();
        if (field && roots.some((root) => root === info.getParentType())) found.add(field);
      },
    }),
  );
  return [...found];
}

/**
 * @returns a sentence for each effect that a user has to allow: something ends, people get mail, or
 * the public gets access
 */
export function effectsToAllow(
  document: DocumentNode,
  variables: Values,
  schema: GraphQLSchema,
): readonly string[] {
  if (!document.definitions.some(isMutation)) return [];
  const fields = rootFields(document, schema).filter(({ extensions }) => extensions.effect);
  const values = valuesOf(document, variables);
  return [
    ...fields
      .filter(({ extensions: { effect } }) => effect?.destructive)
      .map(({ name }) => `Runs ${name}, which removes or ends something.`),
    ...fields
      .filter((field) => field.extensions.effect?.notifies && canNotify(field, values))
      .map(({ name }) => `Runs ${name}, which can send mail to people.`),
    ...(values.some(isPublic) ? ['Gives the public access.'] : []),
  ];
}

const isMutation = (each: DefinitionNode): boolean =>
  each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.MUTATION;

/** Whether a value lets everybody see something, now or later. */
const isPublic = ([name, value]: NamedValue): boolean =>
  value === 'PUBLIC' || value === 'ANYONE' || (name === 'publishAt' && typeof value === 'string');

/** Whether the input does not say that nobody is notified, as it does by default in most. */
function canNotify({ args }: RootField, values: readonly NamedValue[]): boolean {
  const given = values.filter(([name]) => name === 'notify').map(([, value]) => value);
  if (given.length > 0) return given.some((value) => value !== 'NONE' && value !== false);
  return !hasNotify(getNamedType(args.find(({ name }) => name === 'input')?.type));
}

/** Whether an input, or each of its entries, says who is notified. */
function hasNotify(input: GraphQLNamedType | undefined): boolean {
  if (!isInputObjectType(input)) return false;
  const { notify, entries } = input.getFields();
  return notify !== undefined || hasNotify(getNamedType(entries?.type));
}

type NamedValue = readonly [name: string, value: unknown];

/** @returns the scalars of a document and its variables, with the names of their fields */
function valuesOf(document: DocumentNode, variables: Values): readonly NamedValue[] {
  const found: NamedValue[] = [];
  const note = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) note(name, each);
    else if (typeof value === 'object' && value !== null)
      for (const [of, each] of Object.entries(value)) note(of, each);
    else found.push([name, value]);
  };
  const given = { ...defaultsIn(document), ...variables };
  const noteNode = ({ name, value }: { name: { value: string }; value: ValueNode }): void =>
    note(name.value, valueFromASTUntyped(value, given));
  visit(document, {
    Argument: (node) => noteNode(node),
    ObjectField: (node) => noteNode(node),
  });
  return found;
}

/** @returns the values of variables that are not given */
function defaultsIn({ definitions }: DocumentNode): Values {
  const variables = definitions.flatMap((each) =>
    each.kind === Kind.OPERATION_DEFINITION ? (each.variableDefinitions ?? []) : [],
  );
  return Object.fromEntries(
    variables.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}
