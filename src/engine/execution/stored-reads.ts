/**
 * Which stored reads answer a caller, and with which credential the others are read: what needs no
 * user can be read by the gateway's API key for all callers together.
 */
import type { CallArgs } from '../cache/call-parts.ts';
import { unsaid } from '../cache/caller-states.ts';
import { PartlyRead, type ReadCache, type StorableRead } from '../cache/read-cache.ts';
import { UpstreamError } from '../api/error.ts';
import type { AnyOperation } from '../api/operation.ts';
import { type AcceptedCallers, callerKey, type Identities } from '../caller/identities.ts';
import type { Identity } from '../caller/identity.ts';
import { covers, pathsIn } from '../read/path.ts';
import { isPublic } from '../rest/request/outgoing-request.ts';

interface CallerRead extends Omit<StorableRead, 'caller' | 'by'> {
  readonly identity: Identity;
  /** The states of callers at the first read of the execution, by the callers. */
  readonly states: KnownStates;
}

export type KnownStates = Map<string, ReturnType<ReadCache['states']['of']>>;

const nobody: Identity = {};

/** One for all executions. */
export class StoredReads {
  readonly #cache: ReadCache;
  readonly #readsByKey: boolean;
  readonly #acceptedCallers: AcceptedCallers;

  /** @param readsByKey whether the API key reads for callers with a token what needs no user */
  constructor(cache: ReadCache, readsByKey: boolean, acceptedCallers: AcceptedCallers) {
    this.#cache = cache;
    this.#readsByKey = readsByKey;
    this.#acceptedCallers = acceptedCallers;
  }

  /** Whether an answer of the operation can come from elsewhere than a call of the caller. */
  mayAnswer(operation: AnyOperation, { token, onBehalfOf }: Identity): boolean {
    if (onBehalfOf !== undefined || !this.#cache.stores(operation)) return false;
    if (token === undefined) return operation.auth === 'public';
    return this.#cache.ofCallers || this.#readsByKey;
  }

  /** Whether some operations of the caller can be answered without a call. */
  mayAnswerSome(identities: Identities): boolean {
    return !identities.hasAllTokens || this.#cache.ofCallers || this.#readsByKey;
  }

  /** By whom something is read: by the API key, for all callers together, if it needs no user. */
  readerOf(operation: AnyOperation, args: CallArgs, identity: Identity): Identity {
    const { token, onBehalfOf } = identity;
    if (!this.#readsByKey || token === undefined || onBehalfOf !== undefined) return identity;
    return needsNoUser(operation, args) ? nobody : identity;
  }

  /**
   * Answers a read for which `mayAnswer` is true.
   * @returns a promise unless all of it is in memory @throws the error of the call
   */
  read(read: CallerRead): unknown {
    const { identity, states } = read;
    if (identity.token === undefined) return this.#readForAll(read);
    const caller = callerKey(identity);
    // All reads of a query show one state, which the store is asked for once.
    if (!states.has(caller)) states.set(caller, this.#cache.states.of(caller));
    const state = states.get(caller);
    return state instanceof Promise
      ? state.then((known) => this.#readForCaller(read, caller, known))
      : this.#readForCaller(read, caller, state);
  }

  #readForAll(read: CallerRead): unknown {
    return this.#cache.read({ ...read, by: nobody, caller: undefined });
  }

  #readForCaller(read: CallerRead, key: string, state: string | undefined): unknown {
    const { identity, operation, args } = read;
    const mayStore = this.#cache.ofCallers && state !== unsaid;
    const caller = `${key} ${state ?? ''}`;
    const readOwn = (own: CallArgs): unknown =>
      mayStore
        ? this.#cache.read({ ...read, args: own, by: identity, caller })
        : read.send(own, identity);
    // A caller who has written must see it.
    const mayBeOlder = this.#cache.isOlder(operation, state);
    const isForAll =
      !mayBeOlder && this.#isKnown(identity) && this.readerOf(operation, args, identity) === nobody;
    return isForAll ? this.#byKeyFirst(read, readOwn) : readOwn(args);
  }

  /** Anybody can invent tokens, each with a budget of its own: the key makes no calls for them. */
  #isKnown(identity: Identity): boolean {
    return identity.grant !== undefined || this.#acceptedCallers.isAccepted(identity);
  }

  /** What the key does not find, or may not read, is read by the caller's token. */
  async #byKeyFirst(read: CallerRead, readOwn: (args: CallArgs) => unknown): Promise<unknown> {
    const { operation, args, byIds } = read;
    let answer: Answer;
    try {
      answer = (await this.#readForAll(read)) as Answer;
    } catch (error) {
      if (isRefusal(error)) return readOwn(args);
      throw error;
    }
    if (!operation.page) return answer;
    const { items } = operation.page;
    const found = answer?.[items] ?? [];
    if (!byIds) return found.length === 0 ? readOwn(args) : answer;
    const ids = new Set(found.map(byIds.idOf));
    const absent = (args[byIds.param] as readonly string[]).filter((id) => !ids.has(id));
    if (absent.length === 0) return answer;
    const withOwn = (own: object): object => ({
      ...answer,
      [items]: [...found, ...((own as Answer)?.[items] ?? [])],
    });
    try {
      return withOwn((await readOwn({ ...args, [byIds.param]: absent })) as object);
    } catch (error) {
      const { ids: own, answer: part, cause } = partOf(error);
      throw new PartlyRead(withOwn(part), new Set([...ids, ...own] as string[]), cause);
    }
  }
}

/** What an error leaves of the answer. */
const partOf = (error: unknown): Pick<PartlyRead, 'answer' | 'ids' | 'cause'> =>
  error instanceof PartlyRead ? error : { answer: {}, ids: new Set(), cause: error };

type Answer = Readonly<Record<string, readonly object[] | undefined>> | undefined;

/** Whether no answer to the call depends on who asks. */
const needsNoUser = (operation: AnyOperation, args: CallArgs): boolean =>
  isPublic(operation, args) &&
  args['headers'] === undefined &&
  !operation.ownerOnlyParams?.some((name) => args[name] !== undefined) &&
  !showsCaller(operation, args['fields']);

/** Whether the answer to a call with this mask depends on the caller. */
function showsCaller({ callerFields }: AnyOperation, mask: unknown): boolean {
  if (callerFields === undefined) return false;
  if (typeof mask !== 'string' || mask.includes('*') || callerFields.includes('*')) return true;
  const selected = pathsIn(mask);
  return callerFields.some((path) => covers(selected, path));
}

const refusals: ReadonlySet<string> = new Set([
  // What is left for the key can be kept for callers, of whom this is one if the token is valid.
  'QUOTA_EXCEEDED',
  'NOT_FOUND',
  'FORBIDDEN',
  'UNAUTHENTICATED',
  'MISSING_SCOPE',
]);

/** Whether the token can have an answer where the key has none: also if the key is at fault. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  (refusals.has(error.code) || error.failure.meaning?.ofProject === true);
