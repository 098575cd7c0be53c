/** The arguments of fields of the schema, and documents with a value in one of them. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { ids } from '../../../src/sandbox/seed/ids.ts';

/** An argument, or a field of an input object in one. */
export interface Place {
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  /** Names from the argument to the value. */
  readonly path: readonly string[];
  readonly valueType: GraphQLInputType;
}

/** `Calendar.events filter.text` */
export const titleOf = ({ type, field, path }: Place): string =>
  `${type.name}.${field.name} ${path.join('.')}`;

/** The places in all arguments of the fields of a type. */
export const placesOf = (type: GraphQLObjectType): Place[] =>
  Object.values(type.getFields()).flatMap((field) =>
    field.args.flatMap((arg) => placesIn({ type, field, path: [arg.name] }, arg.type)),
  );

function placesIn(place: Omit<Place, 'valueType'>, valueType: GraphQLInputType): Place[] {
  const named = getNamedType(valueType);
  if (!isInputObjectType(named)) return [{ ...place, valueType }];
  return Object.values(named.getFields()).flatMap((field) =>
    placesIn({ ...place, path: [...place.path, field.name] }, field.type),
  );
}

/** Accepted values by type, by name, or by both. */
const validValues: Readonly<Record<string, unknown>> = {
  timeZone: 'UTC',
  'DateTime to': '2026-03-02T00:00:00Z',
  'TimeOfDay from': '09:00',
  'TimeOfDay to': '17:00',
  ID: 'nothing',
  String: 'text',
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTime: '2026-03-01T00:00:00Z',
  Duration: 'PT1H',
  EventBy: { key: { calendarId: ids.calendar.release, eventId: 'nothing' } },
  EmailAddress: 'a@x.example',
  LanguageTag: 'de',
  URL: 'https://drive.google.com/file/d/nothing',
};

/** A value that is accepted, for what is required beside the value of a place. */
function validValue({ name, type }: Pick<GraphQLInputField, 'name' | 'type'>): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [validValue({ name, type: nullable.ofType })];
  if (isEnumType(nullable)) return nullable.getValues()[0]!.name;
  const valid =
    validValues[`${nullable.name} ${name}`] ?? validValues[name] ?? validValues[nullable.name];
  if (valid !== undefined || !isInputObjectType(nullable)) return valid;
  const fields = Object.values(nullable.getFields());
  return nullable.isOneOf
    ? { [fields[0]!.name]: validValue(fields[0]!) }
    : requiredValues(fields.filter(isRequiredInputField));
}

const requiredValues = (
  required: readonly (GraphQLArgument | GraphQLInputField)[],
): Record<string, unknown> =>
  Object.fromEntries(required.map((one) => [one.name, validValue(one)]));

/** The value of a type that has another value at a path inside. */
function placed(type: GraphQLInputType, path: readonly string[], value: unknown): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [placed(nullable.ofType, path, value)];
  if (!isInputObjectType(nullable)) return value;
  const fields = nullable.getFields();
  const [name = '', ...rest] = path;
  return {
    ...(!nullable.isOneOf && requiredValues(Object.values(fields).filter(isRequiredInputField))),
    [name]: placed(fields[name]!.type, rest, value),
  };
}

/** A field with a value at a place; all its arguments are variables. */
export function fieldWith({ field, path: [name = '', ...rest] }: Place, value: unknown) {
  const args = field.args.filter((arg) => arg.name === name || isRequiredArgument(arg));
  const { type } = args.find((arg) => arg.name === name)!;
  return {
    /** What the operation declares. */
    declared: args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', '),
    variables: { ...requiredValues(args), [name]: placed(type, rest, value) },
    /** The field without its selection. */
    text: `${field.name}(${args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')})`,
  };
}
