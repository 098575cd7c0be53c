/**
 * Workflows: mutations of several calls that report their steps, and may wait between them. The
 * declaration makes the enum of the steps and the type of the reports; `mutation` declares a
 * mutation on it, with the objects of its payload, and `add` adds the subscription to the reports.
 * Each `run` runs its steps by `StepRun` (`engine/write/step.ts`).
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { AnyOperation } from '../../api/operation.ts';
import { upstreamError } from '../../api/error.ts';
import type { Execution } from '../../execution/execution.ts';
import type { FeedBatch } from '../../feed/batch.ts';
import type { ReportOwner, WorkflowServices } from '../../execution/progress-report.ts';
import { noNeeds, type OperationCount, ownValue } from '../../read/needs.ts';
import type { Paths } from '../../read/path.ts';
import type { Ref } from '../../read/resource.ts';
import { PartlyDone } from '../../write/partly-done.ts';
import type { CallCount, PlannedWrite, Strategy } from '../../write/strategy.ts';
import { builder, type Context, type ObjectType } from '../builder.ts';
import { ErrorCodeEnum } from '../error/user-error-type.ts';
import {
  type FirstReport,
  type Following,
  reportedFailure,
  type StepReport,
  subscribe,
} from '../feed/progress.ts';
import { enumeration, enumResolver, withEnumName } from '../field/enumeration.ts';
import {
  type AnyEnum,
  type EntityType,
  type Field,
  field,
  type FieldBuilder,
} from '../field/field-factory.ts';
import { singleLink } from '../field/link.ts';
import type { RefInput } from '../field/ref-input.ts';
import { refFrom } from '../type/global-id.ts';
import { capitalized } from '../type/text.ts';
import { type Write, write } from './write.ts';
import type { Payload, PayloadFields } from './write-payload.ts';
import type { WriteSpec } from './write-spec.ts';

/** The values that each enum of steps has beside those of its workflow. */
const commonSteps = {
  subscribed: 'The subscription has begun. Always the first event: every later step is reported.',
  finished: 'The mutation has succeeded. Always its last step.',
  failed: 'The mutation has failed. Always its last step. `errorMessage` tells why.',
} as const;

/** The values of a report: ids, REST values of enums, whole numbers as texts; null if absent. */
type Values<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** An entity that reports and payloads show, with the fields for the parts of its key. */
type ObjectRow<Name extends string> = readonly [
  type: EntityType<any>,
  /** What reports say of it. */
  description: string,
  ids: Readonly<Partial<Record<Name, string>>>,
  /** What payloads say of it. Absent: it is the result, or the same. */
  inPayload?: string,
];

/** A value that reports show. */
type ValueRow = readonly [type: AnyEnum | 'BigInt', description: string];

export interface WorkflowSpec<StepName extends string, Name extends string> {
  /** Begins the names of the types and of the subscription: `publication`, `PublicationStep`. */
  readonly name: string;
  readonly description: string;
  /** The description of the enum of the steps. */
  readonly stepDescription: string;
  /** Its own steps, with their descriptions. */
  readonly steps: Readonly<Record<StepName, string>>;
  /** The type of the entity that the reports are about. */
  readonly subject: EntityType<any>;
  /** The entities that reports and payloads lead to, by the names of their fields. */
  readonly objects: Readonly<Record<string, ObjectRow<Name>>>;
  readonly values?: Readonly<Record<string, ValueRow>>;
  readonly subscription: SubscriptionSpec<Name>;
}

