/** The errors of the storage service: for each rule a call that breaks it. */
import { describe, expect, it } from 'vitest';
import { fileId, ids } from '../../../src/sandbox/seed/ids.ts';
import {
  namedRequests,
  type RejectedRequest,
  sending,
} from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const { ask } = useSandbox();

const { file, drive } = ids;
const guest: RequestOptions = { token: 'studio-guest' };
const reader: RequestOptions = { token: 'studio-reader' };

const post = sending('POST');
const patch = sending('PATCH');
const remove = (token = 'studio-owner'): RequestOptions => ({ method: 'DELETE', token });
const search = (q: string): string => `/files?q=${encodeURIComponent(q)}`;
const key: RequestOptions = { token: null, headers: { 'x-goog-api-key': 'sandbox-key' } };
const folder = 'application/vnd.google-apps.folder';
const key124 = 'k'.repeat(124);

const thirtyProperties = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [`key ${index}`, 'x']),
);

const shortcut = 'application/vnd.google-apps.shortcut';

const reads: readonly RejectedRequest[] = [
  ['an unknown parameter', `/files/${file.logo}?foo=1`, 400, 'invalid'],
  ['an unknown form', `/files/${file.logo}?alt=BROKEN`, 400, 'invalidAltValue'],
  [
    'an unknown form, before missing credentials',
    `/files/${file.logo}?alt=BROKEN`,
    400,
    'invalidAltValue',
    { token: null },
  ],
  ['text instead of a boolean', `/files/${file.logo}?supportsAllDrives=perhaps`, 400, 'invalid'],
  ['an unknown view', `/files/${file.logo}?includePermissionsForView=all`, 400, 'invalid'],
  ['a mask with an unknown field', `/files/${file.logo}?fields=id,etag`, 400, 'invalidParameter'],
  ['an unterminated mask', `/files/${file.logo}?fields=owners(me`, 400, 'invalidParameter'],
  ['an unknown file', `/files/${file.missing}`, 404, 'notFound'],
  ['a file that is not shared with the caller', `/files/${file.budget}`, 404, 'notFound', guest],
  ['a file of another user', `/files/${file.benDiary}`, 404, 'notFound'],
  [
    'a file in a folder with limited access',
    `/files/${file.talentRelease}`,
    404,
    'notFound',
    guest,
  ],
  ['a file of a shared drive without supportsAllDrives', `/files/${file.masters}`, 404, 'notFound'],
  [
    'a file of a shared drive for a user who is not a member',
    `/files/${file.masters}?supportsAllDrives=true`,
    404,
    'notFound',
    { token: 'no-channel' },
  ],
  ['the id root with an API key', '/files/root', 404, 'notFound', key],
  ['a file that is not public with an API key', `/files/${file.logo}`, 404, 'notFound', key],
  ['no credentials', `/files/${file.logo}`, 403, 'forbidden', { token: null }],
  ['an expired token', `/files/${file.logo}`, 401, 'authError', { token: 'studio-expired' }],
  ['the content of a document', `/files/${file.script}?alt=media`, 403, 'fileNotDownloadable'],
  [
    'the permissions of a file for a reader',
    `/files/${file.runSheet}/permissions`,
    403,
    'insufficientFilePermissions',
    guest,
  ],
  [
    'one permission of a file for a reader',
    `/files/${file.runSheet}/permissions/anyone`,
    403,
    'insufficientFilePermissions',
    guest,
  ],
  ['the permissions of an unknown file', `/files/${file.missing}/permissions`, 404, 'notFound'],
  ['an unknown permission', `/files/${file.runSheet}/permissions/1`, 404, 'notFound'],
  [
    'the permissions of a shared drive without supportsAllDrives',
    `/files/${drive.archive}/permissions`,
    404,
    'notFound',
  ],
  [
    'a page size of permissions above the maximum',
    `/files/${file.runSheet}/permissions?pageSize=101`,
    400,
    'invalidParameter',
  ],
  [
    'a page token of another file',
    `/files/${file.runSheet}/permissions?pageToken=WzUsIm5vcGUiXQ`,
    400,
    'invalid',
  ],
  [
    'the permissions of a file as an administrator',
    `/files/${file.runSheet}/permissions?useDomainAdminAccess=true`,
    403,
    'forbidden',
  ],
  [
    'one permission of a file as an administrator',
    `/files/${file.runSheet}/permissions/1?useDomainAdminAccess=1`,
    403,
    'forbidden',
  ],
  ['an unknown shared drive', `/drives/${drive.missing}`, 404, 'notFound'],
  [
    'a shared drive for a user who is not a member',
    `/drives/${drive.archive}`,
    404,
    'notFound',
    { token: 'no-channel' },
  ],
  ['shared drives as an administrator', '/drives?useDomainAdminAccess=true', 403, 'forbidden'],
  ['an invalid search for drives', '/drives?q=foo', 400, 'invalid'],
  ['a page size of drives above the maximum', '/drives?pageSize=101', 400, 'invalidParameter'],
  ['an invalid page token of drives', '/drives?pageToken=!', 400, 'invalid'],
  ['about without a mask', '/about', 400, 'required'],
  ['about with an API key', '/about?fields=user', 401, 'required', key],
];

