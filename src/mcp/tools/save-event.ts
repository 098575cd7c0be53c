/** Creating and changing events. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { agentTool, input } from './agent-tool.ts';
import {
  checkSeries,
  type EventBy,
  eventBy,
  eventInWords,
  guestsOf,
  inNumber,
  type KnownEvent,
  type KnownTime,
  readEvent,
  seriesChoices,
} from './known-event.ts';
import { isDay, later, laterDay } from './local-time.ts';
import { repeatable } from './safe-creation.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const text = (about: string, max = 1_000) => z.optional(input.text(about, max));

const answers = ['accepted', 'declined', 'tentative'] as const;

const eventInput = {
  id: text('The event, or its web address; left out: a new one.', 2_000),
  calendar: text('Of a new event; left out: the own.'),
  title: text('A new event needs it.'),
  start: text('2027-03-14T09:30 in the zone of the user; a day alone: all day.'),
  end: text(
    'Left out: an hour or a day later, or the length stays. All day: the day after the last.',
  ),
  description: text('Empty: clears it.', 8_000),
  location: text('Empty: clears it.'),
  addGuests: z.optional(input.texts('Email addresses.')),
  removeGuests: z.optional(input.texts('Email addresses.')),
  videoCall: z.optional(input.flag('A Google Meet call; false: removes it.')),
  repeat: text('RRULE:FREQ=WEEKLY;COUNT=4'),
  series: z.optional(input.choice(seriesChoices, 'Left out: this. An id of a series needs all.')),
  answer: z.optional(input.choice(answers, 'Of the user, to the invitation.')),
  notify: z.optional(input.flag('Mails the guests; asks first.')),
  newEventId: text('Only from an error with an unknown outcome.'),
};

type EventInput = z.output<z.ZodMiniObject<typeof eventInput>>;

/** A time as mutations take it. */
interface NewTime {
  readonly date?: string;
  readonly dateTime?: string;
  readonly timeZone?: string;
}

interface Payload {
  readonly event: object;
}

const shown = `event {
  id summary start { dateTime date } end { dateTime date } recurrence location htmlLink hangoutLink
  attendees { email responseStatus }
}
errors { code message path ... on PartlyDoneError { done remaining } }`;

const create = `mutation ($input: CreateEventInput!) { createEvent(input: $input) { ${shown} } }`;

const change = `mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { ${shown} } }`;

const respond = `mutation ($input: RespondToEventInput!) {
  respondToEvent(input: $input) { ${shown} }
}`;

export const saveEvent = agentTool({
  name: 'save_event',
  title: 'Save an event',
  tier: 'write',
  description:
    'Create an event, or change what is given of one, or answer an invitation. Nobody is mailed without notify.',
  input: eventInput,
  answer: { event: ['object', 'The event afterwards.'] },
  run: async (given, run) => {
    const { id } = given;
    return id === undefined ? createEvent(given, run) : changeEvent({ ...given, id }, run);
  },
});

async function createEvent(given: EventInput, run: ToolRun): Promise<Payload> {
  const { title, start, end, addGuests = [], repeat, notify } = given;
  if (title === undefined) throw missing('title');
  if (start === undefined) throw missing('start');
  for (const name of ['removeGuests', 'answer', 'series'] as const)
    if (given[name] !== undefined) throw ofExisting(name);
  const zone = await run.zone;
  const begin = await newTime('start', start, run);
  // A series repeats by the clocks of its zone.
  const timeZone = repeat === undefined || isDay(start) ? {} : { timeZone: zone };
  const stop =
    end === undefined ? after(begin, standardLength, zone) : await endTime(end, start, run);
  run.ask(notify === true && addGuests.length > 0 && mails(addGuests));
  // Errors name it, so that a repetition creates nothing twice.
  const newEventId = given.newEventId ?? randomUUID().replaceAll('-', '');
  const creation = {
    input: {
      calendarId: given.calendar ?? 'primary',
      newEventId,
      summary: title,
      start: { ...begin, ...timeZone },
      end: { ...stop, ...timeZone },
      description: given.description,
      location: given.location,
      attendees: addGuests.length > 0 ? addGuests.map((email) => ({ email })) : undefined,
      conference: given.videoCall === true ? { create: {} } : undefined,
      recurrence: repeat === undefined ? undefined : rulesOf(repeat),
      notify: notify === true ? 'ALL' : 'NONE',
    },
  };
  const { event } = await repeatable('newEventId', run, () =>
    run.write<Payload>('Created the event.', create, creation),
  );
  return { event };
}

async function changeEvent(given: EventInput & { id: string }, run: ToolRun): Promise<Payload> {
  const { calendar, series, answer, notify, newEventId } = given;
  const id = await run.idOf('id', given.id);
  if (newEventId !== undefined) throw ToolFailure.ofInput('newEventId', 'only for a new event');
  if (calendar !== undefined && id.startsWith('~'))
    throw ToolFailure.ofInput('calendar', 'an event keeps its calendar; leave it out');
  if (answer !== undefined && series === 'following')
    throw ToolFailure.ofInput('series', 'an answer is for this or all');
  const by = eventBy(id, calendar);
  // Read once, after what is wrong without it.
  let reading: Promise<KnownEvent> | undefined;
  const event = (): Promise<KnownEvent> => (reading ??= readEvent(by, run));
  const changes = await changesOf(given, event, run);
  if (Object.keys(changes).length === 0 && answer === undefined)
    throw ToolFailure.ofInput('id', 'there is nothing to change; expected another argument, too');
  checkSeries(await event(), series);
  if (notify === true) await askToMail(given, await event(), run);
  const mail = { notify: notify === true ? 'ALL' : 'NONE' };
  let payload: Payload | undefined;
  if (Object.keys(changes).length > 0)
    payload = await run.write<Payload>('Changed the event.', change, {
      input: { by, ...changes, scope: (series ?? 'this').toUpperCase(), ...mail },
    });
  if (answer !== undefined)
    payload = await run.write<Payload>(`Answered: ${answer}.`, respond, {
      input: {
        by: series === 'all' ? seriesBy(by, await event()) : by,
        responseStatus: answer.toUpperCase(),
        ...mail,
      },
    });
  return { event: payload!.event };
}

