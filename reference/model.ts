/**
 * What is known of the services: what Google's clients state (`client.ts`), and what people add
 * (`facts.json`): what only Google's pages state, and corrections of both, each of which is laid
 * over the ones before.
 */
import type {
  Client,
  ClientName,
  ClientOperation,
  ClientParameter,
  ClientValue,
} from './client.ts';
import stated from './facts.json' with { type: 'json' };
import { typeParts } from './type-name.ts';

/** Facts about a parameter that the clients do not state. */
interface ParameterFacts {
  readonly commaSeparated?: true;
  readonly min?: number;
  readonly max?: number;
  /** The value of a call without the parameter. */
  readonly default?: number;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
  readonly enumUnspecified?: readonly string[];
  readonly knownValues?: readonly string[];
  /** The value is no id, although its name ends like one. */
  readonly id?: false;
}

export interface Parameter extends ClientParameter, ParameterFacts {}

/** Facts about an operation that the clients do not state. */
export interface Operation extends Omit<ClientOperation, 'parameters'> {
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Where a fact of the row comes from, or what a reader has to know. */
  readonly why?: string;
  /** The name in Google's pages, if the client has another. */
  readonly name?: string;
  readonly quotaCost?: number;
  readonly bucket?: string;
  readonly idempotent?: boolean;
  readonly auth?: Readonly<Record<string, unknown>>;
  /** Parts that the type of the answer has, but the parameter does not take. */
  readonly withoutParts?: readonly string[];
  readonly parts?: readonly string[];
  /** Of answers with a list that has no pages and that the name does not tell. */
  readonly itemsField?: string;
  readonly filters?: Readonly<Record<string, readonly string[]>>;
  readonly requiredBodyFields?: readonly Readonly<Record<string, string>>[];
  readonly fieldsParamRequired?: true;
  readonly mediaUpload?: {
    readonly mime: readonly string[];
    readonly maxSize: number;
    readonly acceptsEmpty?: true;
  };
  readonly mediaDownload?: string;
  /** The paths of the body that a write may set, where the client does not mark them. */
  readonly writablePaths?: readonly string[];
  /** Paths of the body that this operation sets, or does not set, unlike others of its type. */
  readonly writes?: Readonly<Record<string, boolean>>;
  readonly upstream?: string;
  readonly deprecated?: true;
  /** By reason: the parameters that no field of the graph sends; `*` are all. */
  readonly notSent?: Readonly<Record<string, readonly string[] | '*'>>;
  /** Whether YouTube counts the items of the list; otherwise it estimates their number. */
  readonly total?: 'exact';
  readonly conditional?: true;
  readonly sufficientScope?: string;
  readonly partScopes?: Readonly<Record<string, string>>;
  readonly removes?: true;
  readonly clears?: true;
  readonly copies?: true;
  readonly readOnly?: true;
  /** Seconds for which an answer counts as current if it is stored: our choice, no fact. */
  readonly cacheSeconds?: number;
  readonly ownerOnlyParams?: readonly string[];
  readonly callerFields?: readonly string[];
  readonly neverShown?: readonly string[];
  readonly limitsObjects?: true;
  readonly isBelowHost?: true;
  /** The documented error reasons. */
  readonly reasons?: readonly string[];
  /** Where the reasons are stated, if not on the pages of the service. */
  readonly reasonsSource?: string;
  /** Whether no page states the reasons. */
  readonly reasonsAreAssumed?: true;
  /** Those of the reasons that no page states. */
  readonly assumedReasons?: readonly string[];
}

/** The values of a text: an enum of the schema. */
export interface EnumFacts {
  readonly description: string;
  /** By value, as the service writes it. */
  readonly values: Readonly<Record<string, string>>;
  /** Names of values whose upper-case form is no name of GraphQL. */
  readonly names?: Readonly<Record<string, string>>;
  /** Why values are deprecated, by value. */
  readonly deprecated?: Readonly<Record<string, string>>;
}

/** The fields of the types, by type and name. */
export type Types = Readonly<Record<string, Readonly<Record<string, ClientValue>>>>;

export interface ServiceModel {
  /** The pages that state what no row gives another source for, and when they were read. */
  readonly source: string;
  readonly date: string;
  /** Operations (`resource.method`, or `resource.*`) whose quota units no page states. */
  readonly assumedUnits?: readonly string[];
  /** By `resource.method`. */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly types: Types;
  /** By the name in the schema. */
  readonly enums: Readonly<Record<string, EnumFacts>>;
}

export type Model = Readonly<Record<ClientName, ServiceModel>>;

/** Objects and the values in them; null removes what it is laid over. */
type Tree = { readonly [name: string]: unknown };

/** One reason for one or several changes. */
interface Correction {
  readonly reason: string;
  /** Of one that leaves an operation out: where it is stated, and when that was read. */
  readonly source?: string;
  readonly date?: string;
  /** By path, as `drive/types/File/size/readOnly`; null removes what is there. */
  readonly change: Tree;
}

/** What the gateway knows of error reasons beyond the operations that have them. */
interface ReasonFacts {
  /** Services, operations or error codes; without them, the facts hold everywhere. */
  readonly in?: readonly string[];
  /** What the reason means, if not its HTTP status; everywhere, or in services. */
  readonly meaning?: Tree;
  /** A whole message: the state of an object or account that prevents the call. */
  readonly message?: string;
  /** The values that the service accepts, for messages about a rejected one. */
  readonly expected?: string;
  /** `entity`: the reason concerns the written entity, in any write. */
  readonly concerns?: string;
}

