/** The seeded comments on files. */
import type { FileCommentEntity, FileReplyEntity } from '../../storage/comment/entity.ts';
import type { Simulation } from '../../simulation.ts';
import { day, hour } from '../../time.ts';
import { ids } from '../ids.ts';
import type { FileName } from './file-plan.ts';

const { ava, ben, dana } = ids.person;

/** A seeded comment or reply. */
type Plan<T> = Omit<T, 'id' | 'createdTime' | 'modifiedTime' | 'replies'> & {
  readonly hoursAgo: number;
};

type ReplyPlan = Plan<FileReplyEntity> & { readonly id: keyof typeof ids.fileReply };

type CommentPlan = Plan<FileCommentEntity> & {
  readonly id: keyof typeof ids.fileComment;
  readonly replies?: readonly ReplyPlan[];
};

/** By file, oldest first. */
const commentPlans: Partial<Record<FileName, readonly CommentPlan[]>> = {
  runSheet: [
    {
      id: 'names',
      author: ben,
      content: 'Two of the names are misspelt.',
      hoursAgo: 90,
      replies: [
        {
          id: 'namesResolved',
          author: ava,
          content: 'Corrected, thanks.',
          action: 'resolve',
          hoursAgo: 80,
        },
      ],
    },
    { id: 'deleted', author: ava, deleted: true, hoursAgo: 70 },
    {
      id: 'cue',
      author: ava,
      content: 'Is <this> cue too late? It comes after the «harbor» shot & the fade.',
      anchor: '{"region":{"kind":"drive#commentRegion","line":12,"rev":"head"}}',
      quotedFileContent: { mimeType: 'text/html', value: 'Cue 7, 20:04' },
      hoursAgo: 60,
      replies: [
        { id: 'cueEarlier', author: dana, content: 'Ten seconds earlier would do.', hoursAgo: 50 },
        { id: 'cueDeleted', author: ava, deleted: true, hoursAgo: 49 },
        {
          id: 'cueAgreed',
          author: ava,
          content: `Agreed. +${ben} please move it.`,
          assignee: ben,
          hoursAgo: 48,
        },
      ],
    },
    {
      id: 'tide',
      author: dana,
      content: `@${ben} who watches the tide?`,
      assignee: ben,
      hoursAgo: 30,
    },
  ],
  benTreatment: [{ id: 'ben', author: ben, content: 'Still too long.', hoursAgo: 200 }],
};

/** The comments on a file, last edited an hour after they were written. */
export function buildComments(simulation: Simulation, file: FileName): FileCommentEntity[] {
  const timesOf = (hoursAgo: number) => ({
    createdTime: simulation.at(-3 * day - hoursAgo * hour).toISOString(),
    modifiedTime: simulation.at(-3 * day - (hoursAgo - 1) * hour).toISOString(),
  });
  return (commentPlans[file] ?? []).map(({ id, hoursAgo, replies = [], ...comment }) => ({
    id: ids.fileComment[id],
    ...timesOf(hoursAgo),
    ...comment,
    replies: replies.map(({ id: replyId, hoursAgo: replyHoursAgo, ...reply }) => ({
      id: ids.fileReply[replyId],
      ...timesOf(replyHoursAgo),
      ...reply,
    })),
  }));
}
