/** Who sends a request, where its headers do not have the access tokens themselves. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Identity } from '../../engine/caller/identity.ts';
import type { Identities } from '../../engine/caller/identities.ts';
import type { ClientAddresses } from './client-address.ts';
import type { Cors } from './cross-origin.ts';

/** The parts of a request that say who sends it. */
export type CallerRequest = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Tells tokens that agents get from the gateway from others. */
export const agentTokenPrefix = 'sgt_';

export interface CallerSource {
  /**
   * @param path of the request
   * @returns undefined if its headers have the tokens, or nobody sends it
   * @throws HttpError 401 for what is not valid any more, 400, 403 or 503
   */
  identitiesOf(request: CallerRequest, path: string): Promise<Identities | undefined> | undefined;
}

/** Signs callers in. */
export interface SignInServer extends CallerSource {
  /**
   * Answers what is requested to sign in.
   * @returns undefined for another path
   * @throws HttpError
   */
  serve(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> | undefined;
  /**
   * @param identity of a caller that it has named before, as a URL of the gateway has it
   * @returns the same with tokens; undefined if the caller has signed out, or has ended
   * @throws HttpError 503
   */
  restore(identity: Identity): Promise<Identity | undefined>;
  close(): void;
}

/** What a server of sign-ins needs of the gateway. */
export interface SignInHost {
  readonly cors: Cors;
  readonly clients: ClientAddresses;
  /** The base URL of the gateway, while it listens. */
  readonly baseUrl: () => string;
}
