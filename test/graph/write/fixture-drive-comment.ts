/** Comments on files, and the replies to them. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { compoundIds } from './compound-id.ts';
import type { Fixtures } from './fixture.ts';

const { runSheet } = ids.file;
const { cue } = ids.fileComment;
const { cueAgreed } = ids.fileReply;

const missing = {
  fileId: ids.file.missing,
  commentId: ids.fileComment.missing,
  replyId: ids.fileReply.missing,
};

const comment = { fileId: runSheet, commentId: cue };
const reply = { ...comment, replyId: cueAgreed };
const stored = `storage/files/${runSheet}/comments/${cue}`;
const storedReply = `${stored}/replies/${cueAgreed}`;
const modified = `${stored}/modifiedTime`;
const content = ['First text', 'Second text'] as const;
const blank = [{ input: { content: ' ' } }];

/** Ben reads the run sheet, Dana comments on it; the comment and its last reply are Ava's. */
const authors = { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' };
const commenters = { 'studio-guest': 'FORBIDDEN', 'no-channel': 'DONE' };

export const fileCommentFixtures: Fixtures = {
  createFileComment: {
    target: { fileId: runSheet },
    entity: `storage/files/${runSheet}/comments`,
    fields: {
      content,
      anchor: ['{"region":{"line":1}}', '{"region":{"line":2}}'],
      quotedText: ['One', 'Two'],
      quotedMimeType: { values: ['text/plain', 'text/html'], with: { quotedText: 'One' } },
    },
    callers: commenters,
    ids: { fileId: { missing: ids.file.missing } },
    rejected: {
      content: blank,
      anchor: [{ input: { anchor: '{' } }],
      quotedMimeType: [
        { input: { quotedMimeType: 'html', quotedText: 'One' } },
        { input: { quotedMimeType: 'text/html' } },
      ],
    },
    accepts: ['quotedText'],
  },
  updateFileComment: {
    target: { by: { key: comment } },
    entity: stored,
    fields: {
      content: { values: content, at: `${stored}/content`, alsoChanges: [modified] },
    },
    callers: authors,
    ids: compoundIds('by', 'FileComment', comment, missing),
    rejected: { content: blank },
  },
  deleteFileComment: {
    target: { by: { key: comment } },
    entity: stored,
    callers: authors,
    ids: compoundIds('by', 'FileComment', comment, missing),
  },
  createFileReply: {
    // One of both fields is required.
    target: { comment: { key: comment }, content: 'Text' },
    entity: `${stored}/replies`,
    fields: { content, action: ['RESOLVE', 'REOPEN'] },
    callers: commenters,
    ids: compoundIds('comment', 'FileComment', comment, missing),
    rejected: { content: [...blank, { input: { content: undefined } }] },
    accepts: ['action'],
  },
  updateFileReply: {
    target: { by: { key: reply } },
    entity: storedReply,
    fields: {
      content: {
        values: content,
        at: `${storedReply}/content`,
        // A new text of a reply is a change of the comment, too.
        alsoChanges: [modified, `${storedReply}/modifiedTime`],
      },
    },
    callers: authors,
    ids: compoundIds('by', 'FileReply', reply, missing),
    rejected: { content: blank },
  },
  deleteFileReply: {
    target: { by: { key: reply } },
    entity: storedReply,
    callers: authors,
    ids: compoundIds('by', 'FileReply', reply, missing),
  },
};
