/**
 * Fields that need a call of their own: an owner-only part, texts in another language or format, a
 * value of another operation. The calls for several entities share batches, and an error fails only
 * its own field.
 */
import { memoize } from '../../api/memoize.ts';
import type { GraphQLResolveInfo } from 'graphql';
import {
  choiceArguments,
  choiceValue,
  type EntityProjection,
  type Projection,
} from '../../read/walk/projection.ts';
import type { AnswerNeeds, FieldArguments, SeparateFetchNeeds } from '../../read/needs.ts';
import { getter, Paths } from '../../read/path.ts';
import { type Ref, refOf, type Resource } from '../../read/resource.ts';
import { projectionOf } from '../../read/walk/walker.ts';
import { readAccess } from '../../cost/cost-context.ts';
import type { KnownReason } from '../../api/register.ts';
import { errorAlong } from '../../rest/operation/invalid-value.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { Context } from '../builder.ts';
import {
  argumentNamesOf,
  type ParameterNames,
  parametersOf,
  withArgumentNames,
} from './argument-name.ts';
import { parameterCheck, refAttacher } from './field-call.ts';
import { enumResolver, isEnum } from './enumeration.ts';
import {
  type ArgumentMap,
  type EntityType,
  type Field,
  field,
  type FieldBuilder,
  isEntityType,
} from './field-factory.ts';
import { type LinkSpec, linkNeeds, resolveLink } from './link.ts';
import { nullOnReasons } from './null-on-reason.ts';
import type { ObjectPath, ScalarPath } from './path-type.ts';

interface SeparateFetchOptions {
  readonly resource: Resource;
  /** The path of the value in the response. Default: the whole response. */
  readonly path?: string;
  /** The key to read by. Default: the key of the parent entity. */
  readonly by?: LinkSpec;
  /**
   * `always`: the value never comes with the entity. `ifArgumentsGiven`: without arguments the
   * value comes with the entity, at the same path, or as a link.
   */
  readonly fetch: 'always' | 'ifArgumentsGiven';
  /** GraphQL arguments that become REST parameters. */
  readonly arguments?: ArgumentMap;
  /** REST parameters by the name of the argument, for arguments that have another name. */
  readonly parameters?: ParameterNames;
  /** Values of arguments that mean the same as an omitted argument. */
  readonly defaults?: FieldArguments;
  /** A path that is requested for every selection. */
  readonly minimumPath?: string;
  /** Chooses the value of the parent among those at `path`, a list or a map. */
  // any: each field declares the types of its own values and parent.
  readonly pick?: (found: any, parent: any) => unknown;
  /** Error reasons of an expected state: null with a warning. */
  readonly nullOnReasons?: readonly KnownReason[];
}

interface SeparateFetchSpec<Answer> extends SeparateFetchOptions {
  readonly resource: Resource<Answer>;
  readonly path?: ScalarPath<Answer> | ObjectPath<Answer>;
}

/**
 * A value that is read with a call of its own.
 * @param type a scalar, an enum, an object of the response, or a resource: an entity whose type is
 * not the resource that is read has an id of its own
 */
export function separateFetch<Shape, Answer>(
  t: FieldBuilder<Shape>,
  type: unknown,
  spec: SeparateFetchSpec<Answer>,
  description: string,
): Field {
  const { resource, arguments: args = {} } = spec;
  const { operation } = resource.read;
  const { needsToken, parts } = readAccess(resource, Paths.of(spec.path ?? ''));
  const isFetched = fetchDecision(spec);
  const fetch = fetcher(type, spec);
  const readEmbedded = embeddedReader(type, spec);
  return field(t, {
    type,
    description,
    args,
    needs: separateFetchNeeds(type, spec),
    check: parameterCheck({
      operation,
      argumentParameters: (given: FieldArguments) => parametersOf(given, spec.parameters),
      argumentNames: argumentNamesOf(spec.parameters),
    }),
    operations: [operation],
    ...(needsToken && { tokenCalls: [{ operation, parts }] }),
    // Warnings have the path.
    sharesInfo: spec.nullOnReasons === undefined && !isEnum(type),
    resolve: (
      parent: unknown,
      given: FieldArguments,
      context: Context,
      info: GraphQLResolveInfo,
    ): unknown => {
      const resolve = isFetched(parent, given) ? fetch : readEmbedded;
      return resolve(parent, given, context, info);
    },
  });
}

