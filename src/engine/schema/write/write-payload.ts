/** Payloads of mutations: the changed entity, the results of a bulk write, and typed errors. */
import type { Api } from '../../api/api.ts';
import type { GraphQLResolveInfo } from 'graphql';
import { noNeeds, ownValue } from '../../read/needs.ts';
import { Paths } from '../../read/path.ts';
import type { Ref } from '../../read/resource.ts';
import { projectionOf } from '../../read/walk/walker.ts';
import { builder, type Context, type ObjectType } from '../builder.ts';
import { capitalized } from '../type/text.ts';
import { toUserError, type UserErrorValue } from '../error/user-error.ts';
import {
  type AnyFieldBuilder,
  type Field,
  type FieldBuilder,
  field,
  type EntityType,
} from '../field/field-factory.ts';
import { UserError } from '../error/user-error-type.ts';
import { InvalidInputs } from './invalid-inputs.ts';
import { required } from '../field/input-row.ts';
import { ownValues } from '../field/own-value.ts';
import { linkNeeds } from '../field/link.ts';

/** The result of a mutation. */
export interface Payload {
  /** The entity that was written, also if only a part of the write was done. */
  readonly ref?: Ref | undefined;
  /** Global id of the deleted entity. */
  readonly deletedId?: string | undefined;
  /**
   * Results of a bulk write, in the order of the input; an Error means a failure of the service.
   */
  readonly results?: readonly (ItemPayload | Error)[] | undefined;
  /** How many entries of a bulk write failed. */
  readonly failedCount?: number | undefined;
  /** Data for further payload fields. */
  readonly extra?: unknown;
  readonly errors: readonly UserErrorValue[];
}

/** The result of one entry of a bulk write. */
export interface ItemPayload extends Omit<Payload, 'results' | 'failedCount'> {
  readonly index: number;
}

/** Further fields of a payload. */
export type PayloadFields = (t: FieldBuilder<Payload>) => Readonly<Record<string, Field>>;

/** The fields of a payload beside `errors`. */
export interface PayloadSpec {
  /** Name and description of the payload's field for the written entity. */
  readonly result?: string | undefined;
  /** Description of `deletedId`. */
  readonly deletes?: string | undefined;
  /** Description of the entity's field in each result of a bulk write. */
  readonly each?: string | undefined;
  readonly fields?: PayloadFields | undefined;
}

/** The entity of a payload. */
interface ResultTypes {
  readonly target: EntityType<unknown>;
  readonly resultType?: EntityType<unknown>;
  readonly resultAs?: ObjectType<unknown>;
}

/** The field of the changed entity: `fileComment` for `FileComment`. */
export function ownName({ target, resultType = target, resultAs }: ResultTypes): string {
  const name = resultAs?.name ?? resultType.resource.name;
  return `${name[0]!.toLowerCase()}${name.slice(1)}`;
}

/** The payload type of the mutation `name`. */
export function payloadType(
  name: string,
  types: ResultTypes,
  { result, deletes, each, fields }: PayloadSpec,
): ObjectType<Payload> {
  const title = capitalized(name);
  const own = ownName(types);
  return builder.objectType<Payload>(`${title}Payload`).implement({
    description: `Result of the mutation \`${name}\`.`,
    fields: (t) => ({
      ...(result ? { [own]: entityField(t, types, nullOnFailure(result)) } : {}),
      ...(deletes ? ownValues(t, { deletedId: ['ID', nullOnFailure(deletes)] }) : {}),
      ...(each ? bulkFields(t, name, (item) => ({ [own]: entityField(item, types, each) })) : {}),
      ...fields?.(t),
      errors: errorsField(t, each ? bulkErrors : singleErrors),
    }),
  });
}

/** The payload type of the bulk mutation `name`: the fields of `payloadType` for each entry. */
export function bulkPayloadType(
  name: string,
  types: ResultTypes,
  { result, deletes, fields }: Omit<PayloadSpec, 'each'>,
): ObjectType<Payload> {
  const ofEntry: PayloadFields = (item) => ({
    ...(result ? { [ownName(types)]: entityField(item, types, nullIfEntryFailed(result)) } : {}),
    ...(deletes ? ownValues(item, { deletedId: ['ID', nullIfEntryFailed(deletes)] }) : {}),
    ...fields?.(item),
  });
  return builder.objectType<Payload>(`${capitalized(name)}Payload`).implement({
    description: `Results of the mutation \`${name}\`, one for each entry.`,
    fields: (t) => ({
      ...bulkFields(t, name, ofEntry),
      errors: errorsField(t, bulkErrors),
    }),
  });
}

const nullIfEntryFailed = (description: string): string =>
  `${description} Null if the entry failed.`;

