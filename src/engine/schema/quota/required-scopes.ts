/** The type of `OperationCost.scopes`: the OAuth scopes that a GraphQL operation needs. */
import type { Api } from '../../api/api.ts';
import { scopesOfCall } from '../../api/accepted-scopes.ts';
import type { FieldCall } from '../../cost/field-cost.ts';
import { builder } from '../builder.ts';

/** Scopes of which a token needs one, and the fields whose calls need it. */
export interface ScopeNeed {
  readonly anyOf: readonly string[];
  readonly tokenRequired: boolean;
  /** Response names from the root, with dots. */
  readonly fields: readonly string[];
}

/**
 * @returns the needs of the calls, in their order. Calls with the same scopes share an entry, but
 *   those that need a token have one apart: clients ask users for these alone
 */
export function scopeNeedsOf(api: Api, calls: readonly FieldCall[]): readonly ScopeNeed[] {
  const needs = new Map<string, ScopeNeed & { readonly fields: string[] }>();
  for (const { operation, parts, needsToken: tokenRequired, path } of calls)
    for (const anyOf of scopesOfCall(api, operation, parts)) {
      const key = [tokenRequired, ...anyOf].join(' ');
      let need = needs.get(key);
      if (!need) needs.set(key, (need = { anyOf, tokenRequired, fields: [] }));
      if (!need.fields.includes(path)) need.fields.push(path);
    }
  return [...needs.values()];
}

export const RequiredScopes = builder.objectType<ScopeNeed>('RequiredScopes').implement({
  description: 'OAuth scopes, of which the access token of an operation needs one.',
  fields: (t) => ({
    anyOf: t.expose(['String'], 'anyOf', {
      nullable: false,
      description:
        'The full names of the scopes. The first one is enough for all objects, and allows the least beside these calls. The last ones are enough for some objects only, or for callers who act for somebody else.',
    }),
    tokenRequired: t.expose('Boolean', 'tokenRequired', {
      nullable: false,
      description:
        'Whether the calls need an access token. If not, they read public data without one; a token that is sent needs one of the scopes even so, unless the gateway reads public data with its API key (`PUBLIC_READS=key`).',
    }),
    fields: t.expose(['String'], 'fields', {
      nullable: false,
      description:
        'The fields whose calls need one of the scopes: the response names from the root to each, for example `project.tasks`.',
    }),
  }),
});
