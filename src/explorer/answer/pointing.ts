/** The mouse and the focus in a table point at fields, as they do in the result. */
import type { SyntheticEvent } from 'react';
import { useResponse } from '../response.ts';

/** @returns handlers for an element around elements that name their field in `data-field` */
export function usePointing() {
  const { pointAt } = useResponse.getState();
  const onPoint = ({ target }: SyntheticEvent): void =>
    pointAt((target as Element).closest<HTMLElement>('[data-field]')?.dataset['field']);
  const onLeave = (): void => pointAt(undefined);
  return { onMouseOver: onPoint, onMouseLeave: onLeave, onFocus: onPoint, onBlur: onLeave };
}
