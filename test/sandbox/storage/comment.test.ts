/** The storage service: comments on files and their replies. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { patch, post, remove } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/drive/v3/files/');
const { ask } = box;
const { file, fileComment, fileReply, person } = ids;

const list = `${file.runSheet}/comments`;
const one = (id: string): string => `${list}/${id}`;
const replies = (id: string): string => `${one(id)}/replies`;
const all = 'fields=*';

const listed = async (query = ''): Promise<readonly any[]> =>
  (await ask(`${list}?${all}${query}`)).body.comments;

describe('the comments on a file', () => {
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
    const asGuest = await ask(`${list}?${all}`, { token: 'studio-guest' });
    expect(asGuest.body.comments).toHaveLength(3);
    const created = await ask(
      `${file.launchScript}/comments?${all}`,
      post({ content: 'A' }, 'studio-guest'),
    );
    expect(created.body.author).toMatchObject({ displayName: 'Ben Okafor', me: true });
    expect(created.body.author).not.toHaveProperty('emailAddress');
  });
  it('on files of shared drives need no flag', async () => {
    const { status } = await ask(`${file.archiveIndex}/comments?${all}`, post({ content: 'A' }));
    expect(status).toBe(200);
  });
});

describe('a copy of a file', () => {
  it.each([
    ['', 0],
    ['?copyComments=true', 2],
  ])('has the open comments of the original if asked for: %s', async (query, count) => {
    const copy = await ask(`${file.runSheet}/copy${query}`, post({}));
    const { comments } = (await ask(`${copy.body.id}/comments?${all}`)).body;
    expect(comments).toEqual((await listed()).filter(({ resolved }) => !resolved).slice(0, count));
  });
});

describe('a comment', () => {
  it('is created, updated and deleted', async () => {
    const body = { content: 'A', anchor: '{}', quotedFileContent: { value: 'x' } };
    const created = (await ask(`${list}?${all}`, post(body))).body;
    expect(created).toMatchObject({ ...body, deleted: false, resolved: false });
    const path = one(created.id);
    const updated = (await ask(`${path}?${all}`, patch({ content: 'B', anchor: null }))).body;
    expect(updated).toMatchObject({ content: 'B', quotedFileContent: { value: 'x' } });
    expect(updated).not.toHaveProperty('anchor');
    expect(Date.parse(updated.modifiedTime)).toBeGreaterThan(Date.parse(created.modifiedTime));
    expect((await ask(path, remove())).status).toBe(204);
    expect((await ask(`${path}?${all}`)).status).toBe(404);
    expect((await ask(`${path}?${all}&includeDeleted=true`)).body.deleted).toBe(true);
  });
  it('is deleted by the owner of the file too', async () => {
    expect((await ask(one(fileComment.tide), remove())).status).toBe(204);
  });
});

const rejected: RejectedRequests = {
  '400 required': {
    'a list without a mask': list,
    'a comment without a mask': one(fileComment.cue),
    'replies without a mask': replies(fileComment.cue),
    'a new comment without a mask': [list, post({ content: 'A' })],
    'an empty comment': [`${list}?${all}`, post({ content: '' })],
    'a reply without content and action': [`${replies(fileComment.cue)}?${all}`, post({})],
  },
  '400 invalidParameter': { 'a page size above the maximum': `${list}?${all}&pageSize=101` },
  '400 invalid': {
    'an invalid start': `${list}?${all}&startModifiedTime=now`,
    'a start without an offset': `${list}?${all}&startModifiedTime=2026-01-01T00:00:00`,
    'a reply with an unknown action': [
      `${replies(fileComment.cue)}?${all}`,
      post({ action: 'close' }),
    ],
  },
  '404 notFound': {
    'comments on an unknown file': `${file.missing}/comments?${all}`,
    'an unknown comment': `${one(fileComment.missing)}?${all}`,
    'a deleted comment': `${one(fileComment.deleted)}?${all}`,
    'an unknown reply': `${replies(fileComment.cue)}/${fileReply.missing}?${all}`,
    'a deleted reply': `${replies(fileComment.cue)}/${fileReply.cueDeleted}?${all}`,
    'the replies of an unknown comment': `${replies(fileComment.missing)}?${all}`,
    'an update of a deleted comment': [
      `${one(fileComment.deleted)}?${all}`,
      patch({ content: 'A' }),
    ],
    'a reply to a deleted comment': [
      `${replies(fileComment.deleted)}?${all}`,
      post({ content: 'A' }),
    ],
  },
  '403 fieldNotWritable': {
    'a read-only field': [`${list}?${all}`, post({ content: 'A', resolved: true })],
  },
  '403 insufficientFilePermissions': {
    'a comment on a folder': [`${file.scripts}/comments?${all}`, post({ content: 'A' })],
    'a comment by a reader': [`${list}?${all}`, post({ content: 'A' }, 'studio-guest')],
    'an update by somebody else': [`${one(fileComment.tide)}?${all}`, patch({ content: 'A' })],
    'deleting by somebody else': [one(fileComment.tide), remove('studio-guest')],
    'a reply by a reader': [
      `${replies(fileComment.cue)}?${all}`,
      post({ content: 'A' }, 'studio-guest'),
    ],
    'an update of a reply by somebody else': [
      `${replies(fileComment.cue)}/${fileReply.cueEarlier}?${all}`,
      patch({ content: 'A' }),
    ],
  },
  '403 insufficientPermissions': {
    'a comment without the scope': [`${list}?${all}`, post({ content: 'A' }, 'studio-reader')],
  },
};

describe('Drive rejects', () => {
  testRejected(box, rejected);
});
