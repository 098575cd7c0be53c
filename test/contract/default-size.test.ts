/**
 * Lists inside lists, each at its default size, are admitted by the default limits, also with an
 * entity that the inner items link to.
 */
import {
  type GraphQLField,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isIntrospectionType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  type GraphQLObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { isScarce } from '../../src/engine/api/api.ts';
import { googleApis } from '../../src/services/api.ts';
import { settings } from '../../src/settings.ts';
import { schema } from '../../src/services/schema.ts';
import { estimateOfDocument, mostUnits } from '../support/report/estimate.ts';
import { schemaAt } from './rooted-schema.ts';
import { argument } from './sample-argument.ts';

const maxCalls = Number(settings.MAX_ESTIMATED_CALLS.byDefault);
const maxUnits = Number(settings.MAX_QUERY_UNITS.byDefault);

type Field = GraphQLField<unknown, unknown>;

/** A list of objects in the schema: a connection, or a plain list. */
interface ListField {
  readonly type: GraphQLObjectType;
  readonly field: Field;
  readonly items: GraphQLObjectType;
  readonly isConnection: boolean;
}

const objects = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !isIntrospectionType(type),
);

function listOf(type: GraphQLObjectType, field: Field): ListField[] {
  const own = getNullableType(field.type);
  const named = getNamedType(own);
  if (!isObjectType(named)) return [];
  if (isListType(own)) return [{ type, field, items: named, isConnection: false }];
  const nodes = named.name.endsWith('Connection') ? named.getFields()['nodes'] : undefined;
  const items = nodes && getNamedType(nodes.type);
  return isObjectType(items) ? [{ type, field, items, isConnection: true }] : [];
}

const listsOf = (type: GraphQLObjectType): ListField[] =>
  Object.values(type.getFields()).flatMap((field) => listOf(type, field));

const isAuxiliary = ({ name }: GraphQLObjectType): boolean => /(Connection|Edge)$/.test(name);

const outer = objects.filter((type) => !isAuxiliary(type)).flatMap(listsOf);

/** The field with its required arguments, and a selection of each item. */
function select({ field, isConnection }: ListField, selection: string): string {
  return `${call(field)} { ${isConnection ? `nodes { ${selection} }` : selection} }`;
}

function call({ name, args }: Field): string {
  const required = args.filter(isRequiredArgument);
  const values = required.map((each) => `${each.name}: ${argument(each, 0)}`);
  return `${name}${values.length === 0 ? '' : `(${values.join(', ')})`}`;
}

/** Values of an object that need no arguments. */
const leaves = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields()).flatMap(({ name, args, type: own, extensions }) =>
    isLeafType(getNamedType(own)) &&
    !args.some(isRequiredArgument) &&
    !extensions.operations?.some(
      ({ units, bucket }) => (units ?? 0) > 1 && isScarce(googleApis, bucket),
    )
      ? [name]
      : [],
  );

/** Selections of the entities that the items link to, one of each link. */
const linked = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    const isLink = field.extensions.needs?.kind === 'link';
    if (!isLink || isInterfaceType(named) || !isObjectType(named)) return [];
    if (field.args.some(isRequiredArgument)) return [];
    return [`${call(field)} { ${leaves(named).join(' ')} }`];
  });

const cases = outer.flatMap((list) =>
  [undefined, ...listsOf(list.items)].map((inner) => ({
    name: `${list.type.name}.${list.field.name}${inner ? `.${inner.field.name}` : ''}`,
    list,
    inner,
  })),
);

describe('at default sizes', () => {
  it.each([
    '{ calendar(id: "primary") { events { nodes { summary attachments { file { name } } } } } }',
    '{ video(id: "abcdefghijk") { captions { language { name } text } } }',
    '{ files(first: 50) { nodes { path { name } parents { name } } } }',
    '{ viewer { calendars { nodes { calendar { events(from: "2027-03-08T00:00:00Z", to: "2027-03-15T00:00:00Z") { nodes { summary attachments { file { name } } } } } } } } }',
    '{ viewer { broadcasts { nodes { title video { statistics { viewCount } } event(calendarId: "primary") { summary attendees { email } attachments { file { name permissions { nodes { emailAddress } } } } } } } } }',
  ])('%s is admitted', (document) => {
    const estimate = estimateOfDocument(document);
    expect(estimate.calls).toBeLessThanOrEqual(maxCalls);
    expect(mostUnits(estimate)).toBeLessThanOrEqual(maxUnits);
  });
  it.each(cases)('$name is admitted', ({ list, inner }) => {
    const last = (inner ?? list).items;
    const selections = [leaves(last).join(' '), ...linked(last)].map(
      (each) => `__typename ${each}`,
    );
    for (const selection of selections) {
      const below = inner ? `__typename ${select(inner, selection)}` : selection;
      const document = `{ ${select(list, below)} }`;
      const estimate = estimateOfDocument(document, {}, schemaAt(list.type));
      expect({ document, estimate }).toSatisfy(() => estimate.calls <= maxCalls);
      expect({ document, estimate }).toSatisfy(() => mostUnits(estimate) <= maxUnits);
    }
  });
});
