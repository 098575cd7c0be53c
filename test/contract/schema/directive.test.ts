/** `@scopes` and `@effect` say what the declarations of the operations and mutations say. */
import {
  type FieldDefinitionNode,
  getNamedType,
  type GraphQLInputType,
  isInputObjectType,
  isObjectType,
  parse,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { printContract } from '../../../src/engine/schema/print.ts';
import { schema } from '../../../src/services/schema.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { googleApis } from '../../../src/services/api.ts';
import { serviceOf } from '../../../src/engine/api/operation.ts';
import { fullScope } from '../../../src/services/shared/scope.ts';

interface Printed {
  readonly coordinate: string;
  readonly operations: readonly string[];
  readonly scopes: readonly (readonly string[])[];
  readonly effect: Readonly<Record<string, boolean>> | undefined;
}

const argumentsOf = (node: FieldDefinitionNode, name: string): Record<string, unknown>[] =>
  (node.directives ?? [])
    .filter((directive) => directive.name.value === name)
    .map(({ arguments: given = [] }) =>
      Object.fromEntries(given.map((each) => [each.name.value, valueFromASTUntyped(each.value)])),
    );

const printed: Printed[] = [];

visit(parse(printContract(schema)), {
  ObjectTypeDefinition: (type) => {
    for (const node of type.fields ?? [])
      printed.push({
        coordinate: `${type.name.value}.${node.name.value}`,
        operations: argumentsOf(node, 'upstream').map(({ operation }) => String(operation)),
        scopes: argumentsOf(node, 'scopes').map(({ anyOf }) => anyOf as string[]),
        effect: argumentsOf(node, 'effect')[0] as Record<string, boolean> | undefined,
      });
  },
});

const operations = new Map([...catalogue.values()].map((each) => [each.key as string, each]));
const mutations = printed.filter(({ coordinate }) => coordinate.startsWith('Mutation.'));

const effectOf = (name: string): unknown =>
  mutations.find(({ coordinate }) => coordinate === `Mutation.${name}`)!.effect;

const fieldsOf = (type: GraphQLInputType) => {
  const named = getNamedType(type);
  return isInputObjectType(named) ? named.getFields() : {};
};

describe('`@scopes`', () => {
  /** The sets that a field has because of its operations, each once. */
  const setsOf = ({ operations: keys }: Printed): string[] => {
    const needed = keys
      .map((key) => operations.get(key)!)
      .filter(({ auth, scopes }) => auth === 'user' && scopes.length > 0)
      .map((operation) => operation.scopes.map(fullScope).toSorted().join());
    return [...new Set(needed)];
  };
  const aboutTheCaller = new Set([
    'Channel.auditDetails',
    'Channel.contentOwnerDetails',
    'Channel.viewerSubscription',
    'File.publicationProgress',
    'Subscription.publicationProgress',
    'Video.fileDetails',
    'Video.processingDetails',
    'Video.suggestions',
    'Viewer.activities',
    'Viewer.channel',
    'Viewer.channelSections',
    'Viewer.managedChannels',
    'Viewer.playlists',
    'Viewer.ratedVideos',
    'Viewer.subscriberChannels',
    'Viewer.subscribers',
    'Viewer.subscriptions',
    'ViewerService.access',
  ]);

  it('has the scopes of each operation that needs an access token, each set once', () => {
    for (const field of printed.filter(({ coordinate }) => !aboutTheCaller.has(coordinate)))
      expect([field.coordinate, field.scopes.map((set) => set.toSorted().join())]).toEqual([
        field.coordinate,
        setsOf(field),
      ]);
    expect(printed.filter(({ scopes }) => scopes.length > 1).length).toBeGreaterThan(5);
  });
  it('is at fields that read about the caller, although the operations can read for all', () => {
    const more = printed.filter((field) => field.scopes.length > setsOf(field).length);
    expect(new Set(more.map(({ coordinate }) => coordinate))).toEqual(aboutTheCaller);
  });
  it('begins with the scope that allows least', () => {
    const calendars = printed.find(({ coordinate }) => coordinate === 'Viewer.calendars')!;
    expect(calendars.scopes[0]![0]).toMatch(/calendar\.calendarlist\.readonly$/);
  });
  it('is absent from fields that read public data', () => {
    const video = printed.find(({ coordinate }) => coordinate === 'Query.video')!;
    expect([video.operations, video.scopes]).toEqual([['video:videos.list'], []]);
  });
});

describe('`@effect`', () => {
  it('is at every mutation, and nowhere else', () => {
    const fields = Object.keys(schema.getMutationType()!.getFields());
    expect(mutations.filter(({ effect }) => effect === undefined)).toEqual([]);
    expect(mutations.length).toBe(fields.length);
    const others = printed.filter(({ coordinate }) => !coordinate.startsWith('Mutation.'));
    expect(others.filter(({ effect }) => effect !== undefined)).toEqual([]);
  });
  it('is destructive for all mutations that return a `deletedId`, and for those that clear', () => {
    const deleting = mutations.filter(({ coordinate }) => {
      const field = schema.getMutationType()!.getFields()[coordinate.split('.')[1]!]!;
      return isObjectType(field.type) && 'deletedId' in field.type.getFields();
    });
    expect(deleting.length).toBeGreaterThan(15);
    const kept = deleting.filter(({ effect }) => effect!['destructive'] === false);
    // A proposal is answered, and nothing of the file is lost.
    expect(kept.map(({ coordinate }) => coordinate)).toEqual(['Mutation.resolveAccessProposal']);
    expect(effectOf('clearCalendar')).toMatchObject({ destructive: true });
    expect(effectOf('emptyTrash')).toMatchObject({ destructive: true });
  });
  it.each([
    ['updateVideo', true],
    ['goLive', true],
    ['deletePlaylist', true],
    ['rateVideo', true],
    ['createPlaylist', false],
    ['addPlaylistItems', false],
    ['sendChatMessage', false],
    ['quickAddEvent', false],
  ])('of %s is repeatable: %s', (name, repeatable) => {
    expect(effectOf(name)).toMatchObject({ repeatable });
  });
  it.each([
    ['createEvent', true],
    ['createFilePermission', true],
    ['createAccessRule', true],
    ['createVideo', true],
    ['updatePlaylist', false],
  ])('of %s notifies people: %s', (name, notifies) => {
    expect(effectOf(name)).toMatchObject({ notifies });
  });
  it('say that a mutation notifies people if its input or its entries have `notify`, or always', () => {
    const fields = Object.values(schema.getMutationType()!.getFields());
    const notifying = fields.filter(({ args }) => {
      const { entries, ...own } = fieldsOf(args[0]!.type);
      return 'notify' in own || (entries && 'notify' in fieldsOf(entries.type));
    });
    // Google Drive mails about each call, which nothing turns off.
    const always = fields.filter(({ extensions }) =>
      extensions.operations?.some((operation) => operation.key.startsWith('storage:approvals.')),
    );
    const expected = [...notifying, ...always].map(({ name }) => `Mutation.${name}`);
    expect(always).toHaveLength(6);
    expect(expected.toSorted()).toEqual(
      mutations
        .filter(({ effect }) => effect?.['notifies'])
        .map(({ coordinate }) => coordinate)
        .toSorted(),
    );
  });
});

it('the description of each root field begins with its services', () => {
  const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];
  const fields = roots.flatMap((root) => Object.values(root.getFields()));
  const others = fields.filter(({ description, extensions }) => {
    const services = new Set((extensions.operations ?? []).map(serviceOf));
    const names = [...services].map((service) => googleApis.services[service].product).join(', ');
    return names !== '' && !new RegExp(`^${names}: [A-Z]`).test(description!);
  });
  expect(others.map(({ name }) => name)).toEqual([]);
});
