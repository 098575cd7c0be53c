/** The arguments of an operation, read and checked before it runs. */
import { GraphQLError, type FieldNode, type GraphQLResolveInfo } from 'graphql';
import { InvalidInput } from '../api/error.ts';
import { argumentValues } from '../read/argument-values.ts';
import type { Rejections } from '../read/load/rejected-field.ts';
import type { FieldArguments } from '../read/needs.ts';
import type { FieldStep } from '../read/walk/projection.ts';

const noArguments: FieldArguments = {};

/** Whether an error is about arguments of a client. */
export const isRejection = (error: unknown): error is GraphQLError | InvalidInput =>
  error instanceof GraphQLError || error instanceof InvalidInput;

/** Reads the arguments of the fields of an operation before it runs, and checks them. */
export class CheckedArguments {
  readonly #variableValues: GraphQLResolveInfo['variableValues'];
  #rejections: Map<FieldNode, Error> | undefined;

  constructor(variableValues: GraphQLResolveInfo['variableValues']) {
    this.#variableValues = variableValues;
  }

  /** The fields whose arguments were rejected so far; undefined without any. */
  get rejections(): Rejections | undefined {
    return this.#rejections;
  }

  /** @returns undefined for arguments that are rejected */
  of({ field, node }: FieldStep): FieldArguments | undefined {
    if (field.args.length === 0) return noArguments;
    try {
      const args = argumentValues(field, node, this.#variableValues);
      field.extensions.check?.(args);
      return args;
    } catch (error) {
      if (!isRejection(error)) throw error;
      this.#rejections ??= new Map();
      this.#rejections.set(node, error);
      return undefined;
    }
  }
}
