/** The errors and warnings of the last response: what each means, and what to do. */
import type { ReactNode } from 'react';
import type { Warning } from '../../../schema/extensions.js';
import { ErrorCode } from './error-code.tsx';
import { errorsOf, type ShownError } from './errors.ts';
import { responseOf, useResponse } from '../response.ts';
import { OtherCaller } from '../sign-in/who-am-i.tsx';

/** At most so many of each are listed; the result has all of them. */
const maxEntries = 20;

export function ErrorList() {
  const response = useResponse(responseOf);
  const errors = response ? errorsOf(response) : [];
  const warnings = response?.extensions?.warnings ?? [];
  return (
    <>
      <Listed name="Errors" entries={errors.map((error) => <ErrorText {...error} />)} />
      <Listed name="Warnings" entries={warnings.map((each) => <WarningText {...each} />)} />
    </>
  );
}

interface ListedProps {
  readonly name: string;
  readonly entries: readonly ReactNode[];
}

function Listed({ name, entries }: ListedProps) {
  if (entries.length === 0) return null;
  const more = entries.length - maxEntries;
  return (
    <ul className="errors" aria-label={name}>
      {entries.slice(0, maxEntries).map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an answer has them in this order
        <li key={index}>{entry}</li>
      ))}
      {more > 0 && <li>… and {more} more</li>}
    </ul>
  );
}

function ErrorText({ error, path }: ShownError) {
  const { code, message } = error;
  return (
    <>
      {code !== undefined && <ErrorCode code={code} />} {message}
      {path !== undefined && <small> at {path}</small>} <OtherCaller error={error} />
    </>
  );
}

function WarningText({ code, path, value }: Warning) {
  return (
    <>
      <ErrorCode code={code} /> {value} <small>at {path.join('.')}</small>
    </>
  );
}
