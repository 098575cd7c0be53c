/** What the field with the name of an argument shows of an entity. */
import { getNamedType, type GraphQLObjectType } from 'graphql';
import type { Studio } from '../../../support/gateway/studio.ts';
import type { Case, CaseField } from '../case/case.ts';
import { isPart, resultType, valuesOf } from '../case/selection.ts';

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
  'updateVideo brandPartner': 'YouTube returns the id of the channel, also for its handle.',
  'updateSharedDrive themeId': 'Google Drive returns the look, and not the theme.',
};

/** Fields that are null where the value is false, because Google Calendar omits it. */
const falseIsNull: ReadonlySet<string> = new Set(['updateCalendarListEntry selected']);

const key = (each: Case, { name }: CaseField): string => `${each.name} ${name}`;

/** Whether a field shows the value of an argument. */
export const isShown = (each: Case, field: CaseField): boolean =>
  !Object.hasOwn(notShown, key(each, field));

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
function outputPath(each: Case, field: CaseField): readonly string[] {
  const own = shownBy[key(each, field)]?.split('.');
  const path = own ?? pathTo(resultType(each)!, field.name);
  if (!path) throw new Error(`${resultType(each)!.name} has no field ${field.name}.`);
  return path;
}

function selectionOf(each: Case, field: CaseField): string {
  const path = outputPath(each, field);
  const value = valuesOf(path.at(-1)!, typeAt(resultType(each)!, path));
  return path.slice(0, -1).reduceRight((inner, name) => `${name} { ${inner} }`, value);
}

/** The shown values of an entity by the names of the arguments. */
export type Shown = Readonly<Record<string, unknown>>;

/** Reads an entity. @param id its global id */
export async function readShown(
  studio: Studio,
  each: Case,
  fields: readonly CaseField[],
  id: unknown,
): Promise<Shown> {
  const shown = fields.filter((field) => isShown(each, field));
  if (shown.length === 0) return {};
  const selection = shown.map((field) => selectionOf(each, field)).join(' ');
  const type = resultType(each)!.name;
  const document = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${selection} } } }`;
  const { data } = await studio.query(document, { id });
  return Object.fromEntries(
    shown.map((field) => {
      const path = outputPath(each, field);
      const value = path.reduce<unknown>((at, name) => (at as Json | null)?.[name], data.node);
      return [field.name, value === null && falseIsNull.has(key(each, field)) ? false : value];
    }),
  );
}

const hasAll = (output: readonly unknown[], input: readonly unknown[]): boolean =>
  input.every((each) => output.some((one) => shows(one, each)));

/** Whether the value of a field shows what an input has set. */
export function shows(output: unknown, input: unknown): boolean {
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
