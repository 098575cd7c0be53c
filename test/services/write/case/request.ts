/** The REST calls of a mutation, as the tests of writes look at them. */
import { getter } from '../../../../src/engine/read/path.ts';
import { writablePathsOf } from '../../../../src/sandbox/call/writable-path.ts';
import { type AnyOperation, isRead } from '../../../../src/engine/api/operation.ts';
import type { Call } from '../../../support/gateway/studio.ts';
import type { Input } from '../fixture/fixture.ts';
import type { Case } from './case.ts';

/** The operations of a case that change something. */
export const writeOperations = ({ write }: Case): AnyOperation[] =>
  write.operations.filter((operation) => !isRead(operation));

/** The calls of a test, or of one request. */
interface Calls {
  readonly calls: () => readonly Call[];
}

/** The calls of a case's write operations, in the order of arrival, without those with bytes. */
export function writeCalls(made: Calls, each: Case): Call[] {
  const keys = new Set<string>(writeOperations(each).map(({ key }) => key));
  return made
    .calls()
    .filter(({ operation, query }) => keys.has(operation) && !('upload_id' in query));
}

/** The last call, of the declared operation where the input has a body for it. */
export function lastWrite(made: Calls, each: Case): Call | undefined {
  const { operation: declared, input } = each.write.spec;
  const calls = writeCalls(made, each);
  const own = input && calls.findLast(({ operation }) => operation === declared.key);
  return own ?? calls.at(-1);
}

/** The body of the last write; empty where it has none. */
export const lastBody = (made: Calls, each: Case): Readonly<Record<string, unknown>> =>
  (lastWrite(made, each)?.body ?? {}) as Readonly<Record<string, unknown>>;

/** Paths of the values in a body; a list is one value. */
export const bodyPaths = (body: unknown, above = ''): string[] =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.entries(body).flatMap(([name, value]) => bodyPaths(value, `${above}.${name}`))
    : [above.slice(1)];

/** Paths that cannot be changed, and that go with others of the body. */
const sentBack: Readonly<Record<string, readonly string[]>> = {
  'calendar:events.update': ['eventType'],
};

/**
 * Paths of a call's body that the operation may not write. The key of the entity is allowed.
 *
 * The sandbox's list of writable paths decides, which is made from the schemas of the services. The
 * lists of the descriptors do not: the strategies make the bodies from them.
 */
export function readOnlyPaths({ operation, body }: Call): string[] {
  if (body === undefined) return [];
  const writable = ['id', ...(sentBack[operation] ?? []), ...writablePathsOf(operation)];
  const allowed = writable.map(patternOf);
  // A PATCH removes an object by null.
  const isRemoved = (path: string): boolean =>
    getter(path)(body) === null && writable.some((each) => each.startsWith(`${path}.`));
  return bodyPaths(body).filter(
    (path) => path !== '' && !allowed.some((pattern) => pattern.test(path)) && !isRemoved(path),
  );
}

/** `localizations.(key).title`, `schedule.*` and `tags[]` as patterns of paths in a body. */
function patternOf(writable: string): RegExp {
  const steps = writable
    .replace(/\[\].*$/, '')
    .split('.')
    .map((step) => ({ '(key)': '[^.]+', '*': '.+' })[step] ?? step);
  return new RegExp(`^${steps.join('\\.')}$`);
}

/** Parameters that any call can have. */
const general: ReadonlySet<string> = new Set([
  // What the answer has, and in how many bytes.
  'fields',
  'part',
  'prettyPrint',
  // How the bytes of a file come.
  'uploadType',
  // These say that nobody is told; `parameter.test.ts` is about their values.
  'notifySubscribers',
  'sendNotifications',
  'sendUpdates',
  // Every operation that takes it has it, as `parameter.test.ts` shows.
  'supportsAllDrives',
]);

/** Optional parameters that calls need for another reason than the argument of this name. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'calendar:calendarList.patch': ['colorRgbFormat'],
  'calendar:calendarList.update': ['colorRgbFormat'],
  // Conferences, attachments and labels that are read and sent back would be lost.
  'calendar:events.patch': ['conferenceDataVersion', 'supportsAttachments', 'eventLabelVersion'],
  'calendar:events.update': ['conferenceDataVersion', 'supportsAttachments', 'eventLabelVersion'],
  'live:liveBroadcasts.bind': ['streamId'],
  'live:liveBroadcasts.cuepoint': ['id'],
  'storage:changes.watch': ['includeItemsFromAllDrives'],
};

/** The parameters of the writes that neither operation nor input asks for. */
export function needlessParameters(made: Calls & { readonly input: Input }, each: Case): string[] {
  const operations = new Map<string, AnyOperation>(
    writeOperations(each).map((operation) => [operation.key, operation]),
  );
  const asked = new Set(
    Object.entries(each.write.spec.parameters?.rows ?? {})
      .filter(([name, [, , , options]]) => name in made.input || options?.default !== undefined)
      .map(([, [, parameter]]) => parameter),
  );
  return writeCalls(made, each).flatMap(({ operation, query }) => {
    const known = new Set([...general, ...asked, ...(needed[operation] ?? [])]);
    return Object.keys(query)
      .filter((name) => !known.has(name) && !operations.get(operation)!.query[name]?.required)
      .map((name) => `${operation} ${name}`);
  });
}
