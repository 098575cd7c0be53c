/** A value as TypeScript, on one line. */
export function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : literal(name)}: ${literal(each)}`,
  );
  return `{ ${members.join(', ')} }`;
}
