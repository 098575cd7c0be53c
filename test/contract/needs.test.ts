import { getNamedType, isCompositeType, isIntrospectionType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';

const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && !isIntrospectionType(type)
    ? Object.values(type.getFields()).map((field) => ({
        of: type,
        field,
        name: `${type.name}.${field.name}`,
      }))
    : [],
);

describe('what fields say they need', () => {
  it('is said by every field with a selection: projection walks no other', () => {
    const opaque = fields.filter(
      ({ field }) =>
        isCompositeType(getNamedType(field.type)) && field.extensions.needs === undefined,
    );
    expect(opaque.map(({ name }) => name)).toEqual([]);
  });
  it('names a place for the selection, or a link, or a call, where anything is read of upstream', () => {
    const dangling = fields.filter(({ field }) => {
      const { needs } = field.extensions;
      if (!isCompositeType(getNamedType(field.type)) || !needs?.paths?.length) return false;
      return (
        needs.nested === undefined &&
        needs.link === undefined &&
        needs.calls === undefined &&
        !madeOf(field.type)
      );
    });
    expect(dangling.map(({ name }) => name)).toEqual([]);
  });
  it('is the same on every type that has a field from an interface', () => {
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
});

/** Types of our own making, all of whose fields are answered from what their parent has read. */
const madeOf = (type: Parameters<typeof getNamedType>[0]): boolean => {
  const named = getNamedType(type);
  return (
    isObjectType(named) &&
    Object.values(named.getFields()).every(
      ({ extensions }) => Object.keys(extensions.needs ?? {}).length === 0,
    )
  );
};
