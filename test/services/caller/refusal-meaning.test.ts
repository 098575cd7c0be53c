/**
 * What a refusal means: who is to blame, whether it passes, and what it stops. Bodies of services
 * as people have reported them; the tables of the services have the sources.
 */
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/sandbox/fault.ts';
import { png } from '../../support/page/image.ts';
import { errorInfo } from '../../../src/sandbox/http/api-error.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1' } });

const { video, file, broadcast } = ids;

const search = '{ search(search: "harbour", first: 1) { nodes { title } } }';
const readVideo = `{ video(id: "${video.trailer}") { title } }`;
const readFile = `{ file(id: "${file.budget}") { name } }`;
const payload = 'errors { code message path reason }';

const rename = `mutation { updateFile(input: { id: "${file.budget}", name: "New" }) { file { name } ${payload} } }`;

const share = (email: string): string =>
  `mutation { createFilePermission(input: { fileId: "${file.budget}", type: USER, role: READER, email: "${email}", notify: true }) { filePermission { permissionId } ${payload} } }`;

const limitOf = (unit: string): Pick<Fault, 'details'> => ({
  details: [
    errorInfo('RATE_LIMIT_EXCEEDED', {
      quota_unit: unit,
      quota_limit: 'defaultSearchListPerDayPerProject',
      consumer: 'projects/42',
    }),
  ],
});

const callsOf = (operation: string): number =>
  studio.operations().filter((each) => each === operation).length;

/** The first error of a read. */
async function readError(document: string, token?: string | null) {
  const { errors } = await studio.query(document, {}, token);
  return { ...errors?.[0]?.extensions, message: errors?.[0]?.message };
}

/** The first error of a mutation. */
async function writeError(document: string) {
  const { data, errors } = await studio.query(document);
  const [written] = Object.values<{ errors: Record<string, unknown>[] }>(data ?? {});
  return written?.errors[0] ?? errors?.[0]?.extensions;
}

describe('a limit of a day', () => {
  it.each([429, 403])(
    'is no limit of a minute, whatever its reason is: status %i',
    async (status) => {
      const operation = 'video:search.list';
      studio.sandbox.fault({
        match: { operation },
        status,
        reason: 'rateLimitExceeded',
        ...limitOf('1/d/{project}'),
      });
      expect(await readError(search)).toMatchObject({ code: 'QUOTA_EXCEEDED', bucket: 'SEARCH' });
      expect(callsOf(operation)).toBe(1);
      expect((await studio.query(readVideo)).errors).toBeUndefined();
    },
  );
  it('of calls without a project is one as well', async () => {
    studio.sandbox.fault({ status: 403, reason: 'dailyLimitExceededUnreg' });
    expect(await readError(readVideo, null)).toMatchObject({ code: 'QUOTA_EXCEEDED' });
  });
  it('of a user ends no bucket', async () => {
    const operation = 'video:videos.list';
    const fault = { match: { operation }, times: 1, status: 429, reason: 'rateLimitExceeded' };
    studio.sandbox.fault({ ...fault, ...limitOf('1/d/{project}/{user}') });
    expect(await readError(readVideo)).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect((await studio.query(readVideo)).errors).toBeUndefined();
  });
  it.each<[string, Pick<Fault, 'message' | 'details'>]>([
    [
      'its message',
      {
        message:
          "Quota exceeded for quota metric 'Search Queries' and limit 'Search Queries per day' of service 'youtube.googleapis.com' for consumer 'project_number:1042'.",
      },
    ],
    [
      'a violation',
      {
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
            violations: [{ quotaId: 'defaultSearchListPerDayPerProject' }],
          },
        ],
      },
    ],
  ])('is one if only %s says so', async (_, body) => {
    const operation = 'video:search.list';
    studio.sandbox.fault({
      match: { operation },
      status: 429,
      reason: 'rateLimitExceeded',
      ...body,
    });
    expect(await readError(search)).toMatchObject({ code: 'QUOTA_EXCEEDED', bucket: 'SEARCH' });
    expect(callsOf(operation)).toBe(1);
  });
  it('stays one of a minute if the answer says so', async () => {
    const operation = 'video:search.list';
    studio.sandbox.fault({
      match: { operation },
      status: 429,
      reason: 'rateLimitExceeded',
      ...limitOf('1/min/{project}'),
    });
    expect(await readError(search)).toMatchObject({ code: 'RATE_LIMITED' });
    expect(callsOf(operation)).toBeGreaterThan(1);
  });
});

