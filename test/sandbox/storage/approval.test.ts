/** The storage service: approvals of files. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { type TestResponse, useSandbox } from '../../support/gateway/sandbox.ts';
import { patch, post } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';

const box = useSandbox();
const { ask } = box;
const { file, person, approval } = ids;
const { ava, ben, chloe, dana, emeka } = person;

const files = '/drive/v3/files';
const plan = `${files}/${file.releasePlan}/approvals`;
const next = `${plan}/${approval.nextReleasePlan}`;
const past = `${plan}/${approval.releasePlan}`;
const board = `${files}/${file.storyboard}/approvals`;
const max = 'max@partner.example';

const responsesIn = ({ body }: TestResponse): Readonly<Record<string, string>> =>
  Object.fromEntries(
    body.reviewerResponses.map(({ reviewer, response }: any) => [reviewer.emailAddress, response]),
  );

const start = async (body: object = {}): Promise<string> => {
  const { body: started } = await ask(
    `${board}:start`,
    post({ reviewerEmails: [ben, ava], ...body }),
  );
  return `${board}/${started.approvalId}`;
};

describe('the list of approvals', () => {
  it('has no items unless `fields` names them', async () => {
    expect((await ask(plan)).body).toEqual({ kind: 'drive#approvalList' });
    const { body } = await ask(`${plan}?fields=items(approvalId,status)`);
    expect(body.items.map(({ status }: any) => status)).toEqual(['APPROVED', 'IN_PROGRESS']);
  });
  it('has pages', async () => {
    const { body } = await ask(`${plan}?pageSize=1&fields=*`);
    expect([body.items.length, typeof body.nextPageToken]).toEqual([1, 'string']);
  });
});

describe('the start of an approval', () => {
  it('gives reviewers no access', async () => {
    const started = await ask(`${board}:start`, post({ reviewerEmails: [dana, max] }));
    expect([started.status, responsesIn(started)]).toEqual([
      200,
      { [dana]: 'NO_RESPONSE', [max]: 'NO_RESPONSE' },
    ]);
    const asDana = { token: 'no-channel' };
    expect((await ask(`${board}/${started.body.approvalId}`, asDana)).status).toBe(404);
  });
  it('can lock the file', async () => {
    await start({ lockFile: true });
    const rename = await ask(`${files}/${file.storyboard}`, patch({ name: 'B' }));
    expect([rename.status, rename.reason]).toEqual([403, 'insufficientFilePermissions']);
  });

  describe.each([
    [
      'without an edition that has approvals',
      () => ask('/_sandbox/storage', post({ withoutApprovals: true })),
    ],
    [
      'of a file of another domain',
      async () => {
        storageState(box.sandbox.simulation()).files.get(file.storyboard)!.owner = max;
      },
    ],
  ])('is refused %s', (_, prepare) => {
    beforeEach(async () => void (await prepare()));
    it('as `canStartApproval` says', async () => {
      const token = 'studio-guest';
      const { body } = await ask(`${files}/${file.storyboard}?fields=capabilities`, { token });
      expect(body.capabilities.canStartApproval).toBe(false);
      const started = await ask(`${board}:start`, post({ reviewerEmails: [ben] }, token));
      expect([started.status, started.reason]).toEqual([403, 'insufficientFilePermissions']);
    });
  });
});

describe('the responses', () => {
  it('of all reviewers approve and lock the file', async () => {
    const path = await start();
    expect((await ask(`${path}:approve`, post({}))).body.status).toBe('IN_PROGRESS');
    const last = await ask(`${path}:approve`, post({ message: 'Go' }, 'studio-guest'));
    expect(last.body).toMatchObject({ status: 'APPROVED', completeTime: expect.any(String) });
    const { body } = await ask(`${files}/${file.storyboard}?fields=contentRestrictions`);
    expect(body.contentRestrictions).toMatchObject([{ readOnly: true }]);
  });
  it('of one reviewer who declines end the approval', async () => {
    const path = await start();
    const declined = await ask(`${path}:decline`, post({}));
    expect([declined.body.status, responsesIn(declined)]).toEqual([
      'DECLINED',
      { [ben]: 'NO_RESPONSE', [ava]: 'DECLINED' },
    ]);
  });
  it.each([
    ['RESET_APPROVAL', 'NO_RESPONSE', 400],
    ['NO_APPROVAL_ACTION', 'APPROVED', 200],
  ])('after an edit with %s: %s, and taken back: %i', async (behavior, response, status) => {
    const path = await start({ fileContentChangeBehavior: behavior });
    await ask(`${path}:approve`, post({}));
    await ask(`/upload${files}/${file.storyboard}?uploadType=media`, {
      method: 'PATCH',
      body: 'New',
      headers: { 'content-type': 'application/pdf' },
    });
    expect(responsesIn(await ask(path))).toEqual({ [ben]: 'NO_RESPONSE', [ava]: response });
    if (response === 'NO_RESPONSE') await ask(`${path}:approve`, post({}));
    expect((await ask(`${path}:decline`, post({}))).status).toBe(status);
  });
});

describe('the reviewers', () => {
  const replace = (removedReviewerEmail: string) => ({
    replaceReviewers: [{ removedReviewerEmail, addedReviewerEmail: max }],
  });
  it('are added and replaced by writers', async () => {
    const body = { addReviewers: [{ addedReviewerEmail: chloe }], ...replace(dana) };
    expect(responsesIn(await ask(`${next}:reassign`, post(body)))).toEqual({
      [ava]: 'NO_RESPONSE',
      [ben]: 'NO_RESPONSE',
      [max]: 'NO_RESPONSE',
      [emeka]: 'APPROVED',
      [chloe]: 'NO_RESPONSE',
    });
  });
  it('replace themselves as readers', async () => {
    const replaced = await ask(`${next}:reassign`, post(replace(ben), 'studio-guest'));
    expect(Object.keys(responsesIn(replaced))).toEqual([ava, max, dana, emeka]);
  });
  it('of others do not change by readers', async () => {
    const replaced = await ask(`${next}:reassign`, post(replace(ava), 'studio-guest'));
    expect([replaced.status, replaced.reason]).toEqual([403, 'insufficientFilePermissions']);
  });
});

it('a complete approval takes comments while no other one is in progress', async () => {
  expect((await ask(`${past}:comment`, post({ message: 'Why?' }))).status).toBe(400);
  expect((await ask(`${next}:cancel`, post({}))).body.status).toBe('CANCELLED');
  expect((await ask(`${past}:comment`, post({ message: 'Why?' }))).status).toBe(200);
});

const rejected: RejectedRequests = {
  '400 required': {
    'a start without reviewers': [`${board}:start`, post({})],
    'a comment without a message': [`${next}:comment`, post({})],
  },
  '400 invalid': {
    'a reviewer who is named twice': [`${board}:start`, post({ reviewerEmails: [ben, ben] })],
    'another reviewer who has responded': [
      `${next}:reassign`,
      post({ replaceReviewers: [{ removedReviewerEmail: emeka, addedReviewerEmail: max }] }),
    ],
    'a reassignment of nobody': [`${next}:reassign`, post({ message: 'Hm' })],
  },
  '400 failedPrecondition': {
    'a second approval': [`${plan}:start`, post({ reviewerEmails: [ben] })],
    'a response to a complete approval': [`${past}:approve`, post({}, 'studio-admin')],
    'a cancellation of a complete approval': [`${past}:cancel`, post({})],
  },
  '403 insufficientFilePermissions': {
    'a start by a reader': [`${plan}:start`, post({ reviewerEmails: [ava] }, 'studio-guest')],
    'a cancellation by a reader': [`${next}:cancel`, post({}, 'studio-guest')],
    'a response of somebody else': [`${next}:approve`, post({}, 'studio-admin')],
  },
  '404 notFound': {
    'an unknown approval': `${plan}/${approval.missing}`,
    'approvals of an unknown file': `${files}/${file.missing}/approvals`,
  },
};

describe('Drive rejects', () => {
  testRejected(box, rejected);
});
