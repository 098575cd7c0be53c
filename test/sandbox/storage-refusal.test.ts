/** Every rule that the storage service holds its callers to: one call that breaks it, and what comes back. */
import { describe, expect, it } from 'vitest';
import { fileId, ids } from '../../src/sandbox/seed/ids.ts';
import { type Ask, useSandbox } from '../support/sandbox.ts';

const { ask } = useSandbox();
type Row = readonly [law: string, call: string, status: number, reason: string, options?: Ask];

const named = (rows: readonly Row[]) =>
  rows.map(([law, call, status, reason, options]) => ({ law, call, status, reason, options }));

const { file, drive } = ids;
const guest: Ask = { token: 'studio-guest' };
const reader: Ask = { token: 'studio-reader' };
const post = (body: unknown, token = 'studio-owner'): Ask => ({ method: 'POST', body, token });
const patch = (body: unknown, token = 'studio-owner'): Ask => ({ method: 'PATCH', body, token });
const remove = (token = 'studio-owner'): Ask => ({ method: 'DELETE', token });
const search = (q: string): string => `/files?q=${encodeURIComponent(q)}`;
const key: Ask = { token: null, headers: { 'x-goog-api-key': 'sandbox-key' } };
const folder = 'application/vnd.google-apps.folder';
const shortcut = 'application/vnd.google-apps.shortcut';

const reads: readonly Row[] = [
  ['a parameter nobody knows', `/files/${file.logo}?foo=1`, 400, 'invalid'],
  ['text for a flag', `/files/${file.logo}?supportsAllDrives=perhaps`, 400, 'invalid'],
  [
    'a view that does not exist',
    `/files/${file.logo}?includePermissionsForView=all`,
    400,
    'invalid',
  ],
  ['a mask with an unknown field', `/files/${file.logo}?fields=id,etag`, 400, 'invalidParameter'],
  ['a mask that does not end', `/files/${file.logo}?fields=owners(me`, 400, 'invalidParameter'],
  ['a file that is not there', `/files/${file.missing}`, 404, 'notFound'],
  ['a file that is not shared with the caller', `/files/${file.budget}`, 404, 'notFound', guest],
  ["another person's own file", `/files/${file.benDiary}`, 404, 'notFound'],
  ['a file in a folder of limited access', `/files/${file.talentRelease}`, 404, 'notFound', guest],
  [
    'a file of a shared drive for callers that do not know such drives',
    `/files/${file.masters}`,
    404,
    'notFound',
  ],
  [
    'a shared drive for who is no member',
    `/files/${file.masters}?supportsAllDrives=true`,
    404,
    'notFound',
    { token: 'no-channel' },
  ],
  ['the alias of a top without a person', '/files/root', 404, 'notFound', key],
  ['a closed file with the key alone', `/files/${file.logo}`, 404, 'notFound', key],
  ['no credentials', `/files/${file.logo}`, 403, 'forbidden', { token: null }],
  ['an expired token', `/files/${file.logo}`, 401, 'authError', { token: 'studio-expired' }],
  ['the bytes of a document', `/files/${file.script}?alt=media`, 403, 'fileNotDownloadable'],
  [
    'the permissions of a file that the caller may only read',
    `/files/${file.runSheet}/permissions`,
    403,
    'insufficientFilePermissions',
    guest,
  ],
  [
    'one permission of such a file',
    `/files/${file.runSheet}/permissions/anyone`,
    403,
    'insufficientFilePermissions',
    guest,
  ],
  [
    'the permissions of a file that is not there',
    `/files/${file.missing}/permissions`,
    404,
    'notFound',
  ],
  ['a permission that is not there', `/files/${file.runSheet}/permissions/1`, 404, 'notFound'],
  [
    'the permissions of a shared drive without saying so',
    `/files/${drive.archive}/permissions`,
    404,
    'notFound',
  ],
  [
    'a page of permissions larger than there is',
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
    "an administrator's view",
    `/files/${file.runSheet}/permissions?useDomainAdminAccess=true`,
    403,
    'forbidden',
  ],
  [
    "an administrator's view of one permission",
    `/files/${file.runSheet}/permissions/1?useDomainAdminAccess=1`,
    403,
    'forbidden',
  ],
  ['a shared drive that is not there', `/drives/${drive.missing}`, 404, 'notFound'],
  [
    'a shared drive of others',
    `/drives/${drive.archive}`,
    404,
    'notFound',
    { token: 'no-channel' },
  ],
  ['drives as an administrator', '/drives?useDomainAdminAccess=true', 403, 'forbidden'],
  ['a search for drives that is none', '/drives?q=foo', 400, 'invalid'],
  ['a page of drives larger than there is', '/drives?pageSize=101', 400, 'invalidParameter'],
  ['a page token of drives that is none', '/drives?pageToken=!', 400, 'invalid'],
  ['an account without a mask', '/about', 400, 'required'],
  ['an account with the key alone', '/about?fields=user', 401, 'required', key],
];

