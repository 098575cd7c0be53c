/** The schema of the gateway, whose descriptions end with the REST calls of each field. */
import { buildASTSchema, type GraphQLSchema, parse } from 'graphql';
import { urlOf } from '../settings.ts';

/** Loads the schema. @throws Error if the gateway does not serve it */
export async function loadSchema(): Promise<GraphQLSchema> {
  const response = await fetch(urlOf('schema.graphql'));
  if (!response.ok) throw new Error(`The gateway does not serve its schema: ${response.status}`);
  const document = parse(await response.text(), { noLocation: true });
  return buildASTSchema(document, { assumeValidSDL: true, assumeValid: true });
}
