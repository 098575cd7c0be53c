/** The Pothos builder, and the context of resolvers. */
import { api, serviceNames } from '../api/api.ts';
import SchemaBuilder from '@pothos/core';
import {
  DirectiveLocation,
  type DocumentNode,
  GraphQLDirective,
  GraphQLInt,
  GraphQLBoolean,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import type { Execution } from '../execution/execution.ts';
import type { Rejections } from '../read/load/rejected-field.ts';
import type { FeedHub } from '../feed/hub.ts';
import type { UploadedFile } from './upload/file.ts';

/**
 * Context of one execution. Each event of a subscription is an execution of its own, because
 * loaders cache the values that they have read.
 */
export interface Context {
  readonly execution: Execution;
  /** Subscriptions to feeds; all executions of the process share it. */
  readonly feeds: FeedHub;
  readonly requestId: string;
  readonly documents: DocumentReader;
  /** Fields whose arguments were rejected before the execution. Absent: there are none. */
  rejections?: Rejections;
}

/** Reads documents that are values of arguments. */
export interface DocumentReader {
  /**
   * Parses and validates a document.
   * @throws GraphQLError for a document that would be rejected as a request
   */
  readonly parse: (source: string) => DocumentNode;
  /** Whether errors about a document may contain no suggestions, which reveal the schema. */
  readonly hideSuggestions: boolean;
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
    DateTimeOrLocal: Text;
    Duration: Text;
    EmailAddress: Text;
    JSON: { Input: unknown; Output: unknown };
    LanguageTag: Text;
    URL: Text;
    Upload: { Input: UploadedFile; Output: never };
  };
}

/** Collects the types and fields of the schema. */
export const builder = new SchemaBuilder<SchemaTypes>({});

/** The types of the builder: context and scalars. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;

/** The name of the directive with the REST operations of a field. */
export const upstreamName = 'upstream';

/** The directive in the SDL with the REST operations of a field and their costs. */
export const upstreamDirective = (): GraphQLDirective =>
  new GraphQLDirective({
    name: upstreamName,
    description:
      'A REST operation that the field may call, with the cost of one call. Reads by id are batched where the service allows it: one call reads many objects. A link of which only ids are selected makes no call.',
    isRepeatable: true,
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: {
      operation: {
        type: new GraphQLNonNull(GraphQLString),
        description: `The service, the resource and the method, joined by \`:\` and \`.\`. Services: ${serviceNames()
          .map((name) => `\`${name}\` (${api().services[name].title} API)`)
          .join(', ')}.`,
      },
      units: {
        type: GraphQLInt,
        description: 'The quota units of one call. Omitted if the service states no cost.',
      },
      bucket: {
        type: new GraphQLNonNull(GraphQLString),
        description:
          'The quota bucket that the call is charged to: a `QuotaBucketName`, as in `extensions.cost.units`, or a bucket without units.',
      },
    },
  });

export const scopesDirective = new GraphQLDirective({
  name: 'scopes',
  description:
    'The OAuth scopes of which the access token needs one. A field with several of these directives needs one of each. Absent from fields that read public data.',
  isRepeatable: true,
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    anyOf: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))),
      description: 'Full names of scopes. One of them is enough.',
    },
  },
});

export const semanticNonNullDirective = new GraphQLDirective({
  name: 'semanticNonNull',
  description:
    'The field is null only where `errors` has an entry for it: a client that fails on errors, or shows them apart, can treat it as non-null.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLInt))),
      defaultValue: [0],
      description: 'The levels of a list that this holds for: 0 is the field itself.',
    },
  },
});

export const effectDirective = new GraphQLDirective({
  name: 'effect',
  description: 'The effects of a mutation that a client may have to ask its user about.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    destructive: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: 'Whether the mutation deletes objects, other than by moving them to the trash.',
    },
    repeatable: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description:
        'Whether the mutation, sent again with the same input, has no further effect: a client that got no answer can repeat it.',
    },
    notifies: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description:
        'Whether the mutation can send mail or other messages to people. If its input has `notify`, `notify` decides whether it does.',
    },
  },
});