const lists: readonly Row[] = [
  ['a page of none', '/files?pageSize=0', 400, 'invalidParameter'],
  ['a page larger than there is', '/files?pageSize=1001', 400, 'invalidParameter'],
  ['text for a number', '/files?pageSize=many', 400, 'invalid'],
  ['a page token that is none', '/files?pageToken=!', 400, 'invalid'],
  ['a page token of another search', '/files?pageToken=WzUsIm5vcGUiXQ', 400, 'invalid'],
  ['a mask without the list around it', '/files?fields=name', 400, 'invalidParameter'],
  ['an order nobody knows', '/files?orderBy=size', 400, 'invalid'],
  ['an order that is neither up nor down', '/files?orderBy=name%20down', 400, 'invalid'],
  ['an order that ends in a comma', '/files?orderBy=name,', 400, 'invalid'],
  [
    'an order for a search in contents',
    `${search("fullText contains 'harbor'")}&orderBy=name`,
    403,
    'forbidden',
  ],
  ['a corpus nobody knows', '/files?corpora=everything', 400, 'invalid'],
  ['a value outside a closed list', '/files?corpus=drive', 400, 'invalid'],
  ['a space nobody knows', '/files?spaces=photos', 400, 'invalid'],
  [
    'a space that the scopes do not cover',
    '/files?spaces=appDataFolder',
    403,
    'insufficientScopes',
    reader,
  ],
  [
    'all drives without their items',
    '/files?corpora=allDrives&supportsAllDrives=true',
    403,
    'includeTeamDriveItemsRequired',
  ],
  [
    'a drive without its items',
    `/files?driveId=${drive.archive}`,
    403,
    'includeTeamDriveItemsRequired',
  ],
  [
    'items of shared drives for callers that do not know such drives',
    '/files?includeItemsFromAllDrives=true',
    403,
    'teamDrivesNotSupported',
  ],
  [
    'a drive outside its corpus',
    `/files?driveId=${drive.archive}&includeItemsFromAllDrives=true&supportsAllDrives=true`,
    403,
    'teamDriveIdRequiresTeamDriveCorpora',
  ],
  [
    'the corpus of one drive without a drive',
    '/files?corpora=drive&includeItemsFromAllDrives=true&supportsAllDrives=true',
    403,
    'teamDriveIdRequiresTeamDriveCorpora',
  ],
  [
    'a drive that is not there',
    `/files?corpora=drive&driveId=${drive.missing}&includeItemsFromAllDrives=true&supportsAllDrives=true`,
    404,
    'notFound',
  ],
  ['a folder that is not there', search(`'${file.missing}' in parents`), 404, 'notFound'],
  [
    'a folder that the caller may not see',
    search(`'${file.contracts}' in parents`),
    404,
    'notFound',
    guest,
  ],
];

