/** Helpers of the tests of `prepareBroadcast`: inputs, and what is at the services afterwards. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { ask } from '../gateway/sandbox.ts';
import type { Result, Studio } from '../gateway/studio.ts';

type Input = Readonly<Record<string, unknown>>;

/** The id that the client makes for its event. */
export const newEventId = 'premiere2099';

const calendarId = ids.calendar.release;

/** A new event, a new broadcast with its values, and a new stream. */
export const allNew = {
  event: {
    new: {
      calendarId,
      newEventId,
      summary: 'Première ✨ «Le phare»',
      start: { dateTime: '2099-05-01T18:00:00Z' },
      end: { dateTime: '2099-05-01T20:00:00Z' },
    },
  },
  broadcast: { new: { privacyStatus: 'UNLISTED' } },
  stream: { new: { title: 'Stage' } },
  attendees: [{ email: 'ben@studio.example' }, { email: 'dana@elsewhere.example' }],
} satisfies Input;

/** An event that exists, without a broadcast. */
export const existingEvent = {
  existing: { key: { calendarId, eventId: ids.event.pressCall } },
};

const selection = `
  broadcast { broadcastId title boundStreamId lifeCycleStatus }
  stream { streamId title }
  event { eventId summary attendees { email } }
  errors { __typename code message reason path ... on PartlyDoneError { done remaining } }`;

/** Payload and GraphQL errors of the mutation. */
interface PreparedResult {
  readonly payload: any;
  readonly failed: Result['errors'];
}

/** What the services have of the preparation of an event. */
interface PreparedState {
  readonly event: any;
  /** Upcoming broadcasts and reusable streams of the channel, by their ids. */
  readonly broadcasts: Readonly<Record<string, any>>;
  readonly streams: Readonly<Record<string, any>>;
}

interface PrepareBroadcast {
  readonly prepare: (input: Input, token?: string) => Promise<PreparedResult>;
  /** Reads over REST, without the gateway. Default: the event of `allNew`. */
  readonly state: (eventId?: string) => Promise<PreparedState>;
  /** The operations that were called and change something. */
  readonly writes: () => string[];
}

const byId = (items: readonly { readonly id: string }[]): Record<string, any> =>
  Object.fromEntries(items.map((item) => [item.id, item]));

/** What the services have of the preparation of an event, read over REST. */
export async function preparedState(
  { url }: Pick<Studio['sandbox'], 'url'>,
  eventId: string,
): Promise<PreparedState> {
  const list = async (path: string): Promise<any[]> => {
    const { body } = await ask(`${url}/youtube/v3/${path}&maxResults=50`);
    return body.items;
  };
  const path = `/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events/${eventId}`;
  const event = await ask(url + path);
  const parts = 'part=id,snippet,status,contentDetails';
  return {
    event: event.status === 200 ? event.body : null,
    broadcasts: byId(
      await list(`liveBroadcasts?broadcastStatus=upcoming&broadcastType=all&${parts}`),
    ),
    streams: byId(await list(`liveStreams?mine=true&part=id,snippet,contentDetails`)),
  };
}

/** Helpers for one studio. */
export function prepareBroadcastIn(studio: Studio): PrepareBroadcast {
  const { sandbox } = studio;
  return {
    prepare: async (input, token) => {
      const { data, errors } = await studio.query(
        `mutation ($input: PrepareBroadcastInput!) { prepareBroadcast(input: $input) { ${selection} } }`,
        { input },
        token,
      );
      return { payload: data?.prepareBroadcast, failed: errors };
    },
    state: (eventId = newEventId) => preparedState(sandbox, eventId),
    writes: () =>
      studio
        .calls()
        .filter(({ call }) => call.method !== 'GET')
        .map(({ operation }) => operation),
  };
}