interface SubscriptionSpec<Name extends string> {
  readonly description: string;
  /** The argument that names the subject. */
  readonly argument: readonly [name: string, description: string, ref?: RefInput];
  /** The maximum calls for resolving the argument. */
  readonly argumentCalls?: (argument: any) => readonly OperationCount[];
  /** Operations that are called beside the read of the subject, once. */
  readonly alsoCalls?: readonly AnyOperation[];
  /** Those of the public ones whose calls are about the caller. Default: none. */
  readonly forCaller?: readonly AnyOperation[];
  /** The owner of the reports. Default: the identity that subscribes. */
  readonly owner?: (ref: Ref, execution: Execution) => Promise<string>;
  /** The paths of the subject that the first event reads. */
  readonly paths: Paths;
  /** Whether the subject need not exist yet. */
  readonly mayBeMissing?: true;
  /** The values of the first event. */
  readonly first: (
    found: any,
    subscriber: { readonly execution: Execution; readonly owner: string },
  ) => Values<Name> | Promise<Values<Name>>;
  /** Whether no step can follow the first event. */
  readonly isOver?: (values: Values<Name>) => boolean;
}

/** A mutation that runs a workflow; the rest is as in any declaration of a write. */
export interface MutationSpec<O extends AnyOperation, T, P, S>
  extends Omit<WriteSpec<O, T, P, S>, 'strategy' | 'fields'> {
  /** The operations that it may call, in the order of `@upstream`, and how often at most. */
  readonly calls: readonly (readonly [
    operation: AnyOperation,
    times: number | ((write: PlannedWrite) => number),
  ])[];
  /** Maximum time in ms of all waits: it is added to the deadline of the request. */
  readonly waitMs: (write: PlannedWrite) => number;
  /** Whether every input, sent twice, has the effect of one. Default: true. */
  readonly isRepeatable?: boolean;
  /** Description of the payload's field of the progress, with the report that `run` returns. */
  readonly progress?: string;
  /**
   * Its `extra` are the values of the payload's objects: with `progress` a whole report.
   * @throws PartlyDone if a step fails after another one has changed something
   */
  readonly run: Strategy['run'];
}

/** The arguments of a subscription. */
type Given = Readonly<Record<string, any>>;

/** A value of the enum of the steps. */
type ReportedStep<StepName extends string> = StepName | keyof typeof commonSteps;

/** A declared workflow. */
export class Workflow<StepName extends string, Name extends string> {
  readonly #spec: WorkflowSpec<StepName, Name>;
  readonly #stepEnum: AnyEnum;
  readonly #reportType: ObjectType<StepReport>;

