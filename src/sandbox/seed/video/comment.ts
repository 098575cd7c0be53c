/** The comments: threads under most public videos, one of them with twelve replies. */
import { updateCommentCount } from '../../video/comment-count.ts';
import type { CommentEntity, VideoEntity } from '../../video/state.ts';
import type { Simulation } from '../../simulation.ts';
import { hour, rfc3339 } from '../../time.ts';
import { ids, replyId, threadId } from '../ids.ts';
import { channelNames } from './channel.ts';
import { seedDiscussion } from './comment-thread.ts';

interface Thread {
  readonly id: string;
  readonly video: string;
  readonly text: string;
  readonly replies?: number;
  readonly status?: CommentEntity['moderationStatus'];
}

const openers = [
  'I watched this twice and still want more.',
  'What camera was that at 2:14?',
  'My grandfather worked on this ferry 🥲',
  'The sound in the second half is incredible.',
  'Please do one about lighthouses.',
  'Greetings from Valparaíso!',
  'Subtitles are off by a second after the break.',
] as const;

const answers = [
  'Thank you!',
  'Agreed.',
  'It is a 1968 lens, believe it or not.',
  'Same here.',
  'Next month, promised.',
  '👏👏',
] as const;

const named: readonly Thread[] = [
  {
    id: ids.commentThread.busy,
    video: ids.video.busyThread,
    text: 'Dynamic or condenser when it is minus twenty?',
    replies: 12,
  },
  {
    id: ids.commentThread.launchFirst,
    video: ids.video.launch,
    text: 'Will the launch be recorded?',
    replies: 3,
  },
  { id: ids.commentThread.launchSecond, video: ids.video.launch, text: 'Counting the hours ⏳' },
  {
    id: ids.commentThread.trailer,
    video: ids.video.trailer,
    text: 'This trailer, this music, this fog.',
    replies: 1,
  },
  {
    id: ids.commentThread.html,
    video: ids.video.trailer,
    text: 'Fish & chips at 0:42 <3\nWhere is that?',
  },
  {
    id: threadId('held'),
    video: ids.video.trailer,
    text: 'first!!! visit my channel',
    status: 'heldForReview',
  },
  {
    id: threadId('spam'),
    video: ids.video.trailer,
    text: 'cheap followers cheap followers',
    status: 'likelySpam',
  },
];

function ordinary(simulation: Simulation, videos: readonly VideoEntity[]): Thread[] {
  const random = simulation.random('comments');
  return videos.flatMap(({ id }) =>
    Array.from({ length: random.int(0, 4) }, (_, at) => ({
      id: threadId(`${id} ${at}`),
      video: id,
      text: random.pick(openers),
      replies: random.next() < 0.3 ? random.int(1, 4) : 0,
    })),
  );
}

export function seedComments(
  simulation: Simulation,
  videos: Map<string, VideoEntity>,
): Map<string, CommentEntity> {
  const open = [...videos.values()].filter(
    ({ id, status, statistics }) =>
      status.privacyStatus === 'public' &&
      id !== ids.video.commentsOff &&
      Number(statistics.viewCount) > 0,
  );
  const random = simulation.random('comment details');
  const author = (): string => ids.channel[random.pick(channelNames)];
  const comments = new Map<string, CommentEntity>();
  const threads = [...named, ...ordinary(simulation, open)];
  threads.forEach(({ id, video, text, replies = 0, status = 'published' }, at) => {
    const when = -(threads.length - at) * hour * 2;
    const add = (
      comment: string,
      words: string,
      offset: number,
      moderation: CommentEntity['moderationStatus'],
    ): void => {
      // Nobody comments on a video before it is there.
      const earliest = Date.parse(videos.get(video)!.snippet.publishedAt) + hour;
      const publishedAt = rfc3339(
        new Date(Math.max(simulation.at(when).getTime(), earliest) + offset * 300_000),
      );
      const { channelId } = videos.get(video)!.snippet;
      const common = {
        threadId: id,
        channelId,
        videoId: video,
        authorId: author(),
        likes: random.int(0, 90),
        publishedAt,
      };
      comments.set(comment, {
        id: comment,
        text: words,
        moderationStatus: moderation,
        ...common,
        updatedAt: publishedAt,
      });
    };
    add(id, text, 0, status);
    for (let reply = 1; reply <= replies; reply++)
      add(replyId(id, reply), random.pick(answers), reply, 'published');
  });
  for (const comment of seedDiscussion(simulation)) comments.set(comment.id, comment);
  for (const videoId of new Set([...comments.values()].map((comment) => comment.videoId)))
    updateCommentCount({ videos, comments }, videoId);
  return comments;
}
