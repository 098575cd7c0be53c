/** Mutations: one input, one payload with the changed node and typed errors. */
import type { GraphQLResolveInfo } from 'graphql';
import { Paths } from '../../data/path.ts';
import { projectionOf } from '../../data/projection.ts';
import type { Ref } from '../../data/ref.ts';
import type { Scope } from '../../data/scope.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { builder, type Context } from '../builder.ts';
import { toUserError, UserError, type UserErrorValue } from '../user-error.ts';
import type { InputBuilder } from './change.ts';
import { type AnyFieldBuilder, type Field, field, type ResourceRef } from './door.ts';

/** What a mutation came to: the ref of the thing it changed, or the global id of the one it deleted. */
export interface Outcome {
  readonly ref?: Ref;
  readonly deletedId?: string;
}
interface Payload extends Outcome {
  readonly errors: readonly UserErrorValue[];
}
export interface MutationSpec {
  readonly description: string;
  /** REST operations it may call. */
  readonly operations: readonly AnyOperation[];
  readonly inputDescription: string;
  readonly input: (t: InputBuilder) => Record<string, unknown>;
  /** The payload's field for the changed thing; absent for deletions. */
  readonly node?: readonly [name: string, type: ResourceRef<any>, description: string];
  readonly deletes?: string;
  /** @param wanted what the client asks of the node: a service that answers writes by mask can send it along */
  readonly run: (input: any, scope: Scope, wanted: Paths) => Promise<Outcome>;
}

/** Adds a mutation `name(input: NameInput!): NamePayload`. */
export function mutation(name: string, spec: MutationSpec): void {
  const title = name[0]!.toUpperCase() + name.slice(1);
  const input = builder.inputType(`${title}Input`, { description: spec.inputDescription, fields: (t) => spec.input(t) as never });
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
      errors: field(t, {
        type: [UserError],
        nullable: false,
        description: 'Why it was not done; empty when it was.',
        needs: {},
        resolve: ({ errors }: Payload) => errors,
      }),
    }),
  });
  builder.mutationField(name, (t) =>
    field(t, {
      type: payload,
      description: spec.description,
      needs: {},
      operations: spec.operations,
      args: { input: t.arg({ type: input, required: true, description: 'What to do.' }) },
      resolve: (_, { input }: { input: unknown }, { scope }: Context, info) => settle(spec.run(input, scope, wanted(info))),
    }),
  );
}
function nodeField(t: AnyFieldBuilder, target: ResourceRef<any>, description: string): Field {
  const { resource } = target;
  return field(t, {
    type: target,
    description,
    needs: { link: { target: resource, keysOf: ({ ref }: Payload) => (ref ? [ref.key] : []) } },
    resolve: ({ ref }: Payload, _, { scope }: Context, info) => (ref ? scope.load(ref, projectionOf(info)) : null),
  });
}
/** The paths asked of the payload's node. */
const wanted = (info: GraphQLResolveInfo): Paths => Paths.union(projectionOf(info).follows.map(({ projection }) => projection.paths));

async function settle(run: Promise<Outcome>): Promise<Payload> {
  try {
    return { ...(await run), errors: [] };
  } catch (error) {
    const known = toUserError(error);
    if (!known) throw error;
    return { errors: [known] };
  }
}
