/** Where the errors of a write are in its input. */
import { keyArguments } from '../../read/key-arguments.ts';
import type { Ref } from '../../read/resource.ts';
import type { WriteRequest } from '../../write/strategy.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { ErrorPlaces, InputValue } from '../error/error-path.ts';
import { noRows, referencedType, shownValue } from './write-input.ts';
import type { AnyWriteSpec, BelowSpec, IdSpec } from './write-spec.ts';

/**
 * The places of the errors of a request.
 * @param prefix the path of the write's input in the whole input: `entries.0.`
 */
export function placesOf(spec: AnyWriteSpec, request: WriteRequest, prefix = ''): ErrorPlaces {
  const { ref, parentKey, resource, operation } = request;
  const values = [...request.changes, ...parameterValues(spec, request)];
  const condition = conditions.find((name) => request.settings[name] != null);
  return {
    values: prefix === '' ? values : values.map((value) => withPrefix(value, prefix)),
    reasons: spec.reasons,
    locations: spec.locations,
    changedId: createsAnother(spec) ? undefined : ref?.key.at(-1),
    id: (ref?.key ?? parentKey)?.at(-1),
    idArgument: idArgument(spec, prefix),
    ...(ref && isBelowParent(operation, ref) && { parentId: ref.key.at(-2) }),
    type: namedType(spec),
    created: (id) => ({ resource, key: [...(parentKey ?? []), id] }),
    condition: condition && prefix + condition,
  };
}

const withPrefix = (value: InputValue, prefix: string): InputValue => ({
  ...value,
  argument: prefix + value.argument,
  ...(value.parts && {
    parts: value.parts.map((part) => ({ ...part, argument: prefix + part.argument })),
  }),
});

/** Whether the entity that the input names stays as it is: that of a copy, or of a download. */
const createsAnother = ({ strategy, resultType }: AnyWriteSpec): boolean =>
  strategy.kind === 'insert' || resultType !== undefined;

/** The type of the entity that `idArgument` names. */
function namedType({ below, target }: AnyWriteSpec): string | undefined {
  if (below === undefined) return target.resource.name;
  if ('ref' in below) return below.ref.resource.name;
  return Object.values(below.key).at(-1)?.resource?.resource.name;
}

/** Whether the operation names the entity above, too. */
const isBelowParent = (operation: AnyOperation, ref: Ref): boolean =>
  Object.keys(keyArguments(operation, ref)).length > 1;

/** The arguments with a version that the client has read. */
export const conditions = ['ifMatch', 'ifVersion'];

/**
 * The values of the input that are sent as REST parameters; elements of a list before the whole
 * list.
 */
const parameterValues = (
  { parameters = noRows }: AnyWriteSpec,
  { settings: input, parameters: sent }: Pick<WriteRequest, 'settings' | 'parameters'>,
): InputValue[] =>
  Object.entries(parameters.rows).flatMap(([argument, [type, path, , options]]) => {
    const value = input[argument];
    if (value == null || !Object.hasOwn(sent, path)) return [];
    const elements: readonly unknown[] = Array.isArray(value) ? value : [];
    return [
      ...elements.map((element, index) => ({
        argument: `${argument}.${index}`,
        path: `${path}.${index}`,
        apply: () => element,
        ...referencedType(options),
      })),
      {
        argument,
        path,
        apply: () => value,
        ...shownValue(type, value),
        ...referencedType(options),
        ...(value === options?.default && { isDefault: true }),
      },
    ];
  });

/** The name of the argument that names the entity, or the one below which it is created. */
export function idArgument({ id, below }: AnyWriteSpec, prefix = ''): string | undefined {
  const named = id === undefined ? below && parentArgument(below) : ownArgument(id);
  return named && prefix + named;
}

const parentArgument = (below: BelowSpec): string | undefined =>
  'ref' in below ? below.argument : Object.keys(below.key).at(-1);

function ownArgument(id: IdSpec): string {
  if (typeof id === 'string') return 'id';
  return 'ref' in id ? 'by' : id.argument;
}
