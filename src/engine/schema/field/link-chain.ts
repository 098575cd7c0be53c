/**
 * A list of entities of which each leads to the next one: the folders above a file. They are read
 * one after the other; parents whose chains meet share the calls.
 */
import { memoize } from '../../api/memoize.ts';
import type { GraphQLResolveInfo } from 'graphql';
import type { Execution } from '../../execution/execution.ts';
import { getter } from '../../read/path.ts';
import type { EntityProjection, Projection } from '../../read/walk/projection.ts';
import { ownId, refOf, type Ref } from '../../read/resource.ts';
import { projectionOf } from '../../read/walk/walker.ts';
import { InvalidInput } from '../../api/error.ts';
import { errorAlong } from '../../rest/operation/invalid-value.ts';
import type { Context } from '../builder.ts';
import { type EntityType, type Field, field, type FieldBuilder } from './field-factory.ts';
import { resolveLink } from './link.ts';
import type { LeafPath } from './path-type.ts';

interface LinkChainSpec<Path extends string> {
  /** The path of the ids, of which the first is that of the next entity. */
  readonly path: Path;
  /** The default and the maximum of the argument `maxDepth`. */
  readonly depth: number;
  readonly maxDepth: number;
}

interface ChainArguments {
  readonly maxDepth: number;
}

/** The entities that a chain leads to, the last one first. An entity that is gone ends it. */
export function linkChain<Shape>(
  t: FieldBuilder<Shape>,
  target: EntityType<Shape>,
  { path, depth, maxDepth }: LinkChainSpec<LeafPath<Shape, readonly string[]>>,
  description: string,
): Field {
  const { resource } = target;
  const read = getter(path) as (value: unknown) => readonly string[] | null | undefined;
  const nextRef = (value: unknown): Ref | undefined => {
    const invalid = errorAlong(value, [path]);
    if (invalid) throw invalid;
    const id = read(value)?.[0];
    return id === undefined ? undefined : { resource, key: [id] };
  };
  const withNext = memoize(
    ({ paths, downstream }: Projection): EntityProjection => ({
      paths: paths.with(path),
      downstream: new Set([resource.name, ...downstream]),
    }),
  );
  return field(t, {
    type: [target],
    nullable: { list: true, items: false },
    description,
    args: {
      maxDepth: t.arg.int({
        defaultValue: depth,
        required: true,
        description: `Return at most this number of entries, the nearest ones. Each counts as a call in the maximum cost. Default: ${depth}. Minimum: 1, maximum: ${maxDepth}.`,
      }),
    },
    needs: {
      kind: 'link',
      paths: [path],
      maxItems: maxDepth,
      limitArgument: 'maxDepth',
      isChain: true,
      link: {
        targets: [resource],
        usesRef: false,
        addRefs: (refs, value) => {
          const ref = nextRef(value);
          if (ref) refs.push(ref);
        },
      },
    },
    check: ({ maxDepth: limit }: ChainArguments) => checkDepth(limit, maxDepth),
    operations: [resource.read.operation],
    resolve: (
      parent: unknown,
      { maxDepth: limit }: ChainArguments,
      { execution }: Context,
      info: GraphQLResolveInfo,
    ) => {
      checkDepth(limit, maxDepth);
      return readChain(execution, { parent, limit, nextRef }, withNext(projectionOf(info)));
    },
  });
}

/** @throws InvalidInput for a depth out of bounds */
function checkDepth(depth: number, max: number): void {
  if (depth < 1 || depth > max)
    throw new InvalidInput(
      'maxDepth',
      `${depth} is out of range; expected a whole number from 1 to ${max}`,
    );
}

interface Chain {
  readonly parent: unknown;
  readonly limit: number;
  readonly nextRef: (value: unknown) => Ref | undefined;
}

async function readChain(
  execution: Execution,
  { parent, limit, nextRef }: Chain,
  projection: EntityProjection,
): Promise<unknown[]> {
  const chain: unknown[] = [];
  // Answers of different times could lead back to an entity of the chain.
  const seen = new Set(refOf(parent) && [ownId(parent)]);
  let ref = nextRef(parent);
  while (ref && chain.length < limit && !seen.has(ref.key[0]!)) {
    seen.add(ref.key[0]!);
    const value = await resolveLink(execution, ref, projection);
    if (value == null) break;
    chain.unshift(value);
    ref = nextRef(value);
  }
  return chain;
}
