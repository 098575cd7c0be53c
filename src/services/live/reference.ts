/** Targets and rows of arguments that several resources share. */
import { required } from '../../engine/schema/field/input-row.ts';
import { typeNamed } from '../../engine/schema/type/global-id.ts';
import { LiveChat } from './resources.ts';

/** Channels are of another service. */
export const Channel = typeNamed('Channel');

/** The row of the live chat that an entity is made in. @param role of the chat */
export const chatRow = (role: string) =>
  [
    required('ID'),
    'snippet.liveChatId',
    `${role}: a global id or a YouTube id, see \`Broadcast.liveChatId\`.`,
    { references: LiveChat },
  ] as const;
