/** docs/observability.md lists the metrics as the code defines them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type MetricDefinition,
  metricDefinitions,
} from '../../src/observability/metric-definition.ts';

const page = readFileSync(new URL('../../docs/observability.md', import.meta.url), 'utf8');

const rowOf = ({ name, type, labelNames, help }: MetricDefinition): string =>
  `| \`${name}\` | ${type} | ${labelNames.map((label) => `\`${label}\``).join(', ')} | ${help} |`;

describe('docs/observability.md', () => {
  it('has one row for each metric', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `studiograph_'));
    expect(rows).toEqual(Object.values(metricDefinitions).map(rowOf));
  });
});
