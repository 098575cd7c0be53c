/** Root fields and viewer fields for channels. */
import type { Execution } from '../../../engine/execution/execution.ts';
import type { EntityCount } from '../../../engine/read/needs.ts';
import { projectionOf } from '../../../engine/read/walk/walker.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { channels } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { withArgumentNames } from '../../../engine/schema/field/argument-name.ts';
import { findExisting, findFirst } from '../../../engine/schema/field/field-call.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { loadExisting } from '../../../engine/schema/field/lookup.ts';
import { lookupEach } from '../../../engine/schema/field/lookup-each.ts';
import { oneOfObject, required } from '../../../engine/schema/field/input-row.ts';
import { checkRestId, refFrom, upstreamId } from '../../../engine/schema/type/global-id.ts';
import { Viewer } from '../../shared/viewer.ts';
import { channelConnection } from './type.ts';
import { Channel, GuideCategory } from '../resources.ts';
import { sharedReason } from '../../shared/error-reason.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';

const ChannelBy = oneOfObject(
  'ChannelBy',
  'A selector for one channel. Exactly one field must be given.',
  {
    id: ['ID', 'The channel: a global id or a YouTube id.'],
    handle: ['String', 'The handle, with or without the leading `@`.'],
    username: ['String', 'The legacy user name, which only old channels have.'],
  },
);

/**
 * Returns the REST parameter for a handle or user name.
 * @throws InvalidInput for an empty name, and for white space, which no name contains
 */
function nameParameters({
  handle,
  username,
}: typeof ChannelBy.$inferType): Record<string, unknown> {
  const name = handle ?? username ?? '';
  const argument = handle == null ? 'by.username' : 'by.handle';
  if (/^@?$/.test(name))
    throw new InvalidInput(argument, `${showValue(name)} is empty; expected a name`);
  checkRestId('Channel', name, argument);
  if (/\s/.test(name))
    throw new InvalidInput(
      argument,
      `${showValue(name)} is not a name; expected a name without white space`,
    );
  return handle == null ? { forUsername: username } : { forHandle: handle };
}

const nameArguments = { forHandle: 'by.handle', forUsername: 'by.username' } as const;

/**
 * YouTube would answer that the caller may not do this, and not say what is missing.
 * @throws InvalidInput for the channels of a content owner that no header names
 */
function checkContentOwner({ identities }: Execution): void {
  if (identities.of(channels.list).onBehalfOf === undefined)
    throw new InvalidInput(
      'x-content-owner',
      'the request header is missing; expected the id of a content owner',
    );
}

/** @throws InvalidInput */
const namedChannel = (id: string): EntityCount => ({
  resources: [Channel.resource],
  count: 1,
  refs: [refFrom(Channel.resource, id, 'by.id')],
});

export function addChannelList(): void {
  builder.queryFields((t) => ({
    channel: field(t, {
      type: Channel,
      description:
        'One channel. Error `NOT_FOUND` if there is no such channel or the caller may not see it.',
      args: {
        by: [required(ChannelBy), 'Select the channel by id, handle or user name.'],
      },
      needs: {
        kind: 'calls',
        costOf: ({ by }: { readonly by: typeof ChannelBy.$inferType }) =>
          by.id == null
            ? { calls: [[channels.list, 1]], loads: [], values: 1 }
            : { calls: [], loads: [namedChannel(by.id)], values: 0 },
      },
      operations: [channels.list],
      resolve: (_, { by }: { by: typeof ChannelBy.$inferType }, context, info) => {
        if (by.id?.startsWith('@'))
          throw new InvalidInput('by.id', `${showValue(by.id)} is a handle; use by: { handle }`);
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
    channels: lookupEach(
      t,
      Channel,
      'The channels: global ids or YouTube ids. Maximum: 200.',
      'Channels by their ids, in the order of the ids. An entry is null if the channel does not exist or the caller may not see it. The entry of an invalid id is null, too; one error names all of them.',
    ),
    guideCategoryChannels: connection(
      t,
      channelConnection,
      {
        operation: channels.list,
        args: (_, { id }) => ({ categoryId: upstreamId(GuideCategory.resource, id, 'id') }),
        argumentNames: { categoryId: 'id' },
        arguments: {
          id: [required('ID'), 'The guide category: a global id or a YouTube id.'],
        },
        deprecationReason:
          'YouTube has discontinued the channel guide. Use `Channel.topicDetails`.',
      },
      'The channels that YouTube had put into a category.',
    ),
  }));

  builder.objectFields(Viewer, (t) => ({
    managedChannels: connection(
      t,
      channelConnection,
      {
        operation: channels.list,
        args: (_, __, ___, execution) => {
          checkContentOwner(execution);
          return { managedByMe: true };
        },
        forCaller: true,
        argumentNames: { managedByMe: 'x-content-owner' },
      },
      'The channels managed by the content owner in the request header `x-content-owner`. Error `INVALID_INPUT` without the header.',
    ),
    subscriberChannels: connection(
      t,
      channelConnection,
      {
        operation: channels.list,
        args: () => ({ mySubscribers: true }),
        forCaller: true,
        nullOnReasons: noChannel,
      },
      "The channels that subscribe to the caller's channel. Null with a warning if the account has no channel.",
    ),
  }));

  builder.objectField(Viewer, 'channel', (t) =>
    findFirst(
      t,
      Channel,
      {
        operation: channels.list,
        args: () => ({ mine: true }),
        forCaller: true,
        nullOnReasons: noChannel,
        // 200 without items, as in google/googleapis.dart#255 and #546; not a rejection.
        emptyReason: sharedReason.youtubeSignupRequired,
      },
      "The caller's channel. Null with a warning if the account has no channel.",
    ),
  );
}
