/** Comment threads of several moderation statuses as one list: one status after the other. */
import { describe, expect, it } from 'vitest';
import { EXTRA_CALLS } from '../../../../src/engine/read/usage.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { type CommentEntity, videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { channel, video } = ids;

/** The largest page of commentThreads.list. */
const maxPage = 100;

type Status = CommentEntity['moderationStatus'];

const nameOf = (status: Status): string =>
  status.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const namesOf = (statuses: readonly Status[]): string => `[${statuses.map(nameOf).join(', ')}]`;

const comments = (): CommentEntity[] => [
  ...videoState(studio.sandbox.simulation()).comments.values(),
];

/** Threads of the channel that YouTube lists for a status, newest first. */
function stored(status: Status): string[] {
  const all = comments().filter(({ channelId }) => channelId === channel.studio);
  const matching = all.filter(({ moderationStatus }) => moderationStatus === status);
  const threads = new Set(
    matching
      .filter(({ id, threadId }) => id === threadId || status !== 'published')
      .map(({ threadId }) => threadId),
  );
  return all
    .filter(({ id }) => threads.has(id))
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))
    .map(({ id }) => id);
}

const query = (statuses: string, paging: string, fields = 'nodes { threadId }'): string =>
  `{ channel(by: { id: "${channel.studio}" }) { commentThreads(moderationStatuses: ${statuses}, ${paging}) { ${fields} pageInfo { hasNextPage endCursor } } } }`;

async function page(statuses: readonly Status[], paging: string, fields?: string) {
  const data = await studio.data(query(namesOf(statuses), paging, fields));
  return data.channel.commentThreads;
}

/** Status and page size of each list call. */
const listCalls = () =>
  studio
    .calls()
    .filter(({ operation }) => operation === 'video:commentThreads.list')
    .map(({ query: { moderationStatus, maxResults } }) => [
      moderationStatus?.[0],
      Number(maxResults?.[0]),
    ]);

/**
 * The calls that read a whole list in connection pages of `first` items. A REST page has as many
 * items as are missing; a status that ends is followed by the first page of the next.
 */
function expectedCalls(statuses: readonly Status[], first: number): unknown[] {
  const lengths = statuses.map((status) => stored(status).length);
  const calls: unknown[] = [];
  for (let [segment, offset] = [0, 0]; segment < statuses.length; ) {
    let missing = first;
    while (missing > 0 && segment < statuses.length) {
      const size = Math.min(maxPage, missing);
      const taken = Math.min(size, lengths[segment]! - offset);
      calls.push([statuses[segment], size]);
      missing -= taken;
      offset += taken;
      if (offset === lengths[segment]) [segment, offset] = [segment + 1, 0];
    }
  }
  return calls;
}

const queues: readonly (readonly Status[])[] = [
  ['heldForReview', 'likelySpam'],
  ['likelySpam', 'heldForReview'],
  ['rejected', 'likelySpam', 'heldForReview'],
  ['heldForReview', 'likelySpam', 'rejected'],
  ['likelySpam'],
];

/** The published threads take several REST pages. */
const long: readonly Status[] = ['likelySpam', 'published', 'heldForReview'];

