/** The errors of the storage service: for each rule a call that breaks it. */
import { describe, expect, it } from 'vitest';
import { fileId, ids } from '../../../src/sandbox/seed/ids.ts';
import { patch, post, remove } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/drive/v3');
const { ask } = box;

const { file, drive } = ids;
const guest: RequestOptions = { token: 'studio-guest' };
const reader: RequestOptions = { token: 'studio-reader' };

const search = (q: string): string => `/files?q=${encodeURIComponent(q)}`;
const key: RequestOptions = { token: null, headers: { 'x-goog-api-key': 'sandbox-key' } };
const folder = 'application/vnd.google-apps.folder';
const key124 = 'k'.repeat(124);

const thirtyProperties = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [`key ${index}`, 'x']),
);

const shortcut = 'application/vnd.google-apps.shortcut';

const reads: RejectedRequests = {
  '400 invalid': {
    'an unknown parameter': `/files/${file.logo}?foo=1`,
    'text instead of a boolean': `/files/${file.logo}?supportsAllDrives=perhaps`,
    'an unknown view': `/files/${file.logo}?includePermissionsForView=all`,
    'a page token of another file': `/files/${file.runSheet}/permissions?pageToken=WzUsIm5vcGUiXQ`,
    'an invalid search for drives': '/drives?q=foo',
    'an invalid page token of drives': '/drives?pageToken=!',
  },
  '400 invalidAltValue': {
    'an unknown form': `/files/${file.logo}?alt=BROKEN`,
    'an unknown form, before missing credentials': [
      `/files/${file.logo}?alt=BROKEN`,
      { token: null },
    ],
  },
  '400 invalidParameter': {
    'a mask with an unknown field': `/files/${file.logo}?fields=id,etag`,
    'an unterminated mask': `/files/${file.logo}?fields=owners(me`,
    'a page size of permissions above the maximum': `/files/${file.runSheet}/permissions?pageSize=101`,
    'a page size of drives above the maximum': '/drives?pageSize=101',
  },
  '404 notFound': {
    'an unknown file': `/files/${file.missing}`,
    'a file that is not shared with the caller': [`/files/${file.budget}`, guest],
    'a file of another user': `/files/${file.benDiary}`,
    'a file in a folder with limited access': [`/files/${file.talentRelease}`, guest],
    'a file of a shared drive without supportsAllDrives': `/files/${file.masters}`,
    'a file of a shared drive for a user who is not a member': [
      `/files/${file.masters}?supportsAllDrives=true`,
      { token: 'no-channel' },
    ],
    'the id root with an API key': ['/files/root', key],
    'a file that is not public with an API key': [`/files/${file.logo}`, key],
    'the permissions of an unknown file': `/files/${file.missing}/permissions`,
    'an unknown permission': `/files/${file.runSheet}/permissions/1`,
    'the permissions of a shared drive without supportsAllDrives': `/files/${drive.archive}/permissions`,
    'an unknown shared drive': `/drives/${drive.missing}`,
    'a shared drive for a user who is not a member': [
      `/drives/${drive.archive}`,
      { token: 'no-channel' },
    ],
  },
  '403 forbidden': {
    'no credentials': [`/files/${file.logo}`, { token: null }],
    'the permissions of a file as an administrator': `/files/${file.runSheet}/permissions?useDomainAdminAccess=true`,
    'one permission of a file as an administrator': `/files/${file.runSheet}/permissions/1?useDomainAdminAccess=1`,
    'shared drives as an administrator': '/drives?useDomainAdminAccess=true',
  },
  '401 authError': { 'an expired token': [`/files/${file.logo}`, { token: 'studio-expired' }] },
  '403 fileNotDownloadable': { 'the content of a document': `/files/${file.script}?alt=media` },
  '403 insufficientFilePermissions': {
    'the permissions of a file for a reader': [`/files/${file.runSheet}/permissions`, guest],
    'one permission of a file for a reader': [`/files/${file.runSheet}/permissions/anyone`, guest],
  },
  '400 required': { 'about without a mask': '/about' },
  '401 required': { 'about with an API key': ['/about?fields=user', key] },
};