const searches: readonly Row[] = [
  ['a field nobody knows', search("title = 'x'"), 400, 'invalid'],
  ['a field that every object has', search("constructor = 'x'"), 400, 'invalid'],
  ['half a term', search('name contains'), 400, 'invalid'],
  ['a lone word', search('trashed'), 400, 'invalid'],
  ['a text without quotes', search('name = logo'), 400, 'invalid'],
  ['a quote that does not end', search("name = 'Maren's notes'"), 400, 'invalid'],
  ['an escape that stands for nothing', search(String.raw`name = 'a\b'`), 400, 'invalid'],
  ['double quotes', search('name = "Logo.png"'), 400, 'invalid'],
  ['an operator of other fields', search("name > 'a'"), 400, 'invalid'],
  ['contains for a time', search("modifiedTime contains '2026'"), 400, 'invalid'],
  ['a time that is none', search("modifiedTime > 'yesterday'"), 400, 'invalid'],
  ['a flag in quotes', search("trashed = 'true'"), 400, 'invalid'],
  ['a flag that is neither', search('starred = maybe'), 400, 'invalid'],
  ['a list the wrong way round', search(`parents in '${file.studio}'`), 400, 'invalid'],
  ['a list that is none', search("'a' in name"), 400, 'invalid'],
  ['a property without a value', search("properties has { key='season' }"), 400, 'invalid'],
  ['a property compared', search("properties = 'season'"), 400, 'invalid'],
  ['a parenthesis that does not end', search('(trashed = false'), 400, 'invalid'],
  ['terms without a word between', search('trashed = false starred = true'), 400, 'invalid'],
  ['and before nothing', search('trashed = false and'), 400, 'invalid'],
  ['not of nothing', search('not'), 400, 'invalid'],
  ['equality of full text', search("fullText = 'harbor'"), 400, 'invalid'],
  ['a visibility nobody knows', search("visibility = 'secret'"), 400, 'invalid'],
];

