/** Labels of files as the responses contain them. */
import type { User } from '../../user.ts';
import { type LabelFieldDefinition, labelCatalogue } from './catalogue.ts';
import { serializeUser } from '../permission/person.ts';
import type { FileEntity } from '../state.ts';

/** @param id of a label that the file has */
export function serializeLabel({ labels }: FileEntity, id: string, user: User): object {
  const { revisionId, fields } = labelCatalogue.get(id)!;
  const values = labels.get(id)!;
  return {
    kind: 'drive#label',
    id,
    revisionId,
    fields: Object.fromEntries(
      fields
        .filter((field) => values.has(field.id))
        .map((field) => [field.id, serializeField(field, values.get(field.id)!, user)]),
    ),
  };
}

const serializeField = (
  { id, valueType }: LabelFieldDefinition,
  values: readonly string[],
  user: User,
): object => ({
  kind: 'drive#labelField',
  id,
  valueType,
  [valueType]:
    valueType === 'user' ? values.map((email) => serializeUser(email, user)) : [...values],
});
