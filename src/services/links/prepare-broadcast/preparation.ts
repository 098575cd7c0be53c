/**
 * The start of `prepareBroadcast`: what exists already, by the input and by the event, and whether
 * the steps can be done. Only reads are sent.
 */
import type { Api } from '../../../engine/api/api.ts';
import type { calendar_v3 } from '@googleapis/calendar';
import type { Execution } from '../../../engine/execution/execution.ts';
import { showsAllChanges } from '../../../engine/write/update/applied-change.ts';
import type { Change, JsonRecord } from '../../../engine/write/change.ts';
import type { WriteRequest } from '../../../engine/write/strategy.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { events } from '../../calendar/operations.ts';
import { liveBroadcasts, liveStreams } from '../../live/operations.ts';
import { InvalidInput, showValue, upstreamError } from '../../../engine/api/error.ts';
import type { AnyOperation } from '../../../engine/api/operation.ts';
import { eventDefaults } from '../../calendar/event/write/input.ts';
import { VIDEO_STREAM_ID } from '../../calendar/event/property.ts';
import { VIDEO_ID } from '../../shared/video-id.ts';
import { type ErrorPlaces, withErrorPath } from '../../../engine/schema/error/error-path.ts';
import { enumName, isBeforeTesting, isFinal } from '../../live/broadcast/life-cycle.ts';
import { ownChannel } from '../own-channel.ts';
import { Stream } from '../../live/resources.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { newBroadcast, type PreparationPlan } from './plan.ts';
import { type BroadcastFacts, PreparedBroadcast, readBroadcast } from './broadcast.ts';
import { PreparedEvent } from './event.ts';
import { exists, type MadeObject } from './made.ts';
import { preparedStream, reusableStream } from './stream.ts';

/** What one run works on. */
export interface Preparation {
  readonly plan: PreparationPlan;
  readonly write: WriteRequest;
  readonly event: PreparedEvent;
  readonly broadcast: PreparedBroadcast;
  readonly stream: MadeObject;
}

/** @param eventRef also of an event that does not exist yet */
export const preparationOf = (
  write: WriteRequest,
  plan: PreparationPlan,
  eventRef: Ref,
): Preparation => {
  const argument = 'existing' in plan.event ? 'event.existing' : 'event.new.newEventId';
  const event = new PreparedEvent(write, eventRef, argument);
  let known: ReturnType<typeof ownChannel> | undefined;
  const channel: typeof ownChannel = (...call) => (known ??= ownChannel(...call));
  const broadcast = new PreparedBroadcast(event, channel);
  return { plan, write, event, broadcast, stream: preparedStream(event, channel) };
};

/**
 * Finds what exists already.
 * @throws InvalidInput, MutationError or UpstreamError if the steps cannot be done
 */
export async function inspect(preparation: Preparation): Promise<void> {
  const { plan, write, event } = preparation;
  for (const operation of [events.patch, liveBroadcasts.bind])
    write.execution.checkAccess(operation);
  const json = await existingEvent(preparation);
  await event.noteLinks();
  await findBroadcast(preparation);
  await findStream(preparation);
  await checkBinding(preparation);
  if ('new' in plan.broadcast && preparation.broadcast.id === undefined)
    preparation.broadcast.changes = newBroadcast(plan.broadcast.new, json);
}

/** The event as it is, or will be. */
async function existingEvent({
  plan,
  write,
  event,
}: Preparation): Promise<calendar_v3.Schema$Event> {
  const id = event.ref.key[1]!;
  const { api } = write.execution;
  if ('existing' in plan.event) {
    const json = await event.read();
    const places = { values: [], idArgument: 'event.existing', id, type: 'Event' };
    if (json === null) throw notFound(api, events.get, places);
    if (json.status === 'cancelled')
      throw withErrorPath(api, upstreamError(events.get, 'GONE', { id }), places);
    return json;
  }
  const { changes, eventId, body } = plan.event.new;
  if (eventId === undefined) event.setMissing();
  const json = await event.read(changes);
  if (json === null) return body;
  const versions = { previous: {}, fresh: json as JsonRecord, defaults: eventDefaults };
  const isDeleted = json.status === 'cancelled';
  const kept = isDeleted ? changes.filter(({ path }) => path !== 'status') : changes;
  if (showsAllChanges(kept, versions) && (!isDeleted || (await event.wasUndone()))) return json;
  throw new MutationError(
    'CONFLICT',
    isDeleted
      ? `event.new.newEventId: the event ${showValue(id)} has been deleted, and its id cannot be used again; expected another id.`
      : `event.new.newEventId: the calendar has an event ${showValue(id)} with other values; expected another id, or the same values.`,
    { path: ['event', 'new', 'newEventId'], current: event.ref },
  );
}

