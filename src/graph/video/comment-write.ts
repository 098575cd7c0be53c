/** Writes to comments and their threads. */
import { comments } from '../../upstream/video/index.ts';
import { retired } from '../field/retired.ts';

retired('markCommentAsSpam', {
  operation: comments.markAsSpam,
  description: 'Told upstream once that comments are spam.',
  instead: 'Reject a comment instead.',
  inputDescription: 'What was taken for spam.',
  input: (t) => ({ ids: t.idList({ required: true, description: 'The comments; they are not even looked at.' }) }),
});