describe('comment threads of several moderation statuses', () => {
  it('are tested with data in which pages cross from one status to the next', () => {
    expect(stored('published').length).toBeGreaterThan(maxPage);
    expect(stored('heldForReview').length).toBeGreaterThan(7);
    // No page size of the tests is a divisor, so that a page has items of two statuses.
    for (const first of [3, 7, 60]) expect(stored('likelySpam').length % first).not.toBe(0);
  });
  it.each([
    ...queues.flatMap((statuses) => [3, 7, 60, 500].map((first) => ({ statuses, first }))),
    { statuses: long, first: 130 },
    { statuses: long, first: 500 },
  ])(
    'are listed one status after the other: $statuses, $first at once',
    async ({ statuses, first }) => {
      const expected = statuses.flatMap(stored);
      const found: string[] = [];
      for (let cursor: string | null = null, more = true; more; ) {
        const paging: string = `first: ${first}${cursor === null ? '' : `, after: "${cursor}"`}`;
        const { nodes, pageInfo } = await page(statuses, paging);
        found.push(...nodes.map(({ threadId }: { threadId: string }) => threadId));
        more = pageInfo.hasNextPage;
        cursor = pageInfo.endCursor;
      }
      expect(found).toEqual(expected);
      expect(listCalls()).toEqual(expectedCalls(statuses, first));
    },
  );
  it('continue behind the cursor of each item, also across a status', async () => {
    const statuses = ['likelySpam', 'heldForReview'] as const;
    const expected = statuses.flatMap(stored);
    const border = stored('likelySpam').length;
    const edgeFields = 'edges { cursor node { threadId } }';
    const { edges } = await page(statuses, `first: ${border + 3}`, edgeFields);
    for (const [index, { cursor }] of edges.entries()) {
      const next = await page(statuses, `first: 2, after: "${cursor}"`);
      expect(next.nodes.map(({ threadId }: { threadId: string }) => threadId)).toEqual(
        expected.slice(index + 1, index + 3),
      );
    }
  });
  it('are listed for a video and a post too', async () => {
    const statuses = namesOf(['likelySpam', 'heldForReview']);
    const { errors } = await studio.query(
      `{ video(id: "${video.trailer}") { commentThreads(moderationStatuses: ${statuses}, first: 500) { nodes { threadId } } } postCommentThreads(postId: "${ids.post.harbourDay}", moderationStatuses: ${statuses}) { nodes { threadId } } }`,
    );
    expect(errors).toBeUndefined();
    const sent = studio
      .calls()
      .map(({ query: { videoId, postId, moderationStatus } }) =>
        [videoId ?? postId, moderationStatus].flat().join(' '),
      );
    expect(sent.toSorted()).toEqual(
      [video.trailer, ids.post.harbourDay]
        .flatMap((id) => [`${id} likelySpam`, `${id} heldForReview`])
        .toSorted(),
    );
  });
  it('have no estimated number if the statuses are several', async () => {
    const count = async (statuses: readonly Status[]) =>
      (await page(statuses, 'first: 1', 'estimatedCount nodes { threadId }')).estimatedCount;
    expect(await count(['likelySpam'])).toBe(stored('likelySpam').length);
    expect(await count(['likelySpam', 'heldForReview'])).toBeNull();
  });
  it.each([
    ['[]', 'moderationStatuses', 'at least one status'],
    ['[HELD_FOR_REVIEW, LIKELY_SPAM, HELD_FOR_REVIEW]', 'moderationStatuses.2', 'each status once'],
  ])('are rejected before any call for %s', async (statuses, argument, problem) => {
    const { data, errors } = await studio.query(query(statuses, 'first: 5'));
    expect(data.channel.commentThreads).toBeNull();
    expect(errors).toMatchObject([
      {
        path: ['channel', 'commentThreads'],
        message: expect.stringContaining(problem),
        extensions: { code: 'INVALID_INPUT', argument },
      },
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('do not accept a cursor of other statuses, or of another order of the statuses', async () => {
    const { pageInfo } = await page(['heldForReview', 'likelySpam'], 'first: 2');
    studio.sandbox.clearCalls();
    for (const statuses of ['[LIKELY_SPAM, HELD_FOR_REVIEW]', '[HELD_FOR_REVIEW]', 'null']) {
      const { errors } = await studio.query(
        query(statuses, `first: 2, after: "${pageInfo.endCursor}"`),
      );
      expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'after' } }]);
    }
    expect(listCalls()).toEqual([]);
  });
  it('fail with the name of the argument if YouTube rejects a status', async () => {
    studio.sandbox.fault({
      match: { operation: 'video:commentThreads.list' },
      status: 400,
      reason: 'invalid',
      location: 'moderationStatus',
    });
    const { errors } = await studio.query(query('[LIKELY_SPAM, HELD_FOR_REVIEW]', 'first: 2'));
    expect(errors).toMatchObject([
      { extensions: { code: 'INVALID_INPUT', argument: 'moderationStatuses' } },
    ]);
  });
});

describe('the estimate of several moderation statuses', () => {
  const estimate = async (statuses: string, first: number): Promise<number> => {
    const document = query(statuses, `first: ${first}`);
    const { data } = await studio.query(
      'query ($dryRun: DryRunInput!) { quota(dryRun: $dryRun) { dryRun { requests } } }',
      { dryRun: { document } },
    );
    return data.quota.dryRun.requests;
  };

  it.each([1, 100, 101, 500])('has a page more for each further status: %i', async (first) => {
    const one = Math.ceil(first / maxPage) + EXTRA_CALLS;
    expect(await estimate('[HELD_FOR_REVIEW]', first)).toBe(one);
    expect(await estimate('[HELD_FOR_REVIEW, LIKELY_SPAM]', first)).toBe(one + 1);
    expect(await estimate('[HELD_FOR_REVIEW, LIKELY_SPAM, PUBLISHED]', first)).toBe(one + 2);
  });
  it('is zero for a list of statuses that is rejected', async () => {
    expect(await estimate('[]', 5)).toBe(0);
    expect(await estimate('[LIKELY_SPAM, LIKELY_SPAM]', 5)).toBe(0);
  });
});
