import { type GraphQLNamedType, getNamedType, isAbstractType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';
import { fieldNeed } from '../support/field-need.ts';
import { shownLinks } from './link-shown.ts';

const followed = shownLinks.flatMap(({ from, to, by }) =>
  typeof by === 'string' ? [{ from, to, by }] : [],
);

const left = shownLinks.filter(({ by }) => typeof by !== 'string');

/** The types that a field can lead to: its own, those of its union, or the nodes of its connection. */
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

describe('links of the video service', () => {
  it.each(followed)('$from leads to $to by $by', ({ to, by }) => {
    expect(targetsOf(by)).toContain(to);
  });
  it('stand in the list once', () => {
    expect(new Set(shownLinks.map(({ from, to }) => `${from} ${to}`)).size).toBe(shownLinks.length);
  });
  it('to chats are left out as long as the graph has none', () => {
    expect(left.filter(({ to }) => to === 'LiveChat').map(({ to }) => schema.getType(to))).toEqual([
      undefined,
    ]);
  });
  it('are all those that the resources of the schema hold: every one of their fields that leads to another resource is in the list', () => {
    const listed = new Set(followed.map(({ by }) => by));
    const resources = new Set(followed.map(({ by }) => by.split('.', 1)[0]!));
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
