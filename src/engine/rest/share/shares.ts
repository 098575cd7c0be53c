/**
 * Shares of what is scarce: running operations, subscriptions, WebSockets, transfers, waiting
 * calls, unsent bytes, documents in memory. Each kind has a total. While nobody else needs it, one
 * caller can have all of it. When the total is reached, the callers with too much give way to the
 * others, in this order:
 *
 * 1. callers that have more than their largest share
 * 2. callers whose token no service has accepted; all requests without a token are one of them,
 *    with a smaller share
 * 3. the caller that has most
 *
 * Nobody gives way to a caller that would then have to give way itself: it gets an error that says
 * so. What cannot give way, such as a running operation, has a reserve instead: the last part of
 * the total is only for callers that have less than their share.
 */
import { anonymousCaller } from '../../caller/identity.ts';

/** Whether a service has accepted the token of the caller with this key. */
export type IsAccepted = (caller: string) => boolean;

/** The largest part of a total that a caller keeps if others need it. */
export const callerShare = 0.25;

/** The same for all requests without a token together. */
const anonymousShare = 0.1;

/** Something that a caller has and that can be taken from it. */
export interface Holding {
  /** The one with the highest value gives way first; of equal ones, the newest. Default: 0. */
  readonly slowness?: number;
  /** Ends it. It is released already. */
  giveWay(): void;
}

/** The reason of a refusal: the caller has its share, or the total is reached. */
export type Refusal = 'share' | 'total';

/** The use of a limit, for metrics. */
export interface ShareUse {
  readonly used: number;
  readonly total: number;
  /** The most that one caller has. */
  readonly largest: number;
  readonly refused: number;
  readonly gaveWay: number;
}

interface ShareOptions {
  readonly total: number;
  readonly isAccepted: IsAccepted;
  /**
   * The part of the total, from 0 to 1, for callers that have less than their share. Default: 0.
   */
  readonly reserve?: number;
  /**
   * Finds what a caller loses, if a queue has it in its order: each holding counts as one, is taken
   * by `take`, and frees itself when it gives way.
   */
  readonly newestOf?: (caller: string) => Pick<Holding, 'giveWay'> | undefined;
}

/** One caller that has something. */
interface Holder {
  readonly caller: string;
  used: number;
  /** As far as this was asked: a caller who was accepted remains so while it has something. */
  isAccepted: boolean;
  /** With their sizes, the oldest first; undefined for a caller that has had none. */
  holdings: Map<Holding, number> | undefined;
}

/** A caller as it would be after it has got more. */
type Newcomer = Omit<Holder, 'holdings'>;

/** Number of callers without anything that are kept, because they come back soon. */
const maxIdle = 1_000;

/** One kind of what is scarce. */
export class Shares {
  readonly #options: ShareOptions;
  readonly #holders = new Map<string, Holder>();
  #total = 0;
  /** The part of the total that is for all callers, whatever they have. */
  #unreserved = 0;
  #used = 0;
  #refused = 0;
  #gaveWay = 0;

  constructor(options: ShareOptions) {
    this.#options = options;
    this.total = options.total;
  }

  get total(): number {
    return this.#total;
  }

  /** Places beyond a smaller total stay in use. */
  set total(total: number) {
    this.#total = total;
    this.#unreserved = total - Math.floor(total * (this.#options.reserve ?? 0));
  }

  get used(): number {
    return this.#used;
  }