const lists: RejectedRequests = {
  '400 invalidParameter': {
    'a page size of 0': '/files?pageSize=0',
    'a page size above the maximum': '/files?pageSize=1001',
    'a mask without the field files': '/files?fields=name',
  },
  '400 invalid': {
    'text instead of a number': '/files?pageSize=many',
    'an invalid page token': '/files?pageToken=!',
    'a page token of another search': '/files?pageToken=WzUsIm5vcGUiXQ',
    'an unknown order': '/files?orderBy=size',
    'an unknown direction of an order': '/files?orderBy=name%20down',
    'an order that ends in a comma': '/files?orderBy=name,',
    'an unknown corpus': '/files?corpora=everything',
    'a value that corpus does not allow': '/files?corpus=drive',
    'an unknown space': '/files?spaces=photos',
  },
  '403 forbidden': {
    'an order for a full-text search': `${search("fullText contains 'harbor'")}&orderBy=name`,
  },
  '403 insufficientScopes': {
    'a space that the scopes do not cover': ['/files?spaces=appDataFolder', reader],
  },
  '403 includeTeamDriveItemsRequired': {
    'all drives without includeItemsFromAllDrives':
      '/files?corpora=allDrives&supportsAllDrives=true',
    'a drive without includeItemsFromAllDrives': `/files?driveId=${drive.archive}`,
  },
  '403 teamDrivesNotSupported': {
    'includeItemsFromAllDrives without supportsAllDrives': '/files?includeItemsFromAllDrives=true',
  },
  '403 teamDriveIdRequiresTeamDriveCorpora': {
    'a drive without the corpus drive': `/files?driveId=${drive.archive}&includeItemsFromAllDrives=true&supportsAllDrives=true`,
    'the corpus drive without a drive':
      '/files?corpora=drive&includeItemsFromAllDrives=true&supportsAllDrives=true',
  },
  '404 notFound': {
    'an unknown drive': `/files?corpora=drive&driveId=${drive.missing}&includeItemsFromAllDrives=true&supportsAllDrives=true`,
    'an unknown folder': search(`'${file.missing}' in parents`),
    'a folder that is not shared with the caller': [
      search(`'${file.contracts}' in parents`),
      guest,
    ],
  },
};

const searches: RejectedRequests = {
  '400 invalid': {
    'an unknown field': search("title = 'x'"),
    'an inherited property as field': search("constructor = 'x'"),
    'an incomplete term': search('name contains'),
    'a field without comparison': search('trashed'),
    'a text without quotes': search('name = logo'),
    'an unterminated quote': search("name = 'Maren's notes'"),
    'an unknown escape': search(String.raw`name = 'a\b'`),
    'double quotes': search('name = "Logo.png"'),
    'an operator of other fields': search("name > 'a'"),
    'contains for a time': search("modifiedTime contains '2026'"),
    'an invalid time': search("modifiedTime > 'yesterday'"),
    'a boolean in quotes': search("trashed = 'true'"),
    'an invalid boolean': search('starred = maybe'),
    'in with the field first': search(`parents in '${file.studio}'`),
    'in with a field that is not a list': search("'a' in name"),
    'a property without a value': search("properties has { key='season' }"),
    'a comparison of a property': search("properties = 'season'"),
    'an unterminated parenthesis': search('(trashed = false'),
    'terms without and or or': search('trashed = false starred = true'),
    'and without a second term': search('trashed = false and'),
    'not without a term': search('not'),
    'equality of full text': search("fullText = 'harbor'"),
    'an unknown visibility': search("visibility = 'secret'"),
    'a visibility without quotes': search('visibility = limited'),
    'a shortcut target without quotes': search(`shortcutDetails.targetId = ${file.runSheet}`),
  },
};

