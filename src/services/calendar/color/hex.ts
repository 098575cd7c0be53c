/** Colors as hexadecimal values. */
import { InvalidInput, showValue } from '../../../engine/api/error.ts';

/** Row option `check` for a color. @throws InvalidInput for text of another form */
export function checkHexColor(color: string, argument: string): void {
  if (!/^#[\da-f]{6}$/i.test(color))
    throw new InvalidInput(
      argument,
      `${showValue(color)} is not a hexadecimal color; expected for example #0088aa`,
    );
}
