/** All codes of errors and warnings; each opens its section. */
import { ErrorCode, errorCodes, warningCodes } from './error-code.tsx';

export function CodeIndex() {
  return (
    <section className="map-list">
      <h3>Errors and warnings</h3>
      <Codes name="Errors" codes={errorCodes} />
      <Codes name="Warnings" codes={warningCodes} />
    </section>
  );
}

function Codes({ name, codes }: { readonly name: string; readonly codes: readonly string[] }) {
  return (
    <details>
      <summary>
        <span>{name}</span> <small>{codes.length} codes</small>
      </summary>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <ErrorCode code={code} />
          </li>
        ))}
      </ul>
    </details>
  );
}
