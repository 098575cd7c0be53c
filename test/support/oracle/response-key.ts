/** The field behind a response key: random queries name a field `a_<field>_<number>`. */
export const fieldNamed = (key: string): string =>
  /^(?:[A-Za-z]+_)?([A-Za-z]+)(?:_\d+b?)?$/.exec(key)?.[1] ?? key;
