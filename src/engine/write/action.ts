/** Strategies `action` and `remove`: one call on an entity, without a body of changed paths. */
import { type AnyOperation, takesParts } from '../api/operation.ts';
import { Paths } from '../read/path.ts';
import { idPathOf, type Ref } from '../read/resource.ts';
import { answeredParts, shownParts } from './answered-part.ts';
import { type JsonRecord, newBody } from './change.ts';
import { conditionHeaders, finalError, isPreconditionFailed } from './update/conditional-write.ts';
import { fixedArguments, keyArguments } from '../read/key-arguments.ts';
import { partOf } from './update/replace-parts.ts';
import type { CallCount, PlannedWrite, Strategy, WriteOutcome, WriteRequest } from './strategy.ts';

interface ActionRules {
  /** Paths of the entity that the answer proves. Default: none. */
  readonly answer?: {
    /** The entity as far as the REST answer shows it; null if the answer shows nothing. */
    readonly read: (answer: unknown, ref: Ref) => object | null;
    readonly paths: Paths;
  };
  /** The answer is the entity. The selection is requested, which saves a second call. */
  readonly answersEntity?: true;
  /** The answer is no entity, and fields of the payload read it as `extra`. */
  readonly showsAnswer?: true;
  /** Further operations that `run` may call. */
  readonly alsoCalls?: readonly AnyOperation[];
  readonly calls?: (write: PlannedWrite) => readonly CallCount[];
  /** Whether `run` finds out that nothing is left to do. Default: by the operation. */
  readonly isRepeatable?: true;
  /** Replaces the single call: for actions that read, repeat or explain a failure. */
  readonly run?: Strategy['run'];
}

/** Declares a call that acts on an entity: rate, report, transition, set an image. */
export const action = (rules: ActionRules = {}): Strategy => ({
  kind: 'action',
  operations: ({ operation }) => [operation, ...(rules.alsoCalls ?? [])],
  ...(rules.calls && { calls: rules.calls }),
  ...(rules.isRepeatable && { isRepeatable: true }),
  run: rules.run ?? ((write) => callOnce(write, rules)),
});

async function callOnce(
  write: WriteRequest,
  { answer, answersEntity, showsAnswer }: ActionRules,
): Promise<WriteOutcome> {
  const { execution, ref, file } = write;
  if (answersEntity) return callForEntity(write);
  const received = await execution.send(write.operation, actionArguments(write), { file });
  if (ref && answer) execution.invalidate(ref, answer.read(received, ref), answer.paths);
  else execution.invalidate();
  return { ref, ...(showsAnswer && { extra: received }) };
}

/**
 * Sends a call whose answer is the entity, with the selected parts or paths that the operation
 * returns, and at least with the id.
 */
export async function callForEntity(write: WriteRequest): Promise<WriteOutcome> {
  const { execution, operation, resource, selected } = write;
  if (takesParts(operation)) return callForParts(write);
  const requested = selected.with(idPathOf(resource));
  const args = { ...actionArguments(write), fields: requested.mask };
  const answer = (await execution.send(operation, args)) as object;
  execution.invalidate(write.ref, answer, requested);
  return { ref: write.ref };
}

async function callForParts(write: WriteRequest): Promise<WriteOutcome> {
  const { execution, operation, selected, file } = write;
  const ref = write.ref!;
  // `part` names what is written, too.
  const written = write.changes.map(({ path }) => partOf(path));
  const parts = [...new Set([...written, ...answeredParts(operation, selected)])];
  const part = parts.length === 0 ? ['id'] : parts;
  const answer = await execution.send(operation, { ...actionArguments(write), part }, { file });
  const shown = shownParts(answer as JsonRecord | undefined, ref, parts);
  const id = ref.key.at(-1)!;
  execution.invalidate(ref, { id, ...shown }, Paths.of('id', ...Object.keys(shown)));
  return { ref };
}

/**
 * Arguments of the call: the entity's key, the REST parameters, and a body where there are changes.
 */
function actionArguments({
  operation,
  resource,
  ref,
  changes,
  parameters,
  adjust,
}: WriteRequest): JsonRecord {
  const { body } = newBody(changes);
  adjust?.(body, {});
  const key = ref ? keyArguments(operation, ref) : {};
  // An operation without a key among its parameters takes it in its body.
  const inBody = ref && Object.keys(key).length === 0 ? keyInBody(operation, ref) : {};
  return {
    ...key,
    ...fixedArguments(operation, resource),
    ...parameters,
    ...(operation.hasRequestBody && { body: { ...inBody, ...body } }),
  };
}

/** The key of the entity as the body of the operation names it. */
const keyInBody = ({ requiredBody = [] }: AnyOperation, { resource, key }: Ref): JsonRecord => {
  const isId = requiredBody.some(({ path }) => path === 'id');
  return { [isId ? 'id' : resource.key.at(-1)!]: key.at(-1)! };
};

/** Declares the deletion of an entity. Setting: `ifMatch` (an etag). */
export const remove = (): Strategy => ({
  kind: 'remove',
  conditions: ['ifMatch'],
  operations: ({ operation }) => [operation],
  run: async (write) => {
    const { execution, operation, settings } = write;
    const headers = conditionHeaders(settings['ifMatch'] as string | null | undefined);
    try {
      await execution.send(operation, actionArguments(write), { headers });
    } catch (error) {
      throw isPreconditionFailed(error) ? finalError(error, write.ref!) : error;
    } finally {
      execution.invalidate();
    }
    return { ref: write.ref };
  },
});
