/** Events to which the first account invites the second: what becomes of the changes of a guest. */
import { randomBytes } from 'node:crypto';
import type { calendar_v3 } from '@googleapis/calendar';
import { events } from '../../src/services/calendar/operations.ts';
import { Unchecked } from '../client.ts';
import { eventMark, ownName } from '../own-entity.ts';
import type { Check, Session } from '../session.ts';
import { tenOClock, times } from './event.ts';
import { second, secondAccount } from './lookup.ts';

/** Seconds between the reads of an invitation. */
const arrivalDelays = [0, 1, 2, 4, 8] as const;

/** Seconds after which a change of one account is expected to have reached the other one. */
const spreadSeconds = 2;

const primary = { calendarId: 'primary' };
const silent = { ...primary, sendUpdates: 'none' };

/** One write of the guest, to an event or a series of its own. */
interface GuestWrite {
  readonly step: string;
  /** Whether it is about a series, of four occurrences. */
  readonly isSeries: boolean;
  send(session: Session, eventId: string, step: string): Promise<unknown>;
}

const patch =
  (makeBody: () => calendar_v3.Schema$Event): GuestWrite['send'] =>
  (session, eventId, step) =>
    session.send(events.patch, { ...silent, eventId, body: makeBody() }, { ...second, step });

const remove: GuestWrite['send'] = (session, eventId, step) =>
  session.send(events.delete, { ...silent, eventId }, { ...second, step });

/** Ends the series before its third occurrence, as a deletion "from here on" does. */
const endedSeries = (): calendar_v3.Schema$Event => {
  const until = new Date(tenOClock(15) - 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return { recurrence: [`RRULE:FREQ=WEEKLY;UNTIL=${until}`] };
};

const removeOccurrence: GuestWrite['send'] = async (session, eventId, step) => {
  const options = { ...second, isUnobserved: true } as const;
  const { items = [] } = await session.need(events.instances, { ...primary, eventId }, options);
  const occurrence = items[1]?.id;
  if (!occurrence) throw new Unchecked('The series has no instances for the guest.');
  return remove(session, occurrence, step);
};

const guestWrites: readonly GuestWrite[] = [
  { step: 'title by a guest', isSeries: false, send: patch(() => ({ summary: ownName() })) },
  { step: 'deletion by a guest', isSeries: false, send: remove },
  { step: 'end of a series by a guest', isSeries: true, send: patch(endedSeries) },
  { step: 'deletion of an occurrence by a guest', isSeries: true, send: removeOccurrence },
];

async function run(session: Session): Promise<void> {
  const guest = await session.find(secondAccount);
  const summary = ownName();
  const invitations: { readonly write: GuestWrite; readonly eventId: string }[] = [];
  for (const write of guestWrites)
    invitations.push({ write, eventId: await invite(session, write, { guest, summary }) });
  for (const { eventId } of invitations) await awaitInvitation(session, eventId);
  for (const { write, eventId } of invitations)
    await session.attempt(async () => void (await write.send(session, eventId, write.step)));
  await session.pause(spreadSeconds);
  for (const { write, eventId } of invitations) {
    const observe = write.isSeries ? observeSeries : observeEvent;
    await session.attempt(() => observe(session, eventId, { step: write.step, summary }));
  }
}

/** @returns the id of the new event, which is removed from both calendars at the end */
async function invite(
  session: Session,
  { step, isSeries }: GuestWrite,
  { guest, summary }: { readonly guest: string; readonly summary: string },
): Promise<string> {
  const id = randomBytes(12).toString('hex');
  const body = {
    id,
    summary,
    ...times(tenOClock(1)),
    ...(isSeries && { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] }),
    attendees: [{ email: guest }],
    extendedProperties: eventMark,
  };
  session.claim('sent invitation', id);
  session.claim('received invitation', id);
  await session.need(events.insert, { ...silent, body }, { step: `invitation for a ${step}` });
  return id;
}

/** @throws {Unchecked} if the calendar of the guest does not have the event after a while */
async function awaitInvitation(session: Session, eventId: string): Promise<void> {
  const options = { ...second, isUnobserved: true } as const;
  const seconds = await session.waitUntil(arrivalDelays, async () => {
    const { data } = await session.send(events.get, { ...primary, eventId }, options);
    return data !== undefined && data.status !== 'cancelled';
  });
  if (seconds === undefined)
    throw new Unchecked('An invitation has not reached the calendar of the second account.');
}

/** What a step has done, and the title before it. */
interface Done {
  readonly step: string;
  readonly summary: string;
}

async function observeEvent(
  session: Session,
  eventId: string,
  { step, summary }: Done,
): Promise<void> {
  for (const [whose, options] of sides) {
    const about = `${step}: event of the ${whose}`;
    const { data } = await session.send(
      events.get,
      { ...primary, eventId },
      { ...options, step: about },
    );
    if (!data) continue;
    session.observeWord(events.get, about, {
      cancelled: data.status === 'cancelled',
      changed: data.summary !== summary,
      unchanged: true,
    });
    if (whose === 'guest') continue;
    const response = data.attendees?.[0]?.responseStatus;
    session.observeWord(events.get, `${step}: response of the guest`, {
      declined: response === 'declined',
      none: response === 'needsAction',
      'no longer invited': response === undefined,
    });
  }
}

/** Observes how many occurrences the series has on each side. */
async function observeSeries(session: Session, eventId: string, { step }: Done): Promise<void> {
  for (const [whose, options] of sides) {
    const about = `${step}: series of the ${whose}`;
    const args = { ...primary, eventId };
    const { data } = await session.send(events.instances, args, { ...options, step: about });
    const count = data?.items?.length;
    if (count !== undefined) session.observeNumber(events.instances, 'behaviour', about, count);
  }
}

const sides = [
  ['organizer', {}],
  ['guest', second],
] as const;

export const guestCheck: Check = {
  name: 'changes of a guest',
  writes: true,
  needs: 'second',
  lookups: [secondAccount],
  calls: [
    ...guestWrites.flatMap(({ isSeries }) => [
      events.insert,
      ...arrivalDelays.map(() => events.get),
      ...sides.map(() => (isSeries ? events.instances : events.get)),
      // The removal from both calendars.
      events.delete,
      events.delete,
    ]),
    events.patch,
    events.patch,
    events.instances,
    events.delete,
    events.delete,
  ],
  run,
};
