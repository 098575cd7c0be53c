import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const { budget, harborAerial } = ids.file;
const { danaBudget, benBudget, danaForBenBudget } = ids.accessProposal;
const { ben, dana } = ids.person;

const file = () => storageState(studio.sandbox.simulation()).files.get(budget)!;
const id = (proposal: string): string => globalId('AccessProposal', [budget, proposal]);

describe('the access proposals of a file', () => {
  it('are one call, oldest first', async () => {
    const data = await studio.data(
      `{ file(id: "${budget}") { accessProposals { nodes { id proposalId fileId requesterEmailAddress requestMessage recipient { email } requests { role view } createdAt } pageInfo { hasNextPage } } } }`,
    );
    expect(studio.calls()).toMatchObject([
      {
        operation: 'storage:accessproposals.list',
        call: { path: `/drive/v3/files/${budget}/accessproposals` },
        query: {
          fields: [
            'accessProposals(createTime,proposalId,recipientEmailAddress,requestMessage,requesterEmailAddress,rolesAndViews(role,view)),nextPageToken',
          ],
        },
      },
    ]);
    const of = (proposal: string, requester: string, recipient: string, roles: string[]) => ({
      id: id(proposal),
      proposalId: proposal,
      fileId: budget,
      requesterEmailAddress: requester,
      requestMessage: file().proposals.find((each) => each.id === proposal)!.message ?? null,
      recipient: { email: recipient },
      requests: roles.map((role) => ({ role, view: null })),
      createdAt: file().proposals.find((each) => each.id === proposal)!.createTime,
    });
    expect(data.file.accessProposals).toEqual({
      nodes: [
        of(danaBudget, dana, dana, ['READER']),
        of(benBudget, ben, ben, ['WRITER', 'COMMENTER']),
        of(danaForBenBudget, dana, ben, ['READER']),
      ],
      pageInfo: { hasNextPage: false },
    });
  });
  it('are null with a warning if the caller may not share the file', async () => {
    const { data, errors, extensions } = await studio.query(
      `{ file(id: "${harborAerial}") { accessProposals { nodes { id } } } }`,
      {},
      'studio-guest',
    );
    expect([data.file.accessProposals, errors]).toEqual([null, undefined]);
    expect(extensions['warnings']).toMatchObject([{ value: 'insufficientFilePermissions' }]);
  });
});

describe('an access proposal', () => {
  it('can be read by its global id, also without a further field', async () => {
    const data = await studio.data(
      'query ($a: ID!, $b: ID!) { a: node(id: $a) { id } b: node(id: $b) { ... on AccessProposal { requester { email } file { fileId } } } }',
      { a: id(benBudget), b: id(danaBudget) },
    );
    expect(data).toEqual({
      a: { id: id(benBudget) },
      b: { requester: { email: dana }, file: { fileId: budget } },
    });
    expect(studio.calls().map(({ operation, query }) => [operation, query['fields']])).toEqual([
      ['storage:accessproposals.get', ['proposalId']],
      ['storage:accessproposals.get', ['requesterEmailAddress']],
    ]);
  });
  it('that does not exist is NOT_FOUND', async () => {
    const { errors } = await studio.query('query ($id: ID!) { node(id: $id) { id } }', {
      id: id(ids.accessProposal.missing),
    });
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });
});

describe('the resolution of an access proposal', () => {
  const resolve = async (input: string) => {
    const { data } = await studio.query(
      `mutation { resolveAccessProposal(input: { by: { id: "${id(benBudget)}" }, ${input} }) { deletedId file { permissions { nodes { role email } } } errors { code path } } }`,
    );
    return data.resolveAccessProposal;
  };

  it('grants the roles, and shows the file with its permissions', async () => {
    const result = await resolve('action: ACCEPT, roles: [COMMENTER]');
    expect([result.deletedId, result.errors]).toEqual([id(benBudget), []]);
    expect(result.file.permissions.nodes).toContainEqual({ role: 'COMMENTER', email: ben });
    expect(file().proposals.map((each) => each.id)).not.toContain(benBudget);
  });
});
