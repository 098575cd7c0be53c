/** The calendar service: notification channels. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { patch, post } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import type { RequestOptions, TestResponse } from '../../support/gateway/sandbox.ts';
import { useWatchedSandbox } from '../../support/feed/watched-sandbox.ts';

const { box, receiver, at, channel, stop } = useWatchedSandbox('/calendar/v3');
const { calendar, event, person } = ids;
const remove: RequestOptions = { method: 'DELETE' };
const day = 86_400_000;

const on = (id: string): string => `/calendars/${encodeURIComponent(id)}`;
const release = on(calendar.release);
const list = '/users/me/calendarList';
const ruleOfBen = `${release}/acl/user:${person.ben}`;

const watch = (path: string, more?: object, token?: string): Promise<TestResponse> =>
  at(`${path}/watch`, post(channel(more), token));

const rename = (summary: string): Promise<TestResponse> =>
  at(`${release}/events/${event.launchMeeting}`, patch({ summary }));

/** State and message number of all notifications so far. */
async function received(): Promise<readonly string[]> {
  await box.sandbox.notificationsSettled();
  return receiver.received.map(
    ({ headers }) =>
      `${String(headers['x-goog-resource-state'])} ${String(headers['x-goog-message-number'])}`,
  );
}

describe('a notification', () => {
  it('is a POST without a body, whose headers name the channel', async () => {
    const { status, body } = await watch(`${release}/events`, { token: 'secret' });
    expect([status, body]).toEqual([
      200,
      {
        kind: 'api#channel',
        id: 'channel-1',
        resourceId: expect.any(String),
        resourceUri: `https://www.googleapis.com/calendar/v3${release}/events?alt=json`,
        token: 'secret',
        expiration: expect.stringMatching(/^\d+$/),
      },
    ]);
    await rename('A');
    expect(await received()).toEqual(['sync 1', 'exists 2']);
    expect(receiver.received[1]).toMatchObject({
      method: 'POST',
      body: '',
      headers: {
        'x-goog-channel-id': 'channel-1',
        'x-goog-channel-token': 'secret',
        'x-goog-channel-expiration': new Date(Number(body.expiration)).toUTCString(),
        'x-goog-resource-id': body.resourceId,
        'x-goog-resource-uri': body.resourceUri,
      },
    });
    expect(receiver.received[1]!.headers).not.toHaveProperty('x-goog-changed');
  });
  it('of events comes with each of their changes, and with no other', async () => {
    await watch(`${release}/events`);
    const times = { start: { date: '2026-04-01' }, end: { date: '2026-04-02' } };
    await at(`${release}/events`, post(times));
    await at(`${release}/events/${event.interview}`, remove);
    await at(
      `${on(calendar.ava)}/events/${event.budgetReview}/move?destination=${encodeURIComponent(calendar.release)}`,
      { method: 'POST' },
    );
    expect(await received()).toEqual(['sync 1', 'exists 2', 'exists 3', 'exists 4']);
    await at(`${on(calendar.ava)}/events`, post(times));
    await at(ruleOfBen, patch({ role: 'writer' }));
    await at(`${release}/events/${event.launchMeeting}`, patch({ status: 'planned' }));
    expect(await received()).toHaveLength(4);
  });
  it('of events comes with changes that reach a copy from another calendar', async () => {
    await watch(`${on(calendar.ava)}/events`);
    const path = `${on(calendar.ben)}/events/${event.benOneOnOne}`;
    await at(path, patch({ location: 'Pier 9' }, 'studio-guest'));
    await at(path, patch({ colorId: '4' }, 'studio-guest'));
    expect(await received()).toEqual(['sync 1', 'exists 2']);
  });
  it('of access rules comes with their changes', async () => {
    await watch(`${release}/acl`);
    await at(ruleOfBen, patch({ role: 'writer' }));
    await at(ruleOfBen, remove);
    await rename('A');
    expect(await received()).toEqual(['sync 1', 'exists 2', 'exists 3']);
  });
  it('of the calendar list comes with changes of its entries', async () => {
    await watch(list);
    await at(`${list}/${encodeURIComponent(calendar.release)}`, patch({ selected: false }));
    await rename('A');
    expect(await received()).toEqual(['sync 1', 'exists 2']);
  });
  it('of settings comes with their changes', async () => {
    await watch('/users/me/settings', {}, 'studio-guest');
    box.sandbox.setCalendarSetting(person.dana, 'weekStart', '0');
    box.sandbox.setCalendarSetting(person.ben, 'weekStart', '0');
    expect(await received()).toEqual(['sync 1', 'exists 2']);
  });
  it('of the calendar list of another person does not come', async () => {
    await watch(list, {}, 'studio-guest');
    await at(`${list}/${encodeURIComponent(calendar.release)}`, patch({ selected: false }));
    expect(await received()).toEqual(['sync 1']);
    await at(ruleOfBen, remove);
    expect(await received()).toEqual(['sync 1', 'exists 2']);
  });
  it('tells a person that they cannot read the events any more, and that they can again', async () => {
    await watch(`${release}/events`, {}, 'studio-guest');
    await at(ruleOfBen, remove);
    await rename('A');
    await at(
      `${release}/acl`,
      post({ role: 'reader', scope: { type: 'user', value: person.ben } }),
    );
    expect(await received()).toEqual(['sync 1', 'not_exists 2', 'exists 3']);
  });
  it('tells a person that they cannot read the access rules any more', async () => {
    await at(ruleOfBen, patch({ role: 'writer' }));
    await watch(`${release}/acl`, {}, 'studio-guest');
    await at(ruleOfBen, patch({ role: 'reader' }));
    expect(await received()).toEqual(['sync 1', 'not_exists 2']);
  });
  it('can get lost', async () => {
    await watch(`${release}/events`);
    box.sandbox.setNotificationFaults({ dropped: 1 });
    await rename('A');
    box.sandbox.setNotificationFaults({});
    await rename('B');
    expect(await received()).toEqual(['sync 1', 'exists 3']);
  });
});