/** Finds the broadcast that the input or the event names. */
async function findBroadcast({ plan, write, event, broadcast }: Preparation): Promise<void> {
  const { execution } = write;
  const linkedId = await event.linked(VIDEO_ID);
  const compared = 'new' in plan.broadcast ? plan.broadcast.new : [];
  const linked =
    linkedId === undefined ? undefined : await readBroadcast(execution, linkedId, compared);
  // The event gets another broadcast if its own one has ended, or was deleted.
  const current = linked && !isFinal(linked.status) ? linked : undefined;
  if ('existing' in plan.broadcast) {
    const [id = ''] = plan.broadcast.existing.key;
    if (current && current.id !== id)
      throw conflict(event.ref, `the event has the broadcast ${showValue(current.id)} already`);
    broadcast.setExisting(current ?? (await namedBroadcast(execution, id)));
  } else if (current) {
    if (!hasValues(current, compared))
      throw conflict(
        event.ref,
        `the event has the broadcast ${showValue(current.id)} already, with other values than \`broadcast.new\`; expected it as \`broadcast.existing\`, or the same values`,
      );
    broadcast.setExisting(current);
  }
}

const hasValues = ({ json }: BroadcastFacts, changes: readonly Change[]): boolean =>
  showsAllChanges(changes, { previous: {}, fresh: json as JsonRecord });

const conflict = (event: Ref, problem: string): MutationError =>
  new MutationError('CONFLICT', `event: ${problem}.`, { path: ['event'], current: event });

/** @throws MutationError if there is no such broadcast, InvalidInput if it has ended */
async function namedBroadcast(execution: Execution, id: string): Promise<BroadcastFacts> {
  const argument = 'broadcast.existing';
  const found = await readBroadcast(execution, id);
  if (found === undefined)
    throw notFound(execution.api, liveBroadcasts.list, {
      values: [],
      idArgument: argument,
      id,
      type: 'Broadcast',
    });
  if (isFinal(found.status))
    throw new InvalidInput(
      argument,
      `${showValue(id)} is ${enumName(found.status)}; expected a broadcast that has not ended`,
    );
  return found;
}

const streamRef = (id: string): Ref => ({ resource: Stream.resource, key: [id] });

/** Finds the stream that the input names, or that an earlier run has made for the event. */
async function findStream({ plan, write, event, broadcast, stream }: Preparation): Promise<void> {
  const { execution } = write;
  if ('existing' in plan.stream) {
    const [id = ''] = plan.stream.existing.key;
    const places = { values: [], idArgument: 'stream.existing', id, type: 'Stream' };
    if (!(await exists(execution, streamRef(id))))
      throw notFound(execution.api, liveStreams.list, places);
    stream.id = id;
  } else if ('select' in plan.stream) {
    stream.id = await reusableStream(execution, await broadcast.boundStream());
  } else {
    const id = await event.linked(VIDEO_STREAM_ID);
    if (id !== undefined && (await exists(execution, streamRef(id)))) stream.id = id;
    stream.changes = plan.stream.new;
  }
}

const notFound = (api: Api, operation: AnyOperation, places: ErrorPlaces): unknown =>
  withErrorPath(api, upstreamError(operation, 'NOT_FOUND', { id: places.id }), places);

/** @throws InvalidInput if the broadcast cannot be bound to the stream any more */
async function checkBinding({ broadcast, stream }: Preparation): Promise<void> {
  const { status } = broadcast;
  if (status === undefined || isBeforeTesting(status)) return;
  const bound = await broadcast.boundStream();
  if (bound !== undefined && bound === stream.id) return;
  const current = bound === undefined ? 'no stream' : `stream ${showValue(bound)}`;
  throw new InvalidInput(
    'stream',
    `the broadcast is ${enumName(status)} with ${current}, and can be bound only before testing; expected the bound stream as \`existing\``,
  );
}