describe('a full storage', () => {
  it.each(['quotaExceeded', 'storageQuotaExceeded'])(
    'stops only the write that needs room: %s',
    async (reason) => {
      const fault = { status: 403, reason, domain: 'usageLimits' };
      studio.sandbox.fault({ match: { operation: 'storage:files.update' }, times: 1, ...fault });
      const error = await writeError(rename);
      expect(error).toMatchObject({ code: 'FORBIDDEN', reason });
      expect(error!['message']).toContain("The user's Google storage is full.");
      expect(await writeError(rename)).toBeUndefined();
      expect((await studio.query(readFile)).errors).toBeUndefined();
    },
  );
});

describe('a failed precondition', () => {
  const update = `mutation { updateBroadcast(input: { id: "${broadcast.nightShift}", description: "New" }) { broadcast { title } ${payload} } }`;
  it('with a reason of its own is no conflict, and costs one write', async () => {
    studio.sandbox.fault({
      match: { method: 'PUT' },
      status: 412,
      reason: 'videoNotEligibleForAdsMonetization',
    });
    expect(await writeError(update)).toMatchObject({
      code: 'FORBIDDEN',
      reason: 'videoNotEligibleForAdsMonetization',
    });
    expect(studio.calls().filter(({ call }) => call.method === 'PUT')).toHaveLength(1);
  });
});

describe('an aborted operation', () => {
  const fault = { status: 409, reason: 'SERVICE_UNAVAILABLE', message: 'Aborted.' };
  it('of a new object says nothing about it', async () => {
    studio.sandbox.fault({ match: { operation: 'video:playlistItems.insert' }, ...fault });
    const { errors } = await studio.query(
      `mutation { addPlaylistItems(input: { playlistId: "${ids.playlist.empty}", entries: [{ videoId: "${video.trailer}" }] }) { results { ${payload} } } }`,
    );
    expect(errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' } },
    ]);
    expect(callsOf('video:playlistItems.insert')).toBe(1);
  });
  it('is repeated if that changes nothing', async () => {
    studio.sandbox.fault({ match: { method: 'PUT' }, times: 1, ...fault });
    const update = `mutation { updateVideo(input: { id: "${video.trailer}", title: "New" }) { video { title } ${payload} } }`;
    expect(await writeError(update)).toBeUndefined();
    expect(callsOf('video:videos.update')).toBe(2);
  });
});

