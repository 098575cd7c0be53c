/** What is known of the caller's access tokens: whether services accept them, and their scopes. */
import { noNeeds } from '../../engine/read/needs.ts';
import type { Execution } from '../../engine/execution/execution.ts';
import { events } from '../calendar/operations.ts';
import { liveBroadcasts } from '../live/operations.ts';
import { about } from '../storage/operations.ts';
import { channels } from '../video/operations.ts';
import { UpstreamError } from '../../engine/api/error.ts';
import type { Service } from '../../engine/api/register.ts';
import type { AnyOperation } from '../../engine/api/operation.ts';
import { builder, type Context } from '../../engine/schema/builder.ts';
import { enumeration } from '../../engine/schema/field/enumeration.ts';
import { field } from '../../engine/schema/field/field-factory.ts';
import { required } from '../../engine/schema/field/input-row.ts';
import { ownValues } from '../../engine/schema/field/own-value.ts';
import { ServiceName } from '../../engine/schema/quota/service-name.ts';
import { Viewer } from '../shared/viewer.ts';

const ServiceAccess = enumeration(
  'ServiceAccess',
  'Whether a service accepts the access token of the caller.',
  {
    granted: 'The service accepts the token, and answers reads of data of the account.',
    forbidden:
      'The service accepts the token, but not the account: it has no YouTube channel, may not stream live, or may not use the service.',
    missingScope:
      'The service accepts the token, which lacks the scopes for a read of data of the account. Operations with other scopes can succeed.',
    rejected: 'The service rejects the token: it is not valid, or it has expired.',
    noToken: 'The request has no token for the service.',
  },
);

type Access = (typeof ServiceAccess)['$inferType'];

/** A service, and the read that finds out whether it accepts the token. */
interface ViewerService {
  readonly service: Service;
  access?: Promise<Access>;
}

/** A read of data of the account, which takes the least and accepts most scopes. */
interface AccessRead {
  readonly operation: AnyOperation;
  readonly args: Readonly<Record<string, unknown>>;
  /** Whether an empty list means that the account has no channel. */
  readonly needsItem?: true;
}

const accessReads: Readonly<Record<Service, AccessRead>> = {
  video: {
    operation: channels.list,
    args: { part: ['id'], mine: true, fields: 'items/id' },
    // Without a channel the answer is 200: google/googleapis.dart#255 and #546.
    needsItem: true,
  },
  live: {
    operation: liveBroadcasts.list,
    args: { part: ['id'], mine: true, maxResults: 1, fields: 'items/id' },
  },
  storage: { operation: about.get, args: { fields: 'user/permissionId' } },
  calendar: {
    operation: events.list,
    args: { calendarId: 'primary', maxResults: 1, fields: 'accessRole' },
  },
};

const serviceNames = Object.keys(accessReads) as Service[];

const accessOperations = serviceNames.map((each) => accessReads[each].operation);

type ListAnswer = { readonly items?: readonly unknown[] } | undefined;

const noTypes: ReadonlySet<string> = new Set();

/** @throws UpstreamError for a failure that says nothing about the token */
async function accessTo(service: Service, execution: Execution): Promise<Access> {
  if (execution.identities.ofService(service).token === undefined) return 'noToken';
  const { operation, args, needsItem } = accessReads[service];
  try {
    const answer = (await execution.sharedCall(operation, args, noTypes)) as ListAnswer;
    return needsItem && !answer?.items?.length ? 'forbidden' : 'granted';
  } catch (error) {
    const access = error instanceof UpstreamError ? accessByCode[error.code] : undefined;
    if (access === undefined) throw error;
    return access;
  }
}

/** What failures say about the token. An account without a primary calendar has access, too. */
const accessByCode: Readonly<Partial<Record<UpstreamError['code'], Access>>> = {
  UNAUTHENTICATED: 'rejected',
  MISSING_SCOPE: 'missingScope',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'granted',
};

/** What is known about the scopes, with what a read of `access` in the same selection proves. */
async function scopesOf(value: ViewerService, { execution }: Context) {
  // The resolvers of the other selected fields run first.
  await Promise.resolve();
  await value.access?.catch(() => {});
  const { service } = value;
  return execution.knownScopes.of(execution.identities.ofService(service), service);
}

const grantedType = builder.objectType<readonly string[]>('GrantedScopes').implement({
  description: 'OAuth scopes, at least one of which the access token has.',
  fields: (t) => ({
    anyOf: field(t, {
      type: ['String'],
      nullable: false,
      description:
        'The full names of the scopes. The access token has the scope for certain if there is only one.',
      needs: noNeeds,
      resolve: (scopes: readonly string[]) => scopes,
    }),
  }),
});

const serviceType = builder.objectType<ViewerService>('ViewerService').implement({
  description: 'The access token of the caller for one service, as far as the gateway knows it.',
  fields: (t) => ({
    ...ownValues(t, { service: [required(ServiceName), 'The service that the token is for.'] }),
    access: field(t, {
      type: ServiceAccess,
      description:
        'Whether the service accepts the access token. Reads a value of the account, with one call for each service.',
      needs: {
        kind: 'calls',
        forCaller: accessOperations,
        costOf: () => ({
          calls: [],
          sharedCalls: accessOperations.map((operation) => [operation, 1]),
          loads: [],
          values: 0,
        }),
      },
      operations: accessOperations,
      resolve: (value: ViewerService, _, { execution }: Context) => {
        value.access = accessTo(value.service, execution);
        return value.access;
      },
    }),
    missingScopes: field(t, {
      type: ['String'],
      nullable: false,
      description:
        'The full names of the OAuth scopes that the access token is known not to have: the answers of the service have proven it, to calls of the last hour. Operations that accept only scopes of a refused one fail with `MISSING_SCOPE` without a call, reads only after the refusal of a read. Of scopes that cover only some objects, for example `drive.file`, nothing is known. Costs no call.',
      needs: noNeeds,
      resolve: async (value: ViewerService, _, context: Context) =>
        (await scopesOf(value, context)).missing,
    }),
    grantedScopes: field(t, {
      type: [grantedType],
      nullable: false,
      description:
        'The OAuth scopes that the access token is known to have: successful calls of the last hour have proven it. A call proves one of the scopes that its operation accepts, less those that are missing. Select `access` for a call to each service. Costs no call.',
      needs: { kind: 'nested', path: '', paths: [], maxItems: 100 },
      resolve: async (value: ViewerService, _, context: Context) =>
        (await scopesOf(value, context)).granted,
    }),
  }),
});

export function addViewerService(): void {
  builder.objectField(Viewer, 'services', (t) =>
    field(t, {
      type: [serviceType],
      nullable: false,
      description:
        'The services, with what is known about the access token for each of them. One token can be for all services.',
      needs: { kind: 'nested', path: '', paths: [], maxItems: serviceNames.length },
      resolve: (): ViewerService[] => serviceNames.map((service) => ({ service })),
    }),
  );
}
