/** Where a client enters the video data service. */
import { projectionOf } from '../../data/projection.ts';
import { channels } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { field } from '../field/door.ts';
import { findOne, found, lookUp } from '../field/link.ts';
import { refFrom } from '../global-id.ts';
import { Viewer } from '../link/viewer.ts';
import { Channel, noChannel } from './resource.ts';

const ChannelBy = builder.inputType('ChannelBy', {
  description: 'One way to name a channel.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Its global id, or the `UC…` id of the video service.' }),
    handle: t.string({ description: 'Its handle, with or without the `@`.' }),
    username: t.string({ description: 'The old user name that some channels still have.' }),
  }),
});
interface ChannelByValue {
  readonly id?: string | null;
  readonly handle?: string | null;
  readonly username?: string | null;
}
const byName = ({ handle, username }: ChannelByValue): Record<string, unknown> =>
  handle == null ? { forUsername: username } : { forHandle: handle };

builder.queryFields((t) => ({
  channel: field(t, {
    type: Channel,
    description: 'A channel by id, handle or user name.',
    args: { by: t.arg({ type: ChannelBy, required: true, description: 'What names it.' }) },
    needs: {
      price: {
        loads: (keys, given) => (given()['by'].id == null ? [] : [{ of: [Channel.resource], keys }]),
        calls: (_, given) => (given()['by'].id == null ? [[channels.list, 1]] : []),
      },
    },
    operations: [channels.list],
    resolve: (_, { by }: { by: ChannelByValue }, context, info) =>
      by.id == null
        ? findOne(context.scope, Channel, { operation: channels.list, args: byName(by), demanded: true }, projectionOf(info))
        : lookUp(context, refFrom(Channel.resource, by.id, 'by.id'), info),
  }),
}));

builder.objectFields(Viewer, (t) => ({
  channel: found(
    t,
    Channel,
    { operation: channels.list, args: () => ({ mine: true }), absentWhen: noChannel },
    "The caller's own channel; null with a warning for an account that has none.",
  ),
}));