  get use(): ShareUse {
    let largest = 0;
    for (const { used } of this.#holders.values()) largest = Math.max(largest, used);
    const { total } = this;
    return { used: this.#used, total, largest, refused: this.#refused, gaveWay: this.#gaveWay };
  }

  /** Whether a caller can be refused. If not, nobody has to ask who it is. */
  get isCrowded(): boolean {
    return this.#used + 1 > this.#unreserved;
  }

  /** Whether a caller has more than its share, and would give way to any other one. */
  get hasExcess(): boolean {
    const first = this.#findFirst();
    return first !== undefined && this.#isOverShare(first);
  }

  /** The refusal of a caller, which is counted; undefined if it would get something. */
  refusalOf(caller: string, size = 1): Refusal | undefined {
    if (this.#used + size <= this.#unreserved) return undefined;
    const refusal = this.#crowdedRefusal(caller, size);
    if (refusal !== undefined) this.#refused += 1;
    return refusal;
  }

  /** Takes one for a caller. @returns undefined if it was taken; `release` must follow once */
  take(caller: string): Refusal | undefined {
    const refusal = this.#makeRoomFor(caller, 1);
    if (refusal === undefined) this.#add(this.#holderOf(caller), 1);
    return refusal;
  }

  /** Ends what `take` began. */
  release(caller: string): void {
    this.#remove(this.#holders.get(caller)!, 1);
  }

  /**
   * Takes something that can give way later, if need be from others.
   * @returns undefined if it was taken; `drop` must follow, unless it has given way
   */
  hold(caller: string, holding: Holding, size = 1): Refusal | undefined {
    const refusal = this.#makeRoomFor(caller, size);
    if (refusal !== undefined) return refusal;
    const holder = this.#holderOf(caller);
    holder.holdings ??= new Map();
    holder.holdings.set(holding, size);
    this.#add(holder, size);
    return undefined;
  }

  /** Ends what `hold` began; without effect if it has ended. */
  drop(caller: string, holding: Holding): void {
    const holder = this.#holders.get(caller);
    if (holder !== undefined) this.#dropOf(holder, holding);
  }

  /** Sets what a caller has of something whose size changes, beyond the total too. 0 ends it. */
  resize(caller: string, holding: Holding, size: number): void {
    if (size === 0) return this.drop(caller, holding);
    const holder = this.#holderOf(caller);
    holder.holdings ??= new Map();
    this.#add(holder, size - (holder.holdings.get(holding) ?? 0));
    holder.holdings.set(holding, size);
  }

  /** Lets holdings give way until no more than the total is used. @param max how many at most */
  makeRoom(max = Number.POSITIVE_INFINITY): void {
    for (let count = 0; count < max && this.#used > this.total; count += 1) {
      const first = this.#findFirst();
      if (first === undefined) return;
      this.#giveWay(first);
    }
  }

  #makeRoomFor(caller: string, size: number): Refusal | undefined {
    // If the total has become smaller, the others keep what they have.
    const max = Math.max(this.#used, this.#unreserved);
    while (this.#used + size > max) {
      const refusal = this.refusalOf(caller, size);
      if (refusal !== undefined) return refusal;
      if (this.#used + size <= this.total) return undefined;
      this.#giveWay(this.#findFirst()!);
    }
    return undefined;
  }

  #crowdedRefusal(caller: string, size: number): Refusal | undefined {
    const newcomer = this.#newcomer(caller, size);
    const isOverShare = this.#isOverShare(newcomer);
    if (isOverShare && this.#options.reserve) return 'share';
    if (this.#used + size <= this.total) return undefined;
    const first = this.#findFirst();
    const givesWay = first !== undefined && size <= this.total && this.#isBefore(first, newcomer);
    if (givesWay) return undefined;
    return isOverShare ? 'share' : 'total';
  }

  #newcomer(caller: string, size: number): Newcomer {
    const holder = this.#holders.get(caller);
    const isAccepted = holder?.isAccepted === true || this.#options.isAccepted(caller);
    return { caller, used: (holder?.used ?? 0) + size, isAccepted };
  }

  /** The caller that gives way first, of those that can. */
  #findFirst(): Holder | undefined {
    let first: Holder | undefined;
    for (const holder of this.#holders.values()) {
      if (!this.#canGiveWay(holder)) continue;
      if (first !== undefined && !this.#isBefore(holder, first)) continue;
      // Asked only here: a crowd of callers must not cost a question each.
      holder.isAccepted ||= this.#options.isAccepted(holder.caller);
      if (first === undefined || this.#isBefore(holder, first)) first = holder;
    }
    return first;
  }

  /** Whether the first caller gives way before the other one. */
  #isBefore(one: Newcomer, other: Newcomer): boolean {
    const byShare = Number(this.#isOverShare(one)) - Number(this.#isOverShare(other));
    const byToken = Number(other.isAccepted) - Number(one.isAccepted);
    return (byShare || byToken || one.used - other.used) > 0;
  }

  #isOverShare({ caller, used }: Newcomer): boolean {
    const share = caller === anonymousCaller ? anonymousShare : callerShare;
    // A share has room for one, however small the total is.
    return used > Math.max(1, this.total * share);
  }

  #canGiveWay({ used, holdings }: Holder): boolean {
    return this.#options.newestOf ? used > 0 : holdings !== undefined && holdings.size > 0;
  }

  #giveWay(holder: Holder): void {
    this.#gaveWay += 1;
    const { newestOf } = this.#options;
    if (newestOf) return newestOf(holder.caller)!.giveWay();
    let first: Holding | undefined;
    for (const holding of holder.holdings!.keys())
      if (first === undefined || (holding.slowness ?? 0) >= (first.slowness ?? 0)) first = holding;
    this.#dropOf(holder, first!);
    first!.giveWay();
  }

  #dropOf(holder: Holder, holding: Holding): void {
    const size = holder.holdings?.get(holding);
    if (size === undefined) return;
    holder.holdings!.delete(holding);
    this.#remove(holder, size);
  }

  #holderOf(caller: string): Holder {
    let holder = this.#holders.get(caller);
    if (holder === undefined) {
      holder = { caller, used: 0, isAccepted: false, holdings: undefined };
      this.#holders.set(caller, holder);
    }
    return holder;
  }

  #add(holder: Holder, size: number): void {
    holder.used += size;
    this.#used += size;
  }

  #remove(holder: Holder, size: number): void {
    this.#add(holder, -size);
    if (holder.used > 0) return;
    holder.isAccepted = false;
    if (this.#holders.size > maxIdle) this.#holders.delete(holder.caller);
  }
}