const newFile = (...request: Parameters<typeof post>) => ['/files', post(...request)] as const;

const writes: RejectedRequests = {
  '400 invalid': {
    'an id that was not generated': newFile({ id: fileId('guessed'), name: 'A' }),
    'an unknown field': newFile({ title: 'A' }),
    'a number instead of a text': newFile({ name: 5 }),
    'a text instead of a list': newFile({ parents: file.scripts }),
    'an invalid time': newFile({ createdTime: 'yesterday' }),
    'ids for an unknown space': '/files/generateIds?space=photos',
    'ids of an unknown type': '/files/generateIds?type=folders',
    'ids for shortcuts in another space': '/files/generateIds?type=shortcuts&space=appDataFolder',
  },
  '409 conflict': {
    'an id of an existing file': newFile({ id: file.logo, name: 'A' }),
    'a copy to the id of an existing file': [
      `/files/${file.logo}/copy`,
      post({ id: file.styleGuide }),
    ],
  },
  '400 parseError': { 'a body that is not JSON': newFile('{"name":') },
  '403 fieldNotWritable': {
    'a read-only field': newFile({ name: 'A', size: '5' }),
    'an update of the id': [`/files/${file.logo}`, patch({ id: file.script })],
    'parents in the body of an update': [`/files/${file.logo}`, patch({ parents: [file.scripts] })],
    'an update of the MIME type': [`/files/${file.logo}`, patch({ mimeType: 'text/plain' })],
    'a copy with a read-only field': [`/files/${file.logo}/copy`, post({ md5Checksum: 'a' })],
  },
  '403 cannotAddParent': {
    'two folders': newFile({ parents: [file.scripts, file.footage] }),
    'a move to two folders': [
      `/files/${file.logo}?addParents=${file.scripts},${file.footage}`,
      patch({}),
    ],
    'a second folder for a file of another owner': [
      `/files/${file.storyboard}?addParents=${file.benRoot}`,
      patch({}, 'studio-guest'),
    ],
    'a move into itself': [`/files/${file.studio}?addParents=${file.scripts}`, patch({})],
  },
  '403 propertyLengthLimitExceeded': {
    'a property of 125 bytes': newFile({ properties: { [key124.slice(1)]: 'é' } }),
    'a copy with a property that is too long': [
      `/files/${file.logo}/copy`,
      post({ appProperties: { [key124]: 'x' } }),
    ],
  },
  '403 propertyCountLimitExceeded': {
    'more than 30 app properties': [
      `/files/${file.launchScript}`,
      patch({ appProperties: thirtyProperties }),
    ],
  },
  '400 badRequest': {
    'a copy of another type': [`/files/${file.logo}/copy`, post({ mimeType: 'image/webp' })],
  },
  '403 insufficientFilePermissions': {
    'a new name of a file whose content is read-only': [
      `/files/${file.talentRelease}`,
      patch({ name: 'A' }),
    ],
    'an update by a reader': [`/files/${file.runSheet}`, patch({ name: 'A' }, 'studio-guest')],
    'an update by a commenter': [
      `/files/${file.launchScript}`,
      patch({ name: 'A' }, 'studio-guest'),
    ],
    'trashing a file of another owner': [
      `/files/${file.storyboard}`,
      patch({ trashed: true }, 'studio-guest'),
    ],
    'trashing the root folder': ['/files/root', patch({ trashed: true })],
    'deleting a file of another owner': [`/files/${file.storyboard}`, remove('studio-guest')],
    'deleting the root folder': ['/files/root', remove()],
  },
  '404 notFound': {
    'an unknown folder': newFile({ parents: [file.missing] }),
    'a folder of a shared drive without supportsAllDrives': newFile({ parents: [file.masters] }),
    'a shortcut to an unknown file': newFile({
      mimeType: shortcut,
      shortcutDetails: { targetId: file.missing },
    }),
    'an update of an unknown file': [`/files/${file.missing}`, patch({ name: 'A' })],
    'a move to an unknown folder': [`/files/${file.logo}?addParents=${file.missing}`, patch({})],
    'a move out of an unknown folder': [
      `/files/${file.logo}?removeParents=${file.missing}`,
      patch({}),
    ],
    'a copy of an unknown file': [`/files/${file.missing}/copy`, post({})],
    'deleting an unknown file': [`/files/${file.missing}`, remove()],
  },
  '403 parentNotAFolder': {
    'a folder that is a file': newFile({ parents: [file.logo] }),
    'a move into a file': [`/files/${file.logo}?addParents=${file.script}`, patch({})],
  },
  '403 insufficientParentPermissions': {
    'a folder for a reader': newFile({ parents: [file.thumbnails] }, 'studio-guest'),
    'a folder of a shared drive for a reader': [
      '/files?supportsAllDrives=true',
      post({ parents: [file.masters] }, 'studio-guest'),
    ],
  },
  '400 required': { 'a shortcut without a target': newFile({ mimeType: shortcut }) },
  '403 shortcutTargetInvalid': {
    'a shortcut to a shortcut': newFile({
      mimeType: shortcut,
      shortcutDetails: { targetId: file.runSheetShortcut },
    }),
  },
  '403 insufficientPermissions': {
    'a new file without the scope': newFile({ name: 'A' }, 'studio-reader'),
    'ids without the scope': ['/files/generateIds', reader],
    'an update without the scope': [`/files/${file.logo}`, patch({ name: 'A' }, 'studio-reader')],
    'a copy without the scope': [`/files/${file.logo}/copy`, post({}, 'studio-reader')],
    'deleting without the scope': [`/files/${file.logo}`, remove('studio-reader')],
  },
  '401 required': {
    'a new file with an API key': ['/files', { ...key, ...post({ name: 'A' }), token: null }],
  },
  '400 invalidParameter': {
    'a count of 0 ids': '/files/generateIds?count=0',
    'too many ids': '/files/generateIds?count=1001',
  },
  '403 teamDrivesFolderMoveInNotSupported': {
    'a move of a folder to another drive': [
      `/files/${file.scripts}?addParents=${file.masters}&supportsAllDrives=true`,
      patch({}),
    ],
  },
  '403 teamDrivesParentLimit': {
    'removing the only parent of a file of a shared drive': [
      `/files/${file.firstSeason}?removeParents=${file.masters}&supportsAllDrives=true`,
      patch({}),
    ],
  },
  '403 cannotCopyFile': { 'a copy of a folder': [`/files/${file.scripts}/copy`, post({})] },
};

