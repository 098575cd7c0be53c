/** Who sends a request, where its headers do not have the access tokens themselves. */
import type { IncomingMessage } from 'node:http';
import type { Identities } from '../../engine/caller/identities.ts';

/** The parts of a request that say who sends it. */
export type CallerRequest = Pick<IncomingMessage, 'headers' | 'socket'>;

export interface CallerSource {
  /** Whether cookies can say it: then pages of other origins may send them. */
  readonly readsCookies: boolean;
  /**
   * @param path of the request
   * @returns undefined if its headers have the tokens, or nobody sends it
   * @throws HttpError 401 for what is not valid any more, 403 and 503
   */
  identitiesOf(request: CallerRequest, path: string): Promise<Identities> | undefined;
}
