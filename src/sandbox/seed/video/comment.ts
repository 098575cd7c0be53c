/** The comments: random threads on all public videos, and the named ones. */
import type { Random } from '../../random.ts';
import type { Simulation } from '../../simulation.ts';
import { hour, minute, rfc3339 } from '../../time.ts';
import { updateCommentCount } from '../../video/comment/count.ts';
import type { CommentEntity, VideoEntity } from '../../video/state.ts';
import { ids, replyId, threadId } from '../ids.ts';
import { channelNames } from './channel-profile.ts';
import { seedThreads } from './comment-thread.ts';

interface VideoThreadPlan {
  readonly id: string;
  readonly videoId: string;
  readonly text: string;
  /** Number of replies. Default: none. */
  readonly replies?: number;
  /** Status of the top-level comment. Default: published. */
  readonly status?: CommentEntity['moderationStatus'];
}

const topLevelTexts = [
  'I watched this twice and still want more.',
  'What camera was that at 2:14?',
  'My grandfather worked on this ferry 🥲',
  'The sound in the second half is incredible.',
  'Please do one about lighthouses.',
  'Greetings from Valparaíso!',
  'Subtitles are off by a second after the break.',
] as const;

const replyTexts = [
  'Thank you!',
  'Agreed.',
  'It is a 1968 lens, believe it or not.',
  'Same here.',
  'Next month, promised.',
  '👏👏',
] as const;

/** Threads that `ids.commentThread` names, and two that are not published. */
const namedThreads: readonly VideoThreadPlan[] = [
  {
    id: ids.commentThread.busy,
    videoId: ids.video.busyThread,
    text: 'Dynamic or condenser when it is minus twenty?',
    replies: 12,
  },
  {
    id: ids.commentThread.launchFirst,
    videoId: ids.video.launch,
    text: 'Will the launch be recorded?',
    replies: 3,
  },
  { id: ids.commentThread.launchSecond, videoId: ids.video.launch, text: 'Counting the hours ⏳' },
  {
    id: ids.commentThread.trailer,
    videoId: ids.video.trailer,
    text: 'This trailer, this music, this fog.',
    replies: 1,
  },
  {
    id: ids.commentThread.html,
    videoId: ids.video.trailer,
    text: 'Fish & chips at 0:42 <3\nWhere is that?',
  },
  {
    id: threadId('held'),
    videoId: ids.video.trailer,
    text: 'first!!! visit my channel',
    status: 'heldForReview',
  },
  {
    id: threadId('spam'),
    videoId: ids.video.trailer,
    text: 'cheap followers cheap followers',
    status: 'likelySpam',
  },
];

/** Builds all comments by id, and sets the comment counts of the videos. */
export function seedComments(
  simulation: Simulation,
  videos: Map<string, VideoEntity>,
): Map<string, CommentEntity> {
  const random = simulation.random('comment details');
  const plans = [...namedThreads, ...planRandomThreads(simulation, [...videos.values()])];
  const onVideos = plans.flatMap((plan, index) => {
    const video = videos.get(plan.videoId)!;
    const time = simulation.at(-(plans.length - index) * 2 * hour).getTime();
    return buildThread(plan, video, time, random);
  });
  const all = [...onVideos, ...seedThreads(simulation)];
  const comments = new Map(all.map((comment) => [comment.id, comment]));
  for (const videoId of new Set(all.map((comment) => comment.videoId)))
    updateCommentCount({ videos, comments }, videoId);
  return comments;
}

/** Up to four threads on every video that can be seen and commented on. */
function planRandomThreads(
  simulation: Simulation,
  videos: readonly VideoEntity[],
): VideoThreadPlan[] {
  const random = simulation.random('comments');
  const commentable = videos.filter(
    ({ id, status, statistics }) =>
      status.privacyStatus === 'public' &&
      id !== ids.video.commentsOff &&
      Number(statistics.viewCount) > 0,
  );
  const planThread = (videoId: string, index: number): VideoThreadPlan => ({
    id: threadId(`${videoId} ${index}`),
    videoId,
    text: random.pick(topLevelTexts),
    replies: random.next() < 0.3 ? random.int(1, 4) : 0,
  });
  return commentable.flatMap(({ id }) =>
    Array.from({ length: random.int(0, 4) }, (_, index) => planThread(id, index)),
  );
}

/**
 * Builds the top-level comment and the replies of a thread, five minutes apart.
 * @param time when the thread starts; moved to an hour after the publication of the video if it is
 * before that
 */
function buildThread(
  { id, videoId, text, replies = 0, status = 'published' }: VideoThreadPlan,
  { snippet }: VideoEntity,
  time: number,
  random: Random,
): CommentEntity[] {
  const start = Math.max(time, Date.parse(snippet.publishedAt) + hour);
  return Array.from({ length: 1 + replies }, (_, number) => {
    const isReply = number > 0;
    const publishedAt = rfc3339(new Date(start + number * 5 * minute));
    return {
      id: isReply ? replyId(id, number) : id,
      threadId: id,
      channelId: snippet.channelId,
      videoId,
      text: isReply ? random.pick(replyTexts) : text,
      authorId: ids.channel[random.pick(channelNames)],
      likes: random.int(0, 90),
      publishedAt,
      updatedAt: publishedAt,
      moderationStatus: isReply ? 'published' : status,
    };
  });
}
