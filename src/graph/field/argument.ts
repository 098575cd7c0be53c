/** A refusal speaks of the operation's parameter; a client knows the argument of the field it asked. */
import { InvalidInput, UpstreamError } from '../../upstream/error.ts';

/** What an operation's parameters are called in the graph, where by another name: `{ videoCategoryId: 'categoryId' }`. */
export type Meant = Readonly<Record<string, string>>;

/**
 * Hands on what comes of `answer`; a refused value is named by the argument that gave it.
 * @param given the field's arguments
 */
export function namingArgument<T>(
  answer: Promise<T>,
  given: object,
  meant: Meant = {},
): Promise<T> {
  const argumentOf = (parameter: string | undefined): string | undefined =>
    parameter === undefined
      ? undefined
      : (meant[parameter] ?? (Object.hasOwn(given, parameter) ? parameter : undefined));
  return answer.catch((error: unknown) => {
    if (error instanceof InvalidInput && Object.hasOwn(meant, error.argument))
      throw new InvalidInput(meant[error.argument]!, error.problem);
    if (!(error instanceof UpstreamError) || error.code !== 'INVALID_INPUT') throw error;
    const argument = argumentOf(error.failure.location);
    throw argument === undefined ? error : new UpstreamError({ ...error.failure, argument }, error);
  });
}