const lists: readonly RejectedRequest[] = [
  ['a page size of 0', '/files?pageSize=0', 400, 'invalidParameter'],
  ['a page size above the maximum', '/files?pageSize=1001', 400, 'invalidParameter'],
  ['text instead of a number', '/files?pageSize=many', 400, 'invalid'],
  ['an invalid page token', '/files?pageToken=!', 400, 'invalid'],
  ['a page token of another search', '/files?pageToken=WzUsIm5vcGUiXQ', 400, 'invalid'],
  ['a mask without the field files', '/files?fields=name', 400, 'invalidParameter'],
  ['an unknown order', '/files?orderBy=size', 400, 'invalid'],
  ['an unknown direction of an order', '/files?orderBy=name%20down', 400, 'invalid'],
  ['an order that ends in a comma', '/files?orderBy=name,', 400, 'invalid'],
  [
    'an order for a full-text search',
    `${search("fullText contains 'harbor'")}&orderBy=name`,
    403,
    'forbidden',
  ],
  ['an unknown corpus', '/files?corpora=everything', 400, 'invalid'],
  ['a value that corpus does not allow', '/files?corpus=drive', 400, 'invalid'],
  ['an unknown space', '/files?spaces=photos', 400, 'invalid'],
  [
    'a space that the scopes do not cover',
    '/files?spaces=appDataFolder',
    403,
    'insufficientScopes',
    reader,
  ],
  [
    'all drives without includeItemsFromAllDrives',
    '/files?corpora=allDrives&supportsAllDrives=true',
    403,
    'includeTeamDriveItemsRequired',
  ],
  [
    'a drive without includeItemsFromAllDrives',
    `/files?driveId=${drive.archive}`,
    403,
    'includeTeamDriveItemsRequired',
  ],
  [
    'includeItemsFromAllDrives without supportsAllDrives',
    '/files?includeItemsFromAllDrives=true',
    403,
    'teamDrivesNotSupported',
  ],
  [
    'a drive without the corpus drive',
    `/files?driveId=${drive.archive}&includeItemsFromAllDrives=true&supportsAllDrives=true`,
    403,
    'teamDriveIdRequiresTeamDriveCorpora',
  ],
  [
    'the corpus drive without a drive',
    '/files?corpora=drive&includeItemsFromAllDrives=true&supportsAllDrives=true',
    403,
    'teamDriveIdRequiresTeamDriveCorpora',
  ],
  [
    'an unknown drive',
    `/files?corpora=drive&driveId=${drive.missing}&includeItemsFromAllDrives=true&supportsAllDrives=true`,
    404,
    'notFound',
  ],
  ['an unknown folder', search(`'${file.missing}' in parents`), 404, 'notFound'],
  [
    'a folder that is not shared with the caller',
    search(`'${file.contracts}' in parents`),
    404,
    'notFound',
    guest,
  ],
];

