/** The key of moderators, which only lists and writes return. */
import type { youtube_v3 } from '@googleapis/youtube';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { liveChatModerators } from '../operations.ts';

export const ChatModerator = resource<youtube_v3.Schema$LiveChatModerator>({
  name: 'ChatModerator',
  key: ['moderatorId'],
  read: { kind: 'unreadable', operation: liveChatModerators.list },
});