  constructor(spec: WorkflowSpec<StepName, Name>) {
    const { name, description, stepDescription, steps } = spec;
    const title = capitalized(name);
    this.#spec = spec;
    this.#stepEnum = enumeration(`${title}Step`, stepDescription, { ...commonSteps, ...steps });
    this.#reportType = builder.objectType<StepReport>(`${title}Progress`).implement({
      description,
      fields: (t) => this.#fields(t),
    });
  }

  /** The type of the reports, for fields with a report that `report` has made. */
  get reportType(): ObjectType<StepReport> {
    return this.#reportType;
  }

  #fields(t: FieldBuilder<StepReport>): Record<string, Field> {
    const { subject, objects, values = {} } = this.#spec;
    const rows = Object.entries(objects);
    const ids = rows.flatMap(([, [type, , texts]]) =>
      Object.entries(texts as Record<string, string>).map(
        ([name, text]) => [name, valueField(t, name, ['ID', text], type !== subject)] as const,
      ),
    );
    return {
      step: valueField(
        t,
        'step',
        [this.#stepEnum, 'The point that the mutation has reached.'],
        false,
      ),
      at: valueField(
        t,
        'at',
        ['DateTime', 'The time of the step, by the clock of the gateway.'],
        false,
      ),
      errorCode: valueField(t, 'errorCode', [
        ErrorCodeEnum,
        'The code of the error. Null except for the step `FAILED`.',
      ]),
      errorMessage: valueField(t, 'errorMessage', [
        'String',
        'The English message of the error, for developers and logs. Null except for the step `FAILED`.',
      ]),
      ...Object.fromEntries(ids),
      ...Object.fromEntries(
        rows.map(([name, row]) => [name, objectField(t, row, (report) => report)]),
      ),
      ...Object.fromEntries(
        Object.entries(values).map(([name, row]) => [name, valueField(t, name, row)]),
      ),
    };
  }

  /** Declares a mutation of the workflow. Its payload shows the objects beside its result. */
  mutation<
    O extends AnyOperation,
    T = Record<never, never>,
    P = Record<never, never>,
    S = Record<never, never>,
  >(name: string, spec: MutationSpec<O, T, P, S>): Write {
    const { calls, waitMs, isRepeatable, progress, run, ...declared } = spec;
    const strategy: Strategy = {
      kind: 'workflow',
      operations: () => calls.map(([operation]) => operation),
      calls: (planned) =>
        calls.map(
          ([operation, times]): CallCount => [
            operation,
            typeof times === 'number' ? times : times(planned),
          ],
        ),
      waitMs,
      ...(isRepeatable !== undefined && { isRepeatable }),
      run,
    };
    const fields: PayloadFields = (t) => ({
      ...this.#payloadObjects(t, spec.target),
      ...(progress !== undefined && {
        [`${this.#spec.name}Progress`]: field(t, {
          type: this.#reportType,
          description: progress,
          needs: ownValue,
          resolve: ({ extra }: Payload) => extra ?? null,
        }),
      }),
    });
    return write<O, T, P, S>(name, { ...declared, strategy, fields });
  }

  #payloadObjects(t: FieldBuilder<Payload>, result: EntityType<unknown>): Record<string, Field> {
    const others = Object.entries(this.#spec.objects).filter(([, [type]]) => type !== result);
    const read = ({ extra }: Payload): unknown => extra;
    return Object.fromEntries(
      others.map(([name, [type, description, ids, inPayload = description]]) => [
        name,
        objectField(t, [type, inPayload, ids], read),
      ]),
    );
  }

  /** Makes a report with the present time, and does not send it. */
  report(ref: Ref, step: ReportedStep<StepName>, values: object = {}): StepReport {
    const ids = Object.fromEntries(ref.resource.key.map((name, index) => [name, ref.key[index]]));
    return { ...ids, ...values, step, at: new Date().toISOString() };
  }

  /** The error of a run that has failed, with the names of the steps as clients know them. */
  partlyDone(facts: PartlyDone['facts'], cause: unknown): PartlyDone {
    const { done, remaining } = facts;
    return new PartlyDone(
      { ...facts, done: this.names(done), remaining: this.names(remaining) },
      cause,
    );
  }

  /** Steps as clients know them. */
  names(steps: readonly string[]): readonly string[] {
    return steps.map((step) => withEnumName(this.#stepEnum, step) as string);
  }

  /** Reports the steps of a run. @param parts the subject, and those who get the reports */
  reporter(parts: Omit<ReporterParts<StepName, Name>, 'workflow'>): RunReporter<StepName, Name> {
    return new RunReporter({ ...parts, workflow: this });
  }

  /** Adds the subscription to the schema. @param follow called when a subscription has begun */
  add(follow?: Following): void {
    const { name, subject, subscription: spec } = this.#spec;
    const { argument, argumentCalls, alsoCalls = [], forCaller = [], owner: ownerOf } = spec;
    const [argumentName, text, input] = argument;
    const { operation } = subject.resource.read;
    const own = [operation, ...alsoCalls];
    const costOf = ({ [argumentName]: given }: Given) => ({
      calls: [...(argumentCalls?.(given) ?? []), ...own.map((each) => [each, 1] as const)],
      loads: [],
      values: 1,
    });
    builder.subscriptionField(`${name}Progress`, (t) => {
      const options = {
        type: this.#reportType,
        nullable: false,
        description: spec.description,
        args: {
          [argumentName]: input
            ? t.arg({ type: input.type, required: true, description: text })
            : t.arg.id({ required: true, description: text }),
        },
        needs: { kind: 'calls' as const, forCaller, costOf },
        operations: [...(input?.operations ?? []), ...own],
        subscribe: (_: unknown, args: Given, context: Context, info: GraphQLResolveInfo) => {
          const given = args[argumentName];
          const refOf = (execution: Execution): Ref | Promise<Ref> =>
            input
              ? input.resolve(execution, given, argumentName)
              : refFrom(subject.resource, given, argumentName);
          const first = this.#first.bind(this);
          return subscribe({ operation, refOf, ownerOf, first, follow }, { args, info }, context);
        },
        resolve: ({ items: [report] }: FeedBatch) => report,
      };
      return field(t, options);
    });
  }

  /** The first event, from a read of the subject. @throws UpstreamError `NOT_FOUND` without one */
  async #first(ref: Ref, execution: Execution, owner: string): Promise<FirstReport> {
    const { paths, mayBeMissing, first, isOver } = this.#spec.subscription;
    const found = await execution.load(ref, { paths, downstream: new Set() });
    const { name, read } = ref.resource;
    if (found === null && !mayBeMissing)
      throw upstreamError(read.operation, 'NOT_FOUND', { id: ref.key.at(-1)!, type: name });
    const values = await first(found, { execution, owner });
    return { report: this.report(ref, 'subscribed', values), isOver: isOver?.(values) ?? false };
  }
}

