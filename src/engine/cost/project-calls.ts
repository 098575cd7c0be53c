/** The calls of one execution, as they count for the project and for the client. */
import type { AcceptedCallers, Identities } from '../caller/identities.ts';
import { type AnyOperation, isRead } from '../api/operation.ts';
import type { Bucket } from '../api/register.ts';
import type { Identity } from '../caller/identity.ts';
import type { Shortage } from './buckets.ts';
import type { CostEstimate } from './estimate.ts';
import type { CallRank, ProjectBalance, ProjectUnits } from './project-units.ts';

/** The state of a bucket of the project, as a caller sees it. */
export interface ProjectShare extends ProjectBalance {
  /** Units that reads of the caller leave to others. */
  readonly reserved: number;
}

interface ProjectCallsSettings {
  readonly project: ProjectUnits;
  readonly acceptedCallers: AcceptedCallers;
  readonly identities: Identities;
  /** The name that the client has sent. Undefined: it is for no client. */
  readonly client: string | undefined;
}

/** One for each execution. A call is one by a token, or by nobody's: then it has the API key. */
export class ProjectCalls {
  readonly #settings: ProjectCallsSettings;
  #isWrite = false;
  /** Calls that a service charges only if the token is valid, which is not known yet. */
  #unproven: (readonly [operation: AnyOperation, by: Identity])[] = [];

  constructor(settings: ProjectCallsSettings) {
    this.#settings = settings;
  }

  /** An execution that writes must not stop before its end. @returns why it must not begin */
  beginWrite(estimate: CostEstimate): Shortage | undefined {
    this.#isWrite = true;
    return this.#settings.project.shortageOf(estimate, this.#settings.client);
  }

  /** @returns why a call must not be sent; undefined if it may be */
  refusalOf(operation: AnyOperation, by: Identity): Shortage | undefined {
    if (this.#isWrite) return undefined;
    const { project, client } = this.#settings;
    return project.refusalOf(operation, this.#rankOf(operation, by), client);
  }

  #rankOf(operation: AnyOperation, by: Identity): CallRank {
    if (!isRead(operation)) return 'write';
    const { acceptedCallers, identities } = this.#settings;
    // Anybody can invent a token, for which the key reads then.
    const isCaller = by.token !== undefined || acceptedCallers.isAccepted(identities.of(operation));
    return isCaller ? 'caller' : 'anonymous';
  }

  /** Counts a request that is sent, retries included. */
  spend(operation: AnyOperation, by: Identity): void {
    const { project, acceptedCallers, client } = this.#settings;
    if (acceptedCallers.mayHaveState(by)) project.spend(operation, client);
    else this.#unproven.push([operation, by]);
  }

  settle(): void {
    const { project, acceptedCallers, client } = this.#settings;
    for (const [operation, by] of this.#unproven)
      if (acceptedCallers.isAccepted(by)) project.spend(operation, client);
    this.#unproven = [];
  }

  /** @returns undefined for a bucket whose limit is unknown */
  async balanceOf(bucket: Bucket, { token }: Identity): Promise<ProjectShare | undefined> {
    const { project } = this.#settings;
    const balance = await project.balanceOf(bucket);
    const rank = token === undefined ? 'anonymous' : 'caller';
    return balance && { ...balance, reserved: project.reservedFrom(rank, bucket) };
  }

  /** A service has said that its quota of the day is gone. */
  markExhausted(bucket: Bucket, by: Identity): void {
    if (by.token !== undefined) this.#settings.project.markExhaustedByToken(bucket);
  }
}
