/** The directives of the schema. */
import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import { type Api, serviceNames } from '../api/api.ts';

/** The name of the directive with the REST operations of a field. */
export const upstreamName = 'upstream';

/** The directive in the SDL with the REST operations of a field and their costs. */
export const upstreamDirective = (api: Api): GraphQLDirective =>
  new GraphQLDirective({
    name: upstreamName,
    description:
      'A REST operation that the field may call, with the cost of one call. Reads by id are batched where the service allows it: one call reads many objects. A link of which only ids are selected makes no call.',
    isRepeatable: true,
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: {
      operation: {
        type: new GraphQLNonNull(GraphQLString),
        description: `The service, the resource and the method, joined by \`:\` and \`.\`. Services: ${serviceNames(
          api,
        )
          .map((name) => `\`${name}\` (${api.services[name].title} API)`)
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
      description: 'Full names of scopes. One of them is enough; the first one allows least.',
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
