/** Texts for users. The messages of the gateway are for developers. */
import { CombinedGraphQLErrors } from '@apollo/client';
import codes from '../../../schema/errors.json' with { type: 'json' };

/** An error of a field. */
export interface GatewayError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

const facts = new Map<unknown, (typeof codes)[number]>(codes.map((each) => [each.code, each]));

/** A text for an error code. @param code undefined if there was no answer of the gateway */
export const textFor = (code: unknown): string =>
  code === undefined
    ? 'There is no connection to the gateway.'
    : (facts.get(code)?.userText ?? 'This did not work. Please try again.');

/** Whether the same request can succeed later. */
export const isTemporary = ({ extensions }: GatewayError): boolean =>
  facts.get(extensions?.['code'])?.isTemporary ?? false;

/** The errors of fields; none if the request failed. */
const fieldErrors = (error: unknown): readonly GatewayError[] =>
  CombinedGraphQLErrors.is(error) ? error.errors : [];

/** Whether the access token was rejected. */
export const isRejected = (error: unknown): boolean =>
  fieldErrors(error).some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED');

/** A text for each kind of error, with the names of its fields, and messages for developers. */
export function describeError(error: unknown) {
  const errors = fieldErrors(error);
  if (errors.length === 0)
    return [{ text: textFor(undefined), fields: [], details: [String(error)] }];
  const groups = Map.groupBy(errors, ({ extensions }) => textFor(extensions?.['code'] ?? null));
  return [...groups].map(([text, group]) => ({
    text,
    fields: [...new Set(group.map(({ path }) => fieldName(path)).filter((name) => name !== ''))],
    details: [...new Set(group.map(({ message }) => message))],
  }));
}

/** The last name in a path, in words. */
export const fieldName = (path: readonly (string | number)[] | null | undefined): string =>
  String(
    (path ?? []).findLast((step) => !/^(\d+|edges|node|dateTime)$/.test(`${step}`)) ?? '',
  ).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