/** The description of a payload field that is null after an error. */
export const nullOnFailure = (description: string): string =>
  `${description} Null if the mutation failed.`;

const singleErrors =
  'Errors that the client can act on, in the order of their `path`. Empty if the mutation succeeded.';

const bulkErrors =
  'Errors about the whole input. An error that ended the mutation is also in `errors` of each entry that was not written. The mutation succeeded for all entries if this list is empty and `failedCount` is 0.';

const failedCount = (t: AnyFieldBuilder): Field =>
  field(t, {
    type: 'Int',
    nullable: false,
    description: 'The number of entries of the input that failed. 0 if all entries succeeded.',
    needs: noNeeds,
    resolve: (payload: Payload) => payload.failedCount ?? 0,
  });

const errorsField = (t: AnyFieldBuilder, description: string): Field =>
  field(t, {
    type: [UserError],
    nullable: false,
    description,
    needs: noNeeds,
    resolve: ({ errors }: Pick<Payload, 'errors'>) => errors,
  });

/** The results of the entries of the input. @param ofEntry further fields of each of them */
const bulkFields = (t: AnyFieldBuilder, name: string, ofEntry: PayloadFields) => ({
  results: resultsField(t, name, ofEntry),
  failedCount: failedCount(t),
});

function resultsField(t: AnyFieldBuilder, name: string, ofEntry: PayloadFields): Field {
  const type = builder.objectType<ItemPayload>(`${capitalized(name)}Result`).implement({
    description: `Result of \`${name}\` for one entry of the input.`,
    fields: (item) => ({
      ...ownValues(item, {
        index: [
          required('Int'),
          'The position of the entry in the list of the input, counted from zero.',
        ],
      }),
      ...ofEntry(item),
      errors: errorsField(item, 'Errors about this entry. Empty if the entry succeeded.'),
    }),
  });
  return field(t, {
    type: [type],
    nullable: { list: true, items: true },
    description:
      'One result for each entry of the input, in the order of the input. An entry is null, with a GraphQL error at its position, if the service failed.',
    needs: ownValue,
    resolve: ({ results }: Payload) => results ?? null,
  });
}

function entityField(
  t: AnyFieldBuilder,
  { target, resultType = target, resultAs }: ResultTypes,
  description: string,
): Field {
  return field(t, {
    type: resultAs ?? resultType,
    description,
    needs: linkNeeds(resultType.resource, { key: ({ ref }: Payload) => ref?.key ?? null }),
    resolve: ({ ref }: Payload, _, { execution }: Context, info) =>
      ref ? execution.load(ref, projectionOf(info)) : null,
  });
}

/** The paths of the written entity that a payload's selection requests. */
export const selectedPaths = (info: GraphQLResolveInfo): Paths =>
  Paths.union(projectionOf(info).links.map(({ projection }) => projection.paths));

/**
 * The payload of a failed write.
 * @param failedCount how many entries a bulk write has
 * @throws the failure itself if a client cannot act on it: the mutation is then a GraphQL error
 */
export function failedPayload(api: Api, error: unknown, failedCount?: number): Payload {
  if (error instanceof InvalidInputs)
    return { errors: error.all.map((each) => toUserError(api, each)!), failedCount };
  const known = toUserError(api, error);
  if (!known) throw error;
  // A partly written entity is returned as it is now.
  const { ref, payload } = known.extra;
  return { errors: [known], failedCount, ref: ref as Ref | undefined, extra: payload };
}

/**
 * The payload of a bulk write.
 * @param failure why the whole input failed, or the rest of it
 */
export function bulkPayload(
  api: Api,
  { results = [], extra }: Pick<Payload, 'results' | 'extra'>,
  failure: unknown,
): Payload {
  const hasFailed = (each: ItemPayload | Error): boolean =>
    each instanceof Error || each.errors.length > 0;
  const known = failure === undefined ? undefined : toUserError(api, failure);
  const failedCount = results.filter(hasFailed).length;
  return { results, failedCount, extra, errors: known ? [known] : [] };
}

/**
 * The result of an entry of a bulk write that failed. An Error instead fails only this entry of the
 * list.
 * @param place path of the entry in the input, for an error that names no value
 */
export function failedItem(
  { api, index, error }: { readonly api: Api; readonly index: number; readonly error: unknown },
  place: readonly string[],
): ItemPayload | Error {
  const known = toUserError(api, error);
  if (!known) return error as Error;
  const path = known.path ?? (concernsToken(known) ? null : place);
  return { index, ref: known.extra['ref'] as Ref | undefined, errors: [{ ...known, path }] };
}

/** Whether an error is about the access token: no value of the input is its cause. */
const concernsToken = ({ code }: UserErrorValue): boolean => code === 'MISSING_SCOPE';