/** Returns a function that decides whether the value takes a call of its own. */
function fetchDecision(
  spec: SeparateFetchOptions,
): (parent: unknown, given: FieldArguments) => boolean {
  const { resource, fetch, defaults = {} } = spec;
  const argument = choiceArgumentOf(spec);
  if (argument === undefined) return (_, given) => fetch === 'always' || differs(given, defaults);
  const { choiceParameter = '' } = resource;
  return (parent, given) => {
    const { [choiceParameter]: made = defaults[argument] } = refOf(parent)?.args ?? {};
    return choiceValue(given[argument]) !== choiceValue(made);
  };
}

/** The argument that makes a choice, which the call for the parent may make, too. */
function choiceArgumentOf({
  resource: { choiceParameter },
  by,
  parameters = {},
}: SeparateFetchOptions): string | undefined {
  if (by || choiceParameter === undefined) return undefined;
  return Object.keys(parameters).find((name) => parameters[name] === choiceParameter);
}

/** Whether an argument has another value than its default. */
function differs(given: FieldArguments, defaults: FieldArguments): boolean {
  for (const name in given) if (given[name] != null && given[name] !== defaults[name]) return true;
  return false;
}

/** Returns a function that reads the value that comes with the entity. */
function embeddedReader(type: unknown, spec: SeparateFetchOptions): Fetcher {
  if (spec.path !== undefined) return valueReader(type, spec);
  return (parent, _, { execution }, info) => {
    const ref = refToFetch(parent, {}, spec);
    return ref && resolveLink(execution, ref, projectionOf(info));
  };
}

function separateFetchNeeds(type: unknown, spec: SeparateFetchOptions): SeparateFetchNeeds {
  const { resource, path = '', by, fetch, defaults = {} } = spec;
  const needs = needsWithoutArguments(type, spec);
  const argument = choiceArgumentOf(spec);
  return {
    kind: 'separateFetch',
    resource,
    path,
    paths: by?.paths ?? [],
    withoutArguments: fetch === 'always' ? null : { needs, defaults },
    ...(argument !== undefined && {
      choice: { argument, parameter: resource.choiceParameter!, needs },
    }),
  };
}

function needsWithoutArguments(
  type: unknown,
  { resource, path, minimumPath, by = byOwnKey }: SeparateFetchOptions,
): AnswerNeeds {
  if (path === undefined) return linkNeeds(resource, by);
  if (isScalar(type)) return { kind: 'paths', paths: [path] };
  const paths = minimumPath === undefined ? [] : [`${path}.${minimumPath}`];
  return { kind: 'nested', path, paths, maxItems: 1 };
}

const isScalar = (type: unknown): boolean => typeof type === 'string' || isEnum(type);

const byOwnKey: LinkSpec = { key: (_, ref) => ref!.key, usesRef: true };

type Fetcher = (
  parent: unknown,
  given: FieldArguments,
  context: Context,
  info: GraphQLResolveInfo,
) => unknown;

