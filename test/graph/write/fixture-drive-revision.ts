/** Revisions of files. */
import { ids, revisionId } from '../../../src/sandbox/seed/ids.ts';
import { compoundIds } from './compound-id.ts';
import type { Fixtures } from './fixture.ts';

const { launchScript, storyboard } = ids.file;
const missing = { fileId: ids.file.missing, revisionId: revisionId('missing') };

/** A revision of a document, which can be published. */
const published = { fileId: launchScript, revisionId: '3' };
const publishedOptions = `storage/files/${launchScript}/history/3/options`;

/** The newest revision of a file with bytes: the only one that can be released again. */
const kept = { fileId: storyboard, revisionId: revisionId('storyboard') };

const older = { fileId: storyboard, revisionId: revisionId('storyboard 1') };

const publishing = (name: string) => ({
  values: [true, false] as const,
  at: `${publishedOptions}/${name}`,
});

export const revisionFixtures: Fixtures = {
  updateFileRevision: {
    target: { by: { key: published } },
    entity: `storage/files/${launchScript}/history/3`,
    fields: {
      published: publishing('published'),
      publishAuto: publishing('publishAuto'),
      publishedOutsideDomain: publishing('publishedOutsideDomain'),
      keepForever: {
        values: [true, false],
        at: `storage/files/${storyboard}/history/${kept.revisionId}/options/keepForever`,
        with: { by: { key: kept } },
      },
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: compoundIds('by', 'FileRevision', published, missing),
    accepts: ['published', 'publishAuto', 'publishedOutsideDomain', 'keepForever'],
  },
  deleteFileRevision: {
    target: { by: { key: older } },
    entity: `storage/files/${storyboard}/history/${older.revisionId}`,
    callers: { 'studio-guest': 'DONE', 'no-channel': 'NOT_FOUND' },
    ids: compoundIds('by', 'FileRevision', older, missing),
  },
};
