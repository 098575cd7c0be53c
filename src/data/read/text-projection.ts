/**
 * Texts that a call returns in the format or language of a parameter (`textFormat`, `hl`). No other
 * value of the answer depends on the parameter, so that one call serves texts and values. It has
 * the texts of one format or language; all others have calls of their own.
 */
import type { AnyOperation } from '../../upstream/operation.ts';
import { decodeCursor, type ListPosition, START } from './cursor.ts';
import type { EntityProjection, Projection, TextProjection } from './projection.ts';
import type { Ref, Resource } from './resource.ts';

/**
 * How an entity is read with its texts; undefined: texts have calls of their own. A request for
 * texts alone has no other call to share.
 */
export const entityTexts = (
  { textParameter }: Resource,
  { paths, withTexts }: EntityProjection,
): TextProjection | undefined =>
  withTexts?.parameter === textParameter && paths.size > 0 ? withTexts : undefined;

/**
 * How a list is read with the texts of its items; undefined: texts have calls of their own. A value
 * that the service may reject, such as a language, must not fail the list.
 */
export const listTexts = (
  { query }: Pick<AnyOperation, 'query'>,
  { withTexts }: EntityProjection,
): TextProjection | undefined =>
  withTexts && query[withTexts.parameter]?.values ? withTexts : undefined;

/**
 * How a page of a list is read with texts: a first page with those that are selected, any other
 * page with those that its token is for.
 * @param textParameter the parameter of the items' resource
 */
export function textsAt(
  {
    operation,
    projection,
    textParameter = '',
  }: {
    readonly operation: AnyOperation;
    readonly projection: Projection;
    readonly textParameter?: string | undefined;
  },
  { token, text }: ListPosition,
): TextProjection | undefined {
  const texts = listTexts(operation, projection);
  if (token === '' || texts?.value === text) return texts;
  return text === undefined ? undefined : { parameter: textParameter, value: text, projection };
}

/**
 * The projection that the pages of a list behind a cursor are read with.
 * @param after the cursor of the caller, which need not be valid
 */
export function projectionBehind(
  after: unknown,
  operation: AnyOperation,
  projection: Projection,
): Projection {
  const start = (typeof after === 'string' && decodeCursor(after)) || START;
  return textsAt({ operation, projection }, start)?.projection ?? projection;
}

/**
 * The formats of the texts of a list beside that of its arguments.
 * @param textParameter the parameter of the items' resource
 */
export function textFormats({
  operation,
  args,
  textParameter = '',
}: {
  readonly operation: AnyOperation;
  readonly args: NonNullable<Ref['args']>;
  readonly textParameter?: string | undefined;
}): readonly string[] {
  const { values = [] } = operation.query[textParameter] ?? {};
  return values.filter((value) => value !== args[textParameter]);
}

/** The arguments of a call that returns the texts. */
export const textArguments = ({
  parameter,
  value,
}: Pick<TextProjection, 'parameter' | 'value'>): NonNullable<Ref['args']> => ({
  [parameter]: value,
});

/** The part of a ref that says which texts the answer has that an entity is inside of. */
export function textVariant(
  { textParameter }: Resource,
  around: Ref | undefined,
): Pick<Ref, 'args'> | undefined {
  const value = textParameter === undefined ? undefined : around?.args?.[textParameter];
  return value === undefined ? undefined : { args: { [textParameter!]: value } };
}