/** Returns a function that reads the value with a call of its own. */
function fetcher(type: unknown, spec: SeparateFetchOptions): Fetcher {
  const requested = requestedBy(type, spec);
  const readValue = valueReader(type, spec);
  const names = argumentNamesOf(spec.parameters);
  const isComputed = spec.pick !== undefined || isEnum(type);
  const load = async (ref: Ref, { execution }: Context, info: GraphQLResolveInfo) =>
    resolveLink(execution, ref, requested(info));
  return async (parent, given, context, info) => {
    const ref = refToFetch(parent, given, spec);
    if (ref === null) return null;
    const answer = withArgumentNames(load(ref, context, info), given, names);
    const value = await nullOnReasons(answer, spec.nullOnReasons, context.execution, info);
    if (value === null) return null;
    const invalid = isComputed && errorAlong(value, [spec.path ?? '']);
    if (invalid) throw invalid;
    const found = readValue(value, given, context, info);
    return spec.pick ? spec.pick(found, parent) : found;
  };
}

function refToFetch(
  parent: unknown,
  given: FieldArguments,
  spec: SeparateFetchOptions,
): Ref | null {
  const { resource, by = byOwnKey, parameters = {} } = spec;
  const own = refOf(parent);
  const key = by.key(parent, own);
  if (key === null) return null;
  const { [resource.choiceParameter ?? '']: _made, ...ownArgs } =
    (own?.resource === resource && own.args) || {};
  const args = { ...ownArgs, ...parametersOf(given, parameters), ...choiceIn(given, spec) };
  return Object.keys(args).length === 0 ? { resource, key } : { resource, key, args };
}

/** The choice among the arguments, as the call for the parent makes it. */
function choiceIn(given: FieldArguments, spec: SeparateFetchOptions): Ref['args'] {
  const argument = choiceArgumentOf(spec);
  const value = argument === undefined ? undefined : choiceValue(given[argument]);
  const { choiceParameter: parameter, read } = spec.resource;
  return value === undefined
    ? undefined
    : choiceArguments({ parameter: parameter!, value }, read.operation);
}

const noTypes: ReadonlySet<string> = new Set();

/** The requested paths of the response of the call, from the projection of the field's value. */
function requestedBy(
  type: unknown,
  { path, minimumPath }: SeparateFetchOptions,
): (info: GraphQLResolveInfo) => EntityProjection {
  if (path !== undefined && isScalar(type)) {
    const scalar = { paths: Paths.of(path), downstream: noTypes };
    return () => scalar;
  }
  const requested = memoize(
    ({ paths, downstream }: Projection): EntityProjection => ({
      paths: pathsOfAnswer(paths, path, minimumPath),
      downstream,
    }),
  );
  return (info) => requested(projectionOf(info));
}

function pathsOfAnswer(
  paths: Paths,
  path: string | undefined,
  minimumPath: string | undefined,
): Paths {
  const all = minimumPath === undefined ? paths : paths.with(minimumPath);
  if (path === undefined) return all;
  return all.size > 0 ? all.under(path) : Paths.of(path);
}

/** Returns a function that reads the value in the response of the call. */
function valueReader(type: unknown, { resource, path }: SeparateFetchOptions): Fetcher {
  const read = path === undefined ? (answer: unknown): unknown => answer : getter(path);
  if (isEnum(type)) return enumResolver(type, read);
  if (Array.isArray(type) && isEntityType(type[0]))
    return itemsReader(type[0], resource.read.operation, read);
  if (!isEntityType(type) || type.resource === resource) return (answer) => read(answer) ?? null;
  const attach = refAttacher({
    resource: type.resource,
    operation: resource.read.operation,
    parent: undefined,
  });
  // A copy: the cached response keeps the ref it was read with.
  return (answer) => attach({ ...(answer as object) });
}

/**
 * Returns a function that reads a list of entities below the one that was read; often absent if
 * empty.
 */
const itemsReader =
  (
    { resource }: EntityType<unknown>,
    operation: AnyOperation,
    read: (answer: unknown) => unknown,
  ): Fetcher =>
  (answer) => {
    const attach = refAttacher({ resource, operation, parent: refOf(answer) });
    const items = read(answer) as readonly object[] | Error | null | undefined;
    if (items instanceof Error) return items;
    return items?.map((item) => (item instanceof Error ? item : attach({ ...item }))) ?? [];
  };
