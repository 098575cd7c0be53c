/** The texts of parsed documents. `print` of graphql would be a dependency. */

/** A node of a parsed document, or a part of one. Which fields it has, its kind says. */
interface Node {
  readonly kind: string;
  readonly operation?: string;
  readonly name?: Node;
  readonly alias?: Node;
  readonly variable?: Node;
  readonly variableDefinitions?: readonly Node[];
  readonly type?: Node;
  readonly typeCondition?: Node;
  readonly defaultValue?: Node;
  readonly arguments?: readonly Node[];
  readonly directives?: readonly Node[];
  readonly selectionSet?: Node;
  readonly selections?: readonly Node[];
  /** A node, or the text of one. */
  readonly value?: unknown;
  readonly values?: readonly Node[];
  readonly fields?: readonly Node[];
}

const join = (nodes: readonly Node[] = []): string => nodes.map(print).join(' ');

/** @param around the characters before and after the nodes, if there are any */
const list = (nodes: readonly Node[] | undefined, around = '  '): string =>
  nodes?.length ? around[0]! + join(nodes) + around[1]! : '';

const maybe = (node: Node | undefined, before = '', after = ''): string =>
  node ? before + print(node) + after : '';

/** What operations, fragments and fields have at their end. */
const end = ({ directives, selectionSet }: Node): string => list(directives) + maybe(selectionSet);

const pair = ({ name, value }: Node): string => `${maybe(name)}:${print(value as Node)}`;

const printers: Readonly<Record<string, (node: Node) => string>> = {
  OperationDefinition: (node) =>
    `${node.operation} ${maybe(node.name)}${list(node.variableDefinitions, '()')}${end(node)}`,
  VariableDefinition: ({ variable, type, defaultValue, directives }) =>
    maybe(variable) + maybe(type, ':') + maybe(defaultValue, '=') + list(directives),
  FragmentDefinition: (node) =>
    maybe(node.name, 'fragment ') + maybe(node.typeCondition, ' on ') + end(node),
  SelectionSet: ({ selections }) => list(selections, '{}'),
  Field: (node) =>
    maybe(node.alias, '', ':') + maybe(node.name) + list(node.arguments, '()') + end(node),
  FragmentSpread: (node) => maybe(node.name, '...') + end(node),
  InlineFragment: (node) => `...${maybe(node.typeCondition, 'on ')}${end(node)}`,
  Directive: (node) => maybe(node.name, '@') + list(node.arguments, '()'),
  Argument: pair,
  ObjectField: pair,
  Variable: ({ name }) => maybe(name, '$'),
  NamedType: ({ name }) => maybe(name),
  ListType: ({ type }) => maybe(type, '[', ']'),
  NonNullType: ({ type }) => maybe(type, '', '!'),
  ListValue: ({ values }) => `[${join(values)}]`,
  ObjectValue: ({ fields }) => `{${join(fields)}}`,
  StringValue: ({ value }) => JSON.stringify(value),
  NullValue: () => 'null',
};

/** Names, numbers, enum values and booleans are their own text. */
const print = (node: Node): string => printers[node.kind]?.(node) ?? String(node.value);

/** @param definitions of a parsed document */
export const printDefinitions = (definitions: readonly object[]): string =>
  join(definitions as readonly Node[]);
