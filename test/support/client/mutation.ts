/** Sends mutations of the form `name(input: NameInput!): NamePayload`. */
import { expect } from 'vitest';
import type { Result, Studio } from '../gateway/studio.ts';

/** The result of a mutation, and the value of its field. */
interface MutationResult extends Result {
  readonly payload: any;
}

interface Caller {
  readonly token?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a mutation. @param selection fields of the payload beside `errors` */
type Mutate = (
  name: string,
  input: object,
  selection: string,
  caller?: Caller,
) => Promise<MutationResult>;

/** @param errorFields the selected fields of payload errors */
export const mutator =
  (studio: Studio, errorFields = '__typename code reason path message'): Mutate =>
  async (name, input, selection, { token, headers } = {}) => {
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
    const result = await studio.query(
      `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} errors { ${errorFields} } } }`,
      { input },
      token,
      headers,
    );
    return { ...result, payload: result.data?.[name] };
  };

/** Sends a mutation, which must succeed. @returns its payload */
export const successfulMutator = (studio: Studio) => {
  const mutate = mutator(studio);
  return async (name: string, input: object, selection: string): Promise<any> => {
    const { payload, errors } = await mutate(name, input, selection);
    expect([name, errors, payload?.errors]).toEqual([name, undefined, []]);
    return payload;
  };
};
