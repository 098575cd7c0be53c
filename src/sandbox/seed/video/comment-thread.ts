/** Comments that somebody has work with: a crowded thread, those that wait for a decision, those about channels and posts. */
import type { CommentEntity } from '../../video/state.ts';
import type { Simulation } from '../../simulation.ts';
import { hour, rfc3339 } from '../../time.ts';
import { ids, replyId, threadId } from '../ids.ts';
import { channelNames } from './channel.ts';

type About = Pick<CommentEntity, 'channelId' | 'videoId' | 'postId'>;

interface Plan {
  readonly id: string;
  readonly about: About;
  readonly text: string;
  readonly replies?: readonly string[];
  readonly author?: string;
  readonly status?: CommentEntity['moderationStatus'];
}

const { studio, ben, harbor } = ids.channel;
const on = (videoId: string): About => ({ channelId: studio, videoId });

const scripts = [
  'يا له من ضباب! 🌫️',
  'צפיתי פעמיים, ועוד אצפה.',
  '霧の中の最後の渡し船、泣いた。',
  'Größe: 1 × 2 m, ça va? — naïve café',
  '👩🏽‍🚀🏳️‍🌈 e\u0301 = é',
  'नमस्ते, यह कहाँ है?',
];

const begging = [
  'first!!! visit my channel',
  'My video is better, look it up',
  'Call this number for a prize',
  'Is this legal???',
];

const heldOn = [ids.video.makingOf, ids.video.localized, ids.video.busyThread];

/** Two dozen, on three videos and the channel's page: more than a page. */
const held: readonly Plan[] = Array.from(
  { length: 24 },
  (_, at): Plan => ({
    id: at === 0 ? ids.commentThread.queued : threadId(`queued ${at}`),
    about: at % 4 === 3 ? { channelId: studio } : on(heldOn[at % 4]!),
    text: `${begging[at % begging.length]} (${at + 1})`,
    status: 'heldForReview',
  }),
);

const plans: readonly Plan[] = [
  {
    id: ids.commentThread.crowded,
    about: on(ids.video.makingOf),
    text: 'Which scene took you longest? I say the pier at 3:07, see https://studio.example/pier?a=1&b=2',
    replies: Array.from(
      { length: 130 },
      (_, at) => `Vote number ${at + 1}: ${at % 3 === 0 ? 'the pier' : "the captain's door"}.`,
    ),
  },
  {
    id: ids.commentThread.unicode,
    about: on(ids.video.localized),
    text: scripts.join('\n'),
    replies: scripts,
    author: studio,
  },
  {
    id: ids.commentThread.channel,
    about: { channelId: studio },
    text: 'Subscribed since the first boat.',
    replies: ['So glad!', 'Same.'],
  },
  {
    id: threadId('channel 2'),
    about: { channelId: studio },
    text: 'When is the next walk through the harbour?',
  },
  {
    id: ids.commentThread.benChannel,
    about: { channelId: ben },
    text: 'Which strings do you use?',
  },
  {
    id: ids.commentThread.post,
    about: { channelId: studio, postId: ids.post.harbourDay },
    text: 'I will be there with the kids.',
    author: harbor,
  },
  {
    id: threadId('post 2'),
    about: { channelId: studio, postId: ids.post.harbourDay },
    text: 'Parking?',
  },
  ...held,
];

export function seedDiscussion(simulation: Simulation): CommentEntity[] {
  const random = simulation.random('discussion');
  return plans.flatMap(({ id, about, text, replies = [], author, status = 'published' }, at) => {
    const begun = simulation.at(-hour * (plans.length - at)).getTime();
    return [text, ...replies].map((words, number): CommentEntity => {
      const publishedAt = rfc3339(new Date(begun + number * 10_000));
      return {
        id: number === 0 ? id : replyId(id, number),
        threadId: id,
        ...about,
        authorId:
          number === 0 && author !== undefined ? author : ids.channel[random.pick(channelNames)],
        text: words,
        likes: random.int(0, 30),
        publishedAt,
        updatedAt: publishedAt,
        moderationStatus: status,
      };
    });
  });
}
