/** Messages of failed REST calls. */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { errorCodes } from '../../../src/engine/schema/error/error-code.ts';
import { toGraphError } from '../../../src/engine/schema/error/error.ts';
import { failureCodes, messageOf } from '../../../src/engine/schema/error/failure-message.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { type Failure, UpstreamError } from '../../../src/engine/api/error.ts';
import { services } from '../../../src/services/api.ts';

const call = { service: 'video', operation: 'video:videos.update' } as const;

const message = (failure: Partial<Failure> & Pick<Failure, 'code'>): string =>
  messageOf(googleApis, { ...call, ...failure });

describe('the message of a failed call', () => {
  it.each<[text: string, failure: Partial<Failure> & Pick<Failure, 'code'>]>([
    [
      'YouTube needs an access token; send the header "authorization: Bearer <access token>", or "x-youtube-authorization" instead if the services have different accounts.',
      { code: 'UNAUTHENTICATED' },
    ],
    [
      'YouTube rejected the access token: it is not valid, or it has expired. Send a new one.',
      { code: 'UNAUTHENTICATED', status: 401 },
    ],
    [
      'The account has no YouTube channel. Create one on youtube.com, or use another account.',
      { code: 'FORBIDDEN', status: 401, reason: 'youtubeSignupRequired' },
    ],
    [
      'The access token lacks the scope youtube.force-ssl. Request a new token with it.',
      { code: 'MISSING_SCOPE', anyOf: ['https://www.googleapis.com/auth/youtube.force-ssl'] },
    ],
    [
      'The access token lacks the scope a, or another one of those in anyOf. Request a new token with it.',
      { code: 'MISSING_SCOPE', anyOf: ['a', 'b'] },
    ],
    [
      'YouTube is not available for more calls: too many wait for it, and the gateway did not send this one. Retry after 1 second.',
      { code: 'UPSTREAM_UNAVAILABLE', reason: 'tooManyWaiting', retryAfter: 1 },
    ],
    [
      'Too many calls to YouTube in a short time. Retry after 1 second.',
      { code: 'RATE_LIMITED', retryAfter: 1 },
    ],
    [
      'id: YouTube has no object with the id "abc" that the caller may see. Check it, or use the access token of another account.',
      { code: 'NOT_FOUND', id: 'abc', argument: 'id' },
    ],
    [
      'YouTube has no such object, or the caller may not see it. Check the ids, or use the access token of another account.',
      { code: 'NOT_FOUND' },
    ],
    [
      'id: YouTube has no Video with the id "abc" that the caller may see. Check it, or send an access token that may see it.',
      { code: 'NOT_FOUND', id: 'abc', type: 'Video', argument: 'id', withoutToken: true },
    ],
    [
      'id: The account has no My Drive. Name another id, or use the access token of another account.',
      { code: 'NOT_FOUND', service: 'storage', id: 'root', type: 'File', argument: 'id' },
    ],
    [
      'by: The object with the id "abc" was deleted from Google Calendar. updateEvent with the status CONFIRMED restores it.',
      { code: 'GONE', service: 'calendar', id: 'abc', type: 'Event', argument: 'by' },
    ],
    [
      'The object with the id "abc" was deleted from YouTube. Do not request it again.',
      { code: 'GONE', id: 'abc', type: 'Video' },
    ],
    [
      'id: YouTube does not allow the caller to do this with "abc". Use the access token of an account with permission.',
      { code: 'FORBIDDEN', reason: 'forbidden', value: 'abc', argument: 'id' },
    ],
    [
      'YouTube does not allow the caller to do this (reason inventedReason). The gateway does not know this reason: see the documentation of the REST API.',
      { code: 'FORBIDDEN', reason: 'inventedReason' },
    ],
    [
      'YouTube does not allow the caller to do this (reason videoNotFound). Use the access token of an account with permission.',
      { code: 'FORBIDDEN', reason: 'videoNotFound', operation: 'video:videos.list' },
    ],
    [
      'videoId: Comments are disabled on the video.',
      { code: 'FORBIDDEN', reason: 'commentsDisabled', argument: 'videoId' },
    ],
    [
      'end: The event would end before it starts. Set start and end together.',
      {
        service: 'calendar',
        operation: 'calendar:events.update',
        code: 'INVALID_INPUT',
        reason: 'timeRangeEmpty',
        argument: 'end',
      },
    ],
    [
      'by: Only events of the type DEFAULT can be moved.',
      {
        service: 'calendar',
        operation: 'calendar:events.move',
        code: 'INVALID_INPUT',
        reason: 'eventTypeRestriction',
        argument: 'by',
      },
    ],
    [
      'title: YouTube rejected ""; expected 1 to 100 characters without < and >.',
      { code: 'INVALID_INPUT', reason: 'invalidTitle', argument: 'title', value: '' },
    ],
    [
      'attendees: YouTube rejected the value. See the description of the argument.',
      { code: 'INVALID_INPUT', reason: 'invalid', argument: 'attendees', value: [1] },
    ],
    [
      `query: YouTube rejected "color = 1"; expected terms of Google Drive's query language, for example name contains 'harbor' and starred = true.`,
      {
        code: 'INVALID_INPUT',
        reason: 'invalid',
        argument: 'query',
        operation: 'storage:files.list',
        value: 'color = 1',
      },
    ],
    [
      'conferenceData: Google Calendar rejected the value. The REST API names the value so; no argument of the request is known for it.',
      {
        service: 'calendar',
        operation: 'calendar:events.patch',
        code: 'INVALID_INPUT',
        reason: 'invalid',
        location: 'conferenceData',
      },
    ],
    [
      'Google Calendar rejected a value of the request; expected an event with a start, an end, and an email address of each attendee.',
      {
        service: 'calendar',
        operation: 'calendar:events.patch',
        code: 'INVALID_INPUT',
        reason: 'required',
      },
    ],
    [
      'YouTube rejected a value of the request (reason toString). Compare the values with the descriptions of their arguments.',
      { code: 'INVALID_INPUT', reason: 'toString' },
    ],
    [
      'The object exists already, or its id is taken: an earlier request may have created it. Read it, or use another id.',
      { code: 'CONFLICT', status: 409 },
    ],
    [
      'Another write changed the object in the meantime. Read it again, then repeat the mutation.',
      { code: 'CONFLICT', status: 412 },
    ],
    [
      'YouTube has no quota left in the bucket VIDEO. Retry after 2027-03-11T08:00:00.000Z.',
      { code: 'QUOTA_EXCEEDED', bucket: 'VIDEO', resetAt: '2027-03-11T08:00:00.000Z' },
    ],
    [
      'The budget of the bucket VIDEO has 3 of 20 units left, fewer than this needs. Retry later.',
      { code: 'QUOTA_EXCEEDED', bucket: 'VIDEO', limit: 20, remaining: 3 },
    ],
    [
      'Too many calls to YouTube in a short time. Retry after 7 seconds.',
      { code: 'RATE_LIMITED', retryAfter: 7 },
    ],
    ['YouTube did not respond in time. Retry later.', { code: 'UPSTREAM_TIMEOUT' }],
    [
      'YouTube did not respond in time. The write may have been applied: read the object before you repeat it.',
      { code: 'UPSTREAM_TIMEOUT', outcome: 'UNKNOWN' },
    ],
    [
      'YouTube sent a response that is too large. Request fewer items or fields.',
      { code: 'UPSTREAM_TOO_LARGE' },
    ],
    [
      'The operation needs more than 500 REST calls, the limit. Request fewer items, or split the operation.',
      { code: 'QUERY_TOO_EXPENSIVE', limit: 500 },
    ],
  ])('is: %s', (text, failure) => {
    expect(message(failure)).toBe(text);
  });

  it.each([
    ['files.update', 'My Drive cannot be renamed, moved or trashed; use updateSharedDrive'],
    ['files.delete', 'My Drive or of a shared drive cannot be deleted'],
    ['permissions.create', 'My Drive cannot be shared'],
    ['files.modifyLabels', 'Folders have no labels'],
    ['comments.create', 'Folders have no comments'],
    ['comments.update', 'Only the author'],
    ['replies.delete', 'Only the author'],
    ['files.copy', 'Ask its owner for access'],
  ])('says what a lacking permission prevents: %s', (operation, text) => {
    const reason = 'insufficientFilePermissions';
    const failure = { service: 'storage', operation: `storage:${operation}`, reason } as const;
    expect(message({ ...failure, code: 'FORBIDDEN' })).toContain(text);
  });

  it.each([
    ['domainPolicy', 'Ask one of them'],
    ['publishOutNotPermitted', 'outside its domain'],
    ['keepForeverRevisionLimitExceeded', '200'],
    ['cannotDownloadFile', 'The owner of the file'],
  ])('says what prevents a call to Google Drive: %s', (reason, text) => {
    const failure = { service: 'storage', operation: 'storage:files.get', reason } as const;
    expect(message({ ...failure, code: 'FORBIDDEN' })).toContain(text);
  });

  it('of a download that Google Drive prepares does not recommend the same again', () => {
    const failure = { operation: 'storage:files.download', reason: 'fileNotDownloadable' } as const;
    const text = message({ ...failure, service: 'storage', code: 'FORBIDDEN' });
    expect(text).toContain('Folders and shortcuts cannot be downloaded');
    expect(text).not.toContain('startFileDownload');
  });

  const longId = 'x'.repeat(1_000);
  const reasons = new Set([...catalogue.values()].flatMap((each) => Object.keys(each.reasons)));

  it('has at most 240 characters for each code and service', () => {
    const known = { bucket: 'VIDEO', limit: 20, remaining: 3, id: longId } as const;
    const all = failureCodes(googleApis).flatMap((code) =>
      services.map((service) =>
        messageOf(googleApis, { ...call, ...known, code, service, argument: 'filter.video.id' }),
      ),
    );
    expect(all.filter((text) => text.length > 240)).toEqual([]);
    expect(all.filter((text) => /undefined|null|\[object/.test(text))).toEqual([]);
  });

  it('is one or more sentences for each documented reason', () => {
    for (const reason of reasons)
      expect(message({ code: 'INVALID_INPUT', reason })).toMatch(/^[A-Z].*\.$/);
  });

  it('names the argument and the value in extensions as documented only', () => {
    const failure: Failure = {
      ...call,
      code: 'INVALID_INPUT',
      status: 400,
      location: 'snippet.title',
      argument: 'title',
      value: 'secret',
      provesMissingScope: true,
    };
    const { extensions } = toGraphError(googleApis, new UpstreamError(failure));
    expect(extensions).toEqual({ ...call, code: 'INVALID_INPUT', argument: 'title' });
  });

  it('exists for each code', () => {
    expect(errorCodes(googleApis)).toEqual(expect.arrayContaining([...failureCodes(googleApis)]));
  });
});
