/** Content restrictions in writes of files. */
import type { drive_v3 } from '@googleapis/drive';
import type { Change } from '../../../engine/write/change.ts';
import { type KeyedChange, mergeFields } from '../../../engine/write/update/keyed-list.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { inputObject, required } from '../../../engine/schema/field/input-row.ts';
import {
  keyedList,
  type ListRules,
  listChangeType,
} from '../../../engine/schema/write/list-change.ts';
import { ContentRestrictionType } from '../enums.ts';

/** The only type that there is. */
const globalRestriction = 'globalContentRestriction';

export const ContentRestrictionInput = inputObject(
  'ContentRestrictionInput',
  'A restriction of the content of a file.',
  {
    type: [
      required(ContentRestrictionType),
      'The kind of the restriction. A file has one restriction of each kind.',
      { default: globalRestriction },
    ],
    readOnly: [
      'Boolean',
      'Whether nobody can upload content, add or change comments, or rename the file. False removes the restriction. Default for a new restriction: true.',
    ],
    reason: ['String', 'The reason of the restriction. Not together with `readOnly: false`.'],
    ownerRestricted: [
      'Boolean',
      'Whether only the owner of the file, or an organizer of its shared drive, can change or remove the restriction. Default for a new restriction: false.',
    ],
  },
);

export const ContentRestrictionChangesInput = listChangeType('ContentRestrictionChangesInput', {
  entry: ContentRestrictionInput,
  key: ContentRestrictionType,
  many: 'content restrictions',
  one: 'content restriction',
  keys: 'type',
});

type Restriction = drive_v3.Schema$ContentRestriction;
type RestrictionInput = typeof ContentRestrictionInput.$inferType;

/** The content restrictions of a file. Google Drive has one type of them. */
const restrictionList: ListRules<Restriction, RestrictionInput> = {
  one: 'restriction',
  many: 'restrictions',
  keyField: 'type',
  keyOf: ({ type }) => type ?? globalRestriction,
  inputKeyOf: ({ type }) => type,
  removedKeyOf: (type) => type,
  check: ({ readOnly, reason }, argument) => {
    // Google Drive would not store it.
    if (readOnly === false && reason != null)
      throw new InvalidInput(
        `${argument}.reason`,
        'is not allowed together with readOnly: false; leave it out',
      );
  },
  merge: ({ readOnly, reason, ownerRestricted }, current) =>
    readOnly === false
      ? { readOnly }
      : mergeFields<Restriction>(current, {
          readOnly: readOnly ?? current?.readOnly ?? true,
          reason,
          ownerRestricted,
        }),
};

/** Google Drive removes a restriction by a value, and does not document what null does. */
const unrestricted = [{ readOnly: false }];

const setByDrive = new Set(['type', 'restrictingUser', 'restrictionTime', 'systemRestricted']);

/** A restriction as the REST API accepts it: without the fields that Google Drive sets. */
const writable = (restriction: Restriction): Restriction =>
  Object.fromEntries(Object.entries(restriction).filter(([name]) => !setByDrive.has(name)));

const { ofNew, ofChanged } = keyedList(restrictionList);

export const fileRestrictions = {
  ofNew,
  ofChanged: {
    change: (value: KeyedChange<RestrictionInput> | null, argument: string): Partial<Change> => {
      const { apply, ...needs } = ofChanged.change(value, argument);
      return {
        apply,
        patch: (current) => {
          const next = apply(current) as readonly Restriction[];
          return next.length === 0 ? unrestricted : next.map(writable);
        },
        ...needs,
      };
    },
  },
};
