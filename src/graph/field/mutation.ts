/** Mutations: one input, one payload with the changed node and typed errors. */
import type { GraphQLResolveInfo } from 'graphql';
import { Paths } from '../../data/read/path.ts';
import { type Call, type Crowd, one, type Pricing } from '../../data/cost/field-cost.ts';
import { projectionOf } from '../../data/read/projection.ts';
import type { Ref } from '../../data/read/resource.ts';
import type { Execution } from '../../data/execution.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { builder, type Context } from '../builder.ts';
import { toUserError, UserError, type UserErrorValue } from '../user-error.ts';
import type { InputBuilder } from './change.ts';
import {
  type AnyFieldBuilder,
  type Field,
  type FieldBuilder,
  field,
  type ResourceRef,
} from './field-factory.ts';

/** What a mutation came to: the ref of the thing it changed, or the global id of the one it deleted. */
export interface Outcome {
  readonly ref?: Ref;
  readonly deletedId?: string;
  /** What the payload's fields of its own (`also`) read. */
  readonly also?: unknown;
  /** Of a mutation over many things: what each came to, in the order of the input. */
  readonly results?: readonly Result[];
}

/** One of many: what it came to, or the failure that stands in its place of the list. */
export type Result = ItemPayload | Error;

interface ItemPayload extends Pick<Outcome, 'ref'> {
  readonly index: number;
  readonly errors: readonly UserErrorValue[];
}

interface Payload extends Outcome {
  readonly errors: readonly UserErrorValue[];
}

export interface MutationSpec {
  readonly description: string;
  readonly deprecationReason?: string;
  /** REST operations it may call. */
  readonly operations: readonly AnyOperation[];
  /** The operation it stands for, where upstream has retired that and nothing is called. */
  readonly retires?: AnyOperation;
  readonly inputDescription: string;
  readonly input: (t: InputBuilder) => Record<string, unknown>;
  /** Exactly one of the input's fields is given. */
  readonly isOneOf?: true;
  /** The payload's field for the changed thing; absent for deletions. */
  readonly node?: readonly [name: string, type: ResourceRef<any>, description: string];
  readonly deletes?: string;
  /** Of a mutation over many things: the type of each, and what `item` shows. */
  readonly each?: readonly [type: ResourceRef<any>, description: string];
  /** Fields of the payload that are none of the above: they read `also` of the outcome, null where it was refused. */
  readonly also?: (t: FieldBuilder<any>) => Readonly<Record<string, Field>>;
  /** Calls that it may make, where they are not one of each operation, or of a mutation over many one of each for each. */
  readonly price?: (input: any) => readonly Call[];
  /** @param wanted what the client asks of the node: a service that answers writes by mask can send it along */
  readonly run: (input: any, execution: Execution, wanted: Paths) => Promise<Outcome>;
}

/** Adds a mutation `name(input: NameInput!): NamePayload`. */
export function mutation(name: string, spec: MutationSpec): void {
  const title = name[0]!.toUpperCase() + name.slice(1);
  const input = builder.inputType(`${title}Input`, {
    description: spec.inputDescription,
    isOneOf: spec.isOneOf ?? false,
    fields: (t) => spec.input(t) as never,
  });
  const payload = builder.objectRef<Payload>(`${title}Payload`).implement({
    description: `What came of \`${name}\`.`,
    fields: (t) => ({
      ...(spec.node ? { [spec.node[0]]: nodeField(t, spec.node[1], spec.node[2]) } : {}),
      ...(spec.deletes
        ? {
            deletedId: field(t, {
              type: 'ID',
              description: spec.deletes,
              needs: {},
              resolve: ({ deletedId }: Payload) => deletedId ?? null,
            }),
          }
        : {}),
      ...(spec.each ? { results: resultsField(t, name, title, spec.each) } : {}),
      ...spec.also?.(t),
      errors: errorsField(t, 'Why it was not done; empty when it was.'),
    }),
  });
  builder.mutationField(name, (t) =>
    field(t, {
      type: payload,
      description: spec.description,
      ...(spec.deprecationReason === undefined
        ? {}
        : { deprecationReason: spec.deprecationReason }),
      needs: { price: priceOf(spec) },
      operations: spec.operations,
      ...(spec.retires ? { retires: spec.retires } : {}),
      args: { input: t.arg({ type: input, required: true, description: 'What to do.' }) },
      resolve: (_, { input }: { input: unknown }, { execution }: Context, info) =>
        settle(spec.run(input, execution, wanted(info))),
    }),
  );
}

/** Of a mutation over many things, the longest list of its input says how many. */
function priceOf({ operations, each, price }: MutationSpec): Pricing {
  const many = (input: object): number =>
    each
      ? Math.max(
          1,
          ...Object.values(input).map((value: unknown) =>
            Array.isArray(value) ? value.length : 1,
          ),
        )
      : 1;
  return {
    calls: (_, given) =>
      price?.(given()['input']) ??
      operations.map((operation): Call => [operation, many(given()['input'] as object)]),
    brings: (_, given): Crowd => {
      const count = each ? many(given()['input'] as object) : 1;
      return { ...one, count, groups: count };
    },
  };
}

const errorsField = (t: AnyFieldBuilder, description: string): Field =>
  field(t, {
    type: [UserError],
    nullable: false,
    description,
    needs: { most: 1 },
    resolve: ({ errors }: Pick<Payload, 'errors'>) => errors,
  });

function resultsField(
  t: AnyFieldBuilder,
  name: string,
  title: string,
  [target, description]: NonNullable<MutationSpec['each']>,
): Field {
  const type = builder.objectRef<ItemPayload>(`${title}Result`).implement({
    description: `What came of one of those that \`${name}\` was given.`,
    fields: (each) => ({
      index: field(each, {
        type: 'Int',
        nullable: false,
        description: 'Its place in the input, counted from zero.',
        needs: {},
        resolve: ({ index }: ItemPayload) => index,
      }),
      item: nodeField(each, target, description),
      errors: errorsField(each, 'Why this one was not done; empty when it was.'),
    }),
  });
  return field(t, {
    type: [type],
    nullable: { list: true, items: true },
    description:
      'One entry for each thing of the input, in that order; null, with an error at its place, where the service failed.',
    needs: { nested: '', most: 1 },
    resolve: ({ results }: Payload) => results ?? null,
  });
}

function nodeField(t: AnyFieldBuilder, target: ResourceRef<any>, description: string): Field {
  const { resource } = target;
  return field(t, {
    type: target,
    description,
    needs: { link: { target: resource, keysOf: ({ ref }: Payload) => (ref ? [ref.key] : []) } },
    resolve: ({ ref }: Payload, _, { execution }: Context, info) =>
      ref ? execution.load(ref, projectionOf(info)) : null,
  });
}

/** The paths asked of the payload's node. */
const wanted = (info: GraphQLResolveInfo): Paths =>
  Paths.union(projectionOf(info).follows.map(({ projection }) => projection.paths));

async function settle(run: Promise<Outcome>): Promise<Payload> {
  try {
    return { ...(await run), errors: [] };
  } catch (error) {
    const known = toUserError(error);
    if (!known) throw error;
    // What was begun is shown as it is now.
    const begun = known.extra['ref'] as Ref | undefined;
    return { errors: [known], ...(begun && { ref: begun }) };
  }
}

/** One of many: a refusal that a client can act on goes into its own entry, any other failure into its place of the list. */
export async function settleItem(index: number, run: Promise<Ref>): Promise<Result> {
  try {
    return { index, ref: await run, errors: [] };
  } catch (error) {
    const known = toUserError(error);
    return known ? { index, errors: [known] } : (error as Error);
  }
}
