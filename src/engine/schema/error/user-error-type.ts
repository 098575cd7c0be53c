/** The GraphQL types of payload errors: the interface `UserError` and a type for each code. */
import type { Api } from '../../api/api.ts';
import type { Service } from '../../api/register.ts';
import type { Ref } from '../../read/resource.ts';
import { projectionOf } from '../../read/walk/walker.ts';
import { ServiceName } from '../quota/service-name.ts';
import { builder, type Context, currentApi, currentResources } from '../builder.ts';
import { Node } from '../type/node-interface.ts';
import { type ErrorCode, errorCodes, factsOf } from './error-code.ts';
import { payloadCodes, type UserErrorValue } from './user-error.ts';
import { laterEnumeration } from '../field/enumeration.ts';
import type { FieldBuilder, Fields } from '../field-builder.ts';
import { anyLinkNeeds } from '../field/link.ts';

const errorCode = laterEnumeration<ErrorCode>('ErrorCode');

export const ErrorCodeEnum = errorCode.type;

function addErrorCode(): void {
  const api = currentApi();
  const inPayloads = payloadCodes(api).map((code) => `\`${code}\``);
  const descriptions = errorCodes(api).map((code) => [code, descriptionOf(api, code)] as const);
  errorCode.add(
    `The kind of an error: \`code\` of an error in the payload of a mutation, and \`extensions.code\` of a GraphQL error. Errors of payloads are ${inPayloads.join(', ')}. Further codes may be added.`,
    Object.fromEntries(descriptions) as Readonly<Record<ErrorCode, string>>,
  );
}

function descriptionOf(api: Api, code: ErrorCode): string {
  const { meaning, isTemporary } = factsOf(api, code);
  return isTemporary ? `${meaning} The same request can succeed later.` : meaning;
}

export const UserError = builder.interfaceType<UserErrorValue>('UserError');

/** The options of the interface. @param typeNames by code */
const userErrorOptions = (typeNames: ReadonlyMap<string, string>) => ({
  description:
    'An error of a mutation that the client can act on. Further implementing types and fields may be added.',
  resolveType: ({ code }: UserErrorValue) => typeNames.get(code)!,
  fields: (t: FieldBuilder<UserErrorValue>) => ({
    code: t.field({
      type: ErrorCodeEnum,
      nullable: false,
      description: 'The kind of the error. Client code should branch on this field.',
      resolve: ({ code }) => code,
    }),
    message: t.expose('String', 'message', {
      nullable: false,
      description: 'An English message for developers and logs, not for end users.',
    }),
    path: t.expose(['String'], 'path', {
      nullable: true,
      description:
        'The path of the rejected value inside `input`: field names, and list indexes as decimal strings. Null if the error does not concern a single value.',
    }),
    reason: t.expose('String', 'reason', {
      nullable: true,
      description:
        'The reason that the REST API returned, a word of its documentation. Of a `PartlyDoneError`, the error code of the failed step if the REST API returned no reason. Null if the gateway itself detected the error.',
    }),
  }),
});

type ErrorFields = (t: FieldBuilder<UserErrorValue>) => Fields;

/** A concrete error type, with fields of its own. */
export interface UserErrorType {
  readonly code: UserErrorValue['code'];
  readonly name: string;
  readonly description: string;
  readonly fields: ErrorFields;
}

export const errorType = (
  code: UserErrorType['code'],
  name: string,
  description: string,
  fields: ErrorFields = () => ({}),
): UserErrorType => ({ code, name, description, fields });

/** Adds the enum of codes, and concrete error types, to the schema. */
export function addUserErrorTypes(types: readonly UserErrorType[]): void {
  addErrorCode();
  UserError.implement(userErrorOptions(new Map(types.map(({ code, name }) => [code, name]))));
  for (const { name, description, fields } of types) {
    const type = builder.objectType<UserErrorValue>(name);
    type.implement({ description, interfaces: [UserError], fields });
  }
}

/** The id that an error is about. Not called `id`: caches would take it for the id of the error. */
const objectId = (t: FieldBuilder<UserErrorValue>, description: string) =>
  t.field({
    type: 'ID',
    nullable: true,
    description,
    resolve: ({ extra }) => (extra['id'] as string | undefined) ?? null,
  });

