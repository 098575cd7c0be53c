/**
 * Fields that link to other entities. The entities of all links of a query are loaded in batches.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Execution } from '../../execution/execution.ts';
import type { Link, LinkNeeds } from '../../read/needs.ts';
import { getter } from '../../read/path.ts';
import { type EntityProjection, isShown } from '../../read/walk/projection.ts';
import {
  attachRef,
  operationsOfLink,
  type Ref,
  refOf,
  type Resource,
  typeOf,
} from '../../read/resource.ts';
import { projectionOf } from '../../read/walk/walker.ts';
import { InvalidInput, upstreamError } from '../../api/error.ts';
import { type Context, builder, type DeclaredType } from '../builder.ts';
import {
  type Field,
  type FieldBuilder,
  type FieldTexts,
  field,
  type EntityType,
} from './field-factory.ts';
import { cut, type FirstArgument, firstArgument } from '../list/first-argument.ts';

/** The key of an entity, or null if the link is absent. */
type LinkKey = readonly string[] | null;

/** A link whose key is not a single id at a path. */
// any: links without a shape declare the types of their own parents.
export interface LinkSpec<Shape = any>
  extends Pick<Link, 'shared' | 'isAncestor' | 'idPath' | 'maxEntities'> {
  /** Paths that `key` reads. */
  readonly paths?: readonly string[];
  /**
   * The key of the entity. Among `fields`, annotate both parameters: otherwise the compiler rejects
   * the paths of all other rows.
   */
  readonly key: (value: Shape, ref: Ref | undefined) => LinkKey;
  /** Whether `key` reads the ref of its parent value. */
  readonly usesRef?: true;
}

/** The link to the entity whose key begins the key of the linking one: to the file of a comment. */
export const ancestor = ({ resource }: EntityType<unknown>): LinkSpec<unknown> => ({
  key: (_, ref) => (ref ? ref.key.slice(0, resource.key.length) : null),
  usesRef: true,
  isAncestor: true,
});

/** A union of entities: the value of a link determines the type. */
export interface PolymorphicType {
  readonly type: DeclaredType;
  readonly targets: readonly EntityType<unknown>[];
}

/** Declares a union of entities. */
export const polymorphicType = (
  name: string,
  targets: readonly EntityType<unknown>[],
  description: string,
): PolymorphicType => ({
  type: builder.unionType(name, {
    description,
    types: targets,
    resolveType: (value) => typeOf(value)!,
  }),
  targets,
});

/** A link whose value determines the type of the entity. */
export interface PolymorphicLinkSpec<Shape> {
  /** Paths that `ref` reads. */
  readonly paths: readonly string[];
  readonly ref: (value: Shape) => Ref | null;
}

interface LinkListSpec {
  readonly path: string;
  /** Maximum number of ids. */
  readonly maxItems: number;
  /** Default of the argument `first`. Absent: the field has none. */
  readonly defaultFirst?: number | undefined;
  readonly maxEntities?: number | undefined;
}

/** The link to the entity whose id is at a path. */
export const idAt = (path: string): LinkSpec<unknown> => {
  const read = getter(path) as (value: unknown) => string | null | undefined;
  const key = (value: unknown): LinkKey => {
    const id = read(value);
    return id == null || id === '' ? null : [id];
  };
  return { paths: [path], key, idPath: path };
};

/** Needs of a link whose key a function makes. */
export const linkNeeds = (
  resource: Resource,
  {
    paths = [],
    key,
    usesRef = false as const,
    shared,
    isAncestor,
    idPath,
    maxEntities,
  }: Omit<LinkSpec, 'usesRef'> & { readonly usesRef?: boolean },
): LinkNeeds => ({
  kind: 'link',
  paths,
  maxItems: 1,
  link: {
    targets: [resource],
    usesRef,
    shared,
    isAncestor,
    idPath,
    maxEntities,
    addRefs: (refs, value, ref) => {
      const found = key(value, ref);
      if (found !== null) refs.push({ resource, key: found });
    },
  },
});

/**
 * A link to one entity. A selection of the entity's own ids costs no call, and does not prove that
 * the entity exists.
 */
