/** The plan of an operation: what it can cost, what it needs, and why it would be refused. */

/** Quota units of one bucket. */
export interface Units {
  readonly bucket: string;
  readonly units: number;
}

/** The most that something can cost. */
export interface Cost {
  readonly requests: number;
  readonly units: readonly Units[];
}

/** A limit of the gateway, and how much of it the operation can use. */
export interface Limit {
  readonly kind: string;
  readonly bucket: string | null;
  readonly limit: number;
  readonly value: number;
  readonly exceeded: boolean;
  readonly usedBy: readonly string[];
}

/** OAuth scopes of which the access token needs one. */
interface RequiredScopes {
  readonly anyOf: readonly string[];
  /** Whether the calls need a token at all: others read public data without one. */
  readonly tokenRequired: boolean;
  /** The fields whose calls need one of the scopes. */
  readonly fields: readonly string[];
}

/** The answer of `quota(dryRun:)`. */
export interface Plan extends Cost {
  readonly admitted: boolean;
  readonly operations: readonly (Cost & { readonly operation: string })[];
  readonly fields: readonly (Cost & { readonly path: string })[];
  readonly limits: readonly Limit[];
  readonly scopes: readonly RequiredScopes[];
  readonly perHour: Cost | null;
  readonly advice: string | null;
}

/** Asks for the plan. */
export const planDocument = `query Plan($dryRun: DryRunInput) {
  quota(dryRun: $dryRun) {
    dryRun {
      admitted requests units { bucket units } advice
      operations { operation requests units { bucket units } }
      fields { path requests units { bucket units } }
      limits { kind bucket limit value exceeded usedBy }
      scopes { anyOf tokenRequired fields }
      perHour { requests units { bucket units } }
    }
  }
}`;

/** What is known about the operation in the editor. */
export type PlanState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'plan';
      readonly plan: Plan;
      /** The plan before the last change of the operation in its tab, if it was another one. */
      readonly before?: Plan | undefined;
      /** It is that of the last valid text: the user writes one that has none. */
      readonly isOld?: true;
    }
  | { readonly kind: 'invalid'; readonly message: string };

/** What is known about the operation of one tab. */
export interface TabPlan {
  readonly state: PlanState;
  /** The last plan, also while the user writes what has none. */
  readonly last?: Extract<PlanState, { readonly kind: 'plan' }> | undefined;
}

/** The operation is not valid, and its user is perhaps not done with it. */
export interface Unfinished {
  readonly kind: 'unfinished';
}

/**
 * @param known what was known about the tab
 * @returns what is known now, with the plan of the same tab that the new one replaces
 */
export function nextPlan(known: TabPlan | undefined, state: PlanState | Unfinished): TabPlan {
  // Another operation begins here.
  if (state.kind === 'empty') return { state };
  const last = known?.last;
  if (state.kind === 'loading')
    return { state: known?.state.kind === 'plan' ? known.state : oldPlan(last), last };
  if (state.kind === 'unfinished') return { state: oldPlan(last), last };
  if (state.kind === 'invalid') return { state, last };
  const isSame = last !== undefined && costKey(last.plan) === costKey(state.plan);
  const next = { ...state, before: isSame ? last.before : last?.plan };
  return { state: next, last: next };
}

const oldPlan = (last: TabPlan['last']): PlanState =>
  last ? { ...last, isOld: true } : { kind: 'loading' };

const costKey = ({ requests, units, perHour }: Plan): string =>
  JSON.stringify([requests, units, perHour]);

/**
 * The limit that decides. Of an operation that is refused, it is the first one that is exceeded,
 * which the refusal names. Of any other, it is the one that the operation comes nearest to.
 * @returns undefined if no field makes a call
 */
export function decidingLimit({ limits }: Plan): Limit | undefined {
  const exceeded = limits.find((each) => each.exceeded);
  if (exceeded) return exceeded;
  const share = ({ value, limit }: Limit): number => value / limit;
  const used = limits.filter(({ value }) => value > 0);
  return used.toSorted((one, other) => share(other) - share(one))[0];
}

/** What a limit counts. */
export const countedBy = ({ bucket }: Limit): string =>
  bucket === null ? 'REST calls' : `${bucket} units`;