describe('a refusal', () => {
  it.each<[reason: string, code: string, text: string, document: string, fault: Fault]>([
    [
      'of the key of the operator',
      'UPSTREAM_UNAVAILABLE',
      'The operator has to change its restrictions.',
      readVideo,
      { status: 403, reason: 'forbidden', details: [errorInfo('API_KEY_SERVICE_BLOCKED')] },
    ],
    [
      'of a read says nothing of changes',
      'FORBIDDEN',
      'may not see the items',
      `{ playlist(id: "${ids.playlist.fifty}") { items { nodes { title } } } }`,
      { status: 403, reason: 'playlistItemsNotAccessible' },
    ],
    [
      'of a project without the API',
      'FORBIDDEN',
      'The API is not enabled',
      readFile,
      { status: 403, reason: 'forbidden', details: [errorInfo('SERVICE_DISABLED')] },
    ],
    [
      'of a read that the service could not process',
      'UPSTREAM_UNAVAILABLE',
      'is not available',
      readVideo,
      { status: 400, reason: 'processingFailure' },
    ],
  ])('%s', async (_, code, text, document, fault) => {
    studio.sandbox.fault(fault);
    const error = await readError(document);
    expect(error).toMatchObject({ code });
    expect(error.message).toContain(text);
  });
  it.each<[string, Partial<Fault>]>([
    ['accessNotConfigured', { reason: 'accessNotConfigured' }],
    ['CONSUMER_SUSPENDED', { reason: 'forbidden', details: [errorInfo('CONSUMER_SUSPENDED')] }],
  ])(
    'of a project is a fault of the operator if the call had only the key: %s',
    async (reason, fault) => {
      studio.sandbox.fault({ status: 403, ...fault });
      const ofKey = await readError(readVideo, null);
      expect(ofKey).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', reason });
      expect(ofKey.message).toContain('The operator has to');
      const ofToken = await readError(readVideo);
      expect(ofToken).toMatchObject({ code: 'FORBIDDEN', reason });
      expect(ofToken.message).toContain('project of the access token');
    },
  );
  it('for an unknown reason in a detail advises nothing', async () => {
    studio.sandbox.fault({
      status: 403,
      reason: 'forbidden',
      details: [errorInfo('SECURITY_POLICY_VIOLATED')],
    });
    const error = await readError(readVideo);
    expect(error).toMatchObject({ code: 'FORBIDDEN', reason: 'SECURITY_POLICY_VIOLATED' });
    expect(error.message).not.toContain('Use the access token');
  });
  it('of a call without a token asks for one', async () => {
    studio.sandbox.fault({ status: 401, reason: 'required' });
    const error = await readError(readVideo, null);
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(error.message).toContain('needs an access token');
  });
  it('of a default language names the argument that the input has', async () => {
    studio.sandbox.fault({
      match: { method: 'PUT' },
      status: 400,
      reason: 'invalid',
      location: 'body.snippet.defaultLanguage',
    });
    const update = (input: string): string =>
      `mutation { updateVideo(input: { id: "${video.trailer}", ${input} }) { ${payload} } }`;
    expect(await writeError(update('defaultLanguage: "de"'))).toMatchObject({
      path: ['defaultLanguage'],
    });
    const localizations = 'localizations: { set: [{ languageTag: "de", title: "D" }] }';
    expect(await writeError(update(localizations))).toMatchObject({ path: ['localizations'] });
  });
  it('of a transfer without consent leads to pendingOwner', async () => {
    studio.refuse('storage:permissions.create', 403, 'consentRequiredForOwnershipTransfer');
    const error = await writeError(share('ada@studio.example'));
    expect(error).toMatchObject({ code: 'INVALID_INPUT' });
    expect(error!['message']).toContain('pendingOwner: true');
  });
  it.each([
    ['calendarList.delete', 'removeCalendarFromList', '', 'Hide it with updateCalendarListEntry'],
    [
      'calendars.delete',
      'deleteCalendar',
      `, confirm: "${ids.calendar.release}"`,
      'Only the data owner',
    ],
  ])('of %s speaks of the data owner', async (operation, mutation, confirm, text) => {
    studio.refuse(`calendar:${operation}`, 403);
    const error = await writeError(
      `mutation { ${mutation}(input: { id: "${ids.calendar.release}"${confirm} }) { ${payload} } }`,
    );
    expect(error).toMatchObject({ code: 'FORBIDDEN', reason: 'forbidden' });
    expect(error!['message']).toContain(text);
  });
  it('of the time zone of a new event names its times', async () => {
    studio.refuse('calendar:events.insert', 400, 'invalid');
    const time = 'dateTime: "2027-02-04T10:00:00", timeZone: "Europe/Kyiv"';
    const error = await writeError(
      `mutation { createEvent(input: { calendarId: "${ids.calendar.release}", start: { ${time} }, end: { ${time} } }) { ${payload} } }`,
    );
    expect(error).toMatchObject({ code: 'INVALID_INPUT' });
    expect(error!['message']).toContain('a time zone that Google Calendar knows');
  });
  it('of a member without a Google account names the address', async () => {
    studio.refuse('storage:permissions.create', 403, 'cannotShareTeamDriveWithNonGoogleAccounts');
    expect(await writeError(share('ada@studio.example'))).toMatchObject({
      code: 'INVALID_INPUT',
      path: ['email'],
    });
  });
  it('of a video beyond those of the day passes, and is no wrong value', async () => {
    studio.refuse('video:thumbnails.set', 400, 'uploadLimitExceeded');
    const { errors } = await studio.upload({
      document: `mutation ($input: SetVideoThumbnailInput!) { setVideoThumbnail(input: $input) { ${payload} } }`,
      variables: { input: { id: video.trailer, file: null } },
      files: { 'input.file': { type: 'image/png', bytes: png } },
    });
    expect(errors![0]!.extensions).toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('an email about a sharing that cannot be delivered', () => {
  const email = 'new.guest@example.com';
  const refusal: Fault = {
    match: { operation: 'storage:permissions.create' },
    status: 400,
    reason: 'invalidSharingRequest',
  };
  it('is no failure if the permission is there', async () => {
    expect(await writeError(share(email))).toBeUndefined();
    studio.sandbox.fault(refusal);
    const { data } = await studio.query(share(email));
    expect(data.createFilePermission.errors).toEqual([]);
    expect(data.createFilePermission.filePermission.permissionId).toBeTypeOf('string');
  });
  it('is a failure that asks to look at the permissions if it is not', async () => {
    studio.sandbox.fault(refusal);
    const error = await writeError(share(email));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', path: ['email'] });
    expect(error!['message']).toContain('Read File.permissions before you repeat');
  });
});
