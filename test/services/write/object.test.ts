/**
 * Input objects of mutations that change an entity: a property that is omitted keeps its value, and
 * null clears it, unless the declaration says that the object is one value.
 */
import {
  getNamedType,
  type GraphQLInputObjectType,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { isInputObject } from '../../../src/engine/schema/write/write-input.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { type Case, type CaseField, caseOf, cases, rowsOf } from './case/case.ts';
import type { Input } from './fixture/fixture.ts';
import { isEntityUpdate, placeOf } from './case/field-value.ts';
import { run } from './case/run.ts';
import { changedPaths, isWithin, stateOf } from '../../support/gateway/state.ts';

const studio = useStudio();

/** Objects with a value for every property that can be set together, by mutation and argument. */
const wholeObjects: Readonly<Record<string, Input>> = {
  'updateBroadcast cuepointSchedule': {
    enabled: true,
    adsResumeAt: '2099-01-01T00:10:00Z',
    strategy: 'CONCURRENT',
    repeatInterval: 'PT6M',
  },
  'updateEvent source': { url: 'https://elsewhere.example/page', title: 'A page' },
  'updateEvent focusTimeProperties': {
    autoDeclineMode: 'DECLINE_ALL_CONFLICTING_INVITATIONS',
    chatStatus: 'DO_NOT_DISTURB',
    declineMessage: 'Editing.',
  },
  'updateEvent outOfOfficeProperties': {
    autoDeclineMode: 'DECLINE_ALL_CONFLICTING_INVITATIONS',
    declineMessage: 'At sea.',
  },
  'updateEvent workingLocationProperties': {
    type: 'OFFICE_LOCATION',
    officeLocation: {
      label: 'Pier 9',
      buildingId: 'pier',
      floorId: '2',
      floorSectionId: 'west',
      deskId: '14',
    },
  },
  'updateSharedDrive restrictions': {
    adminManagedRestrictions: true,
    copyRequiresWriterPermission: true,
    domainUsersOnly: true,
    downloadRestriction: { restrictedForReaders: true, restrictedForWriters: true },
    driveMembersOnly: true,
    sharingFoldersRequiresOrganizerPermission: true,
  },
};

/** Properties that the other ones of a whole object exclude. */
const excluded: readonly string[] = [
  'updateBroadcast cuepointSchedule frequency',
  'updateEvent workingLocationProperties customLocation',
];

/**
 * Rows with an input object that names changes of a list or map by key, or has such an object:
 * `keyed-list.law.test.ts` tests them.
 */
const isKeyed = (type: GraphQLInputObjectType): boolean =>
  ['set', 'remove'].every((name) => name in type.getFields()) ||
  Object.values(type.getFields()).some((field) => {
    const named = getNamedType(field.type);
    return isInputObjectType(named) && isKeyed(named);
  });

const objects = cases.filter(isEntityUpdate).flatMap((each) =>
  rowsOf(each.write).flatMap(({ kind, name, row: [type, , , options] }) => {
    if (kind !== 'change' || !isInputObject(type)) return [];
    const inputType = getNamedType(each.type.getFields()[name]!.type) as GraphQLInputObjectType;
    if (isKeyed(inputType)) return [];
    const key = `${each.name} ${name}`;
    return [{ key, each, name, inputType, options }];
  }),
);

const merged = objects.filter(({ options }) => options?.oneValue === undefined);

/** The properties of an object, each with the path to it; objects in it apart. */
const leavesOf = (object: Input, above: readonly string[] = []): (readonly string[])[] =>
  Object.entries(object).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? [...leavesOf(value as Input, [...above, name])]
      : [[...above, name]],
  );

/** Whether the schema takes null at a path of properties. */
function takesNull(type: GraphQLInputObjectType, [name = '', ...rest]: readonly string[]): boolean {
  const { type: own } = type.getFields()[name]!;
  if (rest.length > 0) return takesNull(getNamedType(own) as GraphQLInputObjectType, rest);
  return !isNonNullType(own);
}

/** An object with null at one path, and with the properties that its types require. */
function cleared(
  type: GraphQLInputObjectType,
  whole: Input,
  [name = '', ...rest]: readonly string[],
): Input {
  const required = Object.values(type.getFields())
    .filter((field) => isNonNullType(field.type) && field.name !== name)
    .map((field) => [field.name, whole[field.name]]);
  const { type: own } = type.getFields()[name]!;
  const value =
    rest.length === 0
      ? null
      : cleared(getNamedType(own) as GraphQLInputObjectType, whole[name] as Input, rest);
  return { ...Object.fromEntries(required), [name]: value };
}

/** The objects in an object, each with the path to it. */
const innerOf = (leaves: readonly (readonly string[])[]): string[][] =>
  [...new Set(leaves.filter(({ length }) => length > 1).map(([name]) => name!))].map((name) => [
    name,
  ]);

