/** The keys of requests for access, and how they are read. */
import type { drive_v3 } from '@googleapis/drive';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { accessproposals } from '../operations.ts';

export const AccessProposal = resource<drive_v3.Schema$AccessProposal>({
  name: 'AccessProposal',
  key: ['fileId', 'proposalId'],
  read: { kind: 'single', operation: accessproposals.get, idPath: 'proposalId' },
});
