/**
 * The form of lists in updates. A list whose entries have a key is changed by
 * `{ set, remove, replaceAll }`, so that two clients can change different entries; a plain list is
 * replaced as a whole, and named here with the reason.
 */
import {
  getNamedType,
  getNullableType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema, writes } from '../../../src/services/schema.ts';
import { keyedLists } from '../../services/write/case/keyed-list-case.ts';

/** Lists of updates that are replaced, or that name what a call is about. */
const plainLists: Readonly<Record<string, string>> = {
  'CalendarWorkingHoursInput.availableTimes':
    'Google Calendar writes the working hours as a whole, and a period has no key.',
  'BroadcastAvailabilityInput.excludedRegionCodes': 'The object is one value.',
  'BroadcastAvailabilityInput.regions': 'The object is one value.',
  'UpdateChannelSectionInput.channelIds': 'The order is the content.',
  'UpdateChannelSectionInput.playlistIds': 'The order is the content.',
  'UpdateEventInput.recurrence': 'The lines of one rule depend on each other.',
  'UpdateFileInput.addParentIds': 'A change already, of at most one id.',
  'UpdateFileInput.removeParentIds': 'A change already, of at most one id.',
  'UpdateVideoInput.tags': 'The order is the content.',
  'InVideoPromotionInput.videoIds': 'The operation is retired.',
  'InVideoPromotionInput.websiteUrls': 'The operation is retired.',
  'ExistingConferenceInput.addOnParameters': 'A conference is one value, made by its service.',
  'ExistingConferenceInput.entryPoints': 'A conference is one value, made by its service.',
  'ConferenceEntryPointInput.entryPointFeatures': 'A conference is one value.',
  'ModifyFileLabelsInput.labels': 'Changes by label already: Google Drive merges them in one call.',
  'FileLabelChangeInput.fields': 'Changes by field already: Google Drive merges them in one call.',
  'FileLabelValuesInput.dates': 'The values of one field.',
  'FileLabelValuesInput.integers': 'The values of one field.',
  'FileLabelValuesInput.selectionIds': 'The values of one field.',
  'FileLabelValuesInput.texts': 'The values of one field.',
  'FileLabelValuesInput.userEmails': 'The values of one field.',
  'ReassignFileApprovalInput.addReviewerEmails': 'A change already: it adds reviewers.',
  'ReassignFileApprovalInput.replaceReviewers': 'A change already, by reviewer.',
  'ResolveAccessProposalInput.roles': 'The roles of one decision.',
  'SetCommentModerationStatusInput.ids': 'What the call is about.',
};

/** Lists that are tested apart: of restrictions, there is one entry at most. */
const testedApart = ['updateFile contentRestrictions'];

/** Strategies that change or delete what exists; all others create an entity. */
const updateKinds = new Set([
  'action',
  'actionEach',
  'patch',
  'remove',
  'replaceByState',
  'replaceIfMatch',
  'replaceParts',
]);

const updates = writes.filter(({ spec }) => updateKinds.has(spec.strategy.kind));

interface Place {
  readonly type: GraphQLInputObjectType;
  readonly field: GraphQLInputField;
  /** The place below the input of the mutation. */
  readonly path: string;
}

/** All fields of a type, and of the types of its fields. */
const fieldsBelow = (type: GraphQLInputObjectType, above = ''): Place[] =>
  Object.values(type.getFields()).flatMap((field) => {
    const path = `${above}${field.name}`;
    const named = getNamedType(field.type);
    return [
      { type, field, path },
      ...(isInputObjectType(named) ? fieldsBelow(named, `${path}.`) : []),
    ];
  });

const inputOf = (mutation: string): GraphQLInputObjectType =>
  getNamedType(
    schema.getMutationType()!.getFields()[mutation]!.args[0]!.type,
  ) as GraphQLInputObjectType;

const form = ['remove', 'replaceAll', 'set'];

const isChange = (type: unknown): type is GraphQLInputObjectType =>
  isInputObjectType(type) &&
  Object.keys(type.getFields()).some((name) => name === 'set' || name === 'replaceAll');

const places = updates.flatMap(({ name }) =>
  fieldsBelow(inputOf(name)).map((place) => ({ ...place, mutation: name })),
);

describe('a list in the input of an update', () => {
  it('has the form of a change, or a reason to be plain', () => {
    const plain = places
      .filter(({ type, field }) => isListType(getNullableType(field.type)) && !isChange(type))
      // Resource keys are no part of what is written.
      .filter(({ field }) => field.name !== 'resourceKeys')
      .map(({ type, field }) => `${type.name}.${field.name}`);
    expect([...new Set(plain)].toSorted()).toEqual(Object.keys(plainLists).toSorted());
  });
  it('is not plain if it is the list of a change elsewhere', () => {
    const elements = new Set(
      changeTypes().map((type) => getNamedType(type.getFields()['set']!.type)),
    );
    const plain = Object.keys(plainLists).filter((name) => {
      const [type = '', field = ''] = name.split('.');
      const owner = schema.getType(type) as GraphQLInputObjectType;
      const element = getNamedType(owner.getFields()[field]!.type);
      return isInputObjectType(element) && elements.has(element);
    });
    expect(plain).toEqual([]);
  });
  it('is tested, if it is a change', () => {
    const changes = places
      .filter(({ field }) => isChange(getNamedType(field.type)))
      .map(({ mutation, path }) => `${mutation} ${path}`);
    const tested = keyedLists.map(({ mutation, path }) => `${mutation} ${path}`);
    expect(changes.toSorted()).toEqual([...tested, ...testedApart].toSorted());
  });
});

/** All types of changes to lists in the schema. */
const changeTypes = (): GraphQLInputObjectType[] =>
  Object.values(schema.getTypeMap()).filter((type) => isChange(type));

describe('a change of a list', () => {
  it.each(changeTypes())('has the three fields, with equal entries: $name', (type) => {
    const { set, remove, replaceAll } = type.getFields();
    expect(Object.keys(type.getFields()).toSorted()).toEqual(form);
    expect(String(set!.type)).toBe(String(replaceAll!.type));
    for (const { type: list, defaultValue } of [set!, remove!, replaceAll!]) {
      expect(isListType(list)).toBe(true);
      expect(defaultValue).toBeUndefined();
    }
  });
  it('is in updates only: a new entity has plain lists', () => {
    const others = writes.filter((each) => !updates.includes(each));
    const changes = others.flatMap(({ name }) =>
      fieldsBelow(inputOf(name)).filter(({ field }) => isChange(getNamedType(field.type))),
    );
    expect(changes.map(({ path }) => path)).toEqual([]);
  });
});
