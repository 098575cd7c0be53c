/** The Pothos builder, and what every resolver finds in its context. */
import SchemaBuilder from '@pothos/core';
import {
  DirectiveLocation,
  type DocumentNode,
  GraphQLDirective,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import type { Execution } from '../data/execution.ts';
import type { UploadedFile } from './upload/file.ts';

/** Made anew for every execution: for a subscription that means every event, or loaders would hold the first event's values for ever. */
export interface Context {
  readonly execution: Execution;
  readonly requestId: string;
  /** Reads a document that came as an argument. @throws GraphQLError for one that would be refused as a request */
  readonly documentOf: (source: string) => DocumentNode;
}

interface Text {
  Input: string;
  Output: string;
}

interface SchemaTypes {
  Context: Context;
  Scalars: {
    ID: Text;
    BigInt: Text;
    Date: Text;
    DateTime: Text;
    Duration: Text;
    EmailAddress: Text;
    JSON: { Input: unknown; Output: unknown };
    LanguageTag: Text;
    URL: Text;
    Upload: { Input: UploadedFile; Output: never };
  };
}

export const builder = new SchemaBuilder<SchemaTypes>({});
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;

/** Printed in the SDL: which REST operations stand behind a field, and what they cost. */
export const upstreamDirective = new GraphQLDirective({
  name: 'upstream',
  description:
    'A REST operation that the field may call, and its cost in quota units where the service states one.',
  isRepeatable: true,
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    operation: {
      type: new GraphQLNonNull(GraphQLString),
      description: 'Service, resource and method.',
    },
    units: { type: GraphQLInt, description: 'Quota units of one call.' },
  },
});
