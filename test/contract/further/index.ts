/** What no worked example reaches, for the agreement with the official clients: a file for each room. */
import * as channel from './channel.ts';
import * as comment from './comment.ts';
import * as foundation from './foundation.ts';
import * as search from './search.ts';
import * as session from './session.ts';
import * as video from './video.ts';

export const further: readonly string[] = [channel, comment, foundation, search, session, video].flatMap(({ documents }) => documents);
