/**
 * Page tokens that the service has given in this execution, and that it then does not honour. The
 * client has sent none of them, so no argument of the client is at fault.
 */
import { type Failure, UpstreamError, upstreamError } from '../../api/error.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { Execution } from '../../execution/execution.ts';
import type { LoadedPage, PageRead } from './page-loader.ts';

/** The error of a page that cannot be read by the token that the service has given for it. */
export class UnusablePage extends UpstreamError {}

/** Wait before the repetition. */
const WAIT_MS = 200;

/**
 * Reads a page by a token that the service has just given. A service can refuse such a token now
 * and then, and accept it a moment later (reported in 2021, issuetracker 196478069): the read is
 * repeated once.
 * @throws UnusablePage UPSTREAM_UNAVAILABLE if the token is refused again; any other error
 */
export async function readByGivenToken<Page>(
  operation: AnyOperation,
  execution: Pick<Execution, 'pause'>,
  read: (isRepetition: boolean) => Promise<Page>,
): Promise<Page> {
  try {
    return await read(false);
  } catch (error) {
    if (!refusesGivenToken(error, operation)) throw error;
    if (!(await execution.pause(WAIT_MS))) throw refused(error);
  }
  try {
    return await read(true);
  } catch (error) {
    throw refusesGivenToken(error, operation) ? refused(error) : error;
  }
}

/** `readByGivenToken` of a page that fields can share. The first page of a segment has no token. */
export function loadByGivenToken(
  execution: Pick<Execution, 'pause' | 'pages'>,
  page: PageRead,
): Promise<LoadedPage> {
  const { pages } = execution;
  const { operation, args } = page;
  if (args[operation.page!.token!] === undefined) return pages.load(page);
  return readByGivenToken(operation, execution, (isRepetition) =>
    isRepetition ? pages.loadAgain(page) : pages.load(page),
  );
}

/**
 * Whether a page by a token of the service is refused for its token. The page before had the same
 * other arguments, so a refusal that names none of them is about the token; and the list has been
 * found before, whatever the service says now: second pages were answered with 404
 * playlistNotFound (JuanBindez/pytubefix#494, 2025).
 */
const refusesGivenToken = (error: unknown, operation: AnyOperation): error is UpstreamError =>
  refusesToken(error, operation) ||
  (error instanceof UpstreamError &&
    (error.code === 'NOT_FOUND' ||
      (error.code === 'INVALID_INPUT' && error.failure.location === undefined)));

const refusesToken = (error: unknown, { page }: AnyOperation): error is UpstreamError =>
  error instanceof UpstreamError &&
  error.code === 'INVALID_INPUT' &&
  (error.failure.meaning?.rejectsPageToken === true ||
    (page?.token !== undefined && error.failure.location === page.token));

/** The error of a refused page token, which names its parameter: the service need not. */
export function locatedAtToken(error: unknown, operation: AnyOperation): unknown {
  if (!refusesToken(error, operation) || error.failure.location !== undefined) return error;
  return new UpstreamError({ ...error.failure, location: operation.page?.token }, error);
}

function refused({ failure }: UpstreamError): UnusablePage {
  const { service, operation, status, reason }: Failure = failure;
  return new UnusablePage({ code: 'UPSTREAM_UNAVAILABLE', service, operation, status, reason });
}

/** The reason of a page whose token for the next page leads back to it, or to one before it. */
const repeatedReason = 'pageRepeated';

/** The error of such a page: its items may be those of another page. */
export const repeatedPage = (operation: AnyOperation): UnusablePage =>
  new UnusablePage(
    upstreamError(operation, 'UPSTREAM_INVALID', { reason: repeatedReason }).failure,
  );
