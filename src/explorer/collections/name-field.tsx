/** Names of operations and of collections, as people write them. */
import { maxNameLength } from './collection-file.ts';

interface NameFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The id of a list of values to choose from. */
  readonly list?: string;
}

export const NameField = ({ label, value, onChange, list }: NameFieldProps) => (
  <label>
    {label}
    <input
      value={value}
      maxLength={maxNameLength}
      list={list}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
);
