/** Dark or light: as the system has it, until the user says otherwise. */
import { Field } from './parts';

const key = 'theme';
const stored = (): string => localStorage.getItem(key) ?? '';

/** All colors are of `light-dark()`, which follows this property. Empty: as the system. */
const apply = (theme: string): string => (document.documentElement.style.colorScheme = theme);

apply(stored());

const choose = (theme: string): void => localStorage.setItem(key, apply(theme));

export const ThemeSwitch = () => (
  <Field label="Theme">
    <select defaultValue={stored()} onChange={({ target }) => choose(target.value)}>
      <option value="">System</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  </Field>
);
