/** Errors of revisions, labels and the trash: for each rule a call that breaks it. */
import { describe, expect, it } from 'vitest';
import { ids, revisionId } from '../../../src/sandbox/seed/ids.ts';
import { namedRequests, type RejectedRequest, sending } from '../../support/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/sandbox.ts';

const { ask } = useSandbox();

const { file, drive, label, labelField, labelChoice } = ids;
const guest: RequestOptions = { token: 'studio-guest' };
const reader: RequestOptions = { token: 'studio-reader' };
const remove = (token = 'studio-owner'): RequestOptions => ({ method: 'DELETE', token });
const post = sending('POST');
const patch = sending('PATCH');

const kept = revisionId('storyboard 2');
const storyboard = `/files/${file.storyboard}/revisions`;
const script = `/files/${file.launchScript}/revisions`;

const revisions: readonly RejectedRequest[] = [
  ['the revisions of an unknown file', `/files/${file.missing}/revisions`, 404, 'notFound'],
  ['the revisions of a file that is not shared', script, 404, 'notFound', { token: 'no-channel' }],
  [
    'the revisions of a file for a reader',
    `/files/${file.runSheet}/revisions`,
    403,
    'insufficientFilePermissions',
    guest,
  ],
  ['the revisions of a folder', `/files/${file.studio}/revisions`, 403, 'revisionsNotSupported'],
  [
    'the revisions of a shortcut',
    `/files/${file.runSheetShortcut}/revisions`,
    403,
    'revisionsNotSupported',
  ],
  [
    'a page size of revisions above the maximum',
    `${script}?pageSize=1001`,
    400,
    'invalidParameter',
  ],
  ['an invalid page token of revisions', `${script}?pageToken=!`, 400, 'invalid'],
  ['an unknown parameter of revisions', `${script}?supportsAllDrives=true`, 400, 'invalid'],
  ['an unknown revision', `${script}/99`, 404, 'notFound'],
  ['the content of a revision of a document', `${script}/1?alt=media`, 403, 'fileNotDownloadable'],
  [
    'an update of a revision without the scope',
    `${script}/1`,
    403,
    'insufficientPermissions',
    patch({}, 'studio-reader'),
  ],
  [
    'an update of a read-only field of a revision',
    `${script}/1`,
    403,
    'fieldNotWritable',
    patch({ size: '1' }),
  ],
  ['an unknown field of a revision', `${script}/1`, 400, 'invalid', patch({ pinned: true })],
  [
    'a revision that is no longer kept',
    `${storyboard}/${kept}`,
    400,
    'illegalKeepForeverModification',
    patch({ keepForever: false }),
  ],
  [
    'deleting a revision of a document',
    `${script}/1`,
    403,
    'revisionDeletionNotSupported',
    remove(),
  ],
  [
    'deleting the only revision',
    `/files/${file.logo}/revisions/${revisionId('logo')}`,
    403,
    'cannotDeleteOnlyRevision',
    remove(),
  ],
  ['deleting an unknown revision', `${storyboard}/1`, 404, 'notFound', remove()],
];

const trash: readonly RejectedRequest[] = [
  [
    'emptying the trash without the scope',
    '/files/trash',
    403,
    'insufficientPermissions',
    remove('studio-reader'),
  ],
  [
    'emptying the trash of an unknown drive',
    `/files/trash?driveId=${drive.missing}`,
    404,
    'notFound',
    remove(),
  ],
  [
    'emptying the trash of a drive as a reader',
    `/files/trash?driveId=${drive.archive}`,
    403,
    'insufficientFilePermissions',
    remove('studio-guest'),
  ],
];

const change = (change: object, token?: string): RequestOptions =>
  post({ labelModifications: [change] }, token);

const field = (fieldModification: object): RequestOptions =>
  change({ labelId: label.production, fieldModifications: [fieldModification] });

const labelsOf = (id: string): string => `/files/${id}/listLabels`;
const modify = `/files/${file.launchScript}/modifyLabels`;
const { code, take, shotOn, stage, crew } = labelField;

const labels: readonly RejectedRequest[] = [
  ['the labels of an unknown file', labelsOf(file.missing), 404, 'notFound'],
  [
    'more labels than a page has',
    `${labelsOf(file.script)}?maxResults=101`,
    400,
    'invalidParameter',
  ],
  ['an invalid page token of labels', `${labelsOf(file.script)}?pageToken=!`, 400, 'invalid'],
  [
    'labels of a file by a commenter',
    modify,
    403,
    'insufficientFilePermissions',
    change({ labelId: label.rights }, 'studio-guest'),
  ],
  [
    'labels without the scope',
    modify,
    403,
    'insufficientPermissions',
    change({ labelId: label.rights }, reader.token!),
  ],
  [
    'a label of a folder',
    `/files/${file.studio}/modifyLabels`,
    403,
    'insufficientFilePermissions',
    change({ labelId: label.rights }),
  ],
  ['a change without a label', modify, 400, 'required', change({ removeLabel: true })],
  ['an unknown label', modify, 404, 'notFound', change({ labelId: label.missing })],
  [
    'an unknown field of a label',
    modify,
    400,
    'invalid',
    field({ fieldId: labelField.missing, unsetValues: true }),
  ],
  [
    'a field of another label',
    modify,
    400,
    'invalid',
    field({ fieldId: labelField.region, unsetValues: true }),
  ],
  ['a text for a number', modify, 400, 'invalid', field({ fieldId: take, setTextValues: ['1'] })],
  [
    'a number that is a text',
    modify,
    400,
    'invalid',
    field({ fieldId: take, setIntegerValues: ['many'] }),
  ],
  [
    'an invalid date',
    modify,
    400,
    'invalid',
    field({ fieldId: shotOn, setDateValues: ['2026-02-30T00:00:00Z'] }),
  ],
  ['two texts', modify, 400, 'invalid', field({ fieldId: code, setTextValues: ['A', 'B'] })],
  [
    'an unknown choice',
    modify,
    400,
    'invalid',
    field({ fieldId: stage, setSelectionValues: [labelChoice.missing] }),
  ],
  [
    'a user without an e-mail address',
    modify,
    400,
    'invalid',
    field({ fieldId: crew, setUserValues: ['ben'] }),
  ],
  [
    'values that are set and unset',
    modify,
    400,
    'invalid',
    field({ fieldId: code, setTextValues: ['A'], unsetValues: true }),
  ],
  ['a change of a field without values', modify, 400, 'invalid', field({ fieldId: code })],
];

describe('the storage service rejects', () => {
  it.each(namedRequests([...revisions, ...trash, ...labels]))(
    '$request ($reason)',
    async ({ call, status, reason, options }) => {
      const response = await ask(`/drive/v3${call}`, options);
      expect([response.status, response.reason]).toEqual([status, reason]);
    },
  );
});