describe('a channel', () => {
  it.each(['events', 'acl', 'calendarList', 'settings'])(
    'of %s ends when it is stopped, by its owner only',
    async (kind) => {
      const paths: Readonly<Record<string, string>> = {
        calendarList: list,
        settings: '/users/me/settings',
      };
      const opened = await watch(paths[kind] ?? `${release}/${kind}`);
      const { id, resourceId } = opened.body;
      expect((await stop({ id, resourceId }, 'studio-guest')).status).toBe(404);
      expect((await stop({ id, resourceId: 'x' })).reason).toBe('notFound');
      expect((await stop({ id, resourceId })).status).toBe(204);
      expect((await stop({ id, resourceId })).status).toBe(404);
      await rename('A');
      await at(ruleOfBen, remove);
      expect(await received()).toEqual(['sync 1']);
    },
  );
  it('ends at its expiration', async () => {
    const { body } = await watch(`${release}/events`);
    box.sandbox.advance(Number(body.expiration) - box.sandbox.now().getTime());
    await rename('A');
    expect(await received()).toEqual(['sync 1']);
  });
  it('lives a week, or shorter if the request says so', async () => {
    const now = box.sandbox.now().getTime();
    /** How many hours a channel lives, without the seconds of the writes. */
    const life = ({ body }: TestResponse): number =>
      Math.floor((Number(body.expiration) - now) / 3_600_000);
    expect(life(await watch(list))).toBe(7 * 24);
    expect(life(await watch(list, { id: 'a', params: { ttl: '7260' } }))).toBe(2);
    expect(life(await watch(list, { id: 'b', expiration: `${now + 30 * day}` }))).toBe(7 * 24);
  });
  it('has the same resource as the other channels of a person that watch the list', async () => {
    const resource = async (path: string, id: string, token?: string): Promise<string> =>
      (await watch(path, { id }, token)).body.resourceId as string;
    const first = await resource(`${release}/events`, 'a');
    expect(await resource(`${release}/events`, 'b')).toBe(first);
    expect(await resource(`${release}/events`, 'c', 'studio-guest')).not.toBe(first);
    expect(await resource(`${release}/acl`, 'd')).not.toBe(first);
  });
});

const https = { id: 'a', type: 'web_hook', address: 'https://studio.example/receiver' };

const rejected: RejectedRequests = {
  '400 required': {
    'no id': [`${list}/watch`, post({ ...https, id: undefined })],
    'stopping without a resource': ['/channels/stop', post({ id: 'a' })],
  },
  '400 invalid': { 'an unknown type': [`${list}/watch`, post({ ...https, type: 'mail' })] },
  '400 push.webhookUrlNotHttps': {
    'an address without HTTPS': [
      `${list}/watch`,
      post({ ...https, address: 'http://studio.example/receiver' }),
    ],
  },
  '404 notFound': {
    'events of an unknown calendar': [`${on(calendar.missing)}/events/watch`, post(https)],
    'events of a calendar that is not shared': [
      `${on(calendar.private)}/events/watch`,
      post(https, 'studio-guest'),
    ],
    'stopping an unknown channel': ['/channels/stop', post({ id: 'a', resourceId: 'b' })],
  },
  '403 requiredAccessLevel': {
    'access rules as a reader': [`${release}/acl/watch`, post(https, 'studio-guest')],
  },
  '401 required': { 'no token': [`${list}/watch`, { ...post(https), token: null }] },
};

describe('Calendar rejects', () => {
  testRejected(box, rejected);
  it('a second channel with the same id', async () => {
    await watch(list);
    expect(await watch(`${release}/events`)).toMatchObject({
      status: 400,
      reason: 'channelIdNotUnique',
    });
  });
});
