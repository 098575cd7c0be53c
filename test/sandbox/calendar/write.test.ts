/** Writes of events: update, patch, insert, delete, and concurrent writes. */
import { describe, expect, it } from 'vitest';
import { eventLabels } from '../../../src/sandbox/seed/calendar/label.ts';
import { premieres } from '../../../src/sandbox/seed/calendar/seed.ts';
import { eventId, ids } from '../../../src/sandbox/seed/ids.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { calendar, event, person, file } = ids;
const events = (id: string): string => `/calendar/v3/calendars/${encodeURIComponent(id)}/events`;
const release = events(calendar.release);
const launch = `${release}/${event.launchMeeting}`;
const onAva = `${events(calendar.ava)}/${event.benOneOnOne}`;
const onBen = `${events(calendar.ben)}/${event.benOneOnOne}`;
const get = async (path: string, token = 'studio-owner') => (await box.ask(path, { token })).body;

const send = async (method: string, path: string, body?: object, options: RequestOptions = {}) => {
  const response = await box.ask(path, { method, body, ...options });
  expect([response.status, response.reason]).toEqual([method === 'DELETE' ? 204 : 200, undefined]);
  return response.body;
};

const times = {
  start: { dateTime: '2026-04-01T10:00:00Z' },
  end: { dateTime: '2026-04-01T11:00:00Z' },
};

/** The event without its read-only fields. */
function writable(event: any): any {
  const {
    kind,
    etag,
    id,
    htmlLink,
    created,
    updated,
    creator,
    organizer,
    iCalUID,
    hangoutLink,
    eventType,
    ...rest
  } = event;
  return (
    [
      kind,
      etag,
      id,
      htmlLink,
      created,
      updated,
      creator,
      organizer,
      iCalUID,
      hangoutLink,
      eventType,
    ].length > 0 && rest
  );
}

const withoutEtag = ({ etag, updated, ...rest }: any): object => (etag && updated ? rest : {});

