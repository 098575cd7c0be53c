/** What authors do to their comments, for the agreement with the official clients. */
import { ids } from '../../../src/sandbox/seed/ids.ts';

const { commentThread: thread } = ids;
const errors = 'errors { code }';

export const documents: readonly string[] = [
  `{ comment(id: "${thread.html}") { text(format: HTML) } commentThread(id: "${thread.crowded}") { replies(first: 110) { nodes { commentId } } } }`,
  `{ channel(by: { id: "${ids.channel.ben}" }) { commentThreads(scope: ABOUT_CHANNEL, order: RELEVANCE, search: "strings") { nodes { threadId } } } }`,
  `{ postCommentThreads(postId: "${ids.post.harbourDay}") { nodes { threadId } } }`,
  `mutation { createCommentThread(input: { on: { channelId: "${ids.channel.ben}" }, text: "Gut, roundwound?" }) { commentThread { threadId } ${errors} } }`,
  `mutation { replyToComment(input: { parentId: "${thread.busy}", text: "A dynamic one 🎤" }) { comment { commentId } ${errors} } }`,
  `mutation { updateComment(input: { id: "${thread.unicode}", text: "Größer" }) { comment { textOriginal } ${errors} } }`,
  `mutation { deleteComment(input: { id: "${thread.unicode}" }) { deletedId ${errors} } }`,
  `mutation { setCommentModerationStatus(input: { ids: ["${thread.busy}", "${thread.trailer}"], status: HELD_FOR_REVIEW }) { results { index } ${errors} } }`,
];
