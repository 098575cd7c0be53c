/** Comment threads for moderation and limits: long, multilingual, held, on channels and posts. */
import { pictureUrl } from '../../picture/picture-url.ts';
import type { Simulation } from '../../simulation.ts';
import { hour, rfc3339 } from '../../time.ts';
import type { CommentEntity } from '../../video/state.ts';
import { ids, replyId, threadId } from '../ids.ts';
import { channelNames } from './channel-profile.ts';

/** The subject of a thread: a video, a post or a channel. */
type Target = Pick<CommentEntity, 'channelId' | 'videoId' | 'postId'>;

interface ThreadPlan {
  readonly id: string;
  readonly target: Target;
  readonly text: string;
  readonly imageUrl?: string;
  readonly replies?: readonly string[];
  /** Author of the top-level comment. Default: a random channel. */
  readonly authorId?: string;
  readonly status?: CommentEntity['moderationStatus'];
}

const { studio, ben, harbor } = ids.channel;
const onVideo = (videoId: string): Target => ({ channelId: studio, videoId });

/** Texts in several scripts. */
const multilingualTexts = [
  'يا له من ضباب! 🌫️',
  'צפיתי פעמיים, ועוד אצפה.',
  '霧の中の最後の渡し船、泣いた。',
  'Größe: 1 × 2 m, ça va? — naïve café',
  '👩🏽‍🚀🏳️‍🌈 e\u0301 = é',
  'नमस्ते, यह कहाँ है?',
];

/** Texts that a moderator has to decide on. */
const spam = [
  'first!!! visit my channel',
  'My video is better, look it up',
  'Call this number for a prize',
  'Is this legal???',
];

/** Number of held threads: more than a page. */
const heldCount = 24;
const videosWithHeld = [ids.video.makingOf, ids.video.localized, ids.video.busyThread];

/** Threads held for review, in turn on three videos and on the channel. */
const heldThreads = Array.from(
  { length: heldCount },
  (_, index): ThreadPlan => ({
    id: index === 0 ? ids.commentThread.queued : threadId(`queued ${index}`),
    target: index % 4 === 3 ? { channelId: studio } : onVideo(videosWithHeld[index % 4]!),
    text: `${spam[index % spam.length]} (${index + 1})`,
    status: 'heldForReview',
  }),
);

const plans: readonly ThreadPlan[] = [
  {
    id: ids.commentThread.crowded,
    target: onVideo(ids.video.makingOf),
    text: `Which scene took you longest? I say the pier at 3:07, \
see https://studio.example/pier?a=1&b=2`,
    replies: Array.from(
      { length: 130 },
      (_, index) =>
        `Vote number ${index + 1}: ${index % 3 === 0 ? 'the pier' : "the captain's door"}.`,
    ),
  },
  {
    id: ids.commentThread.unicode,
    target: onVideo(ids.video.localized),
    text: multilingualTexts.join('\n'),
    replies: multilingualTexts,
    authorId: studio,
  },
  {
    id: ids.commentThread.channel,
    target: { channelId: studio },
    text: 'Subscribed since the first boat.',
    replies: ['So glad!', 'Same.'],
  },
  {
    id: threadId('channel 2'),
    target: { channelId: studio },
    text: 'When is the next walk through the harbour?',
  },
  {
    id: ids.commentThread.benChannel,
    target: { channelId: ben },
    text: 'Which strings do you use?',
  },
  {
    id: ids.commentThread.post,
    target: { channelId: studio, postId: ids.post.harbourDay },
    text: 'I will be there with the kids.',
    authorId: harbor,
  },
  {
    id: threadId('post 2'),
    target: { channelId: studio, postId: ids.post.harbourDay },
    text: 'Parking?',
    imageUrl: pictureUrl('comment/parking.png', 640, 480),
  },
  ...heldThreads,
];

/** Builds the comments of the threads: an hour between threads, ten seconds between replies. */
export function seedThreads(simulation: Simulation): CommentEntity[] {
  const random = simulation.random('discussion');
  const buildThread = (
    { id, target, text, imageUrl, replies = [], authorId, status = 'published' }: ThreadPlan,
    start: number,
  ): CommentEntity[] =>
    [text, ...replies].map((commentText, number) => {
      const publishedAt = rfc3339(new Date(start + number * 10_000));
      const plannedAuthor = number === 0 ? authorId : undefined;
      return {
        id: number === 0 ? id : replyId(id, number),
        threadId: id,
        ...target,
        authorId: plannedAuthor ?? ids.channel[random.pick(channelNames)],
        text: commentText,
        ...(number === 0 && imageUrl !== undefined && { imageUrl }),
        likes: random.int(0, 30),
        publishedAt,
        updatedAt: publishedAt,
        moderationStatus: status,
      };
    });
  return plans.flatMap((plan, index) =>
    buildThread(plan, simulation.at(-hour * (plans.length - index)).getTime()),
  );
}