const searches: readonly RejectedRequest[] = [
  ['an unknown field', search("title = 'x'"), 400, 'invalid'],
  ['an inherited property as field', search("constructor = 'x'"), 400, 'invalid'],
  ['an incomplete term', search('name contains'), 400, 'invalid'],
  ['a field without comparison', search('trashed'), 400, 'invalid'],
  ['a text without quotes', search('name = logo'), 400, 'invalid'],
  ['an unterminated quote', search("name = 'Maren's notes'"), 400, 'invalid'],
  ['an unknown escape', search(String.raw`name = 'a\b'`), 400, 'invalid'],
  ['double quotes', search('name = "Logo.png"'), 400, 'invalid'],
  ['an operator of other fields', search("name > 'a'"), 400, 'invalid'],
  ['contains for a time', search("modifiedTime contains '2026'"), 400, 'invalid'],
  ['an invalid time', search("modifiedTime > 'yesterday'"), 400, 'invalid'],
  ['a boolean in quotes', search("trashed = 'true'"), 400, 'invalid'],
  ['an invalid boolean', search('starred = maybe'), 400, 'invalid'],
  ['in with the field first', search(`parents in '${file.studio}'`), 400, 'invalid'],
  ['in with a field that is not a list', search("'a' in name"), 400, 'invalid'],
  ['a property without a value', search("properties has { key='season' }"), 400, 'invalid'],
  ['a comparison of a property', search("properties = 'season'"), 400, 'invalid'],
  ['an unterminated parenthesis', search('(trashed = false'), 400, 'invalid'],
  ['terms without and or or', search('trashed = false starred = true'), 400, 'invalid'],
  ['and without a second term', search('trashed = false and'), 400, 'invalid'],
  ['not without a term', search('not'), 400, 'invalid'],
  ['equality of full text', search("fullText = 'harbor'"), 400, 'invalid'],
  ['an unknown visibility', search("visibility = 'secret'"), 400, 'invalid'],
  ['a visibility without quotes', search('visibility = limited'), 400, 'invalid'],
  [
    'a shortcut target without quotes',
    search(`shortcutDetails.targetId = ${file.runSheet}`),
    400,
    'invalid',
  ],
];

