/** Each declared mutation with its fixture, and its inputs. */
import {
  getNamedType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isNonNullType,
} from 'graphql';
import type { Strategy } from '../../../../src/engine/write/strategy.ts';
import type { Write } from '../../../../src/engine/schema/write/write.ts';
import type { Rows } from '../../../../src/engine/schema/write/write-input.ts';
import { writes } from '../../../../src/services/schema.ts';
import type { UploadKind } from '../../../../src/engine/schema/upload/create.ts';
import { contentUploads } from '../../../../src/services/storage/index.ts';
import { videoUploads } from '../../../../src/services/video/index.ts';
import { type FieldValues, type Input, valuesOf, type WriteFixture } from '../fixture/fixture.ts';
import { calendarFixtures } from '../fixture/calendar/calendar.ts';
import { chatFixtures } from '../fixture/live/chat.ts';
import { driveFixtures } from '../fixture/storage/drive.ts';
import { liveFixtures } from '../fixture/live/live.ts';
import { workflowFixtures } from '../fixture/workflow.ts';
import { youtubeFixtures } from '../fixture/video/youtube.ts';
import { inputTypeOf, typeAt } from './input-type.ts';

export const fixtures = {
  ...youtubeFixtures,
  ...liveFixtures,
  ...chatFixtures,
  ...driveFixtures,
  ...calendarFixtures,
  ...workflowFixtures,
};

/** A row of an input table with the values to test it with. */
export interface CaseField extends FieldValues {
  readonly name: string;
  readonly kind: 'change' | 'parameter' | 'setting';
  /** Path of the body, or name of the REST parameter. */
  readonly path: string;
  /** Whether the field must be given, and takes no null. */
  readonly isRequired: boolean;
  /** Whether null is declared to clear the field, or means its default. */
  readonly isClearable: boolean;
  readonly type: GraphQLInputType;
}

/** One mutation, or one kind of upload, to test. */
export interface Case {
  /** The name of the fixture. */
  readonly name: string;
  readonly mutation: string;
  /** The fields of the input that lead to the write's own input. */
  readonly above: readonly string[];
  readonly write: Write;
  readonly kind: Strategy['kind'];
  readonly fixture: WriteFixture;
  /** Type of the write's own input. */
  readonly type: GraphQLInputObjectType;
  readonly fields: readonly CaseField[];
}

/** The kinds of uploads of `createUploadSession`, with the fields that lead to them. */
const uploads = (
  kinds: Readonly<Record<string, UploadKind>>,
  above: readonly string[] = [],
): { readonly above: readonly string[]; readonly write: Write }[] =>
  Object.entries(kinds).flatMap(([name, { upload }]) => {
    const path = [...above, name];
    return 'run' in upload ? [{ above: path, write: upload as Write }] : uploads(upload, path);
  });

/** Declarations with their place in the schema. */
export const declared = writes.flatMap((write) =>
  write.name === 'createUploadSession'
    ? uploads({ ...videoUploads, ...contentUploads }).map(({ above, write: upload }) => ({
        name: `createUploadSession ${above.join('.')}`,
        mutation: write.name,
        above,
        write: upload,
      }))
    : [{ name: write.name, mutation: write.name, above: [], write }],
);

/** The tested mutations; one without a fixture fails `declaration.test.ts`. */
export const cases: readonly Case[] = declared.flatMap(({ name, mutation, above, write }) => {
  const fixture = fixtures[name];
  if (!fixture || write.spec.strategy.kind === 'retired') return [];
  const type = getNamedType(typeAt(inputTypeOf(mutation), above)) as GraphQLInputObjectType;
  const { kind } = write.spec.strategy;
  const partial = { name, mutation, above, write, kind, fixture, type };
  return [{ ...partial, fields: fieldsOf(partial) }];
});

/** A case by its name. */
export const caseOf = (name: string): Case => cases.find((each) => each.name === name)!;

/** Names of cases, for `it.each`. */
export const namesOf = (test: (each: Case) => boolean): string[] =>
  cases.filter(test).map(({ name }) => name);

interface NamedRow {
  readonly kind: CaseField['kind'];
  readonly name: string;
  readonly row: Rows[string];
}

/** Rows of all tables of a write's own input. */
export function rowsOf({ spec }: Write): NamedRow[] {
  const tables = [
    ['change', spec.input],
    ['parameter', spec.parameters],
    ['setting', spec.settings],
  ] as const;
  return tables.flatMap(([kind, table]) =>
    Object.entries(table?.rows ?? {}).map(([name, row]) => ({ kind, name, row })),
  );
}

function fieldsOf({ write, fixture, type }: Pick<Case, 'write' | 'fixture' | 'type'>): CaseField[] {
  return rowsOf(write).flatMap(({ kind, name, row: [, path, , options] }) => {
    const given = fixture.fields?.[name];
    if (!given) return [];
    const { type: fieldType } = type.getFields()[name]!;
    // Null means the default of a field that has one.
    const isRequired = isNonNullType(fieldType) && options?.default === undefined;
    return [
      {
        ...valuesOf(given),
        name,
        kind,
        path,
        isRequired,
        isClearable: !isRequired && (options?.clearable !== false || options.default !== undefined),
        type: fieldType,
      },
    ];
  });
}

/** The input with the required fields alone. */
export const requiredInput = ({ fixture, fields }: Case): Input => ({
  ...fixture.target,
  ...(fixture.file && { file: null }),
  ...Object.fromEntries(
    fields.flatMap(({ name, isRequired, values }) => (isRequired ? [[name, values[0]]] : [])),
  ),
});

/** The input with every field that can be set at once. */
export const fullInput = (each: Case): Input => ({
  ...requiredInput(each),
  ...Object.fromEntries(
    each.fields.flatMap(({ name, values, with: more }) => (more ? [] : [[name, values[0]]])),
  ),
});
