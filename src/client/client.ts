/**
 * `studiograph/client`: what every frontend of the gateway needs beside its own documents. Without
 * dependencies, for browsers and Node from 20.
 */
import { follow, type FollowOptions } from './follow.ts';
import { request, type RequestOptions } from './request.ts';
import { type SessionChange, watchSession } from './session.ts';
import { signIn, type SignInOptions, signOut, type Viewer, viewer } from './sign-in.ts';
import { type ClientOptions, type Document, operationOf, type Result } from './transport.ts';

export { download, type DownloadOptions } from './download.ts';
export { type GatewayErrorCode } from './error-code.ts';
export { type GatewayError, RequestError, type SentError, toGatewayError } from './error.ts';
export { type FollowOptions } from './follow.ts';
export { type RequestOptions } from './request.ts';
export { type SessionChange } from './session.ts';
export { type Account, type SignInService, type Viewer } from './sign-in.ts';
export { signInFor, type SignInOptions, signInUrl } from './sign-in.ts';
export { type ClientOptions, type Document, type Result } from './transport.ts';
export { upload, type FileUploadOptions } from './upload.ts';

/** Variables, which can be omitted if all of them can be, and options. */
export type RequestArguments<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: NoInfer<Variables>, options?: Options]
    : [variables: NoInfer<Variables>, options?: Options];

/** Sends operations to one gateway. */
export interface Client {
  /**
   * Sends a query or mutation, again while it fails with temporary errors and nothing of it
   * arrives. A mutation is not repeated if it may have been applied, unless it is `repeatable`.
   * @returns the data, with the errors of fields and of payloads, whose `code` has to be selected
   * @throws RequestError if there are no data; the reason of the signal
   */
  request<Data, Variables extends object = object>(
    document: Document<Data, Variables>,
    ...rest: RequestArguments<Variables, RequestOptions>
  ): Promise<Result<Data>>;

  /**
   * The events of a subscription until it ends, or the signal is aborted, over any number of
   * connections. A feed continues without loss or repetition if the document has the variable
   * `$after` and selects `cursor`. To continue it later, pass the last cursor as `after`.
   * @throws RequestError for an error that does not pass
   */
  follow<Data, Variables extends object = object>(
    document: Document<Data, Variables>,
    ...rest: RequestArguments<Variables, FollowOptions>
  ): AsyncGenerator<Result<Data>, void>;

  /** Leaves the page for Google, which leads back. @throws TypeError where there is no page */
  signIn(options?: SignInOptions): void;

  /**
   * Ends all sessions of the accounts of this browser, here and everywhere, and takes back what
   * they have granted. All pages of this origin learn of it.
   * @throws RequestError
   */
  signOut(): Promise<void>;

  /** Reads who has signed in. @throws RequestError, with the status 404 without a sign-in */
  viewer(): Promise<Viewer>;

  /**
   * @param onChange called when the viewer may be another one: after a sign-out in any tab, an
   *   answer that the session has ended, and when the window gets the focus
   * @returns a function that ends the calls
   */
  watchSession(onChange: (change: SessionChange) => void): () => void;
}

/** A client of the gateway with this URL, for one user. */
export function createClient(options: ClientOptions): Client {
  return {
    request: (document, ...[variables, own = {}]) =>
      request(options, operationOf(options, document, variables), own),
    follow: (document, ...[variables, own = {}]) =>
      follow(options, operationOf(options, document, variables), own),
    signIn: (own) => signIn(options, own),
    signOut: () => signOut(options),
    viewer: () => viewer(options),
    watchSession,
  };
}