describe.each([
  ['reads', reads],
  ['lists', lists],
  ['searches', searches],
  ['writes', writes],
])('Drive rejects, of %s,', (_, rows) => {
  testRejected(box, rows);
});

describe('an error', () => {
  it('of an invalid search names the parameter q', async () => {
    const { body } = await ask(search('name'));
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
      await ask(`/files/${file.missing}`, guest),
      await ask(`/files/${file.logo}x`, guest),
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
    const secret = await ask(`/files/${file.budget}`, guest);
    expect(text(secret, file.budget)).toBe(text(missing, file.missing));
    expect(text(hidden, `${file.logo}x`)).toBe(text(missing, file.missing));
  });
  it('is the response to an id generated for another user or type, or for a document', async () => {
    const generate = async (token: string, type = 'files'): Promise<string> =>
      (await ask(`/files/generateIds?count=1&type=${type}`, { token })).body.ids[0];
    for (const body of [
      { id: await generate('studio-guest'), name: 'A' },
      { id: await generate('studio-owner', 'shortcuts'), mimeType: folder },
      { id: await generate('studio-owner'), mimeType: 'application/vnd.google-apps.document' },
    ])
      expect(await ask('/files', post(body))).toMatchObject({
        status: 400,
        reason: 'invalid',
      });
  });
});