/** @returns the fields that change */
async function changesOf(
  given: EventInput,
  event: () => Promise<KnownEvent>,
  run: ToolRun,
): Promise<object> {
  const { title, description, location, addGuests = [], removeGuests = [], videoCall } = given;
  const guests = {
    ...(addGuests.length > 0 && { set: addGuests.map((email) => ({ email })) }),
    ...(removeGuests.length > 0 && { remove: removeGuests }),
  };
  return {
    ...(title !== undefined && { summary: title }),
    ...(description !== undefined && { description: description || null }),
    ...(location !== undefined && { location: location || null }),
    ...(Object.keys(guests).length > 0 && { attendees: guests }),
    ...(videoCall !== undefined && { conference: videoCall ? { create: {} } : null }),
    ...(given.repeat !== undefined && { recurrence: given.repeat ? rulesOf(given.repeat) : null }),
    ...(await timesOf(given, event, run)),
  };
}

/** A new start alone keeps the length. */
async function timesOf(
  { start, end, repeat }: EventInput,
  event: () => Promise<KnownEvent>,
  run: ToolRun,
): Promise<object> {
  const zone = await run.zone;
  const begin = start === undefined ? undefined : await newTime('start', start, run);
  if (begin === undefined) {
    if (end === undefined) return {};
    const { start: old } = await event();
    return { end: await endTime(end, old?.date ?? '', run) };
  }
  const timeZone = repeat && begin.dateTime !== undefined ? { timeZone: zone } : {};
  const stop =
    end === undefined
      ? after(begin, lengthOf(await event()), zone)
      : await endTime(end, start!, run);
  return { start: { ...begin, ...timeZone }, end: { ...stop, ...timeZone } };
}

async function newTime(argument: string, time: string, run: ToolRun): Promise<NewTime> {
  const point = await run.instant(argument, time);
  return isDay(time) ? { date: time } : { dateTime: point };
}

/** Google Calendar wants the day after the last one; the first day again means one whole day. */
async function endTime(end: string, start: string, run: ToolRun): Promise<NewTime> {
  const time = await newTime('end', end, run);
  return isDay(end) && end === start ? after(time, standardLength, 'UTC') : time;
}

/** How long an event is: in days if it has whole ones, else in milliseconds. */
interface Length {
  readonly days: number;
  readonly milliseconds: number;
}

const standardLength: Length = { days: 1, milliseconds: 3_600_000 };

function lengthOf({ start, end }: KnownEvent): Length {
  const milliseconds = distance(start, end, 'dateTime') ?? standardLength.milliseconds;
  const days = distance(start, end, 'date');
  return { milliseconds, days: days === undefined ? 1 : Math.round(days / 86_400_000) };
}

function distance(
  from: KnownTime | null,
  to: KnownTime | null,
  of: 'date' | 'dateTime',
): number | undefined {
  const [start, end] = [from?.[of], to?.[of]];
  return start && end ? Date.parse(end) - Date.parse(start) : undefined;
}

const after = (
  { date, dateTime }: NewTime,
  { days, milliseconds }: Length,
  zone: string,
): NewTime =>
  date === undefined
    ? { dateTime: later(dateTime!, { milliseconds }, zone) }
    : { date: laterDay(date, days) };

/** @returns the lines of a rule, which agents also write without the first word */
const rulesOf = (repeat: string): string[] =>
  repeat
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (/^FREQ=/i.test(line) ? `RRULE:${line}` : line));

async function askToMail(given: EventInput, event: KnownEvent, run: ToolRun): Promise<void> {
  const { addGuests = [], removeGuests = [], answer } = given;
  const mailed = [...new Set([...guestsOf(event), ...addGuests, ...removeGuests])];
  const name = eventInWords(event, await run.zone);
  if (mailed.length === 0) return;
  const what = answer === undefined ? 'a change' : 'the answer';
  run.ask(`Mails ${inNumber(mailed, 'guest')} about ${what} of ${name}.`);
}

/** An answer for all occurrences is one to the series. */
const seriesBy = (by: EventBy, { calendarId, recurringEventId }: KnownEvent): EventBy =>
  recurringEventId === null ? by : { key: { calendarId, eventId: recurringEventId } };

const mails = (guests: readonly string[]): string => `Mails ${inNumber(guests, 'guest')}.`;

const missing = (argument: string): ToolFailure =>
  ToolFailure.ofInput(argument, 'missing; a new event needs it, and a change needs an id');

const ofExisting = (argument: string): ToolFailure =>
  ToolFailure.ofInput(argument, 'only for an event that exists; expected an id');
