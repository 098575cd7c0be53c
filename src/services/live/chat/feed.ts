/** The feed of a live chat: pages of messages, as a query field and as a subscription. */
import type { youtube_v3 } from '@googleapis/youtube';
import { defaultLimits } from '../../../engine/feed/limits.ts';
import { polledPages } from '../../../engine/feed/source/polled-pages.ts';
import type { FeedSource } from '../../../engine/feed/source/source.ts';
import { ownId } from '../../../engine/read/resource.ts';
import { liveChatMessages } from '../operations.ts';
import { checkParameters } from '../../../engine/rest/request/request.ts';
import { builder } from '../../../engine/schema/builder.ts';
import type { AnyFieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { feed, feedSubscription } from '../../../engine/schema/feed/feed.ts';
import { feedPageType } from '../../../engine/schema/feed/feed-page-type.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { languageArgument } from '../../shared/youtube/language-argument.ts';
import { PollMessage } from './event.ts';
import { ChatMessage, LiveChat } from '../resources.ts';

const { list, streamList } = liveChatMessages;

const ChatMessagePage = feedPageType('ChatMessagePage', {
  item: ChatMessage,
  items: 'messages',
  description:
    'A page of a live chat. The first page has the recent messages, each further page the messages since the page before.',
  itemsDescription: 'The messages, oldest first. Empty if there are no new messages.',
  maxItems: list.page!.maxSize!,
  texts: {
    cursor:
      'The cursor at the end of this page. Pass as `after` to read the next page. Null if the chat has ended.',
    hasMore:
      'Whether more messages are ready. False in a page without messages. Null in other pages: YouTube does not say. In any case, wait for `pollAfter`.',
    reset:
      'Whether the cursor was too old. Never true: YouTube rejects such a cursor, with the error `INVALID_INPUT` for `after`.',
    pollAfter:
      'The time to wait before the next page is read. YouTube rejects an earlier read with `RATE_LIMITED`. Null if the chat has ended. REST field: `pollingIntervalMillis`.',
  },
  moreUnknown: true,
  ended: [
    'offlineAt',
    'The time when the broadcast ended, in the last page of the chat. Null while the broadcast is live, and in a chat that is read after its end.',
  ],
  extra: {
    activePoll: {
      type: PollMessage,
      resource: ChatMessage.resource,
      path: 'activePollItem',
      description:
        'The poll in which viewers can vote now. Null if there is none. REST field: `activePollItem`.',
    },
  },
});

interface ChatArguments {
  readonly language?: string | null;
  readonly profileImageSize?: number | null;
}

const chatArguments = {
  language: languageArgument(
    'Return amounts of money and texts of YouTube in this language. Default: English.',
  ),
  profileImageSize: [
    'Int',
    'The width and height of profile pictures. Pixels. Default: 88. Minimum: 16, maximum: 720.',
  ],
} as const;

/** Parameters of the list of messages. */
const chatParameters = ({ language: hl, profileImageSize }: ChatArguments) => ({
  ...(hl == null ? {} : { hl }),
  ...(profileImageSize == null ? {} : { profileImageSize }),
});

/** The feed of a chat; other arguments make another feed. */
export function chatSource(liveChatId: string, args: ChatArguments): FeedSource {
  return polledPages(
    list,
    { liveChatId, ...chatParameters(args) },
    {
      stream: streamList,
      intervalField: 'pollingIntervalMillis',
      endedField: 'offlineAt',
      endedReasons: [list.reasons.liveChatEnded],
      extraFields: ['activePollItem'],
      argumentNames: { hl: 'language' },
      owner: { type: LiveChat.name, id: liveChatId },
      // A message never changes; another message states its deletion.
      versionOf: (message: youtube_v3.Schema$LiveChatMessage) => message.id ?? '',
    },
  );
}

const feedOptions = {
  type: ChatMessagePage,
  operations: [list],
  afterDescription:
    'Return only messages after this cursor of the same chat, language and size of pictures. Default: the recent messages. YouTube lets cursors expire: the error is then `INVALID_INPUT` with the argument `after`; start again without a cursor, which can leave out messages.',
};

/** The query form: exactly one page. */
export const chatMessages = (t: AnyFieldBuilder) =>
  feed<ChatArguments>(
    t,
    {
      ...feedOptions,
      arguments: chatArguments,
      source: (chat, args) => chatSource(ownId(chat), args),
      check: (args) => checkParameters(list, chatParameters(args)),
      nullOnReasons: [list.reasons.liveChatDisabled],
    },
    'One page of messages. Null with a warning if the chat of the broadcast is disabled. Use the subscription `chatMessages` to follow the chat.',
  );

export function addChatSubscription(): void {
  builder.subscriptionField('chatMessages', (t) =>
    feedSubscription<ChatArguments & { readonly liveChatId: string }>(
      t,
      {
        ...feedOptions,
        stream: streamList,
        // YouTube states with each answer when the next read may come.
        poll: { operation: list, intervalMs: defaultLimits.minIntervalMs },
        arguments: {
          liveChatId: [
            required('ID'),
            'The live chat: a global id or a YouTube id, see `Broadcast.liveChatId`.',
          ],
          ...chatArguments,
        },
        source: (_, { liveChatId, ...args }) =>
          chatSource(upstreamId(LiveChat.resource, liveChatId, 'liveChatId'), args),
      },
      'The messages of a live chat. The first event has the recent messages, or the messages after the cursor `after`. Each further event has new messages, a change of `activePoll`, or both. All subscribers of a chat with the same access token share one poller, which reads as often as YouTube permits; if the gateway reads public data by its API key (`PUBLIC_READS`), all subscribers of a public chat share one, which counts as a client without a token. If the gateway is set to streams, they share one stream instead, in which messages arrive without a wait, and which is polled while YouTube refuses it; this has not been tried on YouTube yet. The subscription completes when the chat ends. Costs one call of `list` for each page, also for pages without messages, or one of `streamList` for each stream, which the gateway charges to the daily budget of the caller; `extensions.cost.polling` of an event has those since the event before.',
    ),
  );
}
