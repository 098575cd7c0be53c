/** The key of bans, which are not read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { liveChatBans } from '../operations.ts';

export const LiveChatBan = resource<youtube_v3.Schema$LiveChatBan>({
  name: 'LiveChatBan',
  key: ['banId'],
  read: { kind: 'unreadable', operation: liveChatBans.insert },
});
