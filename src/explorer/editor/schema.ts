/** The schema of the gateway, with the REST calls of each field in its description. */
import {
  buildASTSchema,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  Kind,
  parse,
  visit,
} from 'graphql';
import { urlOf } from '../settings.ts';

/** A REST operation that a field may call. */
interface UpstreamCall {
  readonly operation: string;
  readonly bucket: string;
  /** Undefined where the service states no cost. */
  readonly units: string | undefined;
}

/** Loads the schema. @throws Error if the gateway does not serve it */
export async function loadSchema(): Promise<GraphQLSchema> {
  const response = await fetch(urlOf('schema.graphql'));
  if (!response.ok) throw new Error(`The gateway does not serve its schema: ${response.status}`);
  const document = parse(await response.text(), { noLocation: true });
  return buildASTSchema(withCalls(document), { assumeValidSDL: true, assumeValid: true });
}

/** Adds the calls of each field to its description, which the editor and the documentation show. */
const withCalls = (document: DocumentNode): DocumentNode =>
  visit(document, {
    FieldDefinition: {
      leave(field) {
        const calls = upstreamCalls(field);
        if (calls.length === 0) return undefined;
        const text = `${field.description?.value ?? ''}\n\nREST: ${calls.map(textOf).join(', ')}.`;
        return { ...field, description: { kind: Kind.STRING, value: text, block: true } };
      },
    },
  });

/** @returns what `@upstream` says about a field */
const upstreamCalls = ({ directives = [] }: FieldDefinitionNode): UpstreamCall[] =>
  directives.filter(({ name }) => name.value === 'upstream').map(callOf);

function callOf({ arguments: given = [] }: ConstDirectiveNode): UpstreamCall {
  const valueOf = (name: string): string | undefined => {
    const value = given.find((each) => each.name.value === name)?.value;
    return value && 'value' in value ? String(value.value) : undefined;
  };
  return {
    operation: valueOf('operation')!,
    bucket: valueOf('bucket')!,
    units: valueOf('units'),
  };
}

function textOf({ operation, bucket, units }: UpstreamCall): string {
  if (units === undefined) return `\`${operation}\``;
  return `\`${operation}\` (${units} ${units === '1' ? 'unit' : 'units'} of ${bucket})`;
}
