import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const { runSheet } = ids.file;
const { cue, tide, names, deleted } = ids.fileComment;
const { cueEarlier, cueAgreed, cueDeleted, namesResolved } = ids.fileReply;

/** The stored comment. */
const stored = (id: string) =>
  storageState(studio.sandbox.simulation())
    .files.get(runSheet)!
    .comments.find((comment) => comment.id === id)!;

const commentId = (id: string): string => globalId('FileComment', [runSheet, id]);

const replyId = (comment: string, id: string): string =>
  globalId('FileReply', [runSheet, comment, id]);

describe('the comments on a file', () => {
  it('are one call, with the selected fields alone', async () => {
    const data = await studio.data(
      `{ file(id: "${runSheet}") { comments(first: 2) { nodes { id commentId fileId content htmlContent anchor resolved deleted quotedText quotedMimeType author { displayName } mentionedEmailAddresses assigneeEmailAddress createdAt modifiedAt } pageInfo { hasNextPage } } } }`,
    );
    expect(studio.calls()).toMatchObject([
      {
        operation: 'storage:comments.list',
        call: { path: `/drive/v3/files/${runSheet}/comments` },
        query: {
          pageSize: ['2'],
          includeDeleted: ['false'],
          fields: [
            'comments(anchor,assigneeEmailAddress,author/displayName,content,createdTime,deleted,htmlContent,id,mentionedEmailAddresses,modifiedTime,quotedFileContent(mimeType,value),resolved),nextPageToken',
          ],
        },
      },
    ]);
    const of = (id: string) => ({
      id: commentId(id),
      commentId: id,
      fileId: runSheet,
      content: stored(id).content,
      deleted: false,
      createdAt: stored(id).createdTime,
      modifiedAt: stored(id).modifiedTime,
    });
    const { ben } = ids.person;
    expect(data.file.comments).toMatchObject({
      nodes: [
        {
          ...of(tide),
          anchor: null,
          quotedText: null,
          author: { displayName: 'Dana Whitlock' },
          mentionedEmailAddresses: [ben],
          assigneeEmailAddress: ben,
        },
        {
          ...of(cue),
          htmlContent:
            'Is &lt;this&gt; cue too late? It comes after the «harbor» shot &amp; the fade.',
          anchor: stored(cue).anchor,
          resolved: false,
          quotedText: 'Cue 7, 20:04',
          quotedMimeType: 'text/html',
          assigneeEmailAddress: null,
        },
      ],
      pageInfo: { hasNextPage: true },
    });
  });
  it('contain deleted ones, without their text, on request alone', async () => {
    const list = async (argument: string) => {
      const { data } = await studio.query(
        `{ file(id: "${runSheet}") { comments${argument} { nodes { commentId deleted content } } } }`,
      );
      return data.file.comments.nodes;
    };
    const of = (id: string) => expect.objectContaining({ commentId: id, deleted: false });
    expect(await list('')).toEqual([of(tide), of(cue), of(names)]);
    expect(await list('(includeDeleted: true)')).toEqual([
      of(tide),
      of(cue),
      { commentId: deleted, deleted: true, content: null },
      of(names),
    ]);
  });
  it('can be limited to those modified since a time', async () => {
    const { data } = await studio.query(
      `{ file(id: "${runSheet}") { comments(modifiedFrom: "${stored(tide).modifiedTime}") { nodes { commentId } } } }`,
    );
    expect(data.file.comments.nodes).toEqual([{ commentId: tide }]);
    expect(studio.calls()[0]!.query['startModifiedTime']).toEqual([stored(tide).modifiedTime]);
  });
});

