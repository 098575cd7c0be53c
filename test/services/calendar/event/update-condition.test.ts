import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { premieres } from '../../../../src/sandbox/seed/calendar/seed.ts';
import { eventId, ids } from '../../../../src/sandbox/seed/ids.ts';
import type { EventEntity } from '../../../../src/sandbox/calendar/state.ts';
import { changeEvent, eventsOn } from '../../../support/scenario/calendar.ts';
import {
  type Keys,
  launch,
  patched,
  replaced,
  settled,
  useEventUpdates,
} from '../../../support/scenario/event-update.ts';
import { ask } from '../../../support/gateway/sandbox.ts';
import { openStudio } from '../../../support/gateway/studio.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';

const { bases, options, proxy } = useEditingProxy('calendar');
const { update, now, operations, writes, studio } = useEventUpdates(options);

interface Person {
  readonly email: string;
}

/** Somebody who is not the caller. */
const other: Person = { email: ids.person.ben };

describe('a conflict', () => {
  it('returns the event that the gateway has read, without a further call', async () => {
    const { etag, summary } = now();
    const { errors } = await update({ ifMatch: '"1"', summary: 'New title' });
    expect(errors).toMatchObject([{ code: 'CONFLICT', current: { etag, summary } }]);
    expect(operations()).toEqual(['calendar:events.get']);
  });
  it('that Google Calendar reports costs one more read, of the current event', async () => {
    studio.sandbox.fault({ match: { operation: 'calendar:events.update' }, status: 412, times: 1 });
    const { errors } = await update({ ifMatch: now().etag, summary: 'New title' });
    expect(errors).toMatchObject([{ code: 'CONFLICT', current: { etag: now().etag } }]);
    expect(operations()).toEqual([...replaced, 'calendar:events.get']);
  });
});

describe('a write of another client between read and replace', () => {
  /** Another client writes when the write of the gateway has arrived, before it is applied. */
  const between = async (body: object, run: () => Promise<any>): Promise<any> => {
    const path = `${studio.sandbox.bases.calendar}/calendars/${encodeURIComponent(launch[0])}/events/${launch[1]}`;
    const others: number[] = [];
    proxy.beforeNext('PUT', async () => {
      others.push((await ask(path, { method: 'PATCH', body })).status);
    });
    const answer = await run();
    expect(others).toEqual([200]);
    return answer;
  };
  it('causes a second read and a merge: writers of different fields lose nothing', async () => {
    const { errors } = await between({ location: 'Theirs' }, () => update({ summary: 'Ours' }));
    expect(errors).toEqual([]);
    expect(now()).toMatchObject({ summary: 'Ours', location: 'Theirs' });
    expect(operations().filter((operation) => operation !== 'calendar:events.patch')).toEqual([
      ...replaced,
      ...replaced,
    ]);
  });
  it('is merged into a changed list', async () => {
    const [first] = now().attendees!;
    await between({ attendees: [first, { email: 'theirs@guest.example' }] }, () =>
      update({ attendees: { set: [{ email: 'ours@guest.example' }] } }),
    );
    expect(now().attendees!.map(({ email }) => email)).toEqual([
      first!.email,
      'theirs@guest.example',
      'ours@guest.example',
    ]);
  });
  it('is a conflict if the client sends ifMatch', async () => {
    const { errors } = await between({ location: 'Theirs' }, () =>
      update({ ifMatch: now().etag, summary: 'Ours' }),
    );
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'CONFLICT',
        current: expect.objectContaining({ etag: now().etag }),
      }),
    ]);
    expect(now()).toMatchObject({
      summary: expect.not.stringMatching(/^Ours$/),
      location: 'Theirs',
    });
    expect(operations().filter((operation) => operation === 'calendar:events.update')).toHaveLength(
      1,
    );
  });
  it('leads to a fresh read as often as it happens', async () => {
    studio.sandbox.fault({ match: { operation: 'calendar:events.update' }, status: 412, times: 1 });
    const { errors } = await between({ location: 'Theirs' }, () => update({ summary: 'Ours' }));
    expect(errors).toEqual([]);
    expect(now()).toMatchObject({ summary: 'Ours', location: 'Theirs' });
    expect(operations().filter((operation) => operation !== 'calendar:events.patch')).toEqual([
      ...replaced,
      ...replaced,
    ]);
  });
});

