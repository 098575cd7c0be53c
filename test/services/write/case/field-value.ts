/** Values of input fields as the sandbox stores them. */
import type { Case, CaseField } from './case.ts';
import { internalValue } from './input-type.ts';
import { isWithin, type State, valueAt } from '../../../support/gateway/state.ts';

/** Whether a mutation changes paths of an entity that exists. */
export const isUpdate = ({ kind }: Case): boolean =>
  kind === 'patch' || kind === 'replaceParts' || kind === 'replaceIfMatch';

/** Like `isUpdate`, also if another update makes some of the changes. */
export const isEntityUpdate = (each: Case): boolean =>
  isUpdate(each) || each.kind === 'replaceByState';

/** Fields that write a path of the entity. */
export const changedFields = ({ fields }: Case): CaseField[] =>
  fields.filter(({ kind }) => kind === 'change');

/** Where the sandbox stores a field. */
export const placeOf = ({ fixture }: Case, { at, path }: CaseField): string =>
  at ?? `${fixture.entity}/${path.replaceAll('.', '/')}`;

/** The value that the API gets for a value of the input. */
export const storedValue = ({ values, stored, type }: CaseField, index: 0 | 1): unknown =>
  stored ? stored[index] : internalValue(type, values[index]);

/** The stored value; of a position, the place of the entity in its list. */
export function readStored(each: Case, field: CaseField, state: State): unknown {
  const place = placeOf(each, field);
  const value = valueAt(state, place);
  const ownId = each.fixture.entity!.split('/').at(-1)!;
  return place.endsWith('/order') ? (value as readonly string[]).indexOf(ownId) : value;
}

/** Whether a change of another field, which needs no further ones, changes this one too. */
export const isChangedByOthers = (each: Case, field: CaseField): boolean =>
  changedFields(each).some(
    (other) =>
      other !== field &&
      !other.with &&
      [placeOf(each, other), ...(other.alsoChanges ?? [])].some(
        (path) => isWithin(path, placeOf(each, field)) || isWithin(placeOf(each, field), path),
      ),
  );
