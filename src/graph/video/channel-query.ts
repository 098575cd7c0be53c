/** Root fields and viewer fields for channels. */
import { projectionOf } from '../../data/read/walker.ts';
import { InvalidInput, showValue } from '../../upstream/error.ts';
import { channels } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { withArgumentNames } from '../field/argument-name.ts';
import { field } from '../field/field-factory.ts';
import { findExisting, findFirst } from '../field/find-first.ts';
import { loadExisting } from '../field/lookup.ts';
import { refFrom, upstreamId } from '../global-id.ts';
import { Viewer } from '../link/viewer.ts';
import { channelConnection } from './channel.ts';
import { Channel, GuideCategory, noChannel } from './resource.ts';

const ChannelBy = builder.inputType('ChannelBy', {
  description: 'One way to name a channel.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Its global id, or the `UC…` id of the video service.' }),
    handle: t.string({ description: 'Its handle, with or without the `@`.' }),
    username: t.string({ description: 'The old user name that some channels still have.' }),
  }),
});

/**
 * Returns the parameter for a handle or user name.
 * @throws InvalidInput for an empty name, and for white space, which no name contains
 */
function nameParameters({
  handle,
  username,
}: typeof ChannelBy.$inferInput): Record<string, unknown> {
  const name = handle ?? username ?? '';
  const argument = handle == null ? 'by.username' : 'by.handle';
  if (/^@?$/.test(name)) throw new InvalidInput(argument, 'is empty; expected a name');
  if (/\s/.test(name))
    throw new InvalidInput(
      argument,
      `${showValue(name)} is not a name; expected a name without white space`,
    );
  return handle == null ? { forUsername: username } : { forHandle: handle };
}

const nameArguments = { forHandle: 'by.handle', forUsername: 'by.username' } as const;

const ChannelsBy = builder.inputType('ChannelsBy', {
  description: 'One way to choose several channels.',
  isOneOf: true,
  fields: (t) => ({
    ids: t.idList({ description: 'These, in this order: global ids, or `UC…` ids; at most 200.' }),
    managedByMe: t.boolean({
      description:
        'Only `true`: those managed by the content owner that the header `x-content-owner` names; `FORBIDDEN` without one.',
    }),
    mySubscribers: t.boolean({
      description: "Only `true`: those that have subscribed to the caller's channel.",
    }),
    categoryId: t.id({
      description:
        'Those of a category of the former channel guide, its global id or the one it had there.',
    }),
  }),
});

const requestedIds = ({
  by,
}: {
  readonly by: typeof ChannelsBy.$inferInput;
}): string[] | undefined =>
  by.ids?.map((id, index) => upstreamId(Channel.resource, id, `by.ids.${index}`));

function filterParameters({
  categoryId,
  managedByMe,
  mySubscribers,
}: typeof ChannelsBy.$inferInput): Record<string, unknown> {
  if (categoryId != null)
    return { categoryId: upstreamId(GuideCategory.resource, categoryId, 'by.categoryId') };
  for (const [name, flag] of Object.entries({ managedByMe, mySubscribers }))
    if (flag === false)
      throw new InvalidInput(`by.${name}`, 'false selects nothing; expected true');
  return managedByMe ? { managedByMe } : { mySubscribers };
}

/** Adds the types and fields of this module to the schema. */
export function addChannelQuery(): void {
  builder.queryFields((t) => ({
    channel: field(t, {
      type: Channel,
      description: 'A channel by id, handle or user name.',
      args: { by: t.arg({ type: ChannelBy, required: true, description: 'What names it.' }) },
      needs: {
        kind: 'calls',
        costOf: ({ by }: { readonly by: typeof ChannelBy.$inferInput }) =>
          by.id == null
            ? { calls: [[channels.list, 1]], loads: [], values: 1 }
            : { calls: [], loads: [{ resources: [Channel.resource], count: 1 }], values: 0 },
      },
      operations: [channels.list],
      resolve: (_, { by }: { by: typeof ChannelBy.$inferInput }, context, info) => {
        if (by.id != null)
          return loadExisting(context, refFrom(Channel.resource, by.id, 'by.id'), info);
        const channel = findExisting(
          context.execution,
          Channel,
          { operation: channels.list, args: nameParameters(by) },
          projectionOf(info),
        );
        return withArgumentNames(channel, { by }, nameArguments);
      },
    }),
    channels: connection(
      t,
      channelConnection,
      {
        operation: channels.list,
        args: (_, { by }) => filterParameters(by),
        idsIn: requestedIds,
        nullOnReasons: noChannel,
        argumentNames: { categoryId: 'by.categoryId' },
        arguments: {
          by: t.arg({ type: ChannelsBy, required: true, description: 'Which of all channels.' }),
        },
      },
      'Channels by what they have in common, or by their ids: then in the order of the ids, without those that are not there. Null with a warning where subscribers are asked of an account without a channel.',
    ),
  }));

  builder.objectField(Viewer, 'channel', (t) =>
    findFirst(
      t,
      Channel,
      { operation: channels.list, args: () => ({ mine: true }), nullOnReasons: noChannel },
      "The caller's own channel; null with a warning for an account that has none.",
    ),
  );
}
