/** Labels that a calendar defines for its events. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { Change } from '../../data/write/change.ts';
import { InvalidInput, showValue } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { elementId } from '../element-id.ts';
import { fieldAt, fields } from '../field/path-field.ts';
import { checkText } from '../text.ts';
import { checkHexColor } from './hex-color.ts';

/** The maximum number of labels of a calendar. */
export const maxEventLabels = 200;

const maxNameLength = 50;

export const EventLabel = builder.objectRef<calendar_v3.Schema$EventLabel>('EventLabel').implement({
  description: 'A label that a calendar defines for its events: a name and a color.',
  fields: (t) => ({
    labelId: fieldAt(t, 'ID', 'id', 'The Google Calendar id of the label. REST field: `id`.'),
    ...fields(t, {
      name: ['String', 'The name of the label. Null for a label that is a color only.'],
      backgroundColor: [
        'String',
        'The color of events with the label as a hexadecimal value, for example `#039be5`.',
      ],
    }),
  }),
});

export const EventLabelInput = builder.inputType('EventLabelInput', {
  description: 'A label for the events of a calendar.',
  fields: (t) => ({
    labelId: t.id({
      description:
        'The id of the label: a UUID, unique in the calendar. Required to keep or to change an existing label. Default: Google Calendar makes an id.',
    }),
    name: t.string({
      description: 'The name of the label. At most 50 characters. Default: a color without a name.',
    }),
    backgroundColor: t.string({
      required: true,
      description: 'The color of the label as a hexadecimal value, for example `#039be5`.',
    }),
  }),
});

type LabelValue = typeof EventLabelInput.$inferInput;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Row option `check` for all labels.
 * @throws InvalidInput for too many, for a bad color, and for an id that is no UUID
 */
export function checkEventLabels(labels: readonly LabelValue[], argument: string): void {
  if (labels.length > maxEventLabels)
    throw new InvalidInput(
      argument,
      `expected at most ${maxEventLabels} labels, got ${labels.length}`,
    );
  const seen = new Set<string>();
  for (const [index, { labelId, name, backgroundColor }] of labels.entries()) {
    if (name != null) checkText(`${argument}.${index}.name`, name, { maxLength: maxNameLength });
    checkHexColor(backgroundColor, `${argument}.${index}.backgroundColor`);
    if (labelId == null) continue;
    elementId('EventLabel', labelId, `${argument}.${index}.labelId`);
    if (!uuid.test(labelId))
      throw new InvalidInput(
        `${argument}.${index}.labelId`,
        `${showValue(labelId)} is no UUID; expected the id of a label, or none for a new label`,
      );
    if (seen.has(labelId))
      throw new InvalidInput(
        `${argument}.${index}.labelId`,
        'is the id of another label of the list; expected each id once',
      );
    seen.add(labelId);
  }
}

/**
 * Row option `change` for all labels. Google Calendar keeps the labels if a body lacks them, so an
 * empty list removes them.
 */
export function eventLabelsChange(labels: readonly LabelValue[] | null): Partial<Change> {
  const sent = (labels ?? []).map(({ labelId: id, name, backgroundColor }) => ({
    ...(id != null && { id }),
    ...(name != null && { name }),
    backgroundColor,
  }));
  return { apply: () => sent };
}
