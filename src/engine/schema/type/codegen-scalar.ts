/**
 * `schema/codegen-scalars.json`: the TypeScript types of the scalars, as the option `scalars` of
 * graphql-codegen takes them. `npm run schema` writes it.
 */
import { type GraphQLSchema, isScalarType, isSpecifiedScalarType } from 'graphql';

/**
 * The type of `ID`. Generators know the other scalars of GraphQL itself, but some accept numbers as
 * ids.
 */
const idType = { input: 'string', output: 'string' };

/**
 * @returns the text of `schema/codegen-scalars.json`
 * @throws Error for a scalar whose TypeScript type is not declared
 */
export function printCodegenScalars(schema: GraphQLSchema): string {
  const own = Object.values(schema.getTypeMap())
    .filter(isScalarType)
    .filter((type) => !isSpecifiedScalarType(type));
  const types = own.map(({ name, extensions }) => {
    if (!extensions.clientType)
      throw new Error(`${name} has no clientType in src/engine/schema/type/scalar.ts`);
    return [name, extensions.clientType] as const;
  });
  return `${JSON.stringify({ ...Object.fromEntries(types), ID: idType }, null, 2)}\n`;
}
