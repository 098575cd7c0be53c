/** Labels that a calendar defines for its events. */
import type { calendar_v3 } from '@googleapis/calendar';
import { isKey } from '../../../engine/read/resource.ts';
import { mergeFields } from '../../../engine/write/update/keyed-list.ts';
import { calendars } from '../operations.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { InvalidValue } from '../../../engine/rest/operation/invalid-value.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { elementId } from '../../../engine/schema/type/element-id.ts';
import { type ListRules, listChangeType } from '../../../engine/schema/write/list-change.ts';
import { computed, fields } from '../../../engine/schema/field/path-field.ts';
import { inputObject } from '../../../engine/schema/field/input-row.ts';
import { checkText } from '../../../engine/schema/type/text.ts';
import { checkHexColor } from '../color/hex.ts';

/** The maximum number of labels of a calendar. */
export const maxEventLabels = 200;

const maxNameLength = 50;

export const EventLabel = builder
  .objectType<calendar_v3.Schema$EventLabel>('EventLabel')
  .implement({
    description: 'A label that a calendar defines for its events: a name and a color.',
    fields: (t) => ({
      labelId: computed(
        t,
        'ID',
        {
          paths: ['id'],
          compute: ({ id }) => {
            if (isKey(id)) return id;
            throw new InvalidValue(calendars.get);
          },
        },
        'The Google Calendar id of the label. REST field: `id`.',
      ),
      ...fields(t, {
        name: 'The name of the label. Null for a label that is a color only.',
        backgroundColor:
          'The color of events with the label as a hexadecimal value, for example `#039be5`.',
      }),
    }),
  });

export const EventLabelInput = inputObject(
  'EventLabelInput',
  'A label for the events of a calendar.',
  {
    labelId: [
      'ID',
      'The id of the label: a UUID, unique in the calendar. Required to change an existing label. Default: a new label with an id that Google Calendar makes.',
    ],
    name: [
      'String',
      'The name of the label. At most 50 characters. Null or absent in a new label: a color without a name.',
    ],
    backgroundColor: [
      'String',
      'The color of the label as a hexadecimal value, for example `#039be5`. Required for a new label.',
    ],
  },
);

export const EventLabelChangesInput = listChangeType('EventLabelChangesInput', {
  entry: EventLabelInput,
  key: 'ID',
  many: 'labels',
  one: 'label',
  keys: 'id',
  setNote: `A calendar has at most ${maxEventLabels} labels.`,
});

export type Label = calendar_v3.Schema$EventLabel;

/** @returns null if no label has the id; the error of a label without an id, which may have it */
export function labelWith(labels: readonly Label[], labelId: string): Label | Error | null {
  const found = labels.find(({ id }) => id === labelId);
  if (found) return found;
  return labels.every(({ id }) => isKey(id)) ? null : new InvalidValue(calendars.get);
}

type LabelInput = typeof EventLabelInput.$inferType;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @throws InvalidInput for an id that is no UUID */
function checkLabelId(labelId: string, argument: string): void {
  elementId('EventLabel', labelId, argument);
  if (!uuid.test(labelId))
    throw new InvalidInput(
      argument,
      `${showValue(labelId)} is no UUID; expected the id of a label, or none for a new label`,
    );
}

/** @throws InvalidInput for an id that is no UUID, a long name, and a bad color */
function checkLabel({ labelId, name, backgroundColor }: LabelInput, argument: string): void {
  if (name != null) checkText(`${argument}.name`, name, { maxLength: maxNameLength });
  if (backgroundColor === null)
    throw new InvalidInput(
      `${argument}.backgroundColor`,
      'null is not allowed; leave the field out to keep the color',
    );
  if (backgroundColor !== undefined) checkHexColor(backgroundColor, `${argument}.backgroundColor`);
  if (labelId != null) checkLabelId(labelId, `${argument}.labelId`);
}

/** The labels of a calendar. */
export const labelList: ListRules<Label, LabelInput> = {
  one: 'label',
  many: 'labels',
  keyField: 'labelId',
  maxLength: maxEventLabels,
  keyOf: ({ id }) => id ?? undefined,
  inputKeyOf: ({ labelId }) => labelId ?? undefined,
  removedKeyOf: (labelId) => labelId,
  check: checkLabel,
  checkNew: ({ backgroundColor }, argument) => {
    if (backgroundColor == null)
      throw new InvalidInput(
        `${argument}.backgroundColor`,
        'is missing; expected a color for a new label, for example #039be5',
      );
  },
  checkKey: checkLabelId,
  merge: ({ labelId, ...rest }, current) =>
    mergeFields<Label>(current, { id: labelId ?? undefined, ...rest }),
};