/** The object that an error is about, as it is. */
function currentField(t: FieldBuilder<UserErrorValue>, description: string) {
  const resources = currentResources();
  const targets = () => [...resources.values()];
  return t.field({
    type: Node,
    nullable: true,
    description,
    extensions: { needs: anyLinkNeeds([], targets, ({ extra }) => extra.current) },
    resolve: ({ extra }, _, { execution }: Context, info) => {
      const ref = extra['current'] as Ref | undefined;
      return ref ? execution.load(ref, projectionOf(info, ref.resource.name)) : null;
    },
  });
}

/** The error types that every service shares. */
export const sharedErrorTypes: readonly UserErrorType[] = [
  errorType(
    'INVALID_INPUT',
    'InvalidInputError',
    'The gateway or the REST API rejected a value of the input.',
  ),
  errorType('FORBIDDEN', 'ForbiddenError', 'The caller lacks permission for the operation.'),
  errorType(
    'NOT_FOUND',
    'NotFoundError',
    'The requested object does not exist, or is not visible to the caller.',
    (t) => ({ objectId: objectId(t, 'The id that was not found.') }),
  ),
  errorType('GONE', 'GoneError', 'The requested object has been deleted.', (t) => ({
    objectId: objectId(t, 'The id of the deleted object.'),
  })),
  errorType(
    'CONFLICT',
    'ConflictError',
    'Another write changed the object first, or an object with the same id or key already exists.',
    (t) => ({
      current: currentField(
        t,
        'The object as it is now. To retry, read its current values and repeat the mutation; with `ifMatch` or `ifVersion`, pass its current `etag` or `version`. If an object with the id in the input already exists, that object, or null if the caller may not see it. Null if an object with the same key already exists, because the REST API does not name that object.',
      ),
    }),
  ),
  errorType(
    'MISSING_SCOPE',
    'MissingScopeError',
    'The access token lacks an OAuth scope that the operation requires.',
    (t) => ({
      service: t.field({
        type: ServiceName,
        nullable: true,
        description: 'The service that requires the scope.',
        resolve: ({ extra }) => (extra['service'] as Service | undefined) ?? null,
      }),
      anyOf: t.field({
        type: ['String'],
        description:
          'OAuth scopes, of which the access token needs one. The first one is sufficient for all objects, and allows least beside the operation. The last ones are sufficient only for some objects, or only for those who act for somebody else.',
        resolve: ({ extra }) => (extra['anyOf'] as readonly string[] | undefined) ?? [],
      }),
    }),
  ),
  errorType(
    'OPERATION_RETIRED',
    'OperationRetiredError',
    'The REST operation has been retired. No call was made.',
    (t) => ({
      operation: t.field({
        type: 'String',
        nullable: true,
        description: 'The retired REST operation, as `service:resource.method`.',
        resolve: ({ extra }) => (extra['operation'] as string | undefined) ?? null,
      }),
    }),
  ),
  errorType(
    'NOT_APPLIED',
    'NotAppliedError',
    'The service answered success, and the object has the values of before.',
    (t) => ({ current: currentField(t, 'The object as it is. Null if it was not read.') }),
  ),
  errorType(
    'PARTLY_DONE',
    'PartlyDoneError',
    'Some steps of the mutation succeeded before one failed. The completed steps are not undone, or could not be undone.',
    (t) => ({
      done: t.field({
        type: ['String'],
        nullable: false,
        description:
          'The completed steps of which the effect remains: input fields, for example `description`, keys of REST operations, or, of a mutation whose steps are an enum, values of the enum.',
        resolve: ({ extra }) => (extra['done'] as readonly string[] | undefined) ?? [],
      }),
      remaining: t.field({
        type: ['String'],
        nullable: false,
        description:
          'The steps that were not completed, in order. The outcome of the first of these steps is unknown if the response was lost; the message then says so.',
        resolve: ({ extra }) => (extra['remaining'] as readonly string[] | undefined) ?? [],
      }),
    }),
  ),
];