describe('a replace that would erase fields or be rejected', () => {
  it.each<readonly [string, Keys, object]>([
    [
      "an event of another organizer on the caller's calendar",
      [ids.calendar.ava, ids.event.benOneOnOne],
      { colorId: '3' },
    ],
    ['a locked event', [ids.calendar.ava, ids.event.holiday], { colorId: '3' }],
    [
      'a private copy of an event',
      [ids.calendar.ava, eventId('dentist')],
      { summary: 'Another dentist' },
    ],
    [
      'an event of another creator that guests may modify',
      [ids.calendar.ava, ids.event.wrapParty],
      { location: 'The new lighthouse' },
    ],
  ])(
    'becomes a patch of the changed fields with the version that was read: %s',
    async (_, keys, change) => {
      const before = now(keys);
      expect((await update(change, { keys })).errors).toEqual([]);
      expect(operations()).toEqual(patched);
      const [write] = writes();
      expect(write!.body).toEqual(change);
      expect(write!.call.headers['if-match']).toBe(before.etag);
      expect(write!.query).toMatchObject({
        sendUpdates: ['none'],
        supportsAttachments: ['true'],
        conferenceDataVersion: ['1'],
      });
      expect(settled(now(keys))).toEqual(settled({ ...before, ...change }));
    },
  );
  it.each<readonly [string, Partial<EventEntity>, object]>([
    ['a locked event', { locked: true }, { colorId: '3' }],
    ['a private copy', { privateCopy: true }, { colorId: '3' }],
    [
      'an event of another organizer',
      { organizer: other, guestsCanModify: false },
      { colorId: '3' },
    ],
    ['an event of another creator', { creator: other }, { colorId: '3' }],
    ['a birthday', { eventType: 'birthday' }, { colorId: '3' }],
    ['an event from Gmail', { eventType: 'fromGmail' }, { colorId: '3' }],
  ])(
    'becomes a patch if one fact of an own event of an own calendar forbids it: %s',
    async (_, fact, change) => {
      changeEvent(studio.sandbox, launch, fact);
      const before = now();
      await update(change);
      expect(operations()).toEqual(patched);
      const [write] = writes();
      expect(write!.body).toEqual(change);
      expect(write!.call.headers['if-match']).toBe(before.etag);
    },
  );
  it('keeps the source, which only its creator can read, when another writer changes the event', async () => {
    const keys: Keys = [premieres, eventId('premiereFerry')];
    const before = now(keys);
    expect(before.source).toBeDefined();
    expect((await update({ location: 'Pier 9' }, { keys, token: 'studio-guest' })).errors).toEqual(
      [],
    );
    expect(operations()).toEqual(patched);
    expect(settled(now(keys))).toEqual(settled({ ...before, location: 'Pier 9' }));
  });
  it('becomes a patch if the token does not tell who the caller is, and is sent once that is known', async () => {
    const keys: Keys = [ids.person.dana, eventId('swim')];
    studio.sandbox.fault({
      match: { operation: 'calendar:calendars.get' },
      status: 403,
      reason: 'insufficientPermissions',
      times: 1,
    });
    for (const location of ['The old pool', 'The new pool', 'The sea'])
      expect((await update({ location }, { keys, token: 'no-channel' })).errors).toEqual([]);
    const [read, ask] = ['calendar:events.get', 'calendar:calendars.get'];
    expect(operations()).toEqual([
      read,
      ask,
      'calendar:events.patch',
      read,
      ask,
      'calendar:events.update',
      ...replaced,
    ]);
    expect(now(keys)).toMatchObject({ summary: 'Swimming', location: 'The sea' });
  });
  it('becomes a patch if the read omits guests', async () => {
    const keys: Keys = [ids.calendar.ava, ids.event.wrapParty];
    changeEvent(studio.sandbox, keys, { guestsCanSeeOtherGuests: false });
    const before = now(keys);
    await update({ location: 'Pier 9' }, { keys });
    expect(operations()).toEqual(patched);
    expect(now(keys).attendees).toEqual(before.attendees);
  });
});

