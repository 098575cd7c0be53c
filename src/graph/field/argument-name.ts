/**
 * Names the GraphQL argument in errors about a REST parameter: clients know the arguments of the
 * field, not the parameters of the operation.
 */
import { InvalidInput, UpstreamError } from '../../upstream/error.ts';

/** REST parameters whose GraphQL argument has another name: `{ videoCategoryId: 'categoryId' }`. */
export type ArgumentNames = Readonly<Record<string, string>>;

/**
 * Returns the response unchanged; errors about a parameter name the argument that it comes from.
 * @param args the field's arguments
 */
export function withArgumentNames<T>(
  answer: Promise<T>,
  args: object,
  names: ArgumentNames = {},
): Promise<T> {
  return answer.catch((error: unknown) => {
    throw renamed(error, args, names);
  });
}

function renamed(error: unknown, args: object, names: ArgumentNames): unknown {
  if (error instanceof InvalidInput && Object.hasOwn(names, error.argument))
    return new InvalidInput(names[error.argument]!, error.problem);
  if (!(error instanceof UpstreamError) || error.code !== 'INVALID_INPUT') return error;
  const parameter = error.failure.location;
  if (parameter === undefined) return error;
  const argument = names[parameter] ?? (Object.hasOwn(args, parameter) ? parameter : undefined);
  return argument === undefined ? error : new UpstreamError({ ...error.failure, argument }, error);
}
