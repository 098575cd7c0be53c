/** The errors of the last response: what each means, and what to do. */
import { ErrorCode } from './error-code.tsx';
import { type ResponseError, useResponse } from './response.ts';
import { SignInAgain } from './who-am-i.tsx';

/** At most so many errors are listed; the result has all of them. */
const maxErrors = 20;

export function ErrorList() {
  const errors = useResponse(({ response }) => response?.errors);
  if (errors === undefined || errors.length === 0) return null;
  const more = errors.length - maxErrors;
  return (
    <ul className="errors" aria-label="Errors">
      {errors.slice(0, maxErrors).map((error, index) => (
        <li key={`${index} ${error.message}`}>
          <ErrorText error={error} />
        </li>
      ))}
      {more > 0 && <li>… and {more} more</li>}
    </ul>
  );
}

function ErrorText({
  error: { message, path, extensions = {} },
}: {
  readonly error: ResponseError;
}) {
  const { code, anyOf } = extensions;
  return (
    <>
      {typeof code === 'string' && <ErrorCode code={code} />} {message}
      {path && <small> at {path.join('.')}</small>}
      {code === 'UNAUTHENTICATED' && <SignInAgain scopes={[]} />}
      {code === 'MISSING_SCOPE' && (
        <SignInAgain scopes={Array.isArray(anyOf) ? anyOf.slice(0, 1).map(String) : []} />
      )}
    </>
  );
}
