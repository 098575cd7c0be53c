/** Requests for access to a file. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { compoundIds } from './compound-id.ts';
import type { Fixtures } from './fixture.ts';

const { budget } = ids.file;
const proposal = { fileId: budget, proposalId: ids.accessProposal.benBudget };
const missing = { fileId: ids.file.missing, proposalId: ids.accessProposal.missing };
const accept = { action: 'ACCEPT', roles: ['READER'] };

export const proposalFixtures: Fixtures = {
  resolveAccessProposal: {
    target: { by: { key: proposal } },
    entity: `storage/files/${budget}/proposals/${proposal.proposalId}`,
    fields: {
      action: ['DENY', 'DENY'],
      roles: { values: [['READER'], ['WRITER']], with: { action: 'ACCEPT' } },
      view: { values: ['PUBLISHED', 'PUBLISHED'], with: accept },
      notify: [true, false],
    },
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'NOT_FOUND' },
    ids: compoundIds('by', 'AccessProposal', proposal, missing),
    rejected: {
      roles: [{ input: { roles: ['READER'] } }, { input: { action: 'ACCEPT', roles: [] } }],
      action: [{ input: { action: 'ACCEPT' }, path: 'roles' }],
      view: [{ input: { ...accept, view: 'METADATA' }, reason: 'invalid' }],
    },
    accepts: ['notify'],
    again: 'NOT_FOUND',
  },
};