const writes: readonly Row[] = [
  [
    'an id that was not generated',
    '/files',
    400,
    'invalid',
    post({ id: fileId('guessed'), name: 'A' }),
  ],
  ['an id that is used', '/files', 409, 'conflict', post({ id: file.logo, name: 'A' })],
  ['a field nobody knows', '/files', 400, 'invalid', post({ title: 'A' })],
  ['a number for a text', '/files', 400, 'invalid', post({ name: 5 })],
  ['a text for a list', '/files', 400, 'invalid', post({ parents: file.scripts })],
  ['a time that is none', '/files', 400, 'invalid', post({ createdTime: 'yesterday' })],
  ['a body that is no JSON', '/files', 400, 'parseError', post('{"name":')],
  ['a field that is only read', '/files', 403, 'fieldNotWritable', post({ name: 'A', size: '5' })],
  [
    'two folders',
    '/files',
    403,
    'cannotAddParent',
    post({ parents: [file.scripts, file.footage] }),
  ],
  ['a folder that is not there', '/files', 404, 'notFound', post({ parents: [file.missing] })],
  ['a folder that is none', '/files', 403, 'parentNotAFolder', post({ parents: [file.logo] })],
  [
    'a folder that the caller may only read',
    '/files',
    403,
    'insufficientParentPermissions',
    post({ parents: [file.thumbnails] }, 'studio-guest'),
  ],
  [
    'a folder of a shared drive without saying so',
    '/files',
    404,
    'notFound',
    post({ parents: [file.masters] }),
  ],
  [
    'a folder of a shared drive where the caller only reads',
    '/files?supportsAllDrives=true',
    403,
    'insufficientParentPermissions',
    post({ parents: [file.masters] }, 'studio-guest'),
  ],
  ['a shortcut to nothing', '/files', 400, 'required', post({ mimeType: shortcut })],
  [
    'a shortcut to what is not there',
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
    'a new file with the key alone',
    '/files',
    401,
    'required',
    { ...key, ...post({ name: 'A' }), token: null },
  ],
  ['no ids', '/files/generateIds?count=0', 400, 'invalidParameter'],
  ['too many ids', '/files/generateIds?count=1001', 400, 'invalidParameter'],
  ['ids for a space nobody knows', '/files/generateIds?space=photos', 400, 'invalid'],
  ['ids of a type nobody knows', '/files/generateIds?type=folders', 400, 'invalid'],
  [
    'ids for shortcuts outside the drive',
    '/files/generateIds?type=shortcuts&space=appDataFolder',
    400,
    'invalid',
  ],
  ['ids without the scope', '/files/generateIds', 403, 'insufficientPermissions', reader],
  [
    'a change of what is not there',
    `/files/${file.missing}`,
    404,
    'notFound',
    patch({ name: 'A' }),
  ],
  [
    'a change by a reader',
    `/files/${file.runSheet}`,
    403,
    'insufficientFilePermissions',
    patch({ name: 'A' }, 'studio-guest'),
  ],
  [
    'a change by a commenter',
    `/files/${file.launchScript}`,
    403,
    'insufficientFilePermissions',
    patch({ name: 'A' }, 'studio-guest'),
  ],
  [
    'a change without the scope',
    `/files/${file.logo}`,
    403,
    'insufficientPermissions',
    patch({ name: 'A' }, 'studio-reader'),
  ],
  [
    'an id that changes',
    `/files/${file.logo}`,
    403,
    'fieldNotWritable',
    patch({ id: file.script }),
  ],
  [
    'folders in the body of a change',
    `/files/${file.logo}`,
    403,
    'fieldNotWritable',
    patch({ parents: [file.scripts] }),
  ],
  [
    'another type for the same bytes',
    `/files/${file.logo}`,
    403,
    'fieldNotWritable',
    patch({ mimeType: 'text/plain' }),
  ],
  [
    'the trash for a file of others',
    `/files/${file.storyboard}`,
    403,
    'insufficientFilePermissions',
    patch({ trashed: true }, 'studio-guest'),
  ],
  [
    'the trash for the top',
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
    'a second folder for a file of others',
    `/files/${file.storyboard}?addParents=${file.benRoot}`,
    403,
    'cannotAddParent',
    patch({}, 'studio-guest'),
  ],
  [
    'a move to what is not there',
    `/files/${file.logo}?addParents=${file.missing}`,
    404,
    'notFound',
    patch({}),
  ],
  [
    'a move out of what is not there',
    `/files/${file.logo}?removeParents=${file.missing}`,
    404,
    'notFound',
    patch({}),
  ],
  [
    'a move into what is no folder',
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
    'a folder that goes to another drive',
    `/files/${file.scripts}?addParents=${file.masters}&supportsAllDrives=true`,
    403,
    'teamDrivesFolderMoveInNotSupported',
    patch({}),
  ],
  [
    'a file of a shared drive in no folder',
    `/files/${file.firstSeason}?removeParents=${file.masters}&supportsAllDrives=true`,
    403,
    'teamDrivesParentLimit',
    patch({}),
  ],
  ['a copy of a folder', `/files/${file.scripts}/copy`, 403, 'cannotCopyFile', post({})],
  ['a copy of what is not there', `/files/${file.missing}/copy`, 404, 'notFound', post({})],
  [
    'a copy to an id that is used',
    `/files/${file.logo}/copy`,
    409,
    'conflict',
    post({ id: file.styleGuide }),
  ],
  [
    'a copy with a field that is only read',
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
  ['the end of what is not there', `/files/${file.missing}`, 404, 'notFound', remove()],
  [
    'the end of a file of others',
    `/files/${file.storyboard}`,
    403,
    'insufficientFilePermissions',
    remove('studio-guest'),
  ],
  ['the end of the top', '/files/root', 403, 'insufficientFilePermissions', remove()],
  [
    'the end without the scope',
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
])('the storage service refuses, of %s,', (_, rows) => {
  it.each(named(rows))('$law', async ({ call, status, reason, options }) => {
    const got = await ask(`/drive/v3${call}`, options);
    expect([got.status, got.reason]).toEqual([status, reason]);
    expect(got.body.error.code).toBe(status);
  });
});

describe('a refusal', () => {
  it('of a bad search says where the fault lies', async () => {
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
  it('of a file that is not there is the same as for one that the caller may not see', async () => {
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
    const text = (got: typeof missing, id: string): string =>
      JSON.stringify(got.body).replaceAll(id, '');
    const secret = await ask(`/drive/v3/files/${file.budget}`, guest);
    expect(text(secret, file.budget)).toBe(text(missing, file.missing));
    expect(text(hidden, `${file.logo}x`)).toBe(text(missing, file.missing));
  });
  it('of a write leaves everything as it was', async () => {
    const read =
      '/drive/v3/files?pageSize=1000&fields=*&corpora=allDrives&includeItemsFromAllDrives=true&supportsAllDrives=true&orderBy=name';
    const before = (await ask(read)).body;
    for (const [, call, , , options] of writes) await ask(`/drive/v3${call}`, options);
    expect((await ask(read)).body).toEqual(before);
  });
  it('meets an id generated for somebody else, for another type, or for a document', async () => {
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