describe('a replace that is refused', () => {
  const put = { operation: 'calendar:events.update' };
  const bodies = () => studio.calls().map(({ operation, body }) => [operation, body]);

  it.each([
    ['without a place', {}],
    ['at a value that the client has not changed', { location: 'conferenceData' }],
  ])('%s is followed by a patch of the changes, under the same condition', async (_, place) => {
    const { etag, attendees } = now();
    studio.sandbox.fault({ match: put, status: 400, reason: 'required', ...place });
    const { errors } = await update({ summary: 'New title' });
    expect(errors).toEqual([]);
    expect(now()).toMatchObject({ summary: 'New title', attendees });
    expect(operations()).toEqual([...replaced, 'calendar:events.patch']);
    const [patch] = studio.calls().slice(-1);
    expect(patch!.body).toEqual({ summary: 'New title' });
    expect(patch!.call.headers['if-match']).toBe(etag);
  });
  it('and whose patch is refused, too, fails with the error of the patch', async () => {
    studio.sandbox.fault({ match: put, status: 400, reason: 'required' });
    const match = { operation: 'calendar:events.patch' };
    studio.sandbox.fault({ match, status: 400, reason: 'invalid', location: 'summary' });
    const { errors } = await update({ summary: 'New title', location: 'Pier 9' });
    expect(errors).toMatchObject([{ code: 'INVALID_INPUT', reason: 'invalid', path: ['summary'] }]);
    expect(operations()).toEqual([...replaced, 'calendar:events.patch']);
  });
  it('before another client writes is merged again', async () => {
    studio.sandbox.fault({ match: put, status: 400, reason: 'required' });
    const match = { operation: 'calendar:events.patch' };
    studio.sandbox.fault({ match, status: 412, times: 1 });
    expect((await update({ summary: 'Ours' })).errors).toEqual([]);
    expect(now().summary).toBe('Ours');
    const round = [...replaced, 'calendar:events.patch'];
    expect(operations()).toEqual([...round, ...round]);
  });
  it.each([
    ['at a value that the client has changed', { status: 400, location: 'body.summary' }],
    ['at a part of it', { status: 400, location: 'summary.text' }],
    ['for the rights of the caller', { status: 403, reason: 'requiredAccessLevel' }],
  ])('%s is the error', async (_, fault) => {
    studio.sandbox.fault({ match: put, reason: 'invalid', ...fault });
    expect((await update({ summary: 'New title' })).errors).toHaveLength(1);
    expect(operations()).toEqual(replaced);
  });
  it('is not needed for a working location: the type is sent with its properties', async () => {
    const { id } = [...eventsOn(studio.sandbox, ids.calendar.ava).values()].find(
      ({ eventType }) => eventType === 'workingLocation',
    )!;
    const keys: Keys = [ids.calendar.ava, id];
    expect((await update({ description: 'Closed' }, { keys })).errors).toEqual([]);
    expect(bodies().at(-1)).toEqual([
      'calendar:events.update',
      expect.objectContaining({
        eventType: 'workingLocation',
        workingLocationProperties: expect.any(Object),
      }),
    ]);
  });
  it('sends no type with other events', async () => {
    await update({ summary: 'New title' });
    expect(bodies().at(-1)![1]).not.toHaveProperty('eventType');
  });
});

describe('a replace by the creator', () => {
  /** An event without `source`, which would prove that the caller is the creator. */
  const keys: Keys = [ids.calendar.release, ids.event.townhallMeeting];
  it.each(['creator', 'caller'])(
    'is sent whatever the letter case of the address is: %s',
    async (which) => {
      // A gateway of its own: another one may have resolved the caller's calendar before.
      const fresh = await openStudio({ sandbox: studio.sandbox, bases: bases() });
      const shout = (address: string): string => address.toUpperCase();
      proxy.edit((answer) => {
        const { id, creator } = answer as { id: string; creator?: Person };
        if (which === 'creator' && creator)
          answer['creator'] = { ...creator, email: shout(creator.email) };
        // The answer about the calendar of the caller: it has no creator.
        if (which === 'caller' && !creator) answer['id'] = shout(id);
      });
      const { data, errors } = await fresh.query(
        'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { errors { code } } }',
        { input: { by: { id: globalId('Event', keys) }, location: 'Pier 10' } },
      );
      expect([data, errors]).toEqual([{ updateEvent: { errors: [] } }, undefined]);
      expect(operations()).toEqual([
        'calendar:events.get',
        'calendar:calendars.get',
        'calendar:events.update',
      ]);
      expect(now(keys).location).toBe('Pier 10');
      await fresh.close();
    },
  );
});
