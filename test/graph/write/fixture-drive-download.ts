/** Downloads that Google Drive prepares. */
import { ids, revisionId } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures } from './fixture.ts';

export const downloadFixtures: Fixtures = {
  startFileDownload: {
    target: { fileId: ids.file.launchScript },
    fields: {
      mimeType: ['application/pdf', 'text/plain'],
      revisionId: ['3', '2'],
    },
    // The operation changes no file: scopes for reading suffice.
    callers: { 'studio-reader': 'DONE', 'studio-guest': 'DONE', 'no-channel': 'NOT_FOUND' },
    ids: {
      fileId: { missing: ids.file.missing },
      revisionId: { missing: revisionId('missing'), misshapen: 'INVALID_INPUT' },
    },
    rejected: {
      mimeType: [{ input: { mimeType: 'image/gif' }, reason: 'badRequest' }],
    },
  },
};
