/**
 * The place to which each argument is written. The other tests of this folder take it from the
 * declaration; here the name of the argument decides, or the table below.
 */
import { getNamedType, type GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { start } from '../../support/gateway/sandbox.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { sampled } from '../../support/report/sample.ts';
import {
  type Case,
  type CaseField,
  caseOf,
  cases,
  declared,
  fullInput,
  rowsOf,
} from './case/case.ts';
import { changedFields, isEntityUpdate } from './case/field-value.ts';
import type { Input } from './fixture/fixture.ts';
import { run } from './case/run.ts';
import { isPart, resultType, valuesOf } from './case/selection.ts';

const studio = useStudio();

/** Why an argument has another name than the last step of its path, with the arguments. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  'The names of ids end in `Id`.': [
    'addParentIds addParents',
    'calendarId id',
    'channelId id',
    'channelIds contentDetails.channels',
    'destinationCalendarId destination',
    'newEventId id',
    'newFileId id',
    'parentId parents',
    'playlistIds contentDetails.playlists',
    'removeParentIds removeParents',
    'shortcutTargetId shortcutDetails.targetId',
    'unsubscribedTrailerId brandingSettings.channel.unsubscribedTrailer',
  ],
  'The names of instants end in `At`.': [
    'createdAt createdTime',
    'expiresAt expiration',
    'expiresAt expirationTime',
    'insertAt settings.walltime',
    'insertAt walltimeMs',
    'modifiedAt modifiedTime',
    'recordedAt recordingDetails.recordingDate',
    'scheduledEndAt snippet.scheduledEndTime',
    'scheduledStartAt snippet.scheduledStartTime',
    'viewedByMeAt viewedByMeTime',
  ],
  'The name has the unit.': ['ttlSeconds params'],
  'The value of a duration has the unit.': [
    'duration durationSecs',
    'duration settings.durationSecs',
    'duration snippet.banDurationSeconds',
    'offset insertionOffsetTimeMs',
    'offset settings.offsetTimeMs',
  ],
  'The path says to which object the last step belongs.': [
    'downloadRestriction downloadRestrictions.itemDownloadRestriction',
    'poll snippet.pollDetails',
    'privateProperties extendedProperties.private',
    'quotedMimeType quotedFileContent.mimeType',
    'quotedText quotedFileContent.value',
    'sharedProperties extendedProperties.shared',
    'text snippet.textMessageDetails.messageText',
    'text snippet.textOriginal',
    'text snippet.topLevelComment.snippet.textOriginal',
  ],
  'The mutation says the rest of the name.': [
    'email emailAddress',
    'labels labelModifications',
    'notify sendNotification',
    'notify notifySubscribers',
    'notify sendNotifications',
    'notify sendUpdates',
    'roles role',
    'status moderationStatus',
    'to broadcastStatus',
    'types eventTypes',
  ],
  'The value is an input of the graph.': [
    'asDomainAdmin useDomainAdminAccess',
    'backgroundImage backgroundImageFile',
    'conference conferenceData',
    'myDriveOnly restrictToMyDrive',
  ],
  'The REST name is in capitals.': ['iCalUid iCalUID'],
};

/** Every row that writes a body path or a parameter. */
const pairs = declared.flatMap(({ write }) => {
  const { group, entries } = write.spec;
  const nested = [group, entries].flatMap((each) => Object.entries(each?.input.rows ?? {}));
  const own = rowsOf(write)
    .filter(({ kind }) => kind !== 'setting')
    .map(({ name, row }) => ({ name, path: row[1] }));
  return [...own, ...nested.map(([name, [, path]]) => ({ name, path }))];
});

/** Fields that show the value of an argument under another name, by mutation and argument. */
const shownBy: Readonly<Record<string, string>> = {
  'updateEvent conference': 'conferenceData',
  'updateFile downloadRestriction': 'downloadRestrictions.itemDownloadRestriction',
};

/** Arguments whose values no field shows as they were given, with the reason. */
const notShown: Readonly<Record<string, string>> = {
  'updateFile indexableText': 'Google Drive returns no hints.',
  'updateFile thumbnail': 'Google Drive returns no hints.',
  'updateSharedDrive backgroundImage': 'Google Drive returns the address of the image.',
  'updateSharedDrive themeId': 'Google Drive returns the look, and not the theme.',
};

/** Fields that are null where the value is false, because Google Calendar omits it. */
const falseIsNull: ReadonlySet<string> = new Set(['updateCalendarListEntry selected']);

const key = (each: Case, { name }: CaseField): string => `${each.name} ${name}`;

type Json = Readonly<Record<string, unknown>>;

/** The path to the only field of a name in a type or its parts. */
function pathTo(type: GraphQLObjectType, name: string): readonly string[] | undefined {
  const fields = Object.values(type.getFields());
  if (fields.some((field) => field.name === name)) return [name];
  const found = fields.flatMap((field) => {
    const inner = getNamedType(field.type);
    const below = isPart(inner) ? pathTo(inner, name) : undefined;
    return below ? [[field.name, ...below]] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function typeAt(type: GraphQLObjectType, [name = '', ...rest]: readonly string[]) {
  const { type: inner } = type.getFields()[name]!;
  if (rest.length === 0) return inner;
  return typeAt(getNamedType(inner) as GraphQLObjectType, rest);
}

/** The path of the field that shows the value of an argument. */
const outputPath = (each: Case, { name }: CaseField): readonly string[] => {
  const own = shownBy[`${each.name} ${name}`]?.split('.');
  const path = own ?? pathTo(resultType(each)!, name);
  if (!path) throw new Error(`${resultType(each)!.name} has no field ${name}.`);
  return path;
};

const hasAll = (output: readonly unknown[], input: readonly unknown[]): boolean =>
  input.every((each) => output.some((one) => shows(one, each)));

/** Whether the value of a field shows what an input has set. */
function shows(output: unknown, input: unknown): boolean {
  if (Array.isArray(input))
    return Array.isArray(output) && output.length === input.length && hasAll(output, input);
  if (typeof input === 'object' && input !== null) {
    // What is set beside others, and a conference that exists.
    const { set, replaceAll, existing } = input as Json;
    if (existing !== undefined) return shows(output, existing);
    if (Array.isArray(replaceAll)) return shows(output, replaceAll);
    if (Array.isArray(set)) return Array.isArray(output) && hasAll(output, set);
    return Object.entries(input).every(([name, value]) => shows((output as Json)?.[name], value));
  }
  if (typeof input === 'string' && typeof output === 'string' && /^\d{4}-\d\d-\d\dT/.test(input))
    return Date.parse(input) === Date.parse(output);
  return output === input;
}

/** Whether the service stores nothing for the second value: it is the default. */
const isDefault = ({ stored }: CaseField): boolean => stored !== undefined && stored[1] == null;

/** A value of a field that differs from the one before. */
const newValue = (field: CaseField): unknown =>
  field.values[field.with || isDefault(field) ? 0 : 1];

/** What the field with the name of an argument shows of an entity. */
async function shownOf(each: Case, field: CaseField, id: unknown): Promise<unknown> {
  const type = resultType(each)!;
  const path = outputPath(each, field);
  const selection = path
    .slice(0, -1)
    .reduceRight(
      (inner, name) => `${name} { ${inner} }`,
      valuesOf(path.at(-1)!, typeAt(type, path)),
    );
  const document = `query ($id: ID!) { node(id: $id) { ... on ${type.name} { ${selection} } } }`;
  const { data } = await studio.query(document, { id });
  const shown = path.reduce<unknown>((value, name) => (value as Json | null)?.[name], data.node);
  return shown === null && falseIsNull.has(key(each, field)) ? false : shown;
}

/** Runs a mutation that must succeed. @returns the id of the entity */
async function idAfter(each: Case, input: Input): Promise<unknown> {
  const [result] = each.write.spec.result!;
  const { payload, errors } = await run(studio, each, input, { select: `${result} { id }` });
  expect([input, errors]).toEqual([input, []]);
  return payload[result].id;
}

/**
 * Sets all fields, and then one.
 * @returns what the field of its name shows before, if the entity is the same one, and afterwards
 */
async function shownAround(each: Case, field: CaseField): Promise<readonly [unknown, unknown]> {
  studio.sandbox.reset(start);
  const before = isDefault(field) ? { [field.name]: field.values[1] } : {};
  const first = await idAfter(each, { ...fullInput(each), ...before });
  const shown = await shownOf(each, field, first);
  const input = { ...each.fixture.target, ...field.with, [field.name]: newValue(field) };
  const id = await idAfter(each, input);
  return [id === first ? shown : undefined, await shownOf(each, field, id)];
}

describe('an argument', () => {
  it.each(sampled(['has the name of the last step of its path, or a reason for another one']))(
    '%s',
    () => {
      const others = pairs
        .filter(({ name, path }) => path.split('.').at(-1) !== name)
        .map(({ name, path }) => `${name} ${path}`);
      expect([...new Set(others)].toSorted()).toEqual(Object.values(renamed).flat().toSorted());
    },
  );
  it.each(sampled(cases.filter(isEntityUpdate).map(({ name }) => name)))(
    'is shown by the field of its name after the write: %s',
    async (name) => {
      const each = caseOf(name);
      const wrong: unknown[] = [];
      for (const field of changedFields(each)) {
        if (Object.hasOwn(notShown, key(each, field))) continue;
        const value = newValue(field);
        const [before, after] = await shownAround(each, field);
        if (before !== undefined && shows(before, value)) wrong.push([field.name, before]);
        if (!shows(after, value)) wrong.push([field.name, value, after]);
      }
      expect(wrong).toEqual([]);
    },
  );
});
