/** The TypeScript types of scalars, as `docs/frontend/codegen.md` sets up the code generator. */
import { type GraphQLScalarType, specifiedScalarTypes } from 'graphql';
import custom from '../../../schema/codegen-scalars.json' with { type: 'json' };

type Types = Readonly<Record<'input' | 'output', string>>;

const builtIn: Readonly<Record<string, string>> = {
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
};

const scalars: ReadonlyMap<string, Types> = new Map<string, Types>([
  ...specifiedScalarTypes.map(({ name }): [string, Types] => {
    const type = builtIn[name] ?? 'string';
    return [name, { input: type, output: type }];
  }),
  ...Object.entries(custom),
]);

export const scalarType = ({ name }: GraphQLScalarType, of: keyof Types): string =>
  scalars.get(name)?.[of] ?? 'unknown';
