/** The `fields` parameter: its grammar, what it may name, and the answer it leaves. */
import { ApiError } from './api-error.ts';
import { type Schemas, type Shape, shapeOf } from './schema.ts';

/** Names and what is wanted inside them; `'all'`: everything from here on. */
export type Mask = 'all' | ReadonlyMap<string, Mask>;
type Tree = Map<string, Mask>;

function refuseMask(what: string): never {
  throw new ApiError(400, 'invalidParameter', {
    message: `Invalid field selection ${what}`,
    location: 'fields',
    locationType: 'parameter',
  });
}

/** `a,b` several, `a/b` b inside a, `a(b,c)` several inside a, `*` all of a level. Refuses what is ill-formed. */
export function parseMask(text: string): Mask {
  const tokens = text.match(/[,/()]|[^,/()\s]+/g) ?? [];
  let at = 0;
  const list = (closing: string | undefined): Tree => {
    const tree: Tree = new Map();
    for (;;) {
      item(tree);
      if (tokens[at] === ',') at += 1;
      else if (tokens[at] === closing) return tree;
      else refuseMask(text);
    }
  };
  const item = (tree: Tree): void => {
    const name = tokens[at++];
    if (name === undefined || /^[,/()]$/.test(name)) refuseMask(text);
    let inside: Mask = 'all';
    if (tokens[at] === '/') {
      at += 1;
      const below: Tree = new Map();
      item(below);
      inside = below;
    } else if (tokens[at] === '(') {
      at += 1;
      inside = list(')');
      at += 1;
    }
    tree.set(name, unite(tree.get(name), inside));
  };
  return list(undefined);
}

function unite(one: Mask | undefined, other: Mask): Mask {
  if (one === undefined) return other;
  if (one === 'all' || other === 'all') return 'all';
  const both: Tree = new Map(one);
  for (const [name, inside] of other) both.set(name, unite(both.get(name), inside));
  return both;
}

/** Refuses a mask that names something which the answer's schema does not have. */
export function checkMask(schemas: Schemas, mask: Mask, type: string): void {
  if (mask === 'all' || type === 'any') return;
  const shape: Shape | undefined = shapeOf(schemas, type);
  for (const [name, inside] of mask) {
    if (shape === undefined) refuseMask(name);
    if (name === '*') {
      if (inside !== 'all')
        for (const below of new Set(Object.values(shape.fields)))
          if (shapeOf(schemas, below)) checkStar(schemas, inside, below);
      continue;
    }
    const field = shape.map ?? (Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined);
    if (field === undefined) refuseMask(name);
    checkMask(schemas, inside, field);
  }
}

/** What stands behind `*` must be known somewhere; a level that lacks it is just empty. */
function checkStar(schemas: Schemas, inside: Mask, type: string): void {
  if (inside === 'all') return;
  const fields = shapeOf(schemas, type)?.fields ?? {};
  const known = [...inside].filter(([name]) => name === '*' || Object.hasOwn(fields, name));
  checkMask(schemas, new Map(known), type);
}

/** What the mask leaves of a value; arrays are passed through, objects that end up empty stay away. */
export function applyMask(mask: Mask, value: unknown): unknown {
  if (mask === 'all') return value;
  if (value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return value.map((element) => applyMask(mask, element) ?? {});
  const out: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const inside = mask.get(name) ?? mask.get('*');
    if (inside === undefined || inner === undefined) continue;
    const left = applyMask(inside, inner);
    if (left !== undefined) out[name] = left;
  }
  return Object.keys(out).length === 0 ? undefined : out;
}
