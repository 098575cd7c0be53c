/** Negotiates the encoding of a response by the `accept-encoding` header (RFC 9110, 12.5.3). */

/** Maximum number of elements of the header that are read; clients send about five. */
const maxElements = 20;

/**
 * @param header the `accept-encoding` header
 * @param supported encodings in lower case, preferred ones first
 * @returns the accepted encoding with the greatest weight; undefined for `identity`
 */
export function preferredEncoding<E extends string>(
  header: string,
  supported: readonly E[],
): E | undefined {
  const weights = weightsOf(header);
  const others = weights.get('*') ?? 0;
  let preferred: E | undefined;
  // A supported encoding is preferred to `identity` unless the client gives that more weight.
  let greatest = weights.get('identity') ?? 0;
  for (const encoding of supported) {
    const weight = weights.get(encoding) ?? others;
    const isBetter = preferred === undefined ? weight >= greatest : weight > greatest;
    if (weight === 0 || !isBetter) continue;
    preferred = encoding;
    greatest = weight;
  }
  return preferred;
}

/** @returns the weight of each encoding, 0 to 1; an encoding with an invalid weight has 0 */
function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.toLowerCase().split(',', maxElements)) {
    const [name, ...params] = element.split(';').map((part) => part.trim());
    weights.set(name!, weightOf(params));
  }
  return weights;
}

function weightOf(params: readonly string[]): number {
  const [, weight] = params.map((param) => /^q\s*=\s*(.*)$/.exec(param)).find(Boolean) ?? [];
  if (weight === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
}