const writes: readonly RejectedRequest[] = [
  [
    'an id that was not generated',
    '/files',
    400,
    'invalid',
    post({ id: fileId('guessed'), name: 'A' }),
  ],
  ['an id of an existing file', '/files', 409, 'conflict', post({ id: file.logo, name: 'A' })],
  ['an unknown field', '/files', 400, 'invalid', post({ title: 'A' })],
  ['a number instead of a text', '/files', 400, 'invalid', post({ name: 5 })],
  ['a text instead of a list', '/files', 400, 'invalid', post({ parents: file.scripts })],
  ['an invalid time', '/files', 400, 'invalid', post({ createdTime: 'yesterday' })],
  ['a body that is not JSON', '/files', 400, 'parseError', post('{"name":')],
  ['a read-only field', '/files', 403, 'fieldNotWritable', post({ name: 'A', size: '5' })],
  [
    'two folders',
    '/files',
    403,
    'cannotAddParent',
    post({ parents: [file.scripts, file.footage] }),
  ],
  [
    'a property of 125 bytes',
    '/files',
    403,
    'propertyLengthLimitExceeded',
    post({ properties: { [key124.slice(1)]: 'é' } }),
  ],
  [
    'more than 30 app properties',
    `/files/${file.launchScript}`,
    403,
    'propertyCountLimitExceeded',
    patch({ appProperties: thirtyProperties }),
  ],
  [
    'a copy with a property that is too long',
    `/files/${file.logo}/copy`,
    403,
    'propertyLengthLimitExceeded',
    post({ appProperties: { [key124]: 'x' } }),
  ],
  [
    'a copy of another type',
    `/files/${file.logo}/copy`,
    400,
    'badRequest',
    post({ mimeType: 'image/webp' }),
  ],
  [
    'a new name of a file whose content is read-only',
    `/files/${file.talentRelease}`,
    403,
    'insufficientFilePermissions',
    patch({ name: 'A' }),
  ],
  ['an unknown folder', '/files', 404, 'notFound', post({ parents: [file.missing] })],
  ['a folder that is a file', '/files', 403, 'parentNotAFolder', post({ parents: [file.logo] })],
  [
    'a folder for a reader',
    '/files',
    403,
    'insufficientParentPermissions',
    post({ parents: [file.thumbnails] }, 'studio-guest'),
  ],
  [
    'a folder of a shared drive without supportsAllDrives',
    '/files',
    404,
    'notFound',
    post({ parents: [file.masters] }),
  ],
  [
    'a folder of a shared drive for a reader',
    '/files?supportsAllDrives=true',
    403,
    'insufficientParentPermissions',
    post({ parents: [file.masters] }, 'studio-guest'),
  ],
  ['a shortcut without a target', '/files', 400, 'required', post({ mimeType: shortcut })],
  [
    'a shortcut to an unknown file',
    '/files',
    404,
    'notFound',
    post({ mimeType: shortcut, shortcutDetails: { targetId: file.missing } }),
  ],
  [
    'a shortcut to a shortcut',
    '/files',
    403,
    'shortcutTargetInvalid',
    post({ mimeType: shortcut, shortcutDetails: { targetId: file.runSheetShortcut } }),
  ],
  [
    'a new file without the scope',
    '/files',
    403,
    'insufficientPermissions',
    post({ name: 'A' }, 'studio-reader'),
  ],
  [
    'a new file with an API key',
    '/files',
    401,
    'required',
    { ...key, ...post({ name: 'A' }), token: null },
  ],
  ['a count of 0 ids', '/files/generateIds?count=0', 400, 'invalidParameter'],
  ['too many ids', '/files/generateIds?count=1001', 400, 'invalidParameter'],
  ['ids for an unknown space', '/files/generateIds?space=photos', 400, 'invalid'],
  ['ids of an unknown type', '/files/generateIds?type=folders', 400, 'invalid'],
  [
    'ids for shortcuts in another space',
    '/files/generateIds?type=shortcuts&space=appDataFolder',
    400,
    'invalid',
  ],
  ['ids without the scope', '/files/generateIds', 403, 'insufficientPermissions', reader],
  ['an update of an unknown file', `/files/${file.missing}`, 404, 'notFound', patch({ name: 'A' })],
  [
    'an update by a reader',
    `/files/${file.runSheet}`,
    403,
    'insufficientFilePermissions',
    patch({ name: 'A' }, 'studio-guest'),
  ],
  [
    'an update by a commenter',
    `/files/${file.launchScript}`,
    403,
    'insufficientFilePermissions',
    patch({ name: 'A' }, 'studio-guest'),
  ],
  [
    'an update without the scope',
    `/files/${file.logo}`,
    403,
    'insufficientPermissions',
    patch({ name: 'A' }, 'studio-reader'),
  ],
  [
    'an update of the id',
    `/files/${file.logo}`,
    403,
    'fieldNotWritable',
    patch({ id: file.script }),
  ],
  [
    'parents in the body of an update',
    `/files/${file.logo}`,
    403,
    'fieldNotWritable',
    patch({ parents: [file.scripts] }),
  ],
  [
    'an update of the MIME type',
    `/files/${file.logo}`,
    403,
    'fieldNotWritable',
    patch({ mimeType: 'text/plain' }),
  ],
  [
    'trashing a file of another owner',
    `/files/${file.storyboard}`,
    403,
    'insufficientFilePermissions',
    patch({ trashed: true }, 'studio-guest'),
  ],
  [
    'trashing the root folder',
    '/files/root',
    403,
    'insufficientFilePermissions',
    patch({ trashed: true }),
  ],
  [
    'a move to two folders',
    `/files/${file.logo}?addParents=${file.scripts},${file.footage}`,
    403,
    'cannotAddParent',
    patch({}),
  ],
  [
    'a second folder for a file of another owner',
    `/files/${file.storyboard}?addParents=${file.benRoot}`,
    403,
    'cannotAddParent',
    patch({}, 'studio-guest'),
  ],
  [
    'a move to an unknown folder',
    `/files/${file.logo}?addParents=${file.missing}`,
    404,
    'notFound',
    patch({}),
  ],
  [
    'a move out of an unknown folder',
    `/files/${file.logo}?removeParents=${file.missing}`,
    404,
    'notFound',
    patch({}),
  ],
  [
    'a move into a file',
    `/files/${file.logo}?addParents=${file.script}`,
    403,
    'parentNotAFolder',
    patch({}),
  ],
  [
    'a move into itself',
    `/files/${file.studio}?addParents=${file.scripts}`,
    403,
    'cannotAddParent',
    patch({}),
  ],
  [
    'a move of a folder to another drive',
    `/files/${file.scripts}?addParents=${file.masters}&supportsAllDrives=true`,
    403,
    'teamDrivesFolderMoveInNotSupported',
    patch({}),
  ],
  [
    'removing the only parent of a file of a shared drive',
    `/files/${file.firstSeason}?removeParents=${file.masters}&supportsAllDrives=true`,
    403,
    'teamDrivesParentLimit',
    patch({}),
  ],
  ['a copy of a folder', `/files/${file.scripts}/copy`, 403, 'cannotCopyFile', post({})],
  ['a copy of an unknown file', `/files/${file.missing}/copy`, 404, 'notFound', post({})],
  [
    'a copy to the id of an existing file',
    `/files/${file.logo}/copy`,
    409,
    'conflict',
    post({ id: file.styleGuide }),
  ],
  [
    'a copy with a read-only field',
    `/files/${file.logo}/copy`,
    403,
    'fieldNotWritable',
    post({ md5Checksum: 'a' }),
  ],
  [
    'a copy without the scope',
    `/files/${file.logo}/copy`,
    403,
    'insufficientPermissions',
    post({}, 'studio-reader'),
  ],
  ['deleting an unknown file', `/files/${file.missing}`, 404, 'notFound', remove()],
  [
    'deleting a file of another owner',
    `/files/${file.storyboard}`,
    403,
    'insufficientFilePermissions',
    remove('studio-guest'),
  ],
  ['deleting the root folder', '/files/root', 403, 'insufficientFilePermissions', remove()],
  [
    'deleting without the scope',
    `/files/${file.logo}`,
    403,
    'insufficientPermissions',
    remove('studio-reader'),
  ],
];

