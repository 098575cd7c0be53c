/** One run of a tool: its documents, what they have cost, and what went wrong. */
import type { ResourceLink } from '@modelcontextprotocol/server';
import type { DocumentNode, ExecutionResult } from 'graphql';
import type { Api } from '../../engine/api/api.ts';
import { showValue } from '../../engine/api/error.ts';
import { scarceUnits } from '../../engine/cost/unit-budget.ts';
import { type PlannedCost, planDocument, plannedCost } from '../plan.ts';
import type { ToolCall } from '../tool-call.ts';
import { agentError, type AgentError, errorsOf, payloadErrors } from '../tool-result.ts';
import { isDay, later, pointInTime, zoneOf } from './local-time.ts';
import type { ToolDocument, ToolDocuments } from './tool-document.ts';
import { Question, ToolFailure } from './tool-failure.ts';

/** The dependencies of a run. */
interface RunParts {
  readonly call: ToolCall;
  readonly api: Api;
  readonly documents: ToolDocuments;
  /** Units above which a run asks first. */
  readonly freeUnits: number;
  /** Whether the user has allowed what the run asks. */
  readonly isAllowed: boolean;
}

/** How a document of the agent or the operator is executed. */
interface DocumentCall {
  readonly variables: Variables;
  readonly operationName?: string | undefined;
  /** What the user has to allow first, a sentence for each. */
  readonly effects: readonly string[];
}

/** A document, and which of its operations is executed. */
type SentDocument = ToolDocument & { readonly operationName?: string | undefined };

type Variables = Readonly<Record<string, unknown>>;

