/** The errors of the last response: what each means, and what to do. */
import { ErrorCode } from './error-code.tsx';
import { errorsOf, type ShownError } from './errors.ts';
import { responseOf, useResponse } from '../response.ts';
import { OtherCaller } from '../sign-in/who-am-i.tsx';

/** At most so many errors are listed; the result has all of them. */
const maxErrors = 20;

export function ErrorList() {
  const response = useResponse(responseOf);
  const errors = response ? errorsOf(response) : [];
  if (errors.length === 0) return null;
  const more = errors.length - maxErrors;
  return (
    <ul className="errors" aria-label="Errors">
      {errors.slice(0, maxErrors).map((error, index) => (
        <li key={`${index} ${error.error.message}`}>
          <ErrorText {...error} />
        </li>
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