describe.each([
  ['reads', reads],
  ['lists', lists],
  ['searches', searches],
  ['writes', writes],
])('Drive rejects, of %s,', (_, rows) => {
  it.each(namedRequests(rows))(
    '$request: $status $reason',
    async ({ call, status, reason, options }) => {
      const response = await ask(`/drive/v3${call}`, options);
      expect([response.status, response.reason]).toEqual([status, reason]);
      expect(response.body.error.code).toBe(status);
    },
  );
});

describe('an error', () => {
  it('of an invalid search names the parameter q', async () => {
    const { body } = await ask(`/drive/v3${search('name')}`);
    expect(body.error).toEqual({
      code: 400,
      message: 'Invalid Value',
      errors: [
        {
          domain: 'global',
          reason: 'invalid',
          message: 'Invalid Value',
          location: 'q',
          locationType: 'parameter',
        },
      ],
      status: 'INVALID_ARGUMENT',
    });
  });
  it('is the same for unknown files and for files without access', async () => {
    const [missing, hidden] = [
      await ask(`/drive/v3/files/${file.missing}`, guest),
      await ask(`/drive/v3/files/${file.logo}x`, guest),
    ];
    expect(missing.body.error.errors[0]).toEqual({
      domain: 'global',
      reason: 'notFound',
      message: `File not found: ${file.missing}.`,
      location: 'fileId',
      locationType: 'parameter',
    });
    const text = (response: typeof missing, id: string): string =>
      JSON.stringify(response.body).replaceAll(id, '');
    const secret = await ask(`/drive/v3/files/${file.budget}`, guest);
    expect(text(secret, file.budget)).toBe(text(missing, file.missing));
    expect(text(hidden, `${file.logo}x`)).toBe(text(missing, file.missing));
  });
  it('of a write means that nothing was changed', async () => {
    const read =
      '/drive/v3/files?pageSize=1000&fields=*&corpora=allDrives&includeItemsFromAllDrives=true&supportsAllDrives=true&orderBy=name';
    const before = (await ask(read)).body;
    for (const [, call, , , options] of writes) await ask(`/drive/v3${call}`, options);
    expect((await ask(read)).body).toEqual(before);
  });
  it('is the response to an id generated for another user or type, or for a document', async () => {
    const generate = async (token: string, type = 'files'): Promise<string> =>
      (await ask(`/drive/v3/files/generateIds?count=1&type=${type}`, { token })).body.ids[0];
    for (const body of [
      { id: await generate('studio-guest'), name: 'A' },
      { id: await generate('studio-owner', 'shortcuts'), mimeType: folder },
      { id: await generate('studio-owner'), mimeType: 'application/vnd.google-apps.document' },
    ])
      expect(await ask('/drive/v3/files', post(body))).toMatchObject({
        status: 400,
        reason: 'invalid',
      });
  });
});
