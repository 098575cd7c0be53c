/**
 * Strategy `openUpload`: opens an upload session; the entity exists once the last byte has arrived.
 */
import { type AnyOperation, takesParts } from '../../api/operation.ts';
import { observed } from '../../rest/share/wait-observer.ts';
import type { Execution } from '../../execution/execution.ts';
import type { Ref, Resource } from '../../read/resource.ts';
import type { NewUpload, UploadRecord } from '../../transfer/upload-session.ts';
import { type JsonRecord, newBody } from '../change.ts';
import type { ClientId } from './insert.ts';
import { fixedArguments, keyArguments } from '../../read/key-arguments.ts';
import type { Strategy, WriteRequest } from '../strategy.ts';
import { hasCondition, readCurrent, type VersionCondition } from '../update/version-condition.ts';

/** A file that arrives later. */
export interface UploadFile {
  readonly contentType: string;
  /** Bytes of the whole file; null where the length is not known yet. */
  readonly total: number | null;
}

interface UploadRules {
  /** The session's own resource: the payload leads to it. */
  readonly session: Resource;
  /** @throws InvalidInput for a file that the operation does not take */
  readonly file: (operation: AnyOperation, settings: Readonly<JsonRecord>) => UploadFile;
  /** The keys above the new entity's own, from the body. */
  readonly parentKey?: (body: JsonRecord) => readonly string[];
  /** Compared when the session is opened: the content that arrives later is not conditional. */
  readonly condition?: VersionCondition;
  /** Makes the id of the new entity, so that an upload that ends twice creates nothing twice. */
  readonly clientId?: ClientId;
}

export const openUpload = (rules: UploadRules): Strategy => ({
  kind: 'openUpload',
  conditions: rules.condition ? [rules.condition.setting] : [],
  operations: ({ operation, resource }) => [
    ...(rules.condition ? [resource.read.operation] : []),
    ...callsToOpen(rules, operation),
  ],
  calls: ({ operation, resource, settings }) => [
    [resource.read.operation, hasCondition(settings, rules.condition) ? 1 : 0],
    ...callsToOpen(rules, operation).map((each) => [each, 1] as const),
  ],
  run: async (write) => {
    const { execution, operation, resource, ref, changes, settings, adjust } = write;
    const facts = rules.file(operation, settings);
    // A call without a body sends no entity, and gets none back.
    const { hasRequestBody } = operation;
    const { body, parts } = newBody(changes);
    adjust?.(body, {});
    if (hasCondition(settings, rules.condition)) await readCurrent(write, [], rules.condition);
    const id = await rules.clientId?.generate(execution, body);
    const above = ref ? ref.key.slice(0, -1) : (rules.parentKey?.(body) ?? []);
    const args = {
      ...fixedArguments(operation, resource),
      ...write.parameters,
      ...targetOf(write, { ...(id !== undefined && { id }), ...body }),
      ...(takesParts(operation) ? { part: parts } : hasRequestBody && { fields: 'id' }),
    };
    const known = ref && { id: ref.key.at(-1)! };
    const creates = { type: resource.name, parentKey: above, ...known };
    const session = await openSession(execution, operation, args, { ...facts, creates });
    return { ref: { resource: rules.session, key: [session.id] } };
  },
});

/** Starts an upload, and stores its session. The bytes follow in requests of their own. */
async function openSession(
  execution: Execution,
  operation: AnyOperation,
  args: Readonly<JsonRecord>,
  facts: Omit<NewUpload, 'operation' | 'target'>,
): Promise<UploadRecord> {
  const { identities, uploads, openedUploads } = execution;
  const file = { contentType: facts.contentType, length: facts.total ?? undefined };
  const target = await execution.startUpload(operation, args, file);
  const created = uploads.create(identities.of(operation), { ...facts, operation, target });
  const session = await observed(created, 'store', execution);
  openedUploads.set(session.id, session);
  return session;
}

/** The operations that open a session, each called once. */
function callsToOpen({ clientId }: UploadRules, operation: AnyOperation): AnyOperation[] {
  const [first] = clientId?.operations ?? [];
  return first ? [first, operation] : [operation];
}

/** An update names its entity in the path, or else in the body. */
function targetOf({ operation, ref }: WriteRequest, body: JsonRecord): JsonRecord {
  const key: JsonRecord = ref ? { ...keyArguments(operation, ref) } : {};
  const isInBody = ref !== undefined && Object.keys(key).length === 0;
  return {
    ...key,
    ...(operation.hasRequestBody && { body: { ...(isInBody && idOf(ref)), ...body } }),
  };
}

const idOf = ({ key }: Ref): JsonRecord => ({ id: key.at(-1)! });
