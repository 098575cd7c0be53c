/** The labels of the seeded domain, which the Drive Labels API would define. */
import { ids } from '../../seed/ids.ts';

/** A field of a label. */
export interface LabelFieldDefinition {
  readonly id: string;
  readonly valueType: 'text' | 'integer' | 'dateString' | 'selection' | 'user';
  /** The number of values that a file may have. Default: 1. */
  readonly maxValues?: number;
  /** Of selections: the ids of the choices. */
  readonly choices?: readonly string[];
}

/** A label that the domain has published. */
export interface LabelDefinition {
  readonly id: string;
  readonly revisionId: string;
  readonly fields: readonly LabelFieldDefinition[];
}

const { label, labelField, labelChoice } = ids;

const definitions: readonly LabelDefinition[] = [
  {
    id: label.production,
    revisionId: '3',
    fields: [
      { id: labelField.code, valueType: 'text' },
      { id: labelField.take, valueType: 'integer' },
      { id: labelField.shotOn, valueType: 'dateString' },
      {
        id: labelField.stage,
        valueType: 'selection',
        choices: [labelChoice.draft, labelChoice.review, labelChoice.final],
      },
      { id: labelField.crew, valueType: 'user', maxValues: 10 },
    ],
  },
  {
    id: label.rights,
    revisionId: '1',
    fields: [
      {
        id: labelField.region,
        valueType: 'selection',
        maxValues: 3,
        choices: [labelChoice.europe, labelChoice.americas, labelChoice.asia],
      },
    ],
  },
  { id: label.confidential, revisionId: '2', fields: [] },
];

/** By id. */
export const labelCatalogue: ReadonlyMap<string, LabelDefinition> = new Map(
  definitions.map((definition) => [definition.id, definition]),
);
