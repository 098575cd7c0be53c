/** The steps of `prepareBroadcast`. */
import type { Step } from '../../../engine/write/step.ts';
import { VIDEO_STREAM_ID } from '../../calendar/event/property.ts';
import { VIDEO_ID } from '../../shared/video-id.ts';
import type { PreparationStep } from './declaration.ts';
import type { PreparationPlan } from './plan.ts';
import type { Preparation } from './preparation.ts';

type OwnStep = Step<Preparation, PreparationStep>;

/** What a run makes and the event names: the two steps, and the property of the event. */
export const links = {
  broadcast: { created: 'broadcastCreated', linked: 'broadcastLinked', property: VIDEO_ID },
  stream: { created: 'streamCreated', linked: 'streamLinked', property: VIDEO_STREAM_ID },
} as const;

type LinkedName = keyof typeof links;

/** The steps that an input needs, in their order. */
export const stepsOf = ({ event, broadcast, stream, attendees }: PreparationPlan): OwnStep[] => [
  ...('new' in event ? [eventCreated] : []),
  ...('new' in broadcast ? [created('broadcast')] : []),
  linked('broadcast'),
  ...('new' in stream ? [created('stream'), linked('stream')] : []),
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

const created = (name: LinkedName): OwnStep => ({
  name: links[name].created,
  isDone: ({ [name]: made }) => made.exists(),
  run: async ({ event, [name]: made }) => {
    await event.keepTurn();
    await made.create();
  },
  undo: async ({ event, [name]: made }) => {
    await made.delete();
    event.onDeleted(links[name].property);
  },
  foundAfter: links[name].linked,
});

const linked = (name: LinkedName): OwnStep => ({
  name: links[name].linked,
  isDone: async ({ event, [name]: made }) => (await event.linked(links[name].property)) === made.id,
  run: async ({ event, [name]: made }) => {
    await event.link(links[name].property, made.id);
    await made.onLinked();
  },
  undo: async ({ event, [name]: made }) => {
    // Repetitions find by the id what cannot be deleted.
    if (!event.isCreated) await made.delete();
    await event.unlink(links[name].property);
  },
});

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
