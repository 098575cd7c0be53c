/** For how long the answer of one execution is current, how old it is, and on whom it depends. */
import type { Service } from '../api/register.ts';
import type { ReadAge } from '../cache/read-cache.ts';

/** What the parts of an answer say about the whole. All times are in milliseconds. */
export class Freshness {
  /** The shortest time for which any part counts as current; Infinity without parts. */
  ttlMs = Infinity;
  /** Until the first part is no longer current: not above zero if one already is not. */
  leftMs = Infinity;
  /** Age of the oldest stored part; undefined if all have just been read. */
  ageMs: number | undefined;
  /** Age of the oldest part that is older than it should be; undefined without any. */
  staleMs: number | undefined;

  /** The services whose tokens could have made another answer. */
  readonly services = new Set<Service>();

  /** The answer has parts that are current for some time. */
  add({ ageMs, ttlMs, stored }: ReadAge): void {
    this.ttlMs = Math.min(this.ttlMs, ttlMs);
    this.leftMs = Math.min(this.leftMs, ttlMs - ageMs);
    if (stored === 0) return;
    this.ageMs = Math.max(this.ageMs ?? 0, ageMs);
    if (ageMs >= ttlMs) this.staleMs = Math.max(this.staleMs ?? 0, ageMs);
  }

  /** It has a part for which no such time is known, or that is made for this answer alone. */
  addMomentary(): void {
    this.leftMs = Math.min(this.leftMs, 0);
  }
}

/** The freshness as a property of the `extensions` of an answer: it is no part of the JSON. */
export const freshnessKey = Symbol('freshness');
