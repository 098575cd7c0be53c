/** The storage service: comments on files and their replies. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { namedRequests, type RejectedRequest, sending } from '../../support/rejected-request.ts';
import { type RequestOptions, type TestResponse, useSandbox } from '../../support/sandbox.ts';

const { ask } = useSandbox();
const { file, fileComment, fileReply, person } = ids;
const post = sending('POST');
const patch = sending('PATCH');
const remove = (token = 'studio-owner'): RequestOptions => ({ method: 'DELETE', token });

const at = (path: string, options?: RequestOptions): Promise<TestResponse> =>
  ask(`/drive/v3/files/${path}`, options);

const list = `${file.runSheet}/comments`;
const one = (id: string): string => `${list}/${id}`;
const replies = (id: string): string => `${one(id)}/replies`;
const all = 'fields=*';

const listed = async (query = ''): Promise<readonly any[]> =>
  (await at(`${list}?${all}${query}`)).body.comments;

describe('the comments on a file', () => {
  it('are listed newest first, without deleted ones', async () => {
    const { tide, cue, names, deleted } = fileComment;
    expect((await listed()).map(({ id }) => id)).toEqual([tide, cue, names]);
    const withDeleted = await listed('&includeDeleted=true');
    expect(withDeleted.map(({ id }) => id)).toEqual([tide, cue, deleted, names]);
    expect(withDeleted[2]).toMatchObject({ deleted: true });
    expect(withDeleted[2]).not.toHaveProperty('content');
  });
  it('come in pages, and from a time on', async () => {
    const first = (await at(`${list}?${all}&pageSize=2`)).body;
    const second = (await at(`${list}?${all}&pageSize=2&pageToken=${first.nextPageToken}`)).body;
    expect([first.comments.length, second.comments.length]).toEqual([2, 1]);
    const start = first.comments[1].modifiedTime;
    expect(await listed(`&startModifiedTime=${start}`)).toEqual(first.comments);
  });
  it('have content, mentions, assignee, quotation, anchor, state and replies', async () => {
    const [tide, cue, names] = await listed();
    expect(tide).toMatchObject({
      author: { displayName: 'Dana Whitlock', me: false },
      mentionedEmailAddresses: [person.ben],
      assigneeEmailAddress: person.ben,
      resolved: false,
      replies: [],
    });
    expect(cue).toMatchObject({
      htmlContent: 'Is &lt;this&gt; cue too late? It comes after the «harbor» shot &amp; the fade.',
      quotedFileContent: { mimeType: 'text/html', value: 'Cue 7, 20:04' },
      replies: [{ id: fileReply.cueEarlier }, { id: fileReply.cueAgreed }],
    });
    expect(JSON.parse(cue.anchor)).toHaveProperty('region');
    expect(names.resolved).toBe(true);
  });
  it('can be read by everybody with access, and written by commenters', async () => {
    const asGuest = await at(`${list}?${all}`, { token: 'studio-guest' });
    expect(asGuest.body.comments).toHaveLength(3);
    const created = await at(
      `${file.launchScript}/comments?${all}`,
      post({ content: 'A' }, 'studio-guest'),
    );
    expect(created.body.author).toMatchObject({ displayName: 'Ben Okafor', me: true });
    expect(created.body.author).not.toHaveProperty('emailAddress');
  });
  it('on files of shared drives need no flag', async () => {
    const { status } = await at(`${file.archiveIndex}/comments?${all}`, post({ content: 'A' }));
    expect(status).toBe(200);
  });
});

describe('a comment', () => {
  it('is created, updated and deleted', async () => {
    const body = { content: 'A', anchor: '{}', quotedFileContent: { value: 'x' } };
    const created = (await at(`${list}?${all}`, post(body))).body;
    expect(created).toMatchObject({ ...body, deleted: false, resolved: false });
    const path = one(created.id);
    const updated = (await at(`${path}?${all}`, patch({ content: 'B', anchor: null }))).body;
    expect(updated).toMatchObject({ content: 'B', quotedFileContent: { value: 'x' } });
    expect(updated).not.toHaveProperty('anchor');
    expect(Date.parse(updated.modifiedTime)).toBeGreaterThan(Date.parse(created.modifiedTime));
    expect((await at(path, remove())).status).toBe(204);
    expect((await at(`${path}?${all}`)).status).toBe(404);
    expect((await at(`${path}?${all}&includeDeleted=true`)).body.deleted).toBe(true);
  });
  it('is deleted by the owner of the file too', async () => {
    expect((await at(one(fileComment.tide), remove())).status).toBe(204);
  });
  it('is resolved and reopened by replies', async () => {
    const resolved = async (): Promise<boolean> =>
      (await at(`${one(fileComment.cue)}?fields=resolved`)).body.resolved;
    const act = (body: object): Promise<TestResponse> =>
      at(`${replies(fileComment.cue)}?${all}`, post(body));
    expect((await act({ action: 'resolve', content: 'Done.' })).body.action).toBe('resolve');
    expect(await resolved()).toBe(true);
    expect((await act({ action: 'reopen' })).body).not.toHaveProperty('content');
    expect(await resolved()).toBe(false);
  });
});

describe('a reply', () => {
  it('is listed oldest first, updated and deleted', async () => {
    const path = `${replies(fileComment.cue)}/${fileReply.cueAgreed}`;
    expect((await at(`${path}?${all}`, patch({ content: 'B' }))).body.content).toBe('B');
    expect((await at(path, remove())).status).toBe(204);
    const of = async (query: string): Promise<readonly any[]> =>
      (await at(`${replies(fileComment.cue)}?${all}${query}`)).body.replies;
    expect((await of('')).map(({ id }) => id)).toEqual([fileReply.cueEarlier]);
    expect((await of('&includeDeleted=true')).map(({ deleted }) => deleted)).toEqual([
      false,
      true,
      true,
    ]);
    expect((await at(`${path}?${all}`)).status).toBe(404);
  });
});

const rejected: readonly RejectedRequest[] = [
  ['a list without a mask', list, 400, 'required'],
  ['a comment without a mask', one(fileComment.cue), 400, 'required'],
  ['replies without a mask', replies(fileComment.cue), 400, 'required'],
  ['a new comment without a mask', list, 400, 'required', post({ content: 'A' })],
  ['a page size above the maximum', `${list}?${all}&pageSize=101`, 400, 'invalidParameter'],
  ['an invalid start', `${list}?${all}&startModifiedTime=now`, 400, 'invalid'],
  [
    'a start without an offset',
    `${list}?${all}&startModifiedTime=2026-01-01T00:00:00`,
    400,
    'invalid',
  ],
  ['comments on an unknown file', `${file.missing}/comments?${all}`, 404, 'notFound'],
  ['an unknown comment', `${one(fileComment.missing)}?${all}`, 404, 'notFound'],
  ['a deleted comment', `${one(fileComment.deleted)}?${all}`, 404, 'notFound'],
  ['an unknown reply', `${replies(fileComment.cue)}/${fileReply.missing}?${all}`, 404, 'notFound'],
  [
    'a deleted reply',
    `${replies(fileComment.cue)}/${fileReply.cueDeleted}?${all}`,
    404,
    'notFound',
  ],
  ['the replies of an unknown comment', `${replies(fileComment.missing)}?${all}`, 404, 'notFound'],
  ['an empty comment', `${list}?${all}`, 400, 'required', post({ content: '' })],
  [
    'a read-only field',
    `${list}?${all}`,
    403,
    'fieldNotWritable',
    post({ content: 'A', resolved: true }),
  ],
  [
    'a comment on a folder',
    `${file.scripts}/comments?${all}`,
    403,
    'insufficientFilePermissions',
    post({ content: 'A' }),
  ],
  [
    'a comment by a reader',
    `${list}?${all}`,
    403,
    'insufficientFilePermissions',
    post({ content: 'A' }, 'studio-guest'),
  ],
  [
    'a comment without the scope',
    `${list}?${all}`,
    403,
    'insufficientPermissions',
    post({ content: 'A' }, 'studio-reader'),
  ],
  [
    'an update by somebody else',
    `${one(fileComment.tide)}?${all}`,
    403,
    'insufficientFilePermissions',
    patch({ content: 'A' }),
  ],
  [
    'an update of a deleted comment',
    `${one(fileComment.deleted)}?${all}`,
    404,
    'notFound',
    patch({ content: 'A' }),
  ],
  [
    'deleting by somebody else',
    one(fileComment.tide),
    403,
    'insufficientFilePermissions',
    remove('studio-guest'),
  ],
  [
    'a reply without content and action',
    `${replies(fileComment.cue)}?${all}`,
    400,
    'required',
    post({}),
  ],
  [
    'a reply with an unknown action',
    `${replies(fileComment.cue)}?${all}`,
    400,
    'invalid',
    post({ action: 'close' }),
  ],
  [
    'a reply to a deleted comment',
    `${replies(fileComment.deleted)}?${all}`,
    404,
    'notFound',
    post({ content: 'A' }),
  ],
  [
    'a reply by a reader',
    `${replies(fileComment.cue)}?${all}`,
    403,
    'insufficientFilePermissions',
    post({ content: 'A' }, 'studio-guest'),
  ],
  [
    'an update of a reply by somebody else',
    `${replies(fileComment.cue)}/${fileReply.cueEarlier}?${all}`,
    403,
    'insufficientFilePermissions',
    patch({ content: 'A' }),
  ],
];

describe('Drive rejects', () => {
  it.each(namedRequests(rejected))(
    '$request: $status $reason',
    async ({ call, status, reason, options }) => {
      const response = await at(call, options);
      expect([response.status, response.reason]).toEqual([status, reason]);
    },
  );
  it('a request without changing anything', async () => {
    const before = await listed('&includeDeleted=true');
    for (const [, call, , , options] of rejected) await at(call, options);
    expect(await listed('&includeDeleted=true')).toEqual(before);
  });
});