export function singleLink(
  t: FieldBuilder<unknown>,
  target: EntityType<unknown>,
  spec: LinkSpec<unknown>,
  texts: FieldTexts,
): Field {
  const { resource } = target;
  const needs = linkNeeds(resource, spec);
  return field(t, {
    type: target,
    ...texts,
    needs,
    operations: operationsOfLink(resource),
    sharesInfo: true,
    resolve: (parent: unknown, _: object, { execution }: Context, info: GraphQLResolveInfo) => {
      const key = spec.key(parent, spec.usesRef && refOf(parent));
      if (key === null) return null;
      const projection = projectionOf(info);
      if (isShown(needs.link, projection)) return shownEntity(needs.link, parent, key);
      return resolveLink(execution, { resource, key }, projection, parent);
    },
  });
}

/** The linked entity, as far as the value shows it. */
function shownEntity(
  { shared, targets }: LinkNeeds['link'],
  parent: unknown,
  key: Ref['key'],
): object {
  const value = parent as Readonly<Record<string, unknown>>;
  const shown = Object.fromEntries(shared!.map((name) => [name, value[name]]));
  return attachRef(shown, { resource: targets[0]!, key });
}

/** A list of links: null for an entity that does not exist, an error for one that is unreadable. */
export function linkList(
  t: FieldBuilder<unknown>,
  target: EntityType<unknown>,
  { path, maxItems, defaultFirst, maxEntities }: LinkListSpec,
  texts: FieldTexts,
): Field {
  const { resource } = target;
  const read = getter(path) as (value: unknown) => readonly string[] | null | undefined;
  const refsOf = (value: unknown): Ref[] =>
    (read(value) ?? []).map((id) => ({ resource, key: [id] }));
  return field(t, {
    type: [target],
    nullable: { list: true, items: true },
    ...texts,
    ...firstArgument(t, { maxItems, defaultFirst }),
    needs: {
      kind: 'link',
      paths: [path],
      maxItems,
      ...(defaultFirst !== undefined && { limitArgument: 'first' }),
      link: {
        targets: [resource],
        usesRef: false,
        maxEntities,
        addRefs: (refs, value) => void refs.push(...refsOf(value)),
      },
    },
    operations: operationsOfLink(resource),
    sharesInfo: true,
    resolve: (
      parent: unknown,
      { first }: FirstArgument,
      { execution }: Context,
      info: GraphQLResolveInfo,
    ) => {
      const projection = projectionOf(info);
      const refs = cut(refsOf(parent), first, maxItems);
      return resolveEach(refs, (ref) => resolveLink(execution, ref, projection, parent));
    },
  });
}

/** A link whose value determines the type of the entity. */
export function polymorphicLink(
  t: FieldBuilder<unknown>,
  { type, targets }: PolymorphicType,
  { paths, ref: refIn }: PolymorphicLinkSpec<unknown>,
  texts: FieldTexts,
): Field {
  const resources = targets.map(({ resource }) => resource);
  return field(t, {
    type,
    ...texts,
    needs: anyLinkNeeds(paths, () => resources, refIn),
    operations: resources.map(({ read }) => read.operation),
    sharesInfo: true,
    resolve: (parent: unknown, _: object, { execution }: Context, info: GraphQLResolveInfo) => {
      const ref = refIn(parent);
      return ref && resolveLink(execution, ref, projectionOf(info, ref.resource.name), parent);
    },
  });
}

/** Needs of a link to an entity of any of several resources, which may be declared later. */
export const anyLinkNeeds = (
  paths: readonly string[],
  targets: () => readonly Resource[],
  // any: the callers declare the types of their values.
  refIn: (value: any) => Ref | null | undefined,
): LinkNeeds => ({
  kind: 'link',
  paths,
  maxItems: 1,
  link: {
    get targets() {
      return targets();
    },
    usesRef: false,
    addRefs: (refs, value) => {
      const ref = refIn(value);
      if (ref) refs.push(ref);
    },
  },
});

/**
 * Loads a linked entity.
 * @param parent the value that the key comes from, if it is an entity
 * @throws UpstreamError UPSTREAM_INVALID for an invalid key: it comes from the answer that has the
 * parent, not from the caller
 */
export function resolveLink(
  execution: Execution,
  ref: Ref,
  projection: EntityProjection,
  parent?: unknown,
): unknown {
  try {
    return execution.load(ref, projection);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const { resource } = refOf(parent) ?? ref;
    throw upstreamError(resource.read.operation, 'UPSTREAM_INVALID', { cause: error });
  }
}

/** Returns one value for each input; an error fails only its own entry of the list. */
export const resolveEach = <T>(
  inputs: readonly T[],
  resolve: (input: T, index: number) => unknown,
): unknown[] =>
  inputs.map((input, index) => {
    try {
      return resolve(input, index);
    } catch (error) {
      return error;
    }
  });
