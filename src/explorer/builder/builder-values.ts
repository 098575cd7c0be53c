/** Values that the builder writes for arguments: from the examples, or gaps that stand out. */
import {
  type ConstValueNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  Kind,
  parse,
  type ValueNode,
  visit,
} from 'graphql';
import { exampleGroups } from '../examples/examples.ts';
import { settings } from '../settings.ts';

type AnyField = GraphQLField<unknown, unknown>;
type Argument = GraphQLArgument | GraphQLInputField;

/** By the name of the field and of the argument or input field, `video.id`; and by the latter. */
const known = new Map<string, ConstValueNode>();

/** The examples name objects of the sandbox; elsewhere nobody has these objects. */
if (settings.users.length > 0)
  for (const { examples } of exampleGroups) for (const { source } of examples) learn(source);

function learn(source: string): void {
  const document = parse(source);
  const defaults = new Map<string, ConstValueNode>();
  visit(document, {
    VariableDefinition: ({ variable, defaultValue }) => {
      if (defaultValue) defaults.set(variable.name.value, defaultValue);
    },
    Field: (field) => {
      for (const { name, value } of field.arguments ?? [])
        add({ field, defaults }, name.value, value);
    },
  });
}

interface Place {
  readonly field: FieldNode;
  readonly defaults: ReadonlyMap<string, ConstValueNode>;
}

function add(place: Place, name: string, value: ValueNode): void {
  const constant = value.kind === Kind.VARIABLE ? place.defaults.get(value.name.value) : value;
  if (constant === undefined) return;
  if (constant.kind === Kind.LIST) {
    const [first] = constant.values;
    if (first) add(place, name, first);
    return;
  }
  if (constant.kind === Kind.OBJECT)
    for (const inner of constant.fields) add(place, inner.name.value, inner.value);
  for (const key of [`${place.field.name.value}.${name}`, name])
    if (!known.has(key)) known.set(key, constant as ConstValueNode);
}

/** `id` is another thing in each field. Other names mean the same everywhere. */
const valueOf = ({ name }: AnyField, argument: Argument): ConstValueNode | undefined =>
  known.get(`${name}.${argument.name}`) ??
  (argument.name === 'id' ? undefined : known.get(argument.name));

/** @returns the value that the builder writes for an argument or an input field */
export function builderValue(
  field: AnyField,
  argument: Argument,
  type: GraphQLLeafType,
): ConstValueNode {
  const { astNode } = argument;
  if (astNode?.defaultValue) return astNode.defaultValue;
  const value = valueOf(field, argument);
  if (isEnumType(type)) {
    const isOwn = value?.kind === Kind.ENUM && type.getValue(value.value) !== undefined;
    return isOwn ? value : { kind: Kind.ENUM, value: type.getValues()[0]!.name };
  }
  if (value !== undefined && value.kind !== Kind.OBJECT && value.kind !== Kind.ENUM) return value;
  if (type.name === 'Int') return { kind: Kind.INT, value: '1' };
  if (type.name === 'Float') return { kind: Kind.FLOAT, value: '1' };
  if (type.name === 'Boolean') return { kind: Kind.BOOLEAN, value: false };
  return { kind: Kind.STRING, value: `<${argument.name}>` };
}

/** @returns whether the builder writes a field of an input object of which exactly one is set */
export function isChosen(schema: GraphQLSchema): (field: AnyField, argument: Argument) => boolean {
  const members = new Map<Argument, readonly GraphQLInputField[]>();
  for (const type of Object.values(schema.getTypeMap()))
    if (isInputObjectType(type) && type.isOneOf) {
      const all = Object.values(type.getFields());
      for (const each of all) members.set(each, all);
    }
  return (field, argument) => {
    const all = members.get(argument);
    const chosen = all?.find((each) => valueOf(field, each) !== undefined) ?? all?.[0];
    return all !== undefined && chosen === argument;
  };
}
