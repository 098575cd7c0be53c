/** The types of the builder: the compiler rejects the lines below that are marked as wrong. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import { builder } from '../../../../src/engine/schema/builder.ts';
import type { FieldBuilder } from '../../../../src/engine/schema/field/field-factory.ts';
import { fields } from '../../../../src/engine/schema/field/path-field.ts';

interface Book {
  readonly title: string;
  readonly subtitle?: string | null;
  readonly pages?: number;
  readonly author: { readonly name: string };
}

interface Person {
  readonly name: string;
}

const description = 'A field.';

/** Is compiled, and not called: no test may add types to the schema. */
function declareTypes(t: FieldBuilder<Book>) {
  const Author = builder.objectType<Book['author']>('Author');
  const Named = builder.interfaceType<Person>('Named');
  const Genre = builder.enumType('Genre', {
    description,
    values: { CRIME: { value: 'crime' as const, description } },
  });
  const BookInput = builder.inputType('BookInput', {
    description,
    fields: (input) => ({
      title: input.string({ required: true }),
      pages: input.int({}),
      genres: input.field({ type: [Genre], required: true, defaultValue: ['crime'] }),
    }),
  });
  const BookBy = builder.inputType('BookBy', {
    description,
    isOneOf: true,
    fields: (input) => ({ id: input.id({}), book: input.field({ type: BookInput }) }),
  });
  fields(t, { title: ['String', description], pages: ['Int', description] });
  // @ts-expect-error: no such property
  fields(t, { name: ['String', description] });
  // @ts-expect-error: a string
  fields(t, { title: ['Int', description] });
  t.expose('String', 'title', { description, nullable: false });
  t.expose('String', 'subtitle', { description });
  // @ts-expect-error: can be absent
  t.expose('String', 'subtitle', { description, nullable: false });
  // @ts-expect-error: a number
  t.expose('String', 'pages', { description });
  // @ts-expect-error: no such property
  t.expose('String', 'name', { description });
  t.field({ type: Author, description, resolve: ({ author }) => author });
  // @ts-expect-error: another object
  t.field({ type: Author, description, resolve: (book) => book });
  // @ts-expect-error: no list
  t.field({ type: [Author], description, resolve: ({ author }) => author });
  // @ts-expect-error: can be null
  t.field({ type: Author, nullable: false, description, resolve: () => null });
  // @ts-expect-error: another value of the enum
  t.field({ type: Genre, description, resolve: () => 'poem' });
  // @ts-expect-error: a number
  t.arg.string({ defaultValue: 1 });
  // @ts-expect-error: no such value of the enum
  t.arg({ type: Genre, defaultValue: 'poem' });
  Author.implement({ interfaces: [Named] });
  // @ts-expect-error: lacks the fields of the interface
  builder.objectType<Book>('Book').implement({ interfaces: [Named] });
  return { BookInput, BookBy };
}

type Declared = ReturnType<typeof declareTypes>;
type BookInput = Declared['BookInput']['$inferType'];
type BookBy = Declared['BookBy']['$inferType'];

describe('the types of the builder', () => {
  it('reject fields that the values do not have', () => {
    expect(declareTypes).toBeTypeOf('function');
  });
  it('tell the values of input types', () => {
    expectTypeOf<{ title: string; genres: 'crime'[] }>().toExtend<BookInput>();
    expectTypeOf<{ title: string; genres: 'crime'[]; pages: null }>().toExtend<BookInput>();
    expectTypeOf<{ genres: 'crime'[] }>().not.toExtend<BookInput>();
    expectTypeOf<{ title: string; genres: 'poem'[] }>().not.toExtend<BookInput>();
    expectTypeOf<{ title: string; genres: 'crime'[]; pages: string }>().not.toExtend<BookInput>();
    expectTypeOf<BookInput['pages']>().toEqualTypeOf<number | null | undefined>();
  });
  it('tell that a @oneOf input has one field', () => {
    expectTypeOf<{ id: string }>().toExtend<BookBy>();
    expectTypeOf<{ id: null }>().not.toExtend<BookBy>();
    expectTypeOf<object>().not.toExtend<BookBy>();
    expectTypeOf<{ id: string; book: BookInput }>().not.toExtend<BookBy>();
  });
});
