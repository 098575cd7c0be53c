/** The GraphQL types of payload errors: the interface `UserError` and a type for each code. */
import type { FieldMap } from '@pothos/core';
import type { Ref } from '../../data/read/resource.ts';
import { projectionOf } from '../../data/read/walker.ts';
import { builder, type Context } from '../builder.ts';
import { Node } from '../node-interface.ts';
import { userErrorCodes, type UserErrorValue } from '../user-error.ts';
import { enumeration } from './enumeration.ts';
import { allResources, type FieldBuilder } from './field-factory.ts';
import { anyLinkNeeds } from './link.ts';

const ErrorCodeEnum = enumeration('ErrorCode', 'Why a mutation was refused.', userErrorCodes);

export const UserError = builder.interfaceRef<UserErrorValue>('UserError').implement({
  description: 'Why a mutation did not do what was asked. Further kinds and fields may follow.',
  resolveType: ({ code }) => typeNames.get(code) ?? 'InvalidInputError',
  fields: (t) => ({
    code: t.field({
      type: ErrorCodeEnum,
      nullable: false,
      description: 'The kind of error, to branch on.',
      resolve: ({ code }) => code,
    }),
    message: t.exposeString('message', {
      nullable: false,
      description: 'English, for developers and logs; not for end users.',
    }),
    path: t.exposeStringList('path', {
      nullable: true,
      description: 'Leads into `input` to the value that was refused.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: "Upstream's own stable word for it.",
    }),
  }),
});

/** Type names by error code: filled once, when the schema is built. */
const typeNames = new Map<string, string>();
type ErrorFields = (t: FieldBuilder<UserErrorValue>) => FieldMap;

/** A concrete error type, with fields of its own. */
interface UserErrorType {
  readonly code: UserErrorValue['code'];
  readonly name: string;
  readonly description: string;
  readonly fields: ErrorFields;
}

/** Declares an error type. */
export const errorType = (
  code: UserErrorType['code'],
  name: string,
  description: string,
  fields: ErrorFields = () => ({}),
): UserErrorType => ({ code, name, description, fields });

/** Adds concrete error types to the schema. */
export function addUserErrorTypes(types: readonly UserErrorType[]): void {
  for (const { code, name, description, fields } of types) {
    typeNames.set(code, name);
    const type = builder.objectRef<UserErrorValue>(name);
    type.implement({ description, interfaces: [UserError], fields });
  }
}

/** The error types that every service shares. */
export const sharedErrorTypes: readonly UserErrorType[] = [
  errorType('INVALID_INPUT', 'InvalidInputError', 'A value was refused.'),
  errorType('FORBIDDEN', 'ForbiddenError', 'The caller lacks the permission.'),
  errorType('NOT_FOUND', 'NotFoundError', 'The thing to change was not found.', (t) => ({
    id: t.id({
      nullable: true,
      description: 'The id that was looked for.',
      resolve: ({ extra }) => (extra['id'] as string | undefined) ?? null,
    }),
  })),
  errorType('GONE', 'GoneError', 'The thing to change has been deleted.', (t) => ({
    id: t.id({
      nullable: true,
      description: 'The id of what is gone.',
      resolve: ({ extra }) => (extra['id'] as string | undefined) ?? null,
    }),
  })),
  errorType('CONFLICT', 'ConflictError', 'Another write came first, or the id is taken.', (t) => ({
    current: t.field({
      type: Node,
      nullable: true,
      description: 'The thing as it is now: read it, decide anew, and write with its etag.',
      extensions: { needs: anyLinkNeeds([], allResources, ({ extra }) => extra.current) },
      resolve: ({ extra }, _, { execution }: Context, info) => {
        const ref = extra['current'] as Ref | undefined;
        return ref ? execution.load(ref, projectionOf(info, ref.resource.name)) : null;
      },
    }),
  })),
  errorType(
    'MISSING_SCOPE',
    'MissingScopeError',
    'The access token was issued for less than this needs.',
    (t) => ({
      service: t.string({
        nullable: true,
        description: 'The service that refused the token.',
        resolve: ({ extra }) => (extra['service'] as string | undefined) ?? null,
      }),
      anyOf: t.stringList({
        description: 'Scopes each of which would do.',
        resolve: ({ extra }) => (extra['anyOf'] as readonly string[] | undefined) ?? [],
      }),
    }),
  ),
  errorType(
    'OPERATION_RETIRED',
    'OperationRetiredError',
    'The operation still stands in the documents, and does nothing any more.',
    (t) => ({
      operation: t.string({
        nullable: true,
        description: 'The REST operation that is gone.',
        resolve: ({ extra }) => (extra['operation'] as string | undefined) ?? null,
      }),
    }),
  ),
  errorType(
    'PARTLY_DONE',
    'PartlyDoneError',
    'Some of the steps were done before one failed; nothing is undone.',
    (t) => ({
      done: t.stringList({
        description: 'Steps that stand.',
        resolve: ({ extra }) => (extra['done'] as readonly string[] | undefined) ?? [],
      }),
      remaining: t.stringList({
        description:
          'Steps that were not done; of the first, where its answer was lost, nobody knows: the message says so.',
        resolve: ({ extra }) => (extra['remaining'] as readonly string[] | undefined) ?? [],
      }),
    }),
  ),
];
