/** The upper edge of the panel of costs and calls: it changes the height, by mouse and keyboard. */
import type { KeyboardEvent, PointerEvent } from 'react';

/** Percent of the page. */
const [min, max, step] = [12, 60, 3];

interface SplitterProps {
  /** Of the panel, in percent of the page. */
  readonly height: number;
  readonly onChange: (height: number) => void;
}

export function Splitter({ height, onChange }: SplitterProps) {
  const change = (next: number): void => onChange(Math.round(Math.min(max, Math.max(min, next))));
  const keys: Readonly<Record<string, number>> = {
    ArrowUp: height + step,
    ArrowDown: height - step,
    Home: min,
    End: max,
  };
  const press = (event: KeyboardEvent): void => {
    const next = keys[event.key];
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  };
  const drag = ({ currentTarget, pointerId, clientY }: PointerEvent): void => {
    if (currentTarget.hasPointerCapture(pointerId))
      change((100 * (innerHeight - clientY)) / innerHeight);
  };
  return (
    <div
      className="splitter"
      role="separator"
      tabIndex={0}
      aria-label="Height of costs and calls"
      aria-orientation="horizontal"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={height}
      onKeyDown={press}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
    />
  );
}
