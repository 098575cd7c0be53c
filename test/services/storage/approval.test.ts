import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const { releasePlan, storyboard } = ids.file;
const { ben, chloe } = ids.person;

const send = async (mutation: string, input: object, token?: string): Promise<any> => {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const result = await studio.query(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { fileApproval { id status completedAt reviewerResponses { response reviewer { email person { id } } } file { contentRestrictions { readOnly } } } errors { code path } } }`,
    { input },
    token,
  );
  return result.data?.[mutation] ?? result;
};

describe('an approval of a file', () => {
  it('runs from its start to the approval of the last reviewer', async () => {
    const reviewerEmails = [ben, chloe];
    const { fileApproval: approval, errors } = await send('startFileApproval', {
      fileId: storyboard,
      reviewerEmails,
    });
    expect(errors).toEqual([]);
    expect(approval.reviewerResponses.map(({ reviewer }: any) => reviewer.person.id)).toEqual(
      reviewerEmails.map((email) => globalId('Person', [email])),
    );
    const by = { id: approval.id };
    const first = await send('approveFileApproval', { by }, 'studio-guest');
    expect(first.fileApproval).toMatchObject({ status: 'IN_PROGRESS', completedAt: null });
    const last = await send('approveFileApproval', { by, message: 'Fine' }, 'studio-admin');
    expect(last).toMatchObject({
      fileApproval: { status: 'APPROVED', file: { contentRestrictions: [{ readOnly: true }] } },
      errors: [],
    });
    const again = await send('declineFileApproval', { by }, 'studio-guest');
    expect(again).toMatchObject({ fileApproval: null, errors: [{ code: 'INVALID_INPUT' }] });
  });
  it('is one call for a list, and one that names its fields', async () => {
    const { file } = await studio.data(
      `{ file(id: "${releasePlan}") { approvals { nodes { approvalId status dueAt } } } }`,
    );
    expect(file.approvals.nodes.map(({ status }: any) => status)).toEqual([
      'APPROVED',
      'IN_PROGRESS',
    ]);
    expect(studio.calls().map(({ operation, query }) => [operation, query['fields']])).toEqual([
      ['storage:approvals.list', ['items(approvalId,dueTime,status),nextPageToken']],
    ]);
  });
});

describe('an address that is none is rejected at its place, before any call', () => {
  const by = { id: globalId('FileApproval', [releasePlan, ids.approval.nextReleasePlan]) };
  it.each([
    ['startFileApproval', { fileId: storyboard, reviewerEmails: [ben, 'ben'] }, 'reviewerEmails.1'],
    ['reassignFileApproval', { by, addReviewerEmails: ['chloe'] }, 'addReviewerEmails.0'],
    [
      'reassignFileApproval',
      { by, replaceReviewers: [{ removedReviewerEmail: ben, addedReviewerEmail: '@' }] },
      'replaceReviewers.0.addedReviewerEmail',
    ],
    ['startFileApproval', { fileId: storyboard, reviewerEmails: [ben], dueAt: 'soon' }, 'dueAt'],
  ])('%s', async (mutation, input, place) => {
    const { errors } = await send(mutation, input);
    expect(errors).toMatchObject([
      { extensions: { code: 'INVALID_INPUT', argument: `input.${place}` } },
    ]);
    expect(studio.calls()).toEqual([]);
    expect(storageState(studio.sandbox.simulation()).files.get(storyboard)!.approvals).toEqual([]);
  });
});
