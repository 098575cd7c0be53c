/** Approvals of files from their start to their end, as a user runs them in the explorer. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { storageState } from '../../src/sandbox/storage/state.ts';
import { shownResult, useExplorer } from '../support/page/explorer.ts';

const { releasePlan, storyboard } = ids.file;
const { ava, ben, chloe, dana, emeka } = ids.person;

const owner = /^Ava, the owner/;
const guest = /^Ben, a guest/;
const editor = /^Chloe, an editor/;

/** GraphQL text of a value. */
const text = (value: unknown): string => JSON.stringify(value).replaceAll(/"(\w+)":/g, '$1: ');

const write = (mutation: string, input: string): string =>
  `mutation { ${mutation}(input: ${input}) { fileApproval { status } errors { code message } } }`;

const startOf = (fileId: string, more: string): string =>
  write('startFileApproval', `{ fileId: "${fileId}", ${more} }`);

const start = (more: string): string => startOf(storyboard, more);

const toBen = `reviewerEmails: ["${ben}"]`;

/** An input that names an approval of the seed. */
const seeded = (approvalId: string, more: object = {}): string =>
  text({ by: { key: { fileId: releasePlan, approvalId } }, ...more });

const { missing, nextReleasePlan: open, releasePlan: complete } = ids.approval;

interface WrongInput {
  readonly operation: string;
  /** Default: the owner of the files. */
  readonly user?: RegExp;
  readonly code: string;
  /** What the page shows: the argument, the value where there is one, and what is accepted. */
  readonly shown: readonly string[];
}

const invalid = 'INVALID_INPUT';
const unknown = 'GRAPHQL_VALIDATION_FAILED';

const wrongInputs: Readonly<Record<string, WrongInput>> = {
  'an address that is none': {
    operation: start('reviewerEmails: ["ben.studio.example"]'),
    code: invalid,
    shown: ['input.reviewerEmails.0', '"ben.studio.example"', 'for example ava@studio.example'],
  },
  'no reviewer': {
    operation: start('reviewerEmails: []'),
    code: invalid,
    shown: ['reviewerEmails', 'expected at least one reviewer'],
  },
  'a time in the past': {
    operation: start(`${toBen}, dueAt: "2020-01-01T00:00:00Z"`),
    code: invalid,
    shown: ['dueAt', '"2020-01-01T00:00:00Z"', 'expected a later instant'],
  },
  'a time that is none': {
    operation: start(`${toBen}, dueAt: "tomorrow"`),
    code: invalid,
    shown: ['input.dueAt', '"tomorrow"', 'for example 2024-01-01T00:00:00Z'],
  },
  'an unknown file': {
    operation: startOf(ids.file.missing, toBen),
    code: 'NOT_FOUND',
    shown: ['fileId', `"${ids.file.missing}"`, 'use the access token of another account'],
  },
  'an unknown approval': {
    operation: write('approveFileApproval', seeded(missing)),
    code: 'NOT_FOUND',
    shown: ['by', `"${missing}" below "${releasePlan}"`, 'Check both ids'],
  },
  'a global id that is none': {
    operation: write('approveFileApproval', text({ by: { id: open } })),
    code: invalid,
    shown: ['by.id', `"${open}"`, 'all keys (fileId, approvalId)'],
  },
  'a start of what has no approvals': {
    operation: startOf('root', toBen),
    code: 'FORBIDDEN',
    shown: ['fileId', 'FileCapabilities.canStartApproval'],
  },
  'a second approval': {
    operation: startOf(releasePlan, toBen),
    code: invalid,
    shown: ['fileId', 'Another approval of the file is in progress', 'cancelFileApproval'],
  },
  'a cancellation of a complete approval': {
    operation: write('cancelFileApproval', seeded(complete)),
    code: invalid,
    shown: ['by', 'The approval is complete', 'startFileApproval starts another one'],
  },
  'a replacement of somebody who has responded': {
    operation: write(
      'reassignFileApproval',
      seeded(open, {
        replaceReviewers: [{ removedReviewerEmail: emeka, addedReviewerEmail: chloe }],
      }),
    ),
    code: invalid,
    shown: ['replaceReviewers', 'expected reviewers of the approval who have not responded'],
  },
  'a replacement of nobody': {
    operation: write('reassignFileApproval', seeded(open)),
    code: invalid,
    shown: ['addReviewerEmails', 'expected a reviewer here or in replaceReviewers'],
  },
  'an unknown value of an enum': {
    operation: start(`${toBen}, fileContentChangeBehavior: RESET`),
    code: unknown,
    shown: ['"RESET"', 'Expected NO_APPROVAL_ACTION, RESET_APPROVAL'],
  },
  'an unknown field': {
    operation: `mutation { startFileApproval(input: { fileId: "${storyboard}", ${toBen} }) { fileApproval { state } } }`,
    code: unknown,
    shown: ['"state" on type "FileApproval"', 'Did you mean "status"'],
  },
  'an unknown argument': {
    operation: start(`${toBen}, due: "2031-01-01T00:00:00Z"`),
    code: unknown,
    shown: ['"due"', 'Did you mean "dueAt"'],
  },
  'a start by a reader': {
    operation: startOf(releasePlan, toBen),
    user: guest,
    code: 'FORBIDDEN',
    shown: ['fileId', 'FileCapabilities.canStartApproval', 'permission to edit the file'],
  },
  'a start with a token that only reads': {
    operation: start(toBen),
    user: /^Ava, with read-only/,
    code: 'MISSING_SCOPE',
    shown: ['lacks the scope drive.metadata', 'Choose another token'],
  },
  'a response of nobody who was asked': {
    operation: write('approveFileApproval', seeded(open)),
    user: editor,
    code: 'FORBIDDEN',
    shown: ['by', 'Only the reviewers', 'FileApproval.reviewerResponses'],
  },
  'a response to a complete approval': {
    operation: write('approveFileApproval', seeded(complete)),
    user: editor,
    code: invalid,
    shown: ['by', 'The approval is complete', 'FileApproval.status'],
  },
};

