/** What a client can act on: the typed `errors` of a mutation's payload. */
import type { Ref } from '../data/read/resource.ts';
import { PartlyDone } from '../data/write/partly-done.ts';
import { Conflict } from '../data/write/replace-if-match.ts';
import { InvalidInput, UpstreamError } from '../upstream/error.ts';
import { projectionOf } from '../data/read/walker.ts';
import { builder, type Context } from './builder.ts';
import { type ErrorCode, messageOf } from './error.ts';
import { allResources, type FieldBuilder } from './field/field-factory.ts';
import { enumeration } from './field/enumeration.ts';
import { anyLinkNeeds } from './field/link.ts';

import { Node } from './node-interface.ts';

/** Refused by a rule of ours, with what the client needs to go on. */
export class MutationError extends Error {
  readonly code: ErrorCode;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.extra = extra;
  }
}

export interface UserErrorValue {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[] | null;
  readonly reason: string | null;
  /** What the concrete types show; `current` is the ref of what was found instead of what the client had seen, `ref` of what is half done. */
  readonly extra: Readonly<Record<string, any>>;
}

const codes = {
  INVALID_INPUT: 'The gateway or upstream refused a value; `path` leads to it where that is known.',
  NOT_FOUND: 'Nothing with that id is there, or the caller may not see it.',
  CONFLICT: 'Somebody else changed it meanwhile, or it exists already.',
  GONE: 'It was there and has been deleted.',
  FORBIDDEN: 'The caller may not do this.',
  MISSING_SCOPE: 'The access token lacks a scope.',
  INVALID_TRANSITION: 'A broadcast cannot go to that status from where it is.',
  STREAM_INACTIVE: 'The bound stream receives no data yet.',
  OPERATION_RETIRED: 'Upstream no longer supports this.',
  PARTLY_DONE: 'It takes several calls, and one of them failed after others had been done.',
} as const;

const ErrorCodeEnum = enumeration('ErrorCode', 'Why a mutation was refused.', codes);
const isPayloadCode = (code: string): boolean => code in codes;

export const UserError = builder.interfaceRef<UserErrorValue>('UserError').implement({
  description: 'Why a mutation did not do what was asked. Further kinds and fields may follow.',
  resolveType: ({ code }) => typeNames[code] ?? 'InvalidInputError',
  fields: (t) => ({
    code: t.field({
      type: ErrorCodeEnum,
      nullable: false,
      description: 'The kind of error, to branch on.',
      resolve: ({ code }) => code as never,
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

const typeNames: Record<string, string> = {};
type Extra = (t: FieldBuilder<UserErrorValue>) => Record<string, unknown>;

/** A kind of user error with the fields of its own; a domain adds those that carry its types. */
export function errorType(
  code: keyof typeof codes,
  name: string,
  description: string,
  extra: Extra = () => ({}),
): void {
  typeNames[code] = name;
  builder
    .objectRef<UserErrorValue>(name)
    .implement({ description, interfaces: [UserError], fields: extra as never });
}

errorType('INVALID_INPUT', 'InvalidInputError', 'A value was refused.');
errorType('FORBIDDEN', 'ForbiddenError', 'The caller lacks the permission.');

errorType('NOT_FOUND', 'NotFoundError', 'The thing to change was not found.', (t) => ({
  id: t.id({
    nullable: true,
    description: 'The id that was looked for.',
    resolve: ({ extra }) => extra['id'] ?? null,
  }),
}));

errorType('GONE', 'GoneError', 'The thing to change has been deleted.', (t) => ({
  id: t.id({
    nullable: true,
    description: 'The id of what is gone.',
    resolve: ({ extra }) => extra['id'] ?? null,
  }),
}));

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
}));

errorType(
  'MISSING_SCOPE',
  'MissingScopeError',
  'The access token was issued for less than this needs.',
  (t) => ({
    service: t.string({
      nullable: true,
      description: 'The service that refused the token.',
      resolve: ({ extra }) => extra['service'] ?? null,
    }),
    anyOf: t.stringList({
      description: 'Scopes each of which would do.',
      resolve: ({ extra }) => extra['anyOf'] ?? [],
    }),
  }),
);

errorType(
  'OPERATION_RETIRED',
  'OperationRetiredError',
  'The operation still stands in the documents, and does nothing any more.',
  (t) => ({
    operation: t.string({
      nullable: true,
      description: 'The REST operation that is gone.',
      resolve: ({ extra }) => extra['operation'] ?? null,
    }),
  }),
);

errorType(
  'PARTLY_DONE',
  'PartlyDoneError',
  'Some of the steps were done before one failed; nothing is undone.',
  (t) => ({
    done: t.stringList({
      description: 'Steps that stand.',
      resolve: ({ extra }) => extra['done'] ?? [],
    }),
    remaining: t.stringList({
      description:
        'Steps that were not done; of the first, where its answer was lost, nobody knows: the message says so.',
      resolve: ({ extra }) => extra['remaining'] ?? [],
    }),
  }),
);

/** Of a failure that a client can't act on. */
const causeOf = (error: unknown): string =>
  error instanceof UpstreamError ? messageOf(error.failure) : '';

/** @returns undefined for what is no user error: that fails the mutation as a GraphQL error. */
export function toUserError(error: unknown): UserErrorValue | undefined {
  if (error instanceof InvalidInput)
    return {
      code: 'INVALID_INPUT',
      message: error.message,
      path: error.argument.split('.'),
      reason: null,
      extra: {},
    };
  if (error instanceof Conflict)
    return {
      code: 'CONFLICT',
      message: error.message,
      path: null,
      reason: null,
      extra: { current: error.ref },
    };
  if (error instanceof PartlyDone) {
    const { done, remaining, ref, cause } = error;
    const { path = null, reason = null, message = causeOf(cause) } = toUserError(cause) ?? {};
    return {
      code: 'PARTLY_DONE',
      message: `${error.message} ${message}`,
      path,
      reason,
      extra: { done, remaining, ref },
    };
  }
  if (error instanceof MutationError) {
    const {
      path = null,
      reason = null,
      ...extra
    } = error.extra as { path?: string[]; reason?: string };
    return { code: error.code, message: error.message, path, reason, extra };
  }
  if (!(error instanceof UpstreamError) || !isPayloadCode(error.code)) return undefined;
  const { code, service, operation, reason, anyOf, id } = error.failure;
  return {
    code,
    message: messageOf(error.failure),
    // Upstream's own path leads nowhere in `input`: where the argument is known, a refusal of ours names it.
    path: null,
    reason: reason ?? null,
    extra: { service, operation, anyOf, id },
  };
}
