/** Targets and descriptions of arguments that several resources share. */
import { typeNamed } from '../../engine/schema/type/global-id.ts';

/** Channels are of another service. */
export const Channel = typeNamed('Channel');

export const chatDescription = 'a global id or a YouTube id, see `Broadcast.liveChatId`.';