describe('approvals in the explorer', () => {
  const explorer = useExplorer();

  let user = owner;
  const be = async (next: RegExp): Promise<void> => {
    if (next.source === user.source) return;
    await explorer.chooseUser(next);
    user = next;
  };

  /** Opens an example by its title, and sets its variables. */
  const openExample = async (title: RegExp, variables: object): Promise<void> => {
    const panel = await explorer.openPanel('Examples');
    await panel.getByRole('searchbox').fill('approval');
    await panel.getByRole('button', { name: title }).click();
    await explorer.writeVariables(JSON.stringify(variables));
  };

  /** Runs what is in the editor, by keys. */
  const run = async (): Promise<any> => {
    await explorer.page.locator('.graphiql-query-editor .monaco-editor').first().click();
    await explorer.page.keyboard.press('Control+Enter');
    return shownResult(explorer.page);
  };

  it('run from the start to the end of one, and to the cancellation of the next', async () => {
    await openExample(/^Start approval/, { reviewers: [ben, chloe] });
    const { data: started } = await run();
    const { approvalId, ...approval } = started.startFileApproval.fileApproval;
    expect(approval).toMatchObject({
      status: 'IN_PROGRESS',
      reviewerResponses: [{ reviewer: { email: ben } }, { reviewer: { email: chloe } }],
    });
    const by = { id: approval.id };

    const list = async (): Promise<any> => {
      await openExample(/^Approvals/, { file: storyboard });
      const { data } = await run();
      return data.file.approvals.nodes;
    };
    const [shown] = await list();
    expect(shown).toMatchObject({ approvalId, status: 'IN_PROGRESS' });
    // As a reviewer leads to the person, by an id of another result.
    const { person } = shown.reviewerResponses[1].reviewer;
    await explorer.write(`{ person: node(id: "${person.id}") { ... on Person { email } } }`);
    expect((await run()).data).toEqual({ person: { email: chloe } });

    await be(guest);
    await openExample(/^Approve file/, { file: storyboard, approval: approvalId });
    const { data: approved } = await run();
    expect(approved.approveFileApproval).toMatchObject({
      fileApproval: {
        status: 'IN_PROGRESS',
        reviewerResponses: [{ response: 'APPROVED' }, { response: 'NO_RESPONSE' }],
      },
      errors: [],
    });

    await be(owner);
    const replaceReviewers = [{ removedReviewerEmail: chloe, addedReviewerEmail: ava }];
    const steps = [
      ['reassignFileApproval', { by, replaceReviewers }, 'IN_PROGRESS'],
      ['commentOnFileApproval', { by, message: 'The third panel is missing' }, 'IN_PROGRESS'],
      ['declineFileApproval', { by, message: 'Once more' }, 'DECLINED'],
    ] as const;
    for (const [mutation, input, status] of steps) {
      await explorer.write(write(mutation, text(input)));
      const { data } = await run();
      expect(data).toEqual({ [mutation]: { fileApproval: { status }, errors: [] } });
    }

    await explorer.write(
      `mutation { startFileApproval(input: { fileId: "${storyboard}", reviewerEmails: ["${dana}"] }) { fileApproval { id } } }`,
    );
    const { data: next } = await run();
    await explorer.write(
      write('cancelFileApproval', text({ by: next.startFileApproval.fileApproval })),
    );
    expect((await run()).data.cancelFileApproval.fileApproval.status).toBe('CANCELLED');

    const both = await list();
    expect(both.map(({ status }: any) => status)).toEqual(['DECLINED', 'CANCELLED']);
    expect(
      both[0].reviewerResponses.map(({ response, reviewer }: any) => [response, reviewer.me]),
    ).toEqual([
      ['APPROVED', false],
      ['DECLINED', true],
    ]);
  });

  describe('with wrong input', () => {
    beforeAll(() => explorer.page.getByRole('button', { name: 'New tab' }).click());
    beforeEach(() => explorer.gateway.sandbox.reset());

    /** The statuses of the approvals of both files. */
    const statuses = () => {
      const { files } = storageState(explorer.gateway.sandbox.simulation());
      return [storyboard, releasePlan].map((id) =>
        files.get(id)!.approvals.map(({ status }) => status),
      );
    };

    const list = () => explorer.page.getByRole('list', { name: 'Errors' });
    const entry = (): Promise<string> => list().getByRole('listitem').innerText();

    it.each(Object.entries(wrongInputs))('%s: the page says what is wrong', async (_, wrong) => {
      await be(wrong.user ?? owner);
      await explorer.write(wrong.operation);
      await run();
      await expect.poll(entry).toContain(wrong.code);
      for (const part of wrong.shown) expect(await entry()).toContain(part);
      // The gateway sends no trace of what it rejects before it runs, with any setting.
      expect(await explorer.page.locator('.operation-view').innerText()).not.toContain('TRACE');
      expect(statuses()).toEqual([[], ['APPROVED', 'IN_PROGRESS']]);
    });
    it.each([
      ['read', `{ file(id: "${storyboard}") { approvals { nodes { id } } } }`, 'Retry later.'],
      ['write', start(toBen), 'The write may have been applied'],
    ])('a service that is down is named, and what to do: %s', async (_, operation, whatToDo) => {
      await be(owner);
      explorer.gateway.sandbox.fault({ match: { service: 'storage' }, drop: 'before' });
      await explorer.write(operation);
      await run();
      await expect.poll(entry).toContain('Google Drive is not available. ' + whatToDo);
    });
  });
});
