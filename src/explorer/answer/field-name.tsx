/** The name of a field, which breaks at its dots, and the service that its value came from. */
import type { TracedCall } from '../../../schema/extensions.js';
import { ServiceTag } from '../service/service-tag.tsx';
import { Marked } from './cell.tsx';
import { serviceAt } from './shown-table.ts';

interface FieldNameProps {
  readonly label: string;
  /** Response names from the root. */
  readonly field: string;
  readonly calls: readonly TracedCall[];
  readonly search?: string;
}

export function FieldName({ label, field, calls, search = '' }: FieldNameProps) {
  const service = serviceAt(calls, field);
  return (
    <>
      {label.split('.').map((name, index) => (
        <span key={`${index} ${name}`}>
          {index > 0 && '.'}
          <wbr />
          <Marked text={name} search={search} />
        </span>
      ))}
      {service && (
        <>
          {' '}
          <ServiceTag service={service} />
        </>
      )}
    </>
  );
}