export interface ReasonRow extends ReasonFacts {
  readonly reasons?: readonly string[];
  /** First names of paths of arguments, for operations whose reason says nothing. */
  readonly arguments?: readonly string[];
}

/** Rows with one topic, and the facts that all of them have. */
export interface ReasonGroup extends ReasonFacts {
  /** What the reasons have in common, or where a fact comes from. */
  readonly why: string;
  readonly rows: readonly ReasonRow[];
}

/** @returns the rows of all groups, each with the facts of its group */
export const reasonRowsOf = (groups: readonly ReasonGroup[]): ReasonRow[] =>
  groups.flatMap(({ rows, ...shared }) => rows.map((row) => ({ ...shared, ...row })));

/** Where a rule is stated. */
interface Stated {
  readonly source: string;
  /** When that was read. */
  readonly date: string;
}

export interface SandboxRules {
  /** The reasons of all errors that the sandbox answers. */
  readonly refusals: readonly string[];
  /** Reasons that pages state for clients or operations, beyond those in the rows of operations. */
  readonly sources: readonly (Stated & {
    readonly in: readonly string[];
    readonly reasons: readonly string[];
  })[];
  readonly behaviours: readonly (Partial<Stated> & {
    readonly in: readonly string[];
    readonly rule: string;
  })[];
}

/** What is laid over the clients. */
export interface Facts {
  readonly documented: Tree;
  readonly corrections: readonly Correction[];
}

const { corrections, normalizations, reasons, rules, valuesWithoutText, ...documented } = stated;

/** The facts of the file. */
export const facts: Facts = { documented, corrections };

/** What is known of error reasons; the texts for clients are the gateway's own. */
export const reasonGroups: readonly ReasonGroup[] = reasons.groups;

/**
 * Values that no enum of the schema has, although the reference lists them: at types, fields
 * (`Type.field`) and parameters (`operation?parameter`).
 */
export { normalizations, valuesWithoutText };

/** The rules of the sandbox; without a source, they are assumed. */
export const sandboxRules: SandboxRules = rules;

/**
 * @param clients what the clients state, by their names
 * @returns it with the documented facts and the corrections
 */
export function modelOf(clients: Readonly<Record<ClientName, Client>>, stated: Facts): Model {
  const changes = stated.corrections.flatMap(({ change }) => Object.entries(change).map(treeOf));
  // One tree of all changes: to lay each over the whole model takes ten times as long.
  const corrected = changes.reduce<Tree>((all, change) => laidOver(all, change, true), {});
  const layers = [stated.documented, corrected].map(withoutShorthand);
  return layers.reduce<Tree>(
    laidOverAndRemoved,
    withParameterFacts(clients, stated.documented),
  ) as Model;
}

const laidOverAndRemoved = (below: Tree, above: Tree): Tree => laidOver(below, above, false);

/** `a/b` and a value are the value in `b` in `a`. */
function treeOf([path, value]: readonly [string, unknown]): Tree {
  const [name, ...rest] = path.split('/') as [string, ...string[]];
  return { [name]: rest.length > 0 ? treeOf([rest.join('/'), value]) : value };
}

/** The clients, with the facts that are documented for all parameters of a name. */
const withParameterFacts = (clients: Tree, stated: Tree): Tree =>
  mapValues(clients, (client, clientName) => {
    const { parameters: all = {} } = (stated[clientName] ?? {}) as ParameterSection;
    return mapValues(client, (group, name) =>
      name === 'operations' ? mapValues(group, (each) => withFacts(each, all)) : group,
    );
  });

/** The facts by the name of the parameter; `name[]` is a parameter that is a list. */
interface ParameterSection {
  readonly parameters?: Readonly<Record<string, ParameterFacts>>;
}

function withFacts(operation: unknown, all: Readonly<Record<string, ParameterFacts>>): Tree {
  const { parameters } = operation as ClientOperation;
  const withOwn = mapValues(parameters, (parameter, name) => {
    const { type } = parameter as ClientParameter;
    return { ...(parameter as ClientParameter), ...all[name + typeParts(type).suffix] };
  });
  return { ...(operation as ClientOperation), parameters: withOwn };
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field that is a text in the files has this type. */
function withoutShorthand(layer: Tree): Tree {
  const expand = (value: unknown): unknown => (typeof value === 'string' ? { type: value } : value);
  return mapValues(layer, (service) =>
    mapValues(service, (group, name) =>
      name === 'types' ? mapValues(group, (type) => mapValues(type, expand)) : group,
    ),
  );
}

/** @param value a tree; another value is as one without names */
const mapValues = (value: unknown, change: (inner: unknown, name: string) => unknown): Tree =>
  Object.fromEntries(
    Object.entries(isTree(value) ? value : {}).map(([name, each]) => [name, change(each, name)]),
  );

/** @param keepsNull whether null stays, to remove what the result is laid over */
function laidOver(below: Tree, above: Tree, keepsNull: boolean): Tree {
  const result: Record<string, unknown> = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const inner = result[name];
    if (isTree(value)) result[name] = laidOver(isTree(inner) ? inner : {}, value, keepsNull);
    else if (value === null && !keepsNull) delete result[name];
    else result[name] = value;
  }
  return result;
}
