/** A minimal operation for a field of a root type: what it needs, and enough to see its effect. */
import {
  type ArgumentNode,
  type ConstObjectFieldNode,
  type ConstValueNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLNamedType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  type NameNode,
  print,
  type SelectionSetNode,
} from 'graphql';
import type { RootField } from './root-field.ts';
import { operationsOf } from '../service/field-service.ts';
import { type AnyField, fieldsOf, isFielded } from './schema-facts.ts';

/** An argument, or a field of an input object. */
type WrittenInput = GraphQLArgument | GraphQLInputField;

/** Writes values. */
export interface ValueWriter {
  readonly leaf: (field: AnyField, input: WrittenInput, type: GraphQLLeafType) => ConstValueNode;
  /** Whether an input is the one to write, of those of which exactly one may be set. */
  readonly isChosen: (field: AnyField, input: WrittenInput) => boolean;
}

/** @returns what stands for a value that nobody knows: `<id>` */
const gapFor = ({ name }: WrittenInput): string => `<${name}>`;

/** @returns an operation that the gateway accepts, once gaps such as `<id>` are filled in */
export function newOperation({ kind, field }: RootField, writer: ValueWriter): string {
  const name = field.name[0]!.toUpperCase() + field.name.slice(1);
  const selection: FieldNode = {
    ...plainField(field.name),
    arguments: field.args.filter(isRequiredArgument).map(
      (each): ArgumentNode => ({
        kind: Kind.ARGUMENT,
        name: nameNode(each.name),
        value: valueOf({ field, writer }, each, each.type),
      }),
    ),
    selectionSet: selectionOf(getNamedType(field.type), depth),
  };
  return `${kind} ${name} ${print(setOf([selection]))}\n`;
}

interface Place {
  readonly field: AnyField;
  readonly writer: ValueWriter;
}

function valueOf(place: Place, input: WrittenInput, type: GraphQLInputType): ConstValueNode {
  const nullable = getNullableType(type);
  if (isListType(nullable))
    return { kind: Kind.LIST, values: [valueOf(place, input, nullable.ofType)] };
  const { field, writer } = place;
  if (!isInputObjectType(nullable)) return writer.leaf(field, input, nullable);
  return {
    kind: Kind.OBJECT,
    fields: writtenFields(place, nullable).map(
      (each): ConstObjectFieldNode => ({
        kind: Kind.OBJECT_FIELD,
        name: nameNode(each.name),
        value: valueOf(place, each, each.type),
      }),
    ),
  };
}

/** What an object requires. One that requires nothing still has to say something. */
function writtenFields(
  { field, writer }: Place,
  type: GraphQLInputObjectType,
): readonly GraphQLInputField[] {
  const fields = Object.values(type.getFields());
  if (type.isOneOf) return fields.filter((each) => writer.isChosen(field, each));
  const required = fields.filter(isRequiredInputField);
  if (required.length > 0) return required;
  const isKnown = (each: GraphQLInputField): boolean => {
    const type = getNullableType(each.type);
    const value = isLeafType(type) ? writer.leaf(field, each, type) : undefined;
    return value !== undefined && !('value' in value && value.value === gapFor(each));
  };
  const first =
    fields.find(isKnown) ?? fields.find((each) => isLeafType(getNullableType(each.type)));
  return first ? [first] : [];
}

/** So many levels of parts are selected: `results { errors { code message } }`. */
const depth = 2;

/** Of the names of an object, the first that it has is selected. */
const labels = ['title', 'name', 'summary', 'displayName'];

/** What has no id shows so many of its values. */
const maxValues = 3;

function selectionOf(type: GraphQLNamedType, levels: number): SelectionSetNode | undefined {
  if (isLeafType(type)) return undefined;
  if (!isFielded(type)) return setOf([plainField('__typename')]);
  const fields = fieldsOf(type).filter((each) => !each.args.some(isRequiredArgument));
  const has = new Map(fields.map((each) => [each.name, each]));
  if (has.has('id')) {
    const label = labels.find((name) => has.has(name));
    return setOf(['id', ...(label === undefined ? [] : [label])].map(plainField));
  }
  const items = has.get('nodes');
  if (items) return setOf([{ ...plainField('nodes'), ...partsOf(items, levels) }]);
  const free = fields.filter((each) => operationsOf(each).length === 0);
  const values = free.filter(({ type: each }) => isLeafType(getNamedType(each)));
  const parts = levels === 0 ? [] : free.filter((each) => !values.includes(each));
  const selected = [
    ...values.slice(0, maxValues).map(({ name }) => plainField(name)),
    ...parts.map((each) => ({ ...plainField(each.name), ...partsOf(each, levels - 1) })),
  ];
  return setOf(selected.length > 0 ? selected : [plainField('__typename')]);
}

const partsOf = (field: AnyField, levels: number): Pick<FieldNode, 'selectionSet'> => ({
  selectionSet: selectionOf(getNamedType(field.type), levels),
});

const nameNode = (value: string): NameNode => ({ kind: Kind.NAME, value });

const plainField = (name: string): FieldNode => ({ kind: Kind.FIELD, name: nameNode(name) });

const setOf = (selections: readonly FieldNode[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections,
});
