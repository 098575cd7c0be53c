/**
 * Another client changes event, broadcast or stream between any two calls of `prepareBroadcast`:
 * its change stands, nothing is made twice, and the mutation tells what there is.
 */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { eventsOn } from '../../../support/scenario/calendar.ts';
import { ask, start } from '../../../support/gateway/sandbox.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { runsFull } from '../../../support/report/promised-size.ts';
import { sampled } from '../../../support/report/sample.ts';
import { interruptedAt } from '../../../support/proxy/interruption.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';
import {
  allNew,
  existingEvent,
  newEventId,
  prepareBroadcastIn,
} from '../../../support/scenario/prepare-broadcast.ts';

const { options, proxy } = useEditingProxy('video', 'calendar');

const studio = useStudio(async () => ({
  ...(await options()),
  env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '10000' },
}));

const prepare = (input: Readonly<Record<string, unknown>>) =>
  prepareBroadcastIn(studio).prepare(input);

const calendarId = ids.calendar.release;

const live = () => liveState(studio.sandbox.simulation());
const eventNow = (id: string): any => eventsOn(studio.sandbox, calendarId).get(id);

/** The ids of the objects that there were before. */
let seeded: Readonly<Record<'broadcasts' | 'streams', ReadonlySet<string>>>;

/** The ids of the new ones. */
const made = (kind: 'broadcasts' | 'streams'): string[] =>
  [...live()[kind].keys()].filter((id) => !seeded[kind].has(id));

function reset(): void {
  studio.sandbox.reset(start);
  studio.sandbox.clearCalls();
  studio.sandbox.clearFaults();
  studio.store.reset();
  seeded = {
    broadcasts: new Set(live().broadcasts.keys()),
    streams: new Set(live().streams.keys()),
  };
}

async function send(method: string, path: string, body?: object): Promise<boolean> {
  const { status } = await ask(studio.sandbox.url + path, { method, body });
  return status < 300;
}

const sendToEvent = (method: string, id: string, body?: object): Promise<boolean> =>
  send(method, `/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events/${id}`, body);

/** Sends a request about the object that the mutation has made, if there is one. */
const aboutMade = (
  kind: 'broadcasts' | 'streams',
  method: string,
  path: (id: string) => string,
) => {
  const [id] = made(kind);
  return id === undefined ? false : send(method, `/youtube/v3/${path(id)}`);
};

/** A change of another client, and how one sees it afterwards. */
interface Change {
  readonly run: (eventId: string) => Promise<boolean> | boolean;
  readonly stands: (event: any) => boolean;
  /** The operation by which the mutation replaces the change if it comes after it. */
  readonly replacedBy?: string;
}

const guest = { email: ids.person.chloe };

const changes: Readonly<Record<string, Change>> = {
  'changes other values of the event': {
    run: (id) =>
      sendToEvent('PATCH', id, {
        summary: 'Renamed',
        attendees: [...(eventNow(id)?.attendees ?? []), guest],
        extendedProperties: { private: { own: '1' } },
      }),
    stands: ({ summary, attendees, extendedProperties }) =>
      summary === 'Renamed' &&
      attendees.some(({ email }: any) => email === guest.email) &&
      extendedProperties.private.own === '1',
  },
  'links the event to another broadcast': {
    run: (id) =>
      sendToEvent('PATCH', id, {
        extendedProperties: { private: { videoId: ids.broadcast.townhall } },
      }),
    stands: (event) => event.extendedProperties.private.videoId === ids.broadcast.townhall,
  },
  'deletes the event': {
    run: (id) => sendToEvent('DELETE', id),
    stands: (event) => event.status === 'cancelled',
  },
  'deletes the broadcast': {
    run: () => aboutMade('broadcasts', 'DELETE', (id) => `liveBroadcasts?id=${id}`),
    stands: () => made('broadcasts').length === 0,
  },
  'deletes the stream': {
    run: () => aboutMade('streams', 'DELETE', (id) => `liveStreams?id=${id}`),
    stands: () => made('streams').length === 0,
  },
  'binds another stream': {
    run: () =>
      aboutMade('broadcasts', 'POST', (id) => {
        return `liveBroadcasts/bind?id=${id}&part=id&streamId=${ids.stream.backup}`;
      }),
    stands: () => {
      const [id] = made('broadcasts');
      return live().broadcasts.get(id!)?.contentDetails.boundStreamId === ids.stream.backup;
    },
    replacedBy: 'live:liveBroadcasts.bind',
  },
};

interface Preparation {
  readonly input: Readonly<Record<string, unknown>>;
  readonly eventId: string;
  /** Whether YouTube rejects the binding, so that everything is undone. */
  readonly isRejected?: boolean;
}