describe('the replies to a comment', () => {
  it('come with the comments of a file: no call of their own, and no deleted ones', async () => {
    const data = await studio.data(
      `{ file(id: "${runSheet}") { comments { nodes { commentId replies { nodes { id replyId commentId fileId content action comment { commentId } } } } } } }`,
    );
    expect(studio.calls().map(({ operation, query }) => [operation, query['fields']])).toEqual([
      ['storage:comments.list', ['comments(id,replies(action,content,deleted,id)),nextPageToken']],
    ]);
    const { nodes } = data.file.comments;
    expect(nodes.map((node: any) => node.replies.nodes.map((reply: any) => reply.replyId))).toEqual(
      [[], [cueEarlier, cueAgreed], [namesResolved]],
    );
    expect(nodes[2].replies.nodes).toEqual([
      {
        id: replyId(names, namesResolved),
        replyId: namesResolved,
        commentId: names,
        fileId: runSheet,
        content: 'Corrected, thanks.',
        action: 'RESOLVE',
        comment: { commentId: names },
      },
    ]);
  });
  it('with deleted ones are a call of their own', async () => {
    const { data } = await studio.query(
      `query ($id: ID!) { node(id: $id) { ... on FileComment { replies(includeDeleted: true) { nodes { replyId deleted content } } } } }`,
      { id: commentId(cue) },
    );
    expect(studio.calls().at(-1)).toMatchObject({
      operation: 'storage:replies.list',
      call: { path: `/drive/v3/files/${runSheet}/comments/${cue}/replies` },
      query: { includeDeleted: ['true'], fields: ['nextPageToken,replies(content,deleted,id)'] },
    });
    expect(data.node.replies.nodes).toEqual([
      expect.objectContaining({ replyId: cueEarlier }),
      { replyId: cueDeleted, deleted: true, content: null },
      expect.objectContaining({ replyId: cueAgreed }),
    ]);
  });
});

describe('the pages of replies with deleted ones', () => {
  it('continue where the page before ended', async () => {
    const found: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const data = await studio.data(
        'query ($id: ID!, $after: String) { node(id: $id) { ... on FileComment { replies(includeDeleted: true, first: 2, after: $after) { nodes { replyId } pageInfo { hasNextPage endCursor } } } } }',
        { id: commentId(cue), after },
      );
      const { nodes, pageInfo } = data.node.replies;
      found.push(...nodes.map(({ replyId: id }: { replyId: string }) => id));
      after = pageInfo.endCursor;
      more = pageInfo.hasNextPage;
    }
    expect(found).toEqual([cueEarlier, cueDeleted, cueAgreed]);
    expect(studio.calls().at(-1)!.query).toHaveProperty('pageToken');
  });
});

describe('a comment and a reply', () => {
  it('can be read by their global ids, also if they were deleted', async () => {
    const data = await studio.data(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on FileComment { commentId deleted file { fileId } } ... on FileReply { replyId deleted comment { resolved } } } }`,
      { ids: [commentId(deleted), replyId(cue, cueDeleted), replyId(names, namesResolved)] },
    );
    expect(data.nodes).toEqual([
      { commentId: deleted, deleted: true, file: { fileId: runSheet } },
      { replyId: cueDeleted, deleted: true, comment: { resolved: false } },
      { replyId: namesResolved, deleted: false, comment: { resolved: true } },
    ]);
    expect(studio.calls().every(({ query }) => query['includeDeleted']?.[0] === 'true')).toBe(true);
  });
});

describe('a reply', () => {
  const reply = async (comment: string, input: string, error = 'code path') => {
    const { data } = await studio.query(
      `mutation { createFileReply(input: { comment: { id: "${commentId(comment)}" }, ${input} }) { reply { content action comment { resolved } } errors { ${error} } } }`,
    );
    return data.createFileReply;
  };

  it('resolves the comment, and reopens it', async () => {
    expect(await reply(tide, 'action: RESOLVE')).toEqual({
      reply: { content: null, action: 'RESOLVE', comment: { resolved: true } },
      errors: [],
    });
    expect(await reply(tide, 'action: REOPEN, content: "Not yet."')).toEqual({
      reply: { content: 'Not yet.', action: 'REOPEN', comment: { resolved: false } },
      errors: [],
    });
  });
});

describe('a deleted comment', () => {
  it('is not found by writes, which say how to see it', async () => {
    const key = `by: { key: { fileId: "${runSheet}", commentId: "${deleted}" } }`;
    const { data } = await studio.query(
      `mutation { deleteFileComment(input: { ${key} }) { errors { code message path } } updateFileComment(input: { ${key}, content: "x" }) { errors { code message path } } }`,
    );
    const errors = [
      {
        code: 'NOT_FOUND',
        path: ['by'],
        message: expect.stringContaining(
          'Or it was deleted: File.comments(includeDeleted: true) shows deleted ones.',
        ),
      },
    ];
    expect(data).toEqual({ deleteFileComment: { errors }, updateFileComment: { errors } });
  });
  it('has replies that are not found by writes', async () => {
    const { data } = await studio.query(
      `mutation { deleteFileReply(input: { by: { key: { fileId: "${runSheet}", commentId: "${cue}", replyId: "${cueDeleted}" } } }) { errors { code message } } }`,
    );
    expect(data.deleteFileReply.errors).toEqual([
      {
        code: 'NOT_FOUND',
        message: expect.stringContaining('FileComment.replies(includeDeleted: true)'),
      },
    ]);
  });
});
