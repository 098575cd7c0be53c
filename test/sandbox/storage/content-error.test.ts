/** Errors of revisions, labels and the trash: for each rule a call that breaks it. */
import { describe } from 'vitest';
import { ids, revisionId } from '../../../src/sandbox/seed/ids.ts';
import { patch, post, remove } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/drive/v3');

const { file, drive, label, labelField, labelChoice } = ids;
const guest: RequestOptions = { token: 'studio-guest' };
const reader: RequestOptions = { token: 'studio-reader' };

const kept = revisionId('storyboard 2');
const storyboard = `/files/${file.storyboard}/revisions`;
const script = `/files/${file.launchScript}/revisions`;

const revisions: RejectedRequests = {
  '404 notFound': {
    'the revisions of an unknown file': `/files/${file.missing}/revisions`,
    'the revisions of a file that is not shared': [script, { token: 'no-channel' }],
    'an unknown revision': `${script}/99`,
    'deleting an unknown revision': [`${storyboard}/1`, remove()],
  },
  '403 insufficientFilePermissions': {
    'the revisions of a file for a reader': [`/files/${file.runSheet}/revisions`, guest],
  },
  '403 revisionsNotSupported': {
    'the revisions of a folder': `/files/${file.studio}/revisions`,
    'the revisions of a shortcut': `/files/${file.runSheetShortcut}/revisions`,
  },
  '400 invalidParameter': {
    'a page size of revisions above the maximum': `${script}?pageSize=1001`,
  },
  '400 invalid': {
    'an invalid page token of revisions': `${script}?pageToken=!`,
    'an unknown parameter of revisions': `${script}?supportsAllDrives=true`,
    'an unknown field of a revision': [`${script}/1`, patch({ pinned: true })],
  },
  '403 fileNotDownloadable': { 'the content of a revision of a document': `${script}/1?alt=media` },
  '403 insufficientPermissions': {
    'an update of a revision without the scope': [`${script}/1`, patch({}, 'studio-reader')],
  },
  '403 fieldNotWritable': {
    'an update of a read-only field of a revision': [`${script}/1`, patch({ size: '1' })],
  },
  '400 illegalKeepForeverModification': {
    'a revision that is no longer kept': [`${storyboard}/${kept}`, patch({ keepForever: false })],
  },
  '403 revisionDeletionNotSupported': {
    'deleting a revision of a document': [`${script}/1`, remove()],
  },
  '403 cannotDeleteOnlyRevision': {
    'deleting the only revision': [`/files/${file.logo}/revisions/${revisionId('logo')}`, remove()],
  },
};

const trash: RejectedRequests = {
  '403 insufficientPermissions': {
    'emptying the trash without the scope': ['/files/trash', remove('studio-reader')],
  },
  '404 notFound': {
    'emptying the trash of an unknown drive': [`/files/trash?driveId=${drive.missing}`, remove()],
  },
  '403 insufficientFilePermissions': {
    'emptying the trash of a drive as a reader': [
      `/files/trash?driveId=${drive.archive}`,
      remove('studio-guest'),
    ],
  },
};

const change = (change: object, token?: string): RequestOptions =>
  post({ labelModifications: [change] }, token);

const field = (fieldModification: object): RequestOptions =>
  change({ labelId: label.production, fieldModifications: [fieldModification] });

const labelsOf = (id: string): string => `/files/${id}/listLabels`;
const modify = `/files/${file.launchScript}/modifyLabels`;
const { code, take, shotOn, stage, crew } = labelField;

const changing = (...request: Parameters<typeof field>) => [modify, field(...request)] as const;

const labels: RejectedRequests = {
  '404 notFound': {
    'the labels of an unknown file': labelsOf(file.missing),
    'an unknown label': [modify, change({ labelId: label.missing })],
  },
  '400 invalidParameter': {
    'more labels than a page has': `${labelsOf(file.script)}?maxResults=101`,
  },
  '400 invalid': {
    'an invalid page token of labels': `${labelsOf(file.script)}?pageToken=!`,
    'an unknown field of a label': changing({ fieldId: labelField.missing, unsetValues: true }),
    'a field of another label': changing({ fieldId: labelField.region, unsetValues: true }),
    'a text for a number': changing({ fieldId: take, setTextValues: ['1'] }),
    'a number that is a text': changing({ fieldId: take, setIntegerValues: ['many'] }),
    'an invalid date': changing({ fieldId: shotOn, setDateValues: ['2026-02-30T00:00:00Z'] }),
    'two texts': changing({ fieldId: code, setTextValues: ['A', 'B'] }),
    'an unknown choice': changing({ fieldId: stage, setSelectionValues: [labelChoice.missing] }),
    'a user without an e-mail address': changing({ fieldId: crew, setUserValues: ['ben'] }),
    'values that are set and unset': changing({
      fieldId: code,
      setTextValues: ['A'],
      unsetValues: true,
    }),
    'a change of a field without values': changing({ fieldId: code }),
  },
  '403 insufficientFilePermissions': {
    'labels of a file by a commenter': [modify, change({ labelId: label.rights }, 'studio-guest')],
    'a label of a folder': [
      `/files/${file.studio}/modifyLabels`,
      change({ labelId: label.rights }),
    ],
  },
  '403 insufficientPermissions': {
    'labels without the scope': [modify, change({ labelId: label.rights }, reader.token!)],
  },
  '400 required': { 'a change without a label': [modify, change({ removeLabel: true })] },
};

describe('the storage service rejects', () => {
  for (const rows of [revisions, trash, labels]) testRejected(box, rows);
});