/** The broadcasts of others have other values. */
const broadcast = { new: { privacyStatus: 'UNLISTED', scheduledStartAt: '2099-05-01T18:00:00Z' } };

const existing: Preparation = {
  input: { ...allNew, event: existingEvent, broadcast },
  eventId: ids.event.pressCall,
};

const preparations: Readonly<Record<string, Preparation>> = {
  'an event that exists': existing,
  'an event that exists, and a rejected step': { ...existing, isRejected: true },
  'a new event, and kept steps': {
    input: { ...allNew, broadcast, onFailure: 'KEEP' },
    eventId: newEventId,
  },
};

/** All pairs of a preparation and a change; of a smaller run, each other one. */
const cases = Object.keys(preparations).flatMap((preparation, row) =>
  Object.keys(changes)
    .filter((_, column) => runsFull || (row + column) % 2 === 0)
    .map((change) => ({ preparation, change })),
);

/** What there is of a preparation: the objects that it has made, and what the event names. */
function facts(eventId: string) {
  const { videoId, videoStreamId } = eventNow(eventId)?.extendedProperties?.private ?? {};
  const [broadcasts, streams] = [made('broadcasts'), made('streams')];
  return {
    counts: [broadcasts.length, streams.length],
    namesBroadcast: broadcasts.includes(videoId),
    namesStream: streams.includes(videoStreamId),
  };
}

const whole = { counts: [1, 1], namesBroadcast: true, namesStream: true };
const nothing = { counts: [0, 0], namesBroadcast: false, namesStream: false };

/** What is wrong with a payload: it shows what there is, and its error says what is left to do. */
function problemOf(
  { broadcast: shownBroadcast, stream, errors: [error] }: any,
  now: ReturnType<typeof facts>,
  isChanged: boolean,
): string | undefined {
  if (error === undefined) {
    const isWhole = isDeepStrictEqual(now, whole) || (isChanged && Math.max(...now.counts) === 1);
    return isWhole ? undefined : 'something is missing, or was made twice';
  }
  if (error.code !== 'PARTLY_DONE')
    return isDeepStrictEqual(now, nothing) ? undefined : `${error.code}, and something is left`;
  const shown = [shownBroadcast, stream].map((each) => (each === null ? 0 : 1));
  if (!isDeepStrictEqual(shown, now.counts)) return 'the payload shows something else than is left';
  const isTold = error.done.length > 0 && error.remaining.length > 0;
  const isClear = !error.remaining.some((step: string) => error.done.includes(step));
  return isTold && isClear ? undefined : 'the steps are not told';
}

describe('another client between two calls', () => {
  it.each(sampled(cases))(
    '$change: $preparation',
    { tags: ['fullSize'] },
    async ({ preparation, change }) => {
      const { input, eventId, isRejected } = preparations[preparation]!;
      const { run, stands, replacedBy } = changes[change]!;
      for (let index = 0; ; index += 1) {
        reset();
        if (isRejected)
          studio.sandbox.fault({
            match: { operation: 'live:liveBroadcasts.bind', pathIncludes: 'streamId' },
            status: 403,
            reason: 'forbidden',
            times: 1,
          });
        const { result, isReached, isAcknowledged, calls, callsBefore } = await interruptedAt(
          { proxy, sandbox: studio.sandbox },
          { index, change: () => run(eventId) },
          () => prepare(input),
        );
        if (!isReached) return;
        const { payload, failed } = result;
        expect(failed).toBeUndefined();
        const [error] = payload.errors;
        const isReplaced = calls
          .slice(callsBefore)
          .some(({ operation, status }) => operation === replacedBy && status === 200);
        const isUndone = error !== undefined && made('broadcasts').length === 0;
        const isGone = isUndone && replacedBy !== undefined;
        const now = facts(eventId);
        const standing = !isAcknowledged || isReplaced || isGone || stands(eventNow(eventId));
        expect({ index, standing }).toEqual({ index, standing: true });
        expect({ index, problem: problemOf(payload, now, isAcknowledged) }).toEqual({ index });
        // The id of a deleted event cannot be used again. A renamed one has other values.
        const isOver = eventNow(eventId)?.status === 'cancelled' || change.startsWith('changes');
        if (!error || isOver) continue;
        const again = await prepare(input);
        const isLinked = change === 'links the event to another broadcast';
        expect(again.payload.errors).toMatchObject(isLinked ? [{ code: 'CONFLICT' }] : []);
        expect({ index, ...facts(eventId) }).toEqual({ index, ...(isLinked ? nothing : whole) });
      }
    },
  );
});
