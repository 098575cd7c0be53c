/** The rules of the sandbox: `src/sandbox/data/rules.json`. */
import type { KeyedOperation } from './operation-table.ts';
import type { SandboxRules } from './model.ts';

/** Where a rule is stated, for some services or operations. */
interface Source {
  readonly in: readonly string[];
  readonly source: string;
  readonly date: string;
}

const services: Readonly<Record<string, readonly string[]>> = {
  youtube: ['video', 'live'],
  drive: ['storage'],
  calendar: ['calendar'],
};

/** @returns the file: by reason, the sources of the refusal; and the other rules, one a line */
export function ruleFile(operations: readonly KeyedOperation[], rules: SandboxRules): string {
  const { refusals, sources, behaviours } = rules;
  const rows = refusals.map((reason) => {
    const named = sources
      .filter(({ reasons }) => reasons.includes(reason))
      .map(({ in: places, source, date }): Source => {
        const within = places.flatMap((place) => services[place] ?? [place]);
        return { in: within, source, date };
      });
    return `"${reason}": ${JSON.stringify([...documented(operations, reason), ...named])}`;
  });
  const others = behaviours.map((each) => JSON.stringify(each));
  return `{\n"refusals": {\n${rows.join(',\n')}\n},\n"behaviours": [\n${others.join(',\n')}\n]}\n`;
}

/** The pages of the operations that have the reason, unless it is assumed. */
function documented(operations: readonly KeyedOperation[], reason: string): Source[] {
  const having = operations.filter(
    ({ operation: { reasons = [], reasonsAreAssumed, assumedReasons = [] } }) =>
      reasons.includes(reason) && !reasonsAreAssumed && !assumedReasons.includes(reason),
  );
  const bySource = Map.groupBy(having, ({ operation, service: { source, date } }) =>
    JSON.stringify({ source: operation.reasonsSource ?? source, date }),
  );
  return [...bySource].map(([stated, ofSource]) => ({
    in: ofSource.map(({ key }) => key),
    ...(JSON.parse(stated) as Pick<Source, 'source' | 'date'>),
  }));
}
