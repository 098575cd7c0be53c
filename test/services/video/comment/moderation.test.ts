/** Moderation of comments whose moderation status YouTube does not show to the caller. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { estimateOfDocument } from '../../../support/report/estimate.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';

const { commentThread: thread } = ids;
const set = 'video:comments.setModerationStatus';
const read = 'video:comments.list';

const { options, proxy } = useEditingProxy('video');
const studio = useStudio(options);

/** Hides the moderation status of some comments in all reads. */
const hideStatus = (...hidden: readonly string[]): void =>
  proxy.edit(({ items }) => {
    for (const { id, snippet } of items as { id: string; snippet?: object }[])
      if (snippet && 'moderationStatus' in snippet && hidden.includes(id))
        delete snippet.moderationStatus;
  });

/** The calls of a rejection, and the error code of each comment. */
async function reject(...comments: readonly string[]) {
  const { data, errors } = await studio.query(
    'mutation ($input: SetCommentModerationStatusInput!) { setCommentModerationStatus(input: $input) { results { errors { code } } errors { code } } }',
    { input: { ids: comments, status: 'REJECTED' } },
  );
  expect(errors).toBeUndefined();
  const { results } = data.setCommentModerationStatus;
  return {
    codes: results.map(({ errors: [error] }: { errors: { code: string }[] }) => error?.code),
    calls: studio.calls().map(({ operation, query }) => [operation, query['id']?.join()]),
  };
}

const status = (id: string) =>
  videoState(studio.sandbox.simulation()).comments.get(id)!.moderationStatus;

describe('setCommentModerationStatus', () => {
  it('is admitted with 200 comments, which are read in calls of 50', async () => {
    const all = [...videoState(studio.sandbox.simulation()).comments.keys()].slice(0, 200);
    expect(all).toHaveLength(200);
    const document =
      'mutation ($input: SetCommentModerationStatusInput!) { setCommentModerationStatus(input: $input) { results { comment { text } } } }';
    const variables = { input: { ids: all, status: 'REJECTED' } };
    expect(estimateOfDocument(document, variables)).toMatchObject({
      calls: 4 * 4 + 4 + 4,
      units: { VIDEO: 808 },
    });
    const { data } = await studio.query(document, variables);
    expect(data.setCommentModerationStatus.results).toHaveLength(200);
  });
  it('tries comments without a visible status, beside those with one', async () => {
    hideStatus(thread.busy);
    const { codes, calls } = await reject(thread.queued, thread.missing, thread.busy);
    expect(codes).toEqual([undefined, 'NOT_FOUND', undefined]);
    expect([thread.queued, thread.busy].map(status)).toEqual(['rejected', 'rejected']);
    expect(calls.slice(0, 2)).toEqual([
      [set, [thread.queued, thread.missing, thread.busy].join()],
      [read, [thread.queued, thread.missing, thread.busy].join()],
    ]);
    expect(calls).toHaveLength(4);
    expect(calls.slice(2)).toEqual(
      expect.arrayContaining([
        [set, thread.queued],
        [set, thread.busy],
      ]),
    );
  });
  it('tries them in two halves, so that one that is forbidden does not fail all', async () => {
    const { queued, busy, unicode, benChannel } = thread;
    hideStatus(queued, busy, unicode, benChannel);
    const { codes, calls } = await reject(queued, busy, unicode, benChannel);
    expect(codes).toEqual([undefined, undefined, 'FORBIDDEN', 'FORBIDDEN']);
    expect([queued, busy, benChannel].map(status)).toEqual(['rejected', 'rejected', 'published']);
    const all = [queued, busy, unicode, benChannel].join();
    expect(calls.slice(0, 2)).toEqual([
      [set, all],
      [read, all],
    ]);
    expect(calls).toHaveLength(4);
    expect(calls.slice(2)).toEqual(
      expect.arrayContaining([
        [set, [queued, busy].join()],
        [set, [unicode, benChannel].join()],
      ]),
    );
  });
  it('does not repeat the write if every status is visible', async () => {
    const comments = [thread.queued, thread.busy];
    studio.refuse(set, 403);
    const { codes, calls } = await reject(...comments);
    expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect(calls).toEqual([
      [set, comments.join()],
      [read, comments.join()],
    ]);
  });
  it('fails the comments of a repeated call that fails, and no others', async () => {
    hideStatus(thread.busy);
    studio.sandbox.fault({
      match: { operation: set, pathIncludes: `id=${thread.busy}&` },
      status: 403,
    });
    const { codes } = await reject(thread.missing, thread.queued, thread.busy);
    expect(codes).toEqual(['NOT_FOUND', undefined, 'FORBIDDEN']);
    expect([thread.queued, thread.busy].map(status)).toEqual(['rejected', 'published']);
  });
});
