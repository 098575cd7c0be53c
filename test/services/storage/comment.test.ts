import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const { runSheet } = ids.file;
const { cue, tide, deleted } = ids.fileComment;
const { cueDeleted } = ids.fileReply;

/** The stored comment. */
const stored = (id: string) =>
  storageState(studio.sandbox.simulation())
    .files.get(runSheet)!
    .comments.find((comment) => comment.id === id)!;

const commentId = (id: string): string => globalId('FileComment', [runSheet, id]);

describe('the comments on a file', () => {
  it('can be limited to those modified since a time', async () => {
    const { data } = await studio.query(
      `{ file(id: "${runSheet}") { comments(modifiedFrom: "${stored(tide).modifiedTime}") { nodes { commentId } } } }`,
    );
    expect(data.file.comments.nodes).toEqual([{ commentId: tide }]);
    expect(studio.calls()[0]!.query['startModifiedTime']).toEqual([stored(tide).modifiedTime]);
  });
});

describe('a reply', () => {
  const reply = async (comment: string, input: string, error = 'code path') => {
    const { data } = await studio.query(
      `mutation { createFileReply(input: { commentBy: { id: "${commentId(comment)}" }, ${input} }) { fileReply { content action comment { resolved } } errors { ${error} } } }`,
    );
    return data.createFileReply;
  };

  it('resolves the comment, and reopens it', async () => {
    expect(await reply(tide, 'action: RESOLVE')).toEqual({
      fileReply: { content: null, action: 'RESOLVE', comment: { resolved: true } },
      errors: [],
    });
    expect(await reply(tide, 'action: REOPEN, content: "Not yet."')).toEqual({
      fileReply: { content: 'Not yet.', action: 'REOPEN', comment: { resolved: false } },
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
