/** The steps of `prepareBroadcast`. */
import type { Step } from '../../../engine/write/step.ts';
import { VIDEO_STREAM_ID } from '../../calendar/event/property.ts';
import { VIDEO_ID } from '../../shared/video-id.ts';
import type { PreparationPlan } from './plan.ts';
import type { PreparationStep } from './report.ts';
import type { Preparation } from './preparation.ts';

type OwnStep = Step<Preparation, PreparationStep>;

/** The steps that an input needs, in their order. */
export const stepsOf = ({ event, broadcast, stream, attendees }: PreparationPlan): OwnStep[] => [
  ...('new' in event ? [eventCreated] : []),
  ...('new' in broadcast ? [broadcastCreated] : []),
  broadcastLinked,
  ...('new' in stream ? [streamCreated, streamLinked] : []),
  streamBound,
  ...(attendees ? [attendeesAdded] : []),
];

/** The event comes first: its calls are cheap, and it says later what has been made. */
const eventCreated: OwnStep = {
  name: 'eventCreated',
  isDone: ({ event }) => event.exists(),
  run: async ({ plan, event }) => {
    if (!('new' in plan.event)) return;
    const { changes, body } = plan.event.new;
    await event.create(changes, body.status);
  },
  undo: ({ plan, write, event }) =>
    event.delete(plan.attendees ? write.parameters['sendUpdates'] : 'none'),
};

const broadcastCreated: OwnStep = {
  name: 'broadcastCreated',
  isDone: ({ broadcast }) => broadcast.exists(),
  run: async ({ event, broadcast }) => {
    await event.keepTurn();
    await broadcast.create();
  },
  undo: async ({ event, broadcast }) => {
    await broadcast.delete();
    event.onDeleted(VIDEO_ID);
  },
  foundAfter: 'broadcastLinked',
};

const broadcastLinked: OwnStep = {
  name: 'broadcastLinked',
  isDone: async ({ event, broadcast }) => (await event.linked(VIDEO_ID)) === broadcast.id,
  run: async ({ event, broadcast }) => {
    await event.link(VIDEO_ID, broadcast.id);
    await broadcast.onLinked();
  },
  undo: async ({ event, broadcast }) => {
    // Repetitions find by the id what cannot be deleted.
    if (!event.isCreated) await broadcast.delete();
    await event.unlink(VIDEO_ID);
  },
};

const streamCreated: OwnStep = {
  name: 'streamCreated',
  isDone: ({ stream }) => stream.exists(),
  run: async ({ plan, event, stream }) => {
    await event.keepTurn();
    if ('new' in plan.stream) await stream.create(plan.stream.new);
  },
  undo: async ({ event, stream }) => {
    await stream.delete();
    event.onDeleted(VIDEO_STREAM_ID);
  },
  foundAfter: 'streamLinked',
};

const streamLinked: OwnStep = {
  name: 'streamLinked',
  isDone: async ({ event, stream }) => (await event.linked(VIDEO_STREAM_ID)) === stream.id,
  run: async ({ event, stream }) => {
    await event.link(VIDEO_STREAM_ID, stream.id);
    await stream.onLinked();
  },
  undo: async ({ event, stream }) => {
    if (!event.isCreated) await stream.delete();
    await event.unlink(VIDEO_STREAM_ID);
  },
};

const streamBound: OwnStep = {
  name: 'streamBound',
  isDone: async ({ broadcast, stream }) => (await broadcast.boundStream()) === stream.id,
  run: ({ plan, broadcast, stream }) => broadcast.bind(stream.id, plan),
  undo: ({ plan, broadcast, stream }) => broadcast.unbind(plan, stream.isCreated),
};

/** Last: whoever gets an invitation finds everything prepared. */
const attendeesAdded: OwnStep = {
  name: 'attendeesAdded',
  isDone: async ({ plan, event }) => !plan.attendees || event.hasAttendees(plan.attendees),
  run: async ({ plan, write, event }) => {
    if (plan.attendees) await event.addAttendees(plan.attendees, write.parameters['sendUpdates']);
  },
};
