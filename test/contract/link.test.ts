/** Every link between YouTube resources has a field, or a reason why not. */
import { type GraphQLNamedType, getNamedType, isAbstractType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';
import { fieldNeed } from '../support/field-need.ts';
import { restLinks } from './link-list.ts';

const exposed = restLinks.flatMap(({ from, to, field }) =>
  typeof field === 'string' ? [{ from, to, field }] : [],
);

const omitted = restLinks.filter(({ field }) => typeof field !== 'string');

/** The types that a field can return: its own, or those of its union or of its nodes. */
function targetsOf(coordinate: string): string[] {
  const [name, fieldName] = coordinate.split('.') as [string, string];
  const type = schema.getType(name);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (!field) return [];
  return namesOf(getNamedType(field.type)).flatMap((each) => {
    const found = schema.getType(each);
    const nodes =
      isObjectType(found) && each.endsWith('Connection') ? found.getFields()['nodes'] : undefined;
    return nodes ? namesOf(getNamedType(nodes.type)) : [each];
  });
}

const namesOf = (type: GraphQLNamedType): string[] =>
  isAbstractType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : [type.name];

describe('links between YouTube resources', () => {
  it.each(exposed)('$from has the field $field of type $to', ({ to, field }) => {
    expect(targetsOf(field)).toContain(to);
  });
  it('are listed once', () => {
    expect(new Set(restLinks.map(({ from, to }) => `${from} ${to}`)).size).toBe(restLinks.length);
  });
  it('omit live chats only while the schema has no type for them', () => {
    const chats = omitted.filter(({ to }) => to === 'LiveChat');
    expect(chats.map(({ to }) => schema.getType(to))).toEqual([undefined]);
  });
  it('include every field of the schema that links a YouTube resource to another', () => {
    const listed = new Set(exposed.map(({ field }) => field));
    const resources = new Set(exposed.map(({ field }) => field.split('.', 1)[0]!));
    const linking = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter(
        ({ name }) =>
          resources.has(name) && !['Query', 'Viewer', 'Broadcast', 'Stream'].includes(name),
      )
      .flatMap((type) =>
        Object.values(type.getFields())
          .filter((field) => fieldNeed(field)?.link !== undefined)
          .map(({ name }) => `${type.name}.${name}`),
      );
    expect(linking.filter((each) => !listed.has(each))).toEqual([]);
  });
});
