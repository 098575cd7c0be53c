/** A strict reader of the text format that Prometheus scrapes. */

/** One line with a value. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What is exposed under one name. */
interface MetricFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** The families of a scrape. */
export interface Exposition {
  readonly families: ReadonlyMap<string, MetricFamily>;
  /** @returns the value with exactly these labels; 0 if there is none */
  value(name: string, labels?: Readonly<Record<string, string>>): number;
  /** @returns the values of a name by those of its labels, joined by spaces */
  values(name: string): Record<string, number>;
}

const help = /^# HELP ([a-z_][a-z0-9_]*) (\S.*)$/;

const type = /^# TYPE ([a-z_][a-z0-9_]*) (counter|gauge|histogram|summary)$/;

const sample = /^([a-z_][a-z0-9_]*)(?:\{(.+)\})? (-?\d+(?:\.\d+)?(?:e[+-]\d+)?|\+Inf|-Inf|Nan)$/;

const label = /^([a-z_][a-z0-9_]*)="([^"\\\n]*)"$/;

/** @throws Error for any line that the format does not allow, and for samples without a family */
export function readExposition(text: string): Exposition {
  const families = new Map<
    string,
    { name: string; type: string; help: string; samples: Sample[] }
  >();
  let current = '';
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, helpName, helpText] = help.exec(line) ?? [];
    if (helpName !== undefined) {
      if (families.has(helpName)) throw new Error(`${helpName} is exposed twice`);
      families.set(helpName, { name: helpName, type: '', help: helpText!, samples: [] });
      current = helpName;
      continue;
    }
    const [, typeName, typeText] = type.exec(line) ?? [];
    if (typeName !== undefined) {
      if (typeName !== current) throw new Error(`${typeName} has no help`);
      families.get(current)!.type = typeText!;
      continue;
    }
    families.get(current)!.samples.push(readSample(line, families.get(current)!));
  }
  for (const family of families.values()) checkFamily(family);
  const samples = [...families.values()].flatMap((family) => family.samples);
  return {
    families,
    value: (name, labels = {}) =>
      samples.find((each) => each.name === name && isEqual(each.labels, labels))?.value ?? 0,
    values: (name) =>
      Object.fromEntries(
        samples
          .filter((each) => each.name === name)
          .map(({ labels, value }) => [Object.values(labels).join(' '), value]),
      ),
  };
}

const isEqual = (
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

function readSample(line: string, family: MetricFamily): Sample {
  const [, name, labels = '', value = ''] = sample.exec(line) ?? [];
  if (name === undefined) throw new Error(`not a line of the format: ${line}`);
  const suffixes = family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
  if (!suffixes.some((suffix) => name === family.name + suffix))
    throw new Error(`${name} does not belong to ${family.name}`);
  const pairs = (labels === '' ? [] : labels.split(',')).map((pair) => {
    const [, key, text] = label.exec(pair) ?? [];
    if (key === undefined) throw new Error(`not a label: ${pair}`);
    return [key, text!] as const;
  });
  return {
    name,
    labels: Object.fromEntries(pairs),
    value: Number(value.replace('Inf', 'Infinity')),
  };
}

/** @throws Error for a counter without `_total`, two equal samples, or buckets that shrink */
function checkFamily({ name, type, samples }: MetricFamily): void {
  if (type === '') throw new Error(`${name} has no type`);
  const keys = samples.map((each) => JSON.stringify([each.name, each.labels]));
  if (new Set(keys).size < keys.length) throw new Error(`${name} has equal samples`);
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`${name} is a counter`);
  if (type === 'histogram') checkBuckets(name, samples);
}

function checkBuckets(name: string, samples: readonly Sample[]): void {
  let previous = 0;
  for (const each of samples) {
    if (each.name === `${name}_bucket`) {
      if (each.value < previous) throw new Error(`${name} has a bucket that shrinks`);
      previous = each.labels['le'] === '+Inf' ? 0 : each.value;
    }
    if (each.name !== `${name}_count`) continue;
    const { le: _, ...labels } = { le: '', ...each.labels };
    const all = samples.find(
      (other) =>
        other.name === `${name}_bucket` && isEqual(other.labels, { ...labels, le: '+Inf' }),
    );
    if (all?.value !== each.value) throw new Error(`${name} has a wrong bucket +Inf`);
  }
}

/** Scrapes a URL. */
export async function scrape(url: string): Promise<Exposition> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`the scrape was answered ${response.status}`);
  return readExposition(await response.text());
}
