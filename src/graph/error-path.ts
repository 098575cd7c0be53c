/** Upstream names a refused value by its own path, and what is missing often not at all: a client knows its `input` alone. */
import { type Change, PartlyDone } from '../data/write/update.ts';
import { type Failure, InvalidInput, UpstreamError } from '../upstream/error.ts';
import { messageOf } from './error.ts';
import { MutationError } from './user-error.ts';

type Asked = Pick<Change, 'argument' | 'path'>;

/** Codes of what can lie in one value of an input. */
const codes: ReadonlySet<string> = new Set(['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN']);

const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);

/**
 * Hands on what comes of `work`; where upstream refuses a value, the error names the argument that asked for it.
 * @param changes where in the input each path of the body comes from; a dotted argument leads further into it
 * @param meant paths of the body that a location or a reason of upstream's stands for: a location may be no such path, or missing
 */
export function blaming<T>(
  changes: readonly Asked[],
  work: Promise<T>,
  meant: Readonly<Record<string, string>> = {},
): Promise<T> {
  const argumentOf = ({ code, location = '', reason = '' }: Failure): string | undefined => {
    const refused = meant[location] ?? (location.replace(/^body\./, '') || meant[reason]);
    if (refused === undefined || !codes.has(code)) return undefined;
    return changes.find(({ path }) => isWithin(refused, path))?.argument;
  };
  const blamed = (error: unknown): unknown => {
    if (error instanceof PartlyDone) return new PartlyDone(error, blamed(error.cause));
    const argument = error instanceof UpstreamError ? argumentOf(error.failure) : undefined;
    if (!(error instanceof UpstreamError) || argument === undefined) return error;
    const { code, reason, id } = error.failure;
    return new MutationError(code, messageOf({ ...error.failure, location: argument }), {
      path: argument.split('.'),
      reason,
      id,
    });
  };
  return work.catch((error: unknown) => {
    throw blamed(error);
  });
}

/** Hands on what comes of `work`; where upstream doesn't find the one thing it is about, the error names its id. */
export function naming<T>(id: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof UpstreamError) || (error.code !== 'NOT_FOUND' && error.code !== 'GONE'))
      throw error;
    throw new UpstreamError({ ...error.failure, id }, error);
  });
}

/** Hands on what comes of `work`; where an argument was refused, the error names it as part of `outer`. */
export function within<T>(outer: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof InvalidInput)
      throw new InvalidInput(
        `${outer}.${error.argument}`,
        error.message.slice(error.argument.length + 2),
      );
    const path =
      error instanceof MutationError
        ? (error.extra['path'] as readonly string[] | undefined)
        : undefined;
    if (!(error instanceof MutationError) || path === undefined) throw error;
    throw new MutationError(error.code, error.message, { ...error.extra, path: [outer, ...path] });
  });
}