/** Executes the documents of one call. */
export class ToolRun {
  /** All so far, also of single fields and entries. A `ToolFailure` without errors means these. */
  readonly errors: AgentError[] = [];
  /** What has been written, a sentence for each. */
  readonly done: string[] = [];
  readonly warnings: unknown[] = [];
  /** The names in results whose values are points in time. */
  readonly timeNames = new Set<string>();
  /** What programs show beside the answer. */
  readonly links: ResourceLink[] = [];
  /** Quota units. */
  spent = 0;
  /** Whether the answer is the data of a document: its names and values stay as they are. */
  isRaw = false;
  /** Whether there can be texts of third parties in the answer. */
  hasRead = false;
  readonly #parts: RunParts;
  #zone: Promise<string> | undefined;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  get call(): ToolCall {
    return this.#parts.call;
  }

  /** What the services offer, and what it costs. */
  get api(): Api {
    return this.#parts.api;
  }

  /** The time zone of the user. */
  get zone(): Promise<string> {
    this.#zone ??= zoneOf(this.#parts.call);
    return this.#zone;
  }

  /** @returns a time that the agent has written, with its offset. @throws ToolFailure */
  async instant(argument: string, time: string): Promise<string> {
    return pointInTime(argument, time, await this.zone);
  }

  /** @returns the end of a time or a day, which is the beginning of the next one */
  async endOf(argument: string, time: string): Promise<string> {
    const end = await this.instant(argument, time);
    return isDay(time) ? later(end, { days: 1 }, await this.zone) : end;
  }

  /** @returns the time in some days, with an offset */
  async inDays(days: number): Promise<string> {
    const now = new Date(this.#parts.call.clock.now()).toISOString();
    return later(now, { days }, await this.zone);
  }

  /** @returns the id of an object: as given, or of what is at a web address. @throws ToolFailure */
  async idOf(argument: string, given: string): Promise<string> {
    if (!/^(https?:\/\/|www\.|youtu\.be\/)/i.test(given)) return given;
    const url = /^https?:/i.test(given) ? given : `https://${given}`;
    const { resource } = await this.read<{ resource: { readonly id: string } | null }>(atAddress, {
      url,
    });
    if (resource) return resource.id;
    throw ToolFailure.ofInput(
      argument,
      `nothing is known at ${showValue(given)}; expected the address of a video, playlist, channel, file or event`,
    );
  }

  /** Stops until the user has allowed the effects, a sentence for each; nothing without any. */
  ask(...effects: readonly (string | false | undefined)[]): void {
    const all = effects.filter((each) => typeof each === 'string');
    if (all.length > 0 && !this.#parts.isAllowed) throw new Question(all);
  }

  /**
   * For calls of several writes: each alone would ask when those before it are done.
   * @returns what to ask first if they can cost much together
   */
  async expenseOf(
    ...writes: readonly (readonly [text: string, variables: Variables])[]
  ): Promise<string | undefined> {
    if (this.#parts.isAllowed) return undefined;
    const units = await Promise.all(
      writes.map(([text, variables]) => this.#unitsOf(this.#parts.documents.of(text), variables)),
    );
    return this.#expense(units.reduce((sum, each) => sum + each, 0));
  }

  /**
   * Executes a query. What failed is noted.
   * @returns the data, null where a field has failed
   * @throws ToolFailure if there is no data at all
   */
  async read<Data extends object>(text: string, variables: Variables = {}): Promise<Data> {
    const { data, errors } = await this.#execute(this.#parts.documents.of(text), variables);
    if (errors && !hasValue(data)) throw new ToolFailure();
    // If nobody is signed in, `viewer` is null without an error.
    if (!errors && (data as { readonly viewer?: unknown }).viewer === null)
      throw new ToolFailure([agentError('UNAUTHENTICATED', 'Nobody is signed in.')]);
    return data as Data;
  }

  /**
   * Executes a mutation of one field. What failed is noted, also of single entries.
   * @param done says what it does, in the past tense
   * @returns the payload, without its errors
   * @throws ToolFailure if the mutation was not executed, or none of its entries was
   */
  async write<Payload extends object>(
    done: string,
    text: string,
    variables: Variables,
  ): Promise<Payload> {
    const document = this.#parts.documents.of(text);
    await this.#askForUnits(document, variables);
    const { data } = await this.#execute(document, variables);
    const ofPayload = this.#notePayloads(data);
    const [payload] = Object.values(data ?? {}) as (Payload | null)[];
    if (!payload || (ofPayload.length > 0 && !hasValue(withoutErrors(payload))))
      throw new ToolFailure();
    const failed = failedCount(payload);
    this.done.push(failed > 0 ? `${done} Of its entries, ${failed} failed.` : done);
    return { ...payload, errors: undefined };
  }

  /**
   * Executes a document of the agent or of the operator. Asks first if it has effects or can cost
   * much, unless it is refused anyway.
   * @returns its data as it is
   */
  async document(
    node: DocumentNode,
    { variables, operationName, effects }: DocumentCall,
  ): Promise<{ readonly data: unknown }> {
    const document = { ...this.#parts.documents.prepare(node), operationName };
    if (!this.#parts.isAllowed) {
      const cost = await this.#costOf(document, variables);
      if (!cost?.isRefused) this.ask(...effects, this.#expense(cost?.units ?? 0));
    }
    const { data = null } = await this.#execute(document, variables);
    this.#notePayloads(data);
    this.isRaw = true;
    return { data };
  }

  #notePayloads(data: ExecutionResult['data']): readonly AgentError[] {
    const errors = payloadErrors(data);
    this.errors.push(...errors);
    return errors;
  }

  async #execute(
    { query, timeNames, operationName }: SentDocument,
    variables: Variables,
  ): Promise<ExecutionResult> {
    const { api, call } = this.#parts;
    this.hasRead = true;
    for (const name of timeNames) this.timeNames.add(name);
    const result = await call.execute({ query, variables, operationName });
    const { cost, warnings = [] } = (result.extensions ?? {}) as {
      readonly cost?: { readonly units?: Readonly<Record<string, number>> };
      readonly warnings?: readonly unknown[];
    };
    this.spent += scarceUnits(api, { units: cost?.units ?? {} });
    this.warnings.push(...warnings);
    this.errors.push(...errorsOf(result));
    return result;
  }

  /** Asks before a write that can cost much, unless it is not the first: see `expenseOf`. */
  async #askForUnits(document: SentDocument, variables: Variables): Promise<void> {
    if (this.#parts.isAllowed || this.done.length > 0) return;
    this.ask(this.#expense(await this.#unitsOf(document, variables)));
  }

  #expense(units: number): string | undefined {
    return units > this.#parts.freeUnits ? `Spends up to ${units} quota units.` : undefined;
  }

  /** @returns the most that a document can cost; 0 if unknown: limits of operations hold anyway */
  async #unitsOf(document: SentDocument, variables: Variables): Promise<number> {
    return (await this.#costOf(document, variables))?.units ?? 0;
  }

  async #costOf(
    { query, operationName }: SentDocument,
    variables: Variables,
  ): Promise<PlannedCost | undefined> {
    const { api, call } = this.#parts;
    const input = { document: query, variables, operationName };
    const planned = await call.execute({
      query: planDocument,
      variables: { input },
      isOptional: true,
    });
    return planned.errors ? undefined : plannedCost(api, planned);
  }
}

const atAddress = `query ($url: URL!) {
  resource(url: $url) {
    ... on Node { id }
  }
}`;

const isAbsent = (value: unknown): boolean => value === null || value === undefined;

/** An entry of a payload that has failed has no value. */
function withoutErrors(payload: object): object {
  const entries = entriesOf(payload);
  if (entries.length > 0 && failedCount(payload) === entries.length) return {};
  return { ...payload, errors: null };
}

interface PayloadEntry {
  readonly errors?: readonly unknown[] | null;
}

const entriesOf = (payload: object): readonly (PayloadEntry | null)[] =>
  (payload as { readonly results?: readonly (PayloadEntry | null)[] | null }).results ?? [];

/** An entry is null if the service has failed. */
const failedCount = (payload: object): number =>
  entriesOf(payload).filter((entry) => entry === null || (entry.errors?.length ?? 0) > 0).length;

/** Whether there is any value, at any depth; a list is one also without entries. */
const hasValue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.values(value).some(hasValue)
    : !isAbsent(value);
