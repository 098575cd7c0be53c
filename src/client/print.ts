/** The texts of parsed documents. `print` of graphql would be a dependency. */

/** A node of a parsed document, or a part of one. */
interface Node {
  readonly kind: string;
  readonly [field: string]: any;
}

/**
 * @param nodes of operations and fragments
 * @param around the characters before and after the nodes, if there are any
 */
export const printAll = (nodes: readonly object[] | undefined, around = '  '): string =>
  nodes?.length ? around[0]! + nodes.map((node) => print(node as Node)).join(' ') + around[1]! : '';

const maybe = (node: Node | undefined, before = ''): string => (node ? before + print(node) : '');

const valueOf = ({ value }: Node): string => `${value}`;

const pair = ({ name, value }: Node): string => `${print(name)}:${print(value)}`;

const printers: Readonly<Record<string, (node: Node) => string>> = {
  OperationDefinition: (node) =>
    `${node['operation']} ${maybe(node['name'])}${printAll(node['variableDefinitions'], '()')}${rest(node)}`,
  VariableDefinition: ({ variable, type, defaultValue, directives }) =>
    `${print(variable)}:${print(type)}${maybe(defaultValue, '=')}${printAll(directives)}`,
  FragmentDefinition: (node) =>
    `fragment ${print(node['name'])} on ${print(node['typeCondition'])}${rest(node)}`,
  SelectionSet: ({ selections }) => printAll(selections, '{}'),
  Field: (node) =>
    `${node['alias'] ? `${print(node['alias'])}:` : ''}${print(node['name'])}${printAll(node['arguments'], '()')}${rest(node)}`,
  FragmentSpread: (node) => `...${print(node['name'])}${rest(node)}`,
  InlineFragment: (node) => `...${maybe(node['typeCondition'], 'on ')}${rest(node)}`,
  Directive: (node) => `@${print(node['name'])}${printAll(node['arguments'], '()')}`,
  Argument: pair,
  ObjectField: pair,
  Variable: ({ name }) => `$${print(name)}`,
  NamedType: ({ name }) => print(name),
  ListType: ({ type }) => `[${print(type)}]`,
  NonNullType: ({ type }) => `${print(type)}!`,
  ListValue: ({ values }) => `[${values.map(print).join(' ')}]`,
  ObjectValue: ({ fields }) => `{${fields.map(print).join(' ')}}`,
  StringValue: ({ value }) => JSON.stringify(value),
  NullValue: () => 'null',
};

/** What operations, fragments and fields have at their end. */
const rest = ({ directives, selectionSet }: Node): string =>
  printAll(directives) + maybe(selectionSet);

/** Names, numbers, enum values and booleans are their own text. */
const print = (node: Node): string => (printers[node.kind] ?? valueOf)(node);
