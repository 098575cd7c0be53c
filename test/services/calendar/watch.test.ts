/** Watch channels of Google Calendar: the calls that open and stop them. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids, watchedResourceId } from '../../../src/sandbox/seed/ids.ts';
import { receiverOrigin } from '../../support/gateway/server.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const { release, ava } = ids.calendar;
const address = `${receiverOrigin}/calendar`;

/** @returns the payload */
async function mutate(name: string, input: object, selection: string, token?: string) {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation Change($input: ${type}!) {
    ${name}(input: $input) { ${selection} errors { code path message } }
  }`;
  const data = await studio.data(document, { input }, token);
  return data[name];
}

const channelSelection =
  'watchChannel { id watchChannelId resourceId expiresAt token resourceUri }';

describe.each([
  ['watchEvents', { calendarId: release }, 'calendar:events.watch', `/calendars/${release}/events`],
  ['watchAccessRules', { calendarId: release }, 'calendar:acl.watch', `/calendars/${release}/acl`],
  ['watchCalendarList', {}, 'calendar:calendarList.watch', '/users/me/calendarList'],
  ['watchCalendarSettings', {}, 'calendar:settings.watch', '/users/me/settings'],
] as const)('%s', (name, input, operation, path) => {
  it('opens a channel by one call, and stopWatching stops it by another', async () => {
    const sent = { ...input, address, token: 'secret', newWatchChannelId: 'one' };
    const { watchChannel, errors } = await mutate(name, sent, channelSelection);
    expect(errors).toEqual([]);
    const key = { service: 'CALENDAR', watchChannelId: 'one', resourceId: watchChannel.resourceId };
    expect(watchChannel).toEqual({
      id: globalId('WatchChannel', ['calendar', 'one', key.resourceId]),
      watchChannelId: 'one',
      resourceId: expect.stringMatching(/./),
      expiresAt: expect.stringMatching(/^2026-03-1/),
      token: 'secret',
      resourceUri: expect.stringContaining(encodeURI(path).replace('@', '%40')),
    });
    const stopped = await mutate('stopWatching', { by: { key } }, 'deletedId');
    expect(stopped).toEqual({ deletedId: watchChannel.id, errors: [] });
    expect(studio.calls()).toMatchObject([
      { operation, body: { id: 'one', type: 'web_hook', address, token: 'secret' } },
      {
        operation: 'calendar:channels.stop',
        body: { id: 'one', resourceId: watchChannel.resourceId },
      },
    ]);
  });
  it('makes a random id of the channel', async () => {
    const { watchChannel } = await mutate(name, { ...input, address }, channelSelection);
    expect(watchChannel.watchChannelId).toMatch(/^[\w-]{36}$/);
  });
});

describe('watchEvents', () => {
  it('says that a calendar of public holidays sends no notifications', async () => {
    const reason = 'pushNotSupportedForRequestedResource';
    studio.refuse('calendar:events.watch', 400, reason);
    const { errors } = await mutate(
      'watchEvents',
      { calendarId: release, address },
      'errors { reason }',
    );
    expect(errors).toMatchObject([
      {
        code: 'INVALID_INPUT',
        reason,
        message: expect.stringContaining('sends no notifications about this calendar'),
      },
    ]);
    expect(errors[0].message).toContain('eventChanges');
  });
  it('resolves the calendar id primary, and sends the types', async () => {
    const input = { calendarId: 'primary', address, types: ['FOCUS_TIME'] };
    const { errors } = await mutate('watchEvents', input, 'watchChannel { id }');
    expect(errors).toEqual([]);
    expect(studio.calls().at(-1)).toMatchObject({
      operation: 'calendar:events.watch',
      call: { path: `/calendar/v3/calendars/${encodeURIComponent(ava)}/events/watch` },
      query: { eventTypes: ['focusTime'] },
    });
  });
});

describe('stopWatching', () => {
  const key = {
    service: 'CALENDAR',
    watchChannelId: ids.watchChannel.settings,
    resourceId: watchedResourceId('/users/me/settings', ids.person.ava),
  };

  it('calls the service of the channel, whatever is known of the other one', async () => {
    const operation = 'storage:channels.stop';
    studio.refuse(operation, 403, 'insufficientPermissions');
    const ofDrive = { key: { ...key, service: 'STORAGE' } };
    const rejected = await mutate('stopWatching', { by: ofDrive }, 'deletedId');
    expect(rejected.errors).toMatchObject([{ code: 'MISSING_SCOPE' }]);
    const stopped = await mutate('stopWatching', { by: { key } }, 'deletedId');
    expect(stopped.errors).toEqual([]);
    expect(studio.operations()).toEqual(['calendar:channels.stop', operation]);
  });
  it('names the channel that was stopped already', async () => {
    await mutate('stopWatching', { by: { key } }, 'deletedId');
    const { errors } = await mutate('stopWatching', { by: { key } }, 'deletedId');
    expect(errors).toMatchObject([{ code: 'NOT_FOUND', path: ['by'] }]);
    expect(errors[0].message).toContain(`"${key.watchChannelId}"`);
    expect(errors[0].message).not.toContain(key.resourceId);
  });
});