describe('an update', () => {
  it('removes omitted fields', async () => {
    const before = await get(launch);
    const after = await send('PUT', launch, times);
    for (const name of [
      'summary',
      'description',
      'location',
      'attendees',
      'attachments',
      'colorId',
      'extendedProperties',
      'conferenceData',
    ])
      expect([name in before, name in after]).toEqual([true, false]);
    expect(after).toMatchObject({
      id: before.id,
      created: before.created,
      iCalUID: before.iCalUID,
      reminders: { useDefault: true },
    });
    expect(await get(launch)).toEqual(after);
  });
  it('with all fields changes only etag and update time', async () => {
    const before = await get(launch);
    const after = await send(
      'PUT',
      `${launch}?supportsAttachments=true&conferenceDataVersion=1`,
      writable(before),
    );
    expect(withoutEtag(after)).toEqual(withoutEtag(before));
    expect(after.etag).not.toBe(before.etag);
  });
  it('removes attachments and conference data without the parameters that enable them', async () => {
    const after = await send('PUT', launch, writable(await get(launch)));
    expect([after.attachments, after.conferenceData, after.hangoutLink]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
  it('writes the label with its parameter, and the color without it', async () => {
    const focus = `${events(calendar.ava)}/${event.focus}`;
    const { colorId, eventLabelId } = await get(focus);
    const body = { colorId: '2', eventLabelId: eventLabels[1]!.id };
    expect(await send('PATCH', focus, body)).toMatchObject({ colorId: '2', eventLabelId });
    const labelled = await send('PATCH', `${focus}?eventLabelVersion=1`, { ...body, colorId });
    expect(labelled).toMatchObject(body);
    const cleared = { eventLabelId: '' };
    expect(await send('PATCH', `${focus}?eventLabelVersion=1`, cleared)).not.toHaveProperty(
      'eventLabelId',
    );
  });
  it('changes single attendees with attendeesOmitted', async () => {
    const { start, end, attendees } = await get(launch);
    const body = {
      start,
      end,
      attendeesOmitted: true,
      attendees: [{ email: person.dana, responseStatus: 'accepted' }],
    };
    const after = await send('PUT', launch, body);
    const expected = attendees.map((guest: any) =>
      guest.email === person.dana ? { ...guest, responseStatus: 'accepted' } : guest,
    );
    expect(after.attendees).toEqual(expected);
  });
  it('increments the sequence if the times change', async () => {
    const { sequence, ...before } = await get(launch);
    expect((await send('PUT', launch, { ...writable(before), summary: 'New' })).sequence).toBe(
      sequence,
    );
    expect((await send('PUT', launch, { ...writable(before), ...times })).sequence).toBe(
      sequence + 1,
    );
  });
  it('by another user than the creator removes the source, which they cannot see', async () => {
    const open = `${events(premieres)}/${eventId('premiereFerry')}`;
    const { start, end } = await get(open);
    expect((await get(open)).source).toBeDefined();
    const guest = { token: 'studio-guest' };
    await send('PATCH', open, { location: 'Here' }, guest);
    expect((await get(open)).source).toBeDefined();
    await send('PUT', open, { start, end }, guest);
    expect(await get(open)).not.toHaveProperty('source');
  });
});

describe('a patch', () => {
  it('makes an event an all-day event by setting dateTime to null', async () => {
    const day = (date: string) => ({ date, dateTime: null, timeZone: null });
    const { start, end } = await send('PATCH', launch, {
      start: day('2026-04-01'),
      end: day('2026-04-02'),
    });
    expect([start, end]).toEqual([{ date: '2026-04-01' }, { date: '2026-04-02' }]);
  });
  it('ignores attachments and conference data without the parameters that enable them', async () => {
    const before = await get(launch);
    const after = await send('PATCH', launch, { attachments: null, conferenceData: null });
    expect([after.attachments, after.conferenceData]).toEqual([
      before.attachments,
      before.conferenceData,
    ]);
    const without = await send(
      'PATCH',
      `${launch}?supportsAttachments=true&conferenceDataVersion=1`,
      {
        attachments: [],
        conferenceData: null,
      },
    );
    expect([without.attachments, without.conferenceData, without.hangoutLink]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
  it.each([
    ['https://drive.example/file/d/{}/view', true],
    ['https://docs.example/document/d/{}/edit', true],
    ['https://drive.example/open?id={}', true],
    ['https://elsewhere.example/a.pdf', false],
  ])('derives the file id from %s', async (pattern, isFile) => {
    const fileUrl = pattern.replace('{}', file.deck);
    const { attachments } = await send('PATCH', `${launch}?supportsAttachments=true`, {
      attachments: [{ fileUrl, fileId: 'other' }],
    });
    expect(attachments).toEqual([{ fileUrl, ...(isFile && { fileId: file.deck }) }]);
  });
  it('creates a conference on request', async () => {
    const conferenceData = {
      createRequest: { requestId: 'r1', conferenceSolutionKey: { type: 'hangoutsMeet' } },
    };
    const target = `${release}/${event.interview}`;
    expect(await send('PATCH', target, { conferenceData })).not.toHaveProperty('conferenceData');
    const updated = await send('PATCH', `${target}?conferenceDataVersion=1`, { conferenceData });
    expect(updated.conferenceData.createRequest).toMatchObject({
      requestId: 'r1',
      status: { statusCode: 'success' },
    });
    expect(updated.hangoutLink).toContain(updated.conferenceData.conferenceId);
  });
});

describe('an attendee', () => {
  it('adds attendees if guests may invite others', async () => {
    const { attendees } = await get(onAva);
    await send('PATCH', onAva, { attendees: [...attendees, { email: person.chloe }] });
    expect((await get(onBen, 'studio-guest')).attendees).toHaveLength(3);
  });
  it('has their own color, label, reminders and private properties', async () => {
    const before = await get(onBen, 'studio-guest');
    const label = { eventLabelId: eventLabels[0]!.id };
    expect(await send('PATCH', `${onAva}?eventLabelVersion=1`, label)).toMatchObject(label);
    const own = {
      colorId: '2',
      extendedProperties: { private: { note: 'x' } },
      reminders: { useDefault: false },
    };
    expect(await send('PATCH', onAva, own)).toMatchObject(own);
    expect(await get(onBen, 'studio-guest')).toEqual(before);
  });
  it('changes any field if guests may modify the event', async () => {
    await send('PATCH', `${events(calendar.ava)}/${event.wrapParty}`, { location: 'On the pier' });
    expect((await get(`${events(calendar.ben)}/${event.wrapParty}`, 'studio-guest')).location).toBe(
      'On the pier',
    );
  });
  it('sees changes of the organizer and keeps their own fields', async () => {
    await send('PATCH', onAva, { colorId: '2' });
    await send('PATCH', onBen, { summary: 'Ben, Ava and the score' }, { token: 'studio-guest' });
    expect(await get(onAva)).toMatchObject({ summary: 'Ben, Ava and the score', colorId: '2' });
  });
  it('sees no other guest if the event hides them, and the organizer sees all', async () => {
    await send('PATCH', onBen, { guestsCanSeeOtherGuests: false }, { token: 'studio-guest' });
    const emailsOn = ({ attendees }: any) => attendees.map(({ email }: any) => email as string);
    const copy = await get(onAva);
    expect([emailsOn(copy), copy.attendeesOmitted]).toEqual([[person.ava], true]);
    const own = await get(onBen, 'studio-guest');
    expect([emailsOn(own), own.attendeesOmitted]).toEqual([[person.ben, person.ava], undefined]);
  });
  it('deletes only their own copy; the organizer deletes all copies', async () => {
    await send('DELETE', onAva);
    expect((await get(onBen, 'studio-guest')).status).toBe('confirmed');
    const party = [calendar.ava, calendar.ben].map((id) => `${events(id)}/${event.wrapParty}`) as [
      string,
      string,
    ];
    await send('DELETE', party[1], undefined, { token: 'studio-guest' });
    expect((await get(party[0])).status).toBe('cancelled');
  });
});

describe('an insert', () => {
  it('creates an event with the calendar as organizer and the caller as creator', async () => {
    const made = await send('POST', `${release}?supportsAttachments=true`, {
      ...times,
      summary: 'New',
      attendees: [{ email: person.ben }],
    });
    expect(made).toMatchObject({
      summary: 'New',
      status: 'confirmed',
      eventType: 'default',
      creator: { email: person.ava },
      organizer: { email: calendar.release, self: true },
      attendees: [{ email: person.ben, responseStatus: 'needsAction' }],
    });
    expect(made.id).toMatch(/^[a-v0-9]{5,}$/);
    expect(await get(`${release}/${made.id}`)).toEqual(made);
  });
  it('ignores attachments without supportsAttachments', async () => {
    const attachments = [{ fileUrl: `https://drive.example/file/d/${file.logo}/view` }];
    expect(await send('POST', release, { ...times, attachments })).not.toHaveProperty(
      'attachments',
    );
    expect(
      (await send('POST', `${release}?supportsAttachments=true`, { ...times, attachments }))
        .attachments[0].fileId,
    ).toBe(file.logo);
  });
});

describe('concurrent writes', () => {
  it('with If-Match lose no line of a description', async () => {
    const target = `${release}/${event.interview}`;
    let rejections = 0;
    const append = async (line: string): Promise<void> => {
      for (;;) {
        const { etag, ...current } = await get(target);
        const body = { ...writable(current), description: `${current.description ?? ''}\n${line}` };
        const response = await box.ask(target, {
          method: 'PUT',
          body,
          headers: { 'if-match': etag },
        });
        if (response.status === 200) return;
        expect([response.status, response.reason]).toEqual([412, 'conditionNotMet']);
        rejections += 1;
      }
    };
    const lines = Array.from({ length: 32 }, (_, at) => `line ${at}`);
    await Promise.all(lines.map(append));
    const { description } = await get(target);
    expect(description.trim().split('\n').toSorted()).toEqual(lines.toSorted());
    expect(rejections).toBeGreaterThan(0);
  });
  it('change the etag each time, and accept any etag with If-Match: *', async () => {
    const tags = new Set<string>();
    for (let at = 0; at < 5; at++)
      tags.add(
        (await send('PATCH', launch, { summary: 'Same' }, { headers: { 'if-match': '*' } })).etag,
      );
    expect(tags.size).toBe(5);
  });
});