/** Declares a workflow. */
export const workflow = <StepName extends string, Name extends string>(
  spec: WorkflowSpec<StepName, Name>,
): Workflow<StepName, Name> => new Workflow(spec);

/** A field that shows a value of the report. */
function valueField(
  t: FieldBuilder<StepReport>,
  name: string,
  [type, description]: readonly [type: AnyEnum | string, description: string],
  nullable = true,
): Field {
  const read = (report: unknown): unknown => (report as Values<string>)[name] ?? null;
  const resolve = typeof type === 'string' ? read : enumResolver(type, read);
  return field(t, { type, nullable, description, needs: noNeeds, resolve });
}

/** A field that shows an entity whose ids are among the values that `read` returns. */
const objectField = (
  t: FieldBuilder<any>,
  [type, description]: ObjectRow<string>,
  read: (parent: any) => unknown,
): Field => singleLink(t, type, { key: (parent) => keyIn(type, read(parent)) }, { description });

function keyIn({ resource }: EntityType<unknown>, values: unknown): string[] | null {
  const key = resource.key.map((name) => (values as Values<string> | undefined)?.[name]);
  return key.every((id) => id !== undefined) ? key : null;
}

export interface ReporterParts<StepName extends string, Name extends string> {
  readonly workflow: Workflow<StepName, Name>;
  readonly services: WorkflowServices | undefined;
  readonly owner: ReportOwner;
  readonly ref: Ref;
  /** The present values, for a report of the step. */
  readonly values: (step: ReportedStep<StepName>) => Values<Name>;
  /** Whether subscriptions end after `finished`. */
  readonly endsSubscriptions: boolean;
}

/** The reports of one run to the subscribers: each step once. */
export class RunReporter<StepName extends string, Name extends string> {
  readonly #parts: ReporterParts<StepName, Name>;
  readonly #reported = new Set<string>();

  constructor(parts: ReporterParts<StepName, Name>) {
    this.#parts = parts;
  }

  /** @param more values that are added, or replace others */
  report(step: ReportedStep<StepName>, more: object = {}): void {
    if (this.#reported.has(step)) return;
    this.#reported.add(step);
    this.again(step, more);
  }

  /** Reports a step, also one that was reported before. */
  again(step: ReportedStep<StepName>, more: object): void {
    const { workflow: declared, services, owner, ref, values, endsSubscriptions } = this.#parts;
    const isLast = endsSubscriptions && step === 'finished';
    services?.report(owner, ref, { ...declared.report(ref, step, values(step)), ...more, isLast });
  }

  /** Waits for the end of a run, and reports `finished` or `failed`. @throws its error */
  async end<T>(run: Promise<T>): Promise<T> {
    try {
      const result = await run;
      this.report('finished');
      return result;
    } catch (error) {
      const { services } = this.#parts;
      if (services) this.report('failed', reportedFailure(services.api, error));
      throw error;
    }
  }
}
