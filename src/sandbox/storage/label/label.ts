/** `files.listLabels` and `files.modifyLabels`. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { paginate } from '../../call/page.ts';
import {
  findFile,
  includesRole,
  roleOf,
  throwInsufficientPermissions,
} from '../permission/access.ts';
import { type LabelDefinition, type LabelFieldDefinition, labelCatalogue } from './catalogue.ts';
import { serializeLabel } from './serializer.ts';
import { mime } from '../content/mime.ts';
import { type FileEntity, storageState } from '../state.ts';

/** `files.listLabels`. Folders have no labels. */
export const listLabels: Handler = (call) => {
  const file = findFile(call, call.path['fileId']!);
  const { items, next } = paginate(call, [...file.labels.keys()].toSorted());
  return {
    kind: 'drive#labelList',
    ...(next && { nextPageToken: next }),
    labels: items.map((id) => serializeLabel(file, id, call.user)),
  };
};

/** A field modification of the request. */
interface FieldChange {
  readonly fieldId?: string | null;
  readonly setTextValues?: readonly string[] | null;
  readonly setIntegerValues?: readonly (string | number)[] | null;
  readonly setDateValues?: readonly string[] | null;
  readonly setSelectionValues?: readonly string[] | null;
  readonly setUserValues?: readonly string[] | null;
  readonly unsetValues?: boolean | null;
}

/** A label modification of the request. */
interface LabelChange {
  readonly labelId?: string | null;
  readonly fieldModifications?: readonly FieldChange[] | null;
  readonly removeLabel?: boolean | null;
}

/** The fields of a field modification, by the type of their values. */
const setters = {
  text: 'setTextValues',
  integer: 'setIntegerValues',
  dateString: 'setDateValues',
  selection: 'setSelectionValues',
  user: 'setUserValues',
} as const;

/**
 * `files.modifyLabels`: adds labels, changes the values of their fields, removes labels. Either all
 * modifications are made or none.
 */
export const modifyLabels: Handler = (call) => {
  const file = findFile(call, call.path['fileId']!);
  checkRole(call, file);
  const changes = (call.body['labelModifications'] ?? []) as readonly LabelChange[];
  const labels = new Map(file.labels);
  const modified = new Set<string>();
  for (const change of changes) {
    const label = findLabel(change);
    if (change.removeLabel) labels.delete(label.id);
    else labels.set(label.id, changedValues(label, labels.get(label.id), change));
    if (change.removeLabel) modified.delete(label.id);
    else modified.add(label.id);
  }
  file.labels.clear();
  for (const [id, values] of labels) file.labels.set(id, values);
  if (changes.length > 0) file.version += 1;
  return {
    kind: 'drive#modifyLabelsResponse',
    modifiedLabels: [...modified].map((id) => serializeLabel(file, id, call.user)),
  };
};

/** @throws ApiError 403 for folders and for callers who are not writers */
function checkRole({ simulation, user }: ApiCall, file: FileEntity): void {
  const role = roleOf(storageState(simulation), user, file);
  if (!includesRole(role, 'writer') || file.fields.mimeType === mime.folder)
    throwInsufficientPermissions(file.id);
}

/** @throws ApiError 400 without an id, 404 for an unknown label */
function findLabel({ labelId }: LabelChange): LabelDefinition {
  const at = { location: 'labelModifications.labelId', locationType: 'other' } as const;
  if (!labelId) throw new ApiError(400, 'required', { message: 'A label ID is required.', ...at });
  const label = labelCatalogue.get(labelId);
  if (label) return label;
  throw new ApiError(404, 'notFound', { message: `Label not found: ${labelId}.`, ...at });
}

function throwInvalidField(message: string): never {
  throw new ApiError(400, 'invalid', {
    message,
    location: 'labelModifications.fieldModifications',
    locationType: 'other',
  });
}

/** The values of a label after a modification. */
function changedValues(
  label: LabelDefinition,
  current: ReadonlyMap<string, readonly string[]> | undefined,
  { fieldModifications }: LabelChange,
): ReadonlyMap<string, readonly string[]> {
  const values = new Map(current);
  for (const change of fieldModifications ?? []) {
    const field = label.fields.find(({ id }) => id === change.fieldId);
    if (!field) return throwInvalidField(`The label has no field "${change.fieldId ?? ''}".`);
    const next = newValues(field, change);
    if (next.length === 0) values.delete(field.id);
    else values.set(field.id, next);
  }
  return values;
}

/**
 * The values that a modification sets; empty if it unsets them.
 * @throws ApiError 400 for values of another type, too many values, and unknown choices
 */
function newValues(field: LabelFieldDefinition, change: FieldChange): readonly string[] {
  const { id, valueType, maxValues = 1, choices } = field;
  const setter = setters[valueType];
  const set = Object.values(setters).filter((name) => change[name] ?? false);
  if (change.unsetValues && set.length === 0) return [];
  if (change.unsetValues || set.length !== 1 || set[0] !== setter)
    return throwInvalidField(`The field ${id} is set with ${setter} or unset.`);
  const values = (change[setter] ?? []).map(String);
  if (values.length > maxValues)
    return throwInvalidField(`The field ${id} has at most ${maxValues} values.`);
  if (choices && values.some((value) => !choices.includes(value)))
    return throwInvalidField(`The field ${id} has no such choice.`);
  if (valueType === 'user' && values.some((value) => !value.includes('@')))
    return throwInvalidField(`The field ${id} takes e-mail addresses.`);
  return values;
}