/** Every property that can be null: its row, its path, and the number of values that it has. */
const nullable = merged.flatMap(({ key, inputType }) => {
  const leaves = leavesOf(wholeObjects[key] ?? {});
  return [...leaves, ...innerOf(leaves)]
    .filter((path) => takesNull(inputType, path))
    .map((path) => path.join('.'))
    .map((path) => [key, path, leaves.filter((leaf) => isBelow(leaf, path)).length] as const);
});

function isBelow(leaf: readonly string[], path: string): boolean {
  const joined = leaf.join('.');
  return joined === path || joined.startsWith(`${path}.`);
}

interface Row {
  readonly each: Case;
  readonly field: CaseField;
  readonly inputType: GraphQLInputObjectType;
}

function rowOf(key: string): Row {
  const { each, name, inputType } = merged.find((row) => row.key === key)!;
  const { name: mutation } = each;
  const field = caseOf(mutation).fields.find((one) => one.name === name)!;
  return { each, field, inputType };
}

/** The caller, and the input beside the object. */
interface Attempt {
  readonly more: Input;
  readonly token?: string;
}

/** Runs a mutation that must succeed. @returns the paths of the state that it changes */
async function changedBy(
  { each, field }: Row,
  value: unknown,
  { more, token }: Attempt,
): Promise<string[]> {
  const before = stateOf(studio.sandbox);
  const input = { ...each.fixture.target, ...field.with, [field.name]: value, ...more };
  const { errors, failures } = await run(studio, each, input, token === undefined ? {} : { token });
  expect([value, errors, failures]).toEqual([value, [], []]);
  return changedPaths(before, stateOf(studio.sandbox));
}

/** Every way in which the mutation writes, by a caller who may write all properties. */
function attemptsOf({ each, field }: Row): readonly Attempt[] {
  if (field.name === 'restrictions')
    return [{ more: { asDomainAdmin: true }, token: 'studio-admin' }];
  const modes = each.fields.find(({ name }) => name === 'mode')?.values;
  return modes?.map((mode) => ({ more: { mode } })) ?? [{ more: {} }];
}

describe('an input object of an update', () => {
  it('is merged, or the declaration says why it is one value', () => {
    const own = merged.filter(({ options }) => options?.change);
    expect(own.map(({ key }) => key)).toEqual([]);
    const reasons = objects.flatMap(({ options }) => options?.oneValue ?? []);
    expect(reasons.filter((reason) => !/^[A-Z].{15,}\.$/.test(reason))).toEqual([]);
  });
  it('is tested with all of its properties', () => {
    expect(Object.keys(wholeObjects).toSorted()).toEqual(merged.map(({ key }) => key).toSorted());
    const missing = merged.flatMap(({ key, inputType }) =>
      propertiesOf(inputType)
        .filter((path) => !leavesOf(wholeObjects[key]!).some((leaf) => leaf.join('.') === path))
        .map((path) => `${key} ${path}`),
    );
    expect(missing.filter((path) => !excluded.some((each) => path.startsWith(each)))).toEqual([]);
  });
  it.each(nullable)(
    'keeps what it omits, and clears what is null: %s %s',
    async (key, path, count) => {
      const row = rowOf(key);
      const whole = wholeObjects[key]!;
      const place = placeOf(row.each, row.field);
      for (const attempt of attemptsOf(row)) {
        await changedBy(row, whole, attempt);
        const value = cleared(row.inputType, whole, path.split('.'));
        const changed = await changedBy(row, value, attempt);
        expect(changed).toHaveLength(count);
        expect(changed.filter((each) => !isWithin(each, place))).toEqual([]);
        // The way back: the property that was cleared is the one that the whole object sets.
        const restored = await changedBy(row, whole, attempt);
        expect(restored.toSorted()).toEqual(changed.toSorted());
      }
    },
  );
  it('removes the place of a working location with its type', async () => {
    const row = rowOf('updateEvent workingLocationProperties');
    const place = placeOf(row.each, row.field);
    for (const attempt of attemptsOf(row)) {
      await changedBy(row, wholeObjects['updateEvent workingLocationProperties'], attempt);
      const changed = await changedBy(row, { type: 'HOME_OFFICE' }, attempt);
      expect(changed.toSorted()).toEqual([`${place}/officeLocation`, `${place}/type`]);
    }
  });
});

/** All properties of a type, with dots. */
const propertiesOf = (type: GraphQLInputObjectType): string[] =>
  Object.values(type.getFields()).flatMap(({ name, type: own }) => {
    const named = getNamedType(own);
    return isInputObjectType(named) ? propertiesOf(named).map((path) => `${name}.${path}`) : [name];
  });
