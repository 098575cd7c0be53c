/** Every field of the schema states its needs in its extensions, as the walker expects them. */
import {
  getNamedType,
  isCompositeType,
  isIntrospectionType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';

const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && !isIntrospectionType(type)
    ? Object.values(type.getFields()).map((field) => ({
        of: type,
        field,
        name: `${type.name}.${field.name}`,
      }))
    : [],
);

describe('the needs of fields', () => {
  it('are stated by every field with a selection, which the walker needs', () => {
    const withoutNeeds = fields.filter(
      ({ field }) =>
        isCompositeType(getNamedType(field.type)) && field.extensions.needs === undefined,
    );
    expect(withoutNeeds.map(({ name }) => name)).toEqual([]);
  });
  it('are nested, a link or a call for every field whose selection reads a response', () => {
    const withoutPlace = fields.filter(
      ({ field }) =>
        isCompositeType(getNamedType(field.type)) &&
        field.extensions.needs?.kind === 'paths' &&
        !isMadeByGateway(field.type),
    );
    expect(withoutPlace.map(({ name }) => name)).toEqual([]);
  });
  it('are the same on every type that has a field from an interface', () => {
    const inherited = fields.flatMap(({ of, field, name }) =>
      of.getInterfaces().flatMap((from) => {
        const declared = from.getFields()[field.name];
        return declared
          ? [{ name, own: field.extensions.needs, declared: declared.extensions.needs }]
          : [];
      }),
    );
    expect(inherited.map(({ name, own }) => [name, own])).toEqual(
      inherited.map(({ name, declared }) => [name, declared]),
    );
    expect(inherited.map(({ name }) => name)).toContain('Video.id');
  });
  it('are those of the link for an id beside it: `videoId` of `video`, `authorChannelId` of `author`', () => {
    const pairs = fields.flatMap(({ of, field, name }) => {
      const { needs } = field.extensions;
      if (needs?.kind !== 'link' || needs.link.idPath === undefined) return [];
      const { targets, idPath } = needs.link;
      return [`${field.name}Id`, `${field.name}${targets[0]!.name}Id`]
        .map((each) => of.getFields()[each])
        .filter((each) => each !== undefined && isLeafType(getNamedType(each.type)))
        .map((each) => ({ name, idPath, needs: each!.extensions.needs }));
    });
    expect(pairs.map(({ name, needs }) => ({ name, needs }))).toEqual(
      pairs.map(({ name, idPath }) => ({ name, needs: { kind: 'paths', paths: [idPath] } })),
    );
    expect(pairs.map(({ name }) => name)).toContain('PlaylistItem.videoOwner');
  });
});

/** Whether all fields of a type are resolved from what the parent of its value has read. */
const isMadeByGateway = (type: Parameters<typeof getNamedType>[0]): boolean => {
  const named = getNamedType(type);
  return (
    isObjectType(named) &&
    Object.values(named.getFields()).every(({ extensions }) => extensions.needs?.kind === 'none')
  );
};
